"""/upkeep: backup, restore, brightness, log, updates and switching off, for the host alone."""

from collections.abc import Callable, Sequence
from datetime import date
from typing import IO, Protocol

from flask import Flask, Response, abort, request, send_file
from werkzeug.datastructures import FileStorage

from companion.engine.errors import DISK_REFUSES, CommandError
from companion.engine.sentence import Sentence
from companion.worker.work import Ticket, WorkFailed
from web_ui.access.policy import Need, needs
from web_ui.render.site import Site, see_other
from web_ui.upkeep.answers import answered, last_page
from web_ui.upkeep.pins import MovesPins

PAGE, VERSION = "/upkeep", "#version"
SAVING = Sentence("Making a backup")
CHECKING = Sentence("Checking the backup")
NO_FILE = Sentence("Choose a file first.")


class Kept(Protocol):
    """A backup that waits (of companion.app.upkeep)."""

    @property
    def manifest(self) -> object:
        """Return what it says about itself."""

    @property
    def file(self) -> object:
        """Return where it lies."""


class Upkeep(MovesPins, Protocol):
    """Who does it; companion.app.upkeep's Upkeep is one. Every method may raise CommandError."""

    @property
    def saved(self) -> Kept | None:
        """Return the backup that waits to be downloaded."""

    @property
    def given(self) -> Kept | None:
        """Return the backup that was sent and checked."""

    @property
    def progress(self) -> object | None:
        """Return how far the newest order to the caretaker is."""

    @property
    def log(self) -> Sequence[str]:
        """Return the newest lines of the log."""

    def save(self) -> Ticket[None]:
        """Begin to make a backup."""

    @property
    def restored(self) -> object | None:
        """Return what came of a restore before this start."""

    def check(self, upload: IO[bytes], called: str) -> Ticket[None]:
        """Begin to check a backup that its sender calls so."""

    def restore(self, seen: str) -> None:
        """Let the table start again with the backup that was checked, if it is the one seen."""

    def dim(self, brightness: float) -> None:
        """Let the lamps shine with this brightness, 0 to 1; may raise OSError."""

    def offer(self, language: str, files: list[tuple[str, IO[bytes], int]]) -> None:
        """Let a release be checked."""

    def update(self, language: str, seen: str) -> None:
        """Let what was offered be installed, if it is the version that was seen."""

    def roll_back(self, language: str, seen: str) -> None:
        """Let the version before be used again, if it is the one that was seen."""

    def switch_off(self) -> None:
        """Switch the computer off."""


class UpkeepPage:
    """GET /upkeep, and what its buttons do."""

    def __init__(self, site: Site, upkeep: Upkeep, **more: bool) -> None:
        """Let the host of this site do it; `has_network` and `has_https` lead to their pages."""
        self._site = site
        self._upkeep = upkeep
        self._more = more

    def register(self, app: Flask) -> None:
        """Add the routes."""
        app.add_url_rule(PAGE, "upkeep", self.show)
        app.add_url_rule(f"{PAGE}/backup.zip", "upkeep_download", self.download)
        app.add_url_rule(f"{PAGE}/log", "upkeep_log", self.log)
        for view in (
            *(self.backup, self.check, self.restore, self.brightness),
            *(self.release, self.update, self.rollback, self.off),
        ):
            name = view.__name__
            app.add_url_rule(f"{PAGE}/{name}", f"upkeep_{name}", view, methods=["POST"])

    @needs(Need.HOST)
    def show(self) -> str:
        """Show how the table is, and what the host may do."""
        site = self._site
        return site.page("upkeep.html", PAGE, upkeep=self._upkeep, say=site.say, **self._more)

    @needs(Need.HOST)
    def log(self) -> str:
        """Show the newest lines of the log, the newest first."""
        return self._site.page("upkeep_log.html", f"{PAGE}/log", lines=self._upkeep.log[::-1])

    @needs(Need.HOST)
    def backup(self) -> Response:
        """Make a backup that can be downloaded then."""
        return self._wait_for(self._upkeep.save, SAVING)

    @needs(Need.HOST)
    def download(self) -> Response:
        """Send the backup that was made."""
        if (saved := self._upkeep.saved) is None:
            abort(404)
        name = f"dragonbag-{date.today():%Y-%m-%d}.zip"
        return send_file(str(saved.file), as_attachment=True, download_name=name, max_age=0)

    @needs(Need.HOST)
    def check(self) -> Response:
        """Check the backup of the form."""
        file = request.files.get("backup")
        if file is None or not file.filename:
            return self._site.refuse_page(CommandError(NO_FILE), PAGE)
        called = file.filename
        return self._wait_for(lambda: self._upkeep.check(file.stream, called), CHECKING)

    @needs(Need.HOST)
    def restore(self) -> Response:
        """Start again with the backup that was checked."""
        return self._last_page(lambda: self._upkeep.restore(_seen()), "again")

    @needs(Need.HOST)
    def brightness(self) -> Response:
        """Dim the lamps."""
        percent = request.form.get("percent", type=int)
        if percent is None or not 5 <= percent <= 100:
            abort(400)
        return self._do(lambda: self._upkeep.dim(percent / 100), "#lamps")

    @needs(Need.HOST)
    def release(self) -> Response:
        """Let the release of the form be checked, or look for one where the settings say."""
        sent = [file for file in request.files.getlist("files") if file.filename]
        if "look" not in request.form and not sent:
            return self._site.refuse_page(CommandError(NO_FILE), PAGE)
        files = [(file.filename or "", file.stream, _size(file)) for file in sent]
        return self._do(lambda: self._upkeep.offer(self._site.language, files), VERSION)

    @needs(Need.HOST)
    def update(self) -> Response:
        """Install what was offered."""
        return self._do(lambda: self._upkeep.update(self._site.language, _seen()), VERSION)

    @needs(Need.HOST)
    def rollback(self) -> Response:
        """Use the version before."""
        return self._do(lambda: self._upkeep.roll_back(self._site.language, _seen()), VERSION)

    @needs(Need.HOST)
    def off(self) -> Response:
        """Switch the computer off."""
        return self._last_page(self._upkeep.switch_off, "off")

    def _wait_for(self, begin: Callable[[], Ticket[None]], what: Sentence) -> Response:
        try:
            ticket = begin()
        except OSError as error:
            return self._site.refuse_page(CommandError(DISK_REFUSES.about(error=str(error))), PAGE)
        except (CommandError, WorkFailed) as error:
            return self._site.refuse_page(error, PAGE)
        return self._site.wait_for(ticket, what, lambda: self._do(lambda: ticket.result(0)))

    def _do(self, action: Callable[[], object], part: str = "") -> Response:
        """Do it and go back to this part of the page, or say why not."""
        return answered(self._site, PAGE, action, lambda: see_other(PAGE + part))

    def _last_page(self, action: Callable[[], object], why: str) -> Response:
        return last_page(self._site, PAGE, self._upkeep.life, why, action)


def _seen() -> str:
    """Return what the host has seen on the page: a digest or a version."""
    return request.form.get("seen", "")


def _size(file: FileStorage) -> int:
    size = file.stream.seek(0, 2)
    file.stream.seek(0)
    return size
