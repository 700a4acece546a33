"""/upkeep/pins: the panel's parts on other pins, checked as they are moved; and the camera."""

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from flask import Flask, Response, request

from companion.engine.sentence import Sentence
from web_ui.access.policy import Need, needs
from web_ui.render.site import Site
from web_ui.upkeep.answers import last_page

PAGE = "/upkeep/pins"
CAMERA = "/upkeep/camera"


class PinPlan(Protocol):
    """A panel with every part on its pin (of companion.app.upkeep.pins)."""

    @property
    def entries(self) -> Mapping[str, int]:
        """Return the parts that can be moved: "buttons.red" -> BCM."""

    @property
    def wrong(self) -> Sequence[Sentence]:
        """Return what is wrong with it."""


class MovesPins(Protocol):
    """Who moves them; companion.app.upkeep's Upkeep is one."""

    @property
    def life(self) -> str:
        """Return a word that is another one after each start."""

    def plan(self, wished: Mapping[str, int]) -> PinPlan:
        """Return the panel with these parts on other pins, and what is wrong with it."""

    def move_pins(self, wished: Mapping[str, int]) -> None:
        """Keep these pins and start the table again; CommandError, BadSettings or OSError."""

    def forget_pins(self) -> None:
        """Use the pins of the settings again."""

    def choose_camera(self, camera: str) -> None:
        """Use another camera and start the table again."""


class PinsPage:
    """GET and POST /upkeep/pins, and POST /upkeep/camera."""

    def __init__(self, site: Site, upkeep: MovesPins) -> None:
        """Let the host of this site do it."""
        self._site = site
        self._upkeep = upkeep

    def register(self, app: Flask) -> None:
        """Add the routes."""
        app.add_url_rule(PAGE, "upkeep_pins", self.show)
        app.add_url_rule(PAGE, "upkeep_move", self.move, methods=["POST"])
        app.add_url_rule(f"{PAGE}/forget", "upkeep_forget", self.forget, methods=["POST"])
        app.add_url_rule(CAMERA, "upkeep_camera", self.camera, methods=["POST"])

    @needs(Need.HOST)
    def show(self) -> str:
        """Show which part is on which pin."""
        return self._page({})

    @needs(Need.HOST)
    def move(self) -> Response:
        """Check the pins of the form, and save them if that is asked and nothing is wrong."""
        wished = _wished()
        if "save" not in request.form:
            return Response(self._page(wished))
        return self._start_again(lambda: self._upkeep.move_pins(wished))

    @needs(Need.HOST)
    def forget(self) -> Response:
        """Use the pins of the settings again."""
        return self._start_again(self._upkeep.forget_pins)

    @needs(Need.HOST)
    def camera(self) -> Response:
        """Use the camera of the form."""
        camera = request.form.get("camera", "")
        return self._start_again(lambda: self._upkeep.choose_camera(camera))

    def _page(self, wished: Mapping[str, int]) -> str:
        plan = self._upkeep.plan(wished)
        facts = {"upkeep": self._upkeep, "plan": plan, "say": self._site.say}
        return self._site.page("upkeep_pins.html", PAGE, **facts)

    def _start_again(self, action: Callable[[], None]) -> Response:
        return last_page(self._site, PAGE, self._upkeep.life, "chosen", action)


def _wished() -> dict[str, int]:
    given = ((key, request.form.get(key, type=int)) for key in request.form if "." in key)
    return {key: bcm for key, bcm in given if bcm is not None}
