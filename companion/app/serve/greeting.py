"""What a table prints when it answers: where phones join, and what hardware was found."""

import os

from companion.app.saying import say
from companion.app.serve.served import Served
from companion.engine.sentence import N_
from companion.language.terminal import _, padded

COLUMN = 12  # for what stands before a colon
PANELS = {
    "mock": N_("drawn on the page /panel (mock pins, no hardware)"),
    "pins": N_("real pins"),
    "none": N_("none"),
}


def is_logged() -> bool:
    """Does standard output go to the system log (systemd.exec(5), JOURNAL_STREAM)?"""
    out = os.fstat(1)
    return os.environ.get("JOURNAL_STREAM") == f"{out.st_dev}:{out.st_ino}"


def greet(served: Served) -> None:
    """Print where phones join, as text and as a QR code, and what hardware was found.

    No key is printed into the system log, because the log is kept.
    """
    import segno

    snapshot = served.table.snapshot
    guests = None if is_logged() else served.guests
    urls = [guests.link(url) if guests else url for url in served.urls()]
    if not is_logged():
        segno.make(urls[0], error="m").terminal(compact=True)
    _line(N_("Join here:"), f"\n{'':{COLUMN}}".join(urls))
    if guests and served.panel_kind != "pins":
        _line(N_("Host:"), guests.link(served.urls()[0], is_host=True))
    _line(N_("Panel:"), _panel_line(served))
    _line(N_("Camera:"), _camera_line(served))
    _line(N_("Game:"), snapshot.game_id or _("none yet: set one up on a phone"))
    print(_("Stop with Ctrl+C."), flush=True)


def _panel_line(served: Served) -> str:
    if served.panel.trouble is not None:
        return say(served.panel.trouble)
    return _(PANELS[served.panel_kind])


def _camera_line(served: Served) -> str:
    trouble = served.table.snapshot.notices.get("camera")
    return served.settings.camera if trouble is None else say(trouble)


def _line(label: str, text: str) -> None:
    print(padded(_(label), COLUMN) + text)
