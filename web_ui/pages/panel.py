"""/panel: buttons and lamps drawn on a page, wired to the very pins that the panel code reads."""

from collections.abc import Callable, Sequence
from typing import Protocol

from flask import Flask, Response, abort

from companion.engine.codec import dump
from companion.engine.sentence import N_
from web_ui.access.policy import Need, needs
from web_ui.render.site import Site

ENGRAVED = {"attack": N_("Attack"), "next": N_("Next"), "undo": N_("Undo")}  # colours have marks
BUTTONS = ("red", "green", "blue", "yellow", *ENGRAVED)


class DrawnPanel(Protocol):
    """A panel on mock pins, as this page needs it; names as engraved ("red", "rage_1")."""

    @property
    def size_mm(self) -> tuple[float, float]:
        """Return its width and height."""

    @property
    def parts(self) -> Sequence[object]:
        """Return what is on it, each with kind, name, at, width_mm and colour."""

    def press(self, button: str) -> None:
        """Close the contact."""

    def release(self, button: str) -> None:
        """Open the contact."""

    def lamp_values(self) -> dict[str, float]:
        """Return the brightness of every lamp's pin, 0 to 1."""


class PanelPage:
    """GET /panel, POST /panel/<button>/<press or release>."""

    def __init__(self, site: Site, panel: Callable[[], DrawnPanel | None]) -> None:
        """Draw this panel; None is a table without one, or with real pins."""
        self._site = site
        self._panel = panel

    def register(self, app: Flask) -> None:
        """Add the routes."""
        app.add_url_rule("/panel", view_func=self.show)
        app.add_url_rule("/panel/<button>/<edge>", view_func=self.move_contact, methods=["POST"])

    @needs(Need.GUEST)
    def show(self) -> Response:
        """Show the panel, or say why there is none to draw."""
        panel = self._panel()
        page = self._site.page("panel.html", "/panel", panel=panel, ENGRAVED=ENGRAVED)
        return Response(page, 200 if panel else 404)

    @needs(Need.PANEL)
    def move_contact(self, button: str, edge: str) -> Response:
        """Close or open the contact of one button."""
        panel = self._panel()
        if panel is None or button not in BUTTONS or edge not in ("press", "release"):
            abort(404)
        if edge == "press":
            panel.press(button)
        else:
            panel.release(button)
        return Response(dump({"button": button, "edge": edge}), mimetype="application/json")
