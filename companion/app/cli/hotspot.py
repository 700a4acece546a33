"""The command `dragonbag hotspot`: the Pi opens a Wi-Fi of its own where there is none."""

import argparse
import secrets
from collections.abc import Sequence
from pathlib import Path

from companion.app.cli.parsers import Commands
from companion.engine.errors import CommandError
from companion.language.terminal import _, padded

NAME = "Dragonbag"
CONNECTION = "dragonbag-hotspot"
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # no letter that looks like another
PASSWORD_LENGTH = 10
SHORTEST, LONGEST = 8, 63  # of a WPA password
SECRET = "hotspot.txt"
# NetworkManager's own dnsmasq reads this. Every name leads to the Pi, so that the requests by which
# phones test for internet come to pages/captive.py. The address is that of its shared Wi-Fi.
NAMES = Path("/etc/NetworkManager/dnsmasq-shared.d/dragonbag.conf")
EVERY_NAME = "address=/#/10.42.0.1\n"
COLUMN = 12  # for what stands before a colon

Words = tuple[str, ...]


def add(commands: Commands) -> None:
    """Add the command to the parser's sub-commands."""
    parser = commands.add_parser("hotspot", help=_("open a Wi-Fi for the table"))
    parser.add_argument(
        "--name", default=NAME, help=_("name of the Wi-Fi (default {name})", name=NAME)
    )
    parser.add_argument("--password", help=_("8 to 63 characters (default: random, then kept)"))
    parser.add_argument("--device", help=_("Wi-Fi card, such as wlan0 (default: the first)"))
    parser.add_argument("--data-dir", type=Path, help=_("folder where the password is kept"))
    parser.add_argument("--names", type=Path, default=NAMES, help=argparse.SUPPRESS)
    parser.add_argument("--off", action="store_true", help=_("close the Wi-Fi"))
    parser.add_argument("--dry-run", action="store_true", help=_("only print what would be done"))
    parser.set_defaults(run=hotspot)


def opening(name: str, password: str, device: str | None) -> tuple[Words, ...]:
    """Return NetworkManager's commands that open a Wi-Fi and give phones addresses."""
    card = ("ifname", device) if device else ()
    where = ("con-name", CONNECTION, "ssid", name, "password", password)
    return (("nmcli", "device", "wifi", "hotspot", *card, *where),)


def closing() -> tuple[Words, ...]:
    """Return the commands that close it; the card then joins a Wi-Fi that it knows."""
    return (("nmcli", "connection", "down", CONNECTION),)


def kept_password(folder: Path) -> str:
    """Return the table's password; it is made once, so that phones can join again later."""
    file = folder / SECRET
    try:
        return file.read_text().strip()
    except OSError:
        made = "".join(secrets.choice(LETTERS) for _ in range(PASSWORD_LENGTH))
        folder.mkdir(parents=True, exist_ok=True)
        file.touch(mode=0o600)
        file.write_text(made + "\n")
        return made


def hotspot(parsed: argparse.Namespace) -> None:
    """Open or close the Wi-Fi, and print the QR code that lets phones in."""
    if parsed.off:
        _answer_names(parsed.names, is_on=False, is_dry=parsed.dry_run)
        _run(closing(), is_dry=parsed.dry_run)
        return
    password = parsed.password or kept_password(parsed.data_dir or _data_dir())
    if not SHORTEST <= len(password) <= LONGEST or not password.isascii():
        raise CommandError(
            _(
                "choose a password of {least} to {most} ASCII characters",
                least=SHORTEST,
                most=LONGEST,
            )
        )
    _answer_names(parsed.names, is_on=True, is_dry=parsed.dry_run)
    _run(opening(parsed.name, password, parsed.device), is_dry=parsed.dry_run)
    _greet(parsed.name, password)


def _answer_names(file: Path, *, is_on: bool, is_dry: bool) -> None:
    if is_dry:
        print(_("write {file}", file=file) if is_on else _("remove {file}", file=file))
        return
    try:
        if is_on:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(EVERY_NAME)
        else:
            file.unlink(missing_ok=True)
    except OSError as error:
        raise CommandError(
            _("{file}: {why}; put sudo in front", file=file, why=error.strerror)
        ) from error


def _data_dir() -> Path:
    from companion.app.settings import load, usual_settings

    return load(usual_settings(), {}).data_dir


def _run(commands: Sequence[Words], *, is_dry: bool) -> None:
    from companion.app.pi.place import run_for_real
    from companion.engine.errors import StepFailed

    for words in commands:
        if is_dry:
            print(" ".join(words))
            continue
        try:
            run_for_real(words)
        except StepFailed as error:
            raise CommandError(
                _("{why}; the hotspot needs NetworkManager and a Wi-Fi card", why=error)
            ) from error


def _greet(name: str, password: str) -> None:
    from segno import helpers

    helpers.make_wifi(ssid=name, password=password, security="WPA").terminal(compact=True)
    print(padded(_("Wi-Fi:"), COLUMN) + name)
    print(padded(_("Password:"), COLUMN) + password)
    print(_("Then scan the QR code of the table."))
