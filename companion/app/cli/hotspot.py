"""The command `dragonbag hotspot`: the Pi opens a Wi-Fi of its own where there is none."""

import argparse
import os
from pathlib import Path

from companion.app.cli.parsers import Commands, must_be_free
from companion.app.pi.wifi.secret import NAME, Secret, keep, kept_secret
from companion.engine.errors import CommandError, StepFailed
from companion.engine.sentence import Sentence, in_lines
from companion.engine.value import replace
from companion.language.terminal import _, padded

NEEDS = Sentence("The hotspot needs NetworkManager and a Wi-Fi card.")
COLUMN = 12  # for what stands before a colon


def add(commands: Commands) -> None:
    """Add the command to the parser's sub-commands."""
    parser = commands.add_parser("hotspot", help=_("open a Wi-Fi for the table"))
    parser.add_argument("--name", help=_("name of the Wi-Fi (default {name})", name=NAME))
    parser.add_argument("--password", help=_("8 to 63 characters (default: random, then kept)"))
    parser.add_argument(
        "--device", default="", help=_("Wi-Fi card, such as wlan0 (default: the first)")
    )
    parser.add_argument("--data-dir", type=Path, help=_("folder where the password is kept"))
    parser.add_argument("--root", type=Path, default=Path("/"), help=argparse.SUPPRESS)
    parser.add_argument("--off", action="store_true", help=_("close the Wi-Fi"))
    parser.add_argument(
        "--card", type=Path, help=_("only draw the card with its codes into a file")
    )
    parser.add_argument("--dry-run", action="store_true", help=_("only print what would be done"))
    parser.set_defaults(run=hotspot)


def hotspot(parsed: argparse.Namespace) -> None:
    """Open or close the Wi-Fi, and print the QR code that lets phones in."""
    from companion.app.pi.place import Place
    from companion.app.pi.wifi.duties import close, open_own

    place = Place(parsed.root, is_dry=parsed.dry_run)
    try:
        if parsed.off:
            close(place)
            return
        if parsed.card:
            _check_card(parsed)
        secret = _secret(parsed)
        if parsed.card:
            _draw(secret, parsed)
            return
        os.umask(0o077)
        open_own(place, secret, parsed.device)
    except StepFailed as error:
        raise CommandError(in_lines((error.told, NEEDS))) from error
    if not parsed.dry_run:
        _greet(secret)


def _secret(parsed: argparse.Namespace) -> Secret:
    """Return the kept name and password with those of the command; a dry run keeps nothing."""
    folder = parsed.data_dir or _data_dir()
    given = {"name": parsed.name, "password": parsed.password}
    chosen = {key: word for key, word in given.items() if word is not None}
    if parsed.dry_run:
        return Secret(**{"name": NAME, "password": "x" * 8, **chosen})
    if len(chosen) == len(given):
        return Secret(**chosen)
    kept = kept_secret(folder)
    secret = replace(kept, **chosen)
    if secret != kept:
        keep(folder, secret)
    return secret


def _data_dir() -> Path:
    from companion.app.settings import load, usual_settings

    return load(usual_settings(), {}).data_dir


def _check_card(parsed: argparse.Namespace) -> None:
    from companion.app.pi.wifi.card import is_card

    must_be_free(parsed.card, parsed.data_dir or _data_dir(), ".svg", is_card)


def _draw(secret: Secret, parsed: argparse.Namespace) -> None:
    from companion.app.pi.wifi.card import card_of
    from companion.app.pi.wifi.sight import ADDRESS
    from companion.app.settings import load, usual_settings

    port = load(usual_settings(), {}).port
    address = f"http://{ADDRESS}/" if port == 80 else f"http://{ADDRESS}:{port}/"
    if parsed.dry_run:
        print(_("write {file}", file=parsed.card))
        return
    parsed.card.write_text(card_of(secret, address))
    print(parsed.card)


def _greet(secret: Secret) -> None:
    from segno import helpers

    wifi = helpers.make_wifi(ssid=secret.name, password=secret.password, security="WPA")
    wifi.terminal(compact=True)
    print(padded(_("Wi-Fi:"), COLUMN) + secret.name)
    print(padded(_("Password:"), COLUMN) + secret.password)
    print(_("Then scan the QR code of the table."))
