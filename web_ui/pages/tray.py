"""/tray: photos of cubes from the table's camera or a phone, and what was read in them."""

from collections.abc import Callable
from functools import partial
from typing import Protocol

from flask import Flask, Response, abort, request

from companion.engine.errors import DragonbagError, TrayError
from companion.engine.sentence import Sentence
from companion.table.reading import Purpose, Seen
from companion.worker.work import Ticket
from web_ui.access.policy import Need, needs
from web_ui.render.render import WATCH, Role
from web_ui.render.site import Site, see_other
from web_ui.render.view import View

PHOTO_BYTES = 25 * 1024 * 1024  # hardware.tray.sizes says what it makes of them
NO_READER = Sentence("This table cannot read cubes: OpenCV is not installed. See docs/camera.md.")
NO_PHOTO = Sentence("Choose a photo first.")
READING = Sentence("Reading the photo")


class Tray(Protocol):
    """What reads cubes for the table; every method may raise TrayError."""

    learnt: Seen | None

    @property
    def has_camera(self) -> bool:
        """Return whether the table has a camera of its own."""

    @property
    def step(self) -> str:
        """Return where the calibration is: "blank", "colours" or "done"."""

    def get_ready(self) -> None:
        """Prepare for a photo, in the meantime."""

    def ask(self, purpose: Purpose, photo: bytes | None = None, *, adds: bool) -> Ticket[Seen]:
        """Begin to read the tray, or a phone's photo; everybody is shown it when it is read."""

    def photo(self, number: int) -> bytes | None:
        """Return a photo as JPEG."""

    def shoot_blank(self, photo: bytes | None = None) -> int | None:
        """Take the empty tray; without a camera it is a phone's photo."""

    def shoot_colours(self, photo: bytes | None = None) -> Seen:
        """Take one cube of each colour; without a camera it is a phone's photo."""

    def forget(self) -> None:
        """Give the calibration up."""


class TrayPage:
    """GET /tray, its photos and calibration; POST what is to be read."""

    def __init__(self, site: Site, tray: Callable[[], Tray] | None) -> None:
        """Read by this tray; None is a table that cannot read cubes."""
        self._site = site
        self._can_read = tray is not None
        self._tray: Callable[[], Tray | None] = tray or (lambda: None)

    def register(self, app: Flask) -> None:
        """Add the routes, and the tray to what templates know."""
        app.jinja_env.globals.update(tray=self._tray, can_read=self._can_read)
        app.add_url_rule("/tray", view_func=self.tray_page)
        app.add_url_rule("/tray/photo/<int:number>.jpg", view_func=self.photo)
        app.add_url_rule("/tray/read", view_func=self.read, methods=["POST"])
        app.add_url_rule("/tray/done", view_func=self.done, methods=["POST"])
        app.add_url_rule("/tray/calibrate", view_func=self.calibration, methods=["GET"])
        app.add_url_rule("/tray/calibrate", view_func=self.calibrate, methods=["POST"])

    @property
    def _view(self) -> View:
        return self._site.renderer.views[self._site.snapshot.game.name]

    @needs(Need.GUEST)
    def tray_page(self) -> str:
        """Show the newest reading and how to make another, for which the reader gets ready."""
        if "tray" not in self._view.pages:
            abort(404)
        self._get_ready()
        role = Role("tray", WATCH, self._site.language)
        return self._site.renderer.page(role, self._site.snapshot)

    def _get_ready(self) -> None:
        tray = self._tray()
        if tray is not None:
            tray.get_ready()

    @needs(Need.GUEST)
    def photo(self, number: int) -> Response:
        """Return a photo that was read, while it is kept."""
        tray = self._tray()
        content = tray.photo(number) if tray else None
        if content is None:
            abort(404)
        return Response(content, mimetype="image/jpeg")

    @needs(Need.CHANGE)
    def read(self) -> Response:
        """Read the photo of the form, or the tray before the table's camera."""
        file, wanted = request.files.get("photo"), request.form.get("purpose", "")
        if wanted not in list(Purpose):
            abort(400)
        photo = None if file is None else file.read()
        tray = self._tray()
        try:
            if tray is None:
                raise TrayError(NO_READER)
            if photo == b"":
                raise TrayError(NO_PHOTO)
            ticket = tray.ask(Purpose(wanted), photo, adds="adds" in request.form)
        except TrayError as error:
            return self._site.refuse_page(error, "/tray")
        return self._site.wait_for(ticket, READING, partial(self._shown, ticket))

    def _shown(self, ticket: Ticket[Seen]) -> Response:
        """Answer when the photo was read: everybody sees it already."""
        try:
            ticket.result(0)
        except DragonbagError as error:
            return self._site.refuse_page(error, "/tray")
        return see_other("/tray")

    @needs(Need.CHANGE)
    def done(self) -> Response:
        """Take the reading away; the books stay as they are."""
        return self._do(lambda tray: self._site.table.see(None), "/tray")

    @needs(Need.GUEST)
    def calibration(self) -> str:
        """Show the next step of the calibration, for which the reader gets ready."""
        self._get_ready()
        return self._site.page("calibrate.html", "/tray/calibrate", letters=self._view.letters)

    @needs(Need.CHANGE)
    def calibrate(self) -> Response:
        """Take the photo of a step, or begin anew."""
        step, file = request.form.get("step", ""), request.files.get("photo")
        photo = file.read() if file else None
        steps: dict[str, Callable[[Tray], object]] = {
            "blank": lambda tray: tray.shoot_blank(photo),
            "colours": lambda tray: tray.shoot_colours(photo),
            "again": lambda tray: tray.forget(),
        }
        if step not in steps:
            abort(400)
        return self._do(steps[step], "/tray/calibrate")

    def _do(self, action: Callable[[Tray], object], back: str) -> Response:
        tray = self._tray()
        try:
            if tray is None:
                raise TrayError(NO_READER)
            action(tray)
        except TrayError as error:
            return self._site.refuse_page(error, back)
        return see_other(back)
