"""The command `dragonbag host`: the link that makes a phone the host."""

import argparse
from pathlib import Path

from companion.app.addresses import urls
from companion.app.cli.parsers import Commands, add_settings, folder_help
from companion.app.https.served import Https
from companion.app.settings import load
from companion.engine.errors import CommandError
from companion.language.terminal import _


def add(commands: Commands) -> None:
    """Add the command to the parser's sub-commands."""
    parser = commands.add_parser("host", help=_("print the link that makes a phone the host"))
    parser.add_argument("--data-dir", type=Path, help=folder_help())
    add_settings(parser)
    parser.set_defaults(run=host)


def host(parsed: argparse.Namespace) -> None:
    """Print the host's link, one for each address of this machine; CommandError if none is kept."""
    from companion.app.serve.served import GUESTS_FILE
    from web_ui.access.guest_list import host_link

    settings = load(parsed.settings, {"data_dir": parsed.data_dir})
    file = settings.data_dir / GUESTS_FILE
    reached = Https(settings).lead(urls(settings.host, settings.port))
    links = [host_link(file, address) for address in reached]
    if None in links:
        raise CommandError(
            _(
                "{file}: there is no key to read. Serve the table first, or put sudo in front.",
                file=file,
            )
        )
    print(*links, sep="\n")
