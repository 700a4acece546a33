"""The command for whoever builds the panel: wiring."""

import argparse
from pathlib import Path
from typing import Any

from companion.settings import SETTINGS_FILE, load
from companion.sorry import Sorry


def add(commands: Any) -> None:
    """Add this file's command to the parser's sub-commands (argparse's own type is private)."""
    parser = commands.add_parser("wiring", help="draw the panel's wiring for your own pins")
    parser.add_argument("--out", type=Path, default=Path("wiring"), help="folder (default wiring)")
    parser.add_argument("--settings", type=Path, default=Path(SETTINGS_FILE))
    parser.set_defaults(run=wiring)


def wiring(parsed: argparse.Namespace) -> None:
    """Write every picture, table and sheet; Sorry if the folder cannot be written."""
    from hardware.wiring.build import Build
    from hardware.wiring.files import write

    settings = load(parsed.settings, {})
    try:
        changed = write(parsed.out, Build(settings.pins, settings.lamps))
    except OSError as error:
        raise Sorry(str(error)) from error
    for path in changed:
        print(path)
    print(f"{len(changed)} files written; the others were up to date.")
