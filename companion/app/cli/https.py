"""The command `dragonbag https`: pages over HTTPS, with an authority of the table's own."""

import argparse
import os
import signal
from pathlib import Path

from companion.app.cli.parsers import Commands, add_settings
from companion.app.https.places import (
    ELSEWHERE,
    PORT,
    PUBLIC_OF_UNIT,
    SECRETS_OF_UNIT,
    WISHES_OF_UNIT,
    Places,
    Status,
    Wishes,
    is_installed,
    places_of,
    status_in,
    wish,
    wishes_in,
)
from companion.app.settings import Settings, load
from companion.engine.errors import CommandError
from companion.language.terminal import _, padded

COLUMN = 16  # for what stands before a colon


def add(commands: Commands) -> None:
    """Add the command to the parser's sub-commands."""
    parser = commands.add_parser("https", help=_("serve the pages over HTTPS too"))
    parser.add_argument(
        "what",
        nargs="?",
        choices=("on", "off", "status", "run"),
        default="status",
        help=_("run: serve HTTPS in this terminal, where the table is not installed"),
    )
    parser.add_argument(
        "--codes", action="store_true", help=_("with on: the QR codes lead to HTTPS")
    )
    parser.add_argument("--port", type=int, help=_("with run: port to listen on"))
    parser.add_argument("--data-dir", type=Path, help=_("the journal's folder"))
    add_settings(parser)
    parser.set_defaults(run=https)


def https(parsed: argparse.Namespace) -> None:
    """Turn HTTPS on or off, say how it is, or serve it."""
    settings = load(parsed.settings, {"data_dir": parsed.data_dir})
    places = places_of(settings)
    if parsed.what == "run":
        _run(settings, parsed.port)
    elif parsed.what == "status":
        _tell(places)
    else:
        _wish(places, Wishes(parsed.what == "on", parsed.what == "on" and parsed.codes))
        if parsed.what == "on" and not is_installed(settings):
            print(_("Now serve it: dragonbag https run"))


def _wish(places: Places, wishes: Wishes) -> None:
    try:
        wish(places.wishes, wishes)
    except OSError as error:
        raise CommandError(str(error)) from error


def _tell(places: Places) -> None:
    wishes, status = wishes_in(places.wishes), status_in(places.public)
    if not wishes.is_on:
        print(_("HTTPS is off."))
    elif status is None:
        print(_("HTTPS is on, but nothing serves it."))
    else:
        _tell_served(wishes, status)


def _tell_served(wishes: Wishes, status: Status) -> None:
    at = "" if status.port == PORT else f":{status.port}"
    for label, text in (
        (_("Addresses:"), " ".join(f"https://{name}{at}/" for name in status.names)),
        (_("Codes lead to:"), "https" if wishes.leads else "http"),
        (_("Valid until:"), f"{status.until} UTC"),
        (_("Authority:"), f"SHA-256 {status.fingerprint}"),
    ):
        print(padded(label, COLUMN) + text)


def _run(settings: Settings, port: int | None) -> None:
    """Serve HTTPS until the host wishes none any more, or a signal ends it."""
    from companion.app.https.terminator import Terminator, front_of
    from companion.app.pi.systemd import notify

    os.umask(0o077)  # keys are written
    places, usual = places_of(settings), ELSEWHERE
    if is_installed(settings):
        places, usual = Places(WISHES_OF_UNIT, SECRETS_OF_UNIT, PUBLIC_OF_UNIT), PORT
    front = front_of(settings.host, settings.port, usual if port is None else port)
    with Terminator(places, front) as terminator:
        for name in (signal.SIGINT, signal.SIGTERM):
            signal.signal(name, lambda *_: terminator.stop())
        notify("READY=1")
        _tell(places)
        terminator.serve()
