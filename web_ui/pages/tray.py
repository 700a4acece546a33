"""/tray: pictures of cubes, by the table's camera or a phone's; what is seen in them, by whom."""

from collections.abc import Callable
from typing import Protocol

from flask import Flask, Response, abort, g, redirect, request

from companion.engine.game import Rejected
from companion.engine.sentence import Sentence
from companion.table.reading import Purpose, Seen, TrayError
from companion.table.table import Table
from web_ui.access.guests import Guests, must_be_allowed
from web_ui.render.render import Renderer, Role, language_of
from web_ui.render.view import View

PHOTO_BYTES = 25 * 1024 * 1024  # hardware.tray.photos says what it makes of them
NO_READER = Sentence("This table cannot read cubes: OpenCV is not installed (see the README).")
NO_PHOTO = Sentence("No photo was sent.")


class Tray(Protocol):
    """What reads cubes for the table; every method may raise TrayError."""

    learnt: Seen | None

    @property
    def has_camera(self) -> bool:
        """Return whether the table has a camera of its own."""

    @property
    def step(self) -> str:
        """Return where the calibration is: "blank", "colours" or "done"."""

    def read(self, purpose: Purpose, photo: bytes | None = None, *, adds: bool = False) -> Seen:
        """Read the tray, or a phone's photo, and show everybody."""

    def photo(self, number: int) -> bytes | None:
        """Return a photo as JPEG."""

    def shoot_blank(self) -> int:
        """Take the empty tray."""

    def shoot_colours(self) -> Seen:
        """Take one cube of each colour."""

    def forget(self) -> None:
        """Give the calibration up."""


class TrayPage:
    """GET /tray, its pictures and calibration; POST what is to be read."""

    def __init__(
        self,
        table: Table,
        renderer: Renderer,
        tray: Callable[[], Tray] | None,
        guests: Guests | None = None,
    ) -> None:
        """Read by this tray; None is a table that cannot read cubes."""
        self.guests = guests
        self.table = table
        self.renderer = renderer
        self.can_read = tray is not None
        self.tray: Callable[[], Tray | None] = tray or (lambda: None)

    def register(self, app: Flask) -> None:
        """Add the routes, and the tray to what templates know."""
        app.jinja_env.globals.update(tray=self.tray, can_read=self.can_read)
        app.add_url_rule("/tray", view_func=self.tray_page)
        app.add_url_rule("/tray/picture/<int:number>.jpg", view_func=self.picture)
        app.add_url_rule("/tray/read", view_func=self.read, methods=["POST"])
        app.add_url_rule("/tray/done", view_func=self.done, methods=["POST"])
        app.add_url_rule("/tray/calibrate", view_func=self.calibration, methods=["GET"])
        app.add_url_rule("/tray/calibrate", view_func=self.calibrate, methods=["POST"])

    @property
    def _view(self) -> View:
        return self.renderer.views[self.table.snapshot.game.name]

    def tray_page(self) -> str:
        """Show the newest reading and how to make another."""
        if "tray" not in self._view.pages:
            abort(404)
        return self.renderer.page(Role("tray", "watch", language_of(request)), self.table.snapshot)

    def picture(self, number: int) -> Response:
        """Return a picture that was read, while it is kept."""
        tray = self.tray()
        content = tray.photo(number) if tray else None
        if content is None:
            abort(404)
        return Response(content, mimetype="image/jpeg")

    def read(self) -> Response:
        """Read the photo of the form, or the tray before the table's camera."""
        file, wanted = request.files.get("photo"), request.form.get("purpose", "")
        if wanted not in list(Purpose):
            abort(400)
        purpose = Purpose(wanted)

        def reading(tray: Tray) -> None:
            photo = None if file is None else file.read()
            if photo == b"":
                raise TrayError(NO_PHOTO)
            tray.read(purpose, photo, adds="adds" in request.form)

        return self._do(reading, "/tray")

    def done(self) -> Response:
        """Take the reading away; the books stay as they are."""
        return self._do(lambda tray: self.table.see(None), "/tray")

    def calibration(self) -> str:
        """Show the next step of the calibration."""
        snapshot, language = self.table.snapshot, language_of(request)
        return self.renderer.plain(
            "calibrate.html", snapshot, language, "/tray/calibrate", letters=self._view.letters
        )

    def calibrate(self) -> Response:
        """Take the picture of a step, or begin anew."""
        step = request.form.get("step", "")
        steps: dict[str, Callable[[Tray], object]] = {
            "blank": lambda tray: tray.shoot_blank(),
            "colours": lambda tray: tray.shoot_colours(),
            "again": lambda tray: tray.forget(),
        }
        if step not in steps:
            abort(400)
        return self._do(steps[step], "/tray/calibrate")

    def _do(self, action: Callable[[Tray], object], back: str) -> Response:
        snapshot, language = self.table.snapshot, language_of(request)
        speech, tray = self.renderer.speech(language, snapshot), self.tray()
        try:
            if self.guests is not None:
                must_be_allowed(self.guests.policy, g.phone, None)
            if tray is None:
                raise TrayError(NO_READER)
            action(tray)
        except (TrayError, Rejected) as error:
            said = (
                speech.refusal(error) if isinstance(error, Rejected) else speech.say(error.sentence)
            )
            page = self.renderer.plain("refused.html", snapshot, language, back, sentence=said)
            return Response(page, 409)
        return redirect(back, 303)  # type: ignore[return-value]  # werkzeug's own Response
