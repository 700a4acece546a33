"""The command `dragonbag wiring`: the building guide for your own pins."""

import argparse
from pathlib import Path

from companion.app.cli.parsers import Commands, add_settings
from companion.app.settings import INSTALLED_SETTINGS, load
from companion.app.upkeep.choices import surely_kept
from companion.engine.errors import CommandError
from companion.engine.sentence import N_
from companion.language.terminal import _, ngettext

UNDRAWN = N_(
    "The diagram panel.svg may not match this panel.yml. Draw it with WireViz and graphviz: "
    "`make wiring` for the usual pins; for yours .venv/bin/pip install wireviz, then "
    ".venv/bin/wireviz -f s {folder}/panel.yml"
)


def add(commands: Commands, installed: Path = INSTALLED_SETTINGS) -> None:
    """Add this file's command to the parser's sub-commands."""
    parser = commands.add_parser("wiring", help=_("draw the panel's wiring for your own pins"))
    parser.add_argument(
        "--out", type=Path, default=Path("wiring"), help=_("folder (default wiring)")
    )
    add_settings(parser, installed)
    parser.set_defaults(run=wiring)


def wiring(parsed: argparse.Namespace) -> None:
    """Write every drawing, table and sheet; CommandError if the folder cannot be written."""
    from companion.app.panel_build import panel_build
    from hardware.wiring.build import Build
    from hardware.wiring.files import is_drawn, write

    build = panel_build(surely_kept(load(parsed.settings, {})))
    try:
        changed = write(parsed.out, Build(build.pins, build.lamps))
        needs_drawing = not is_drawn(parsed.out)
    except OSError as error:
        raise CommandError(str(error)) from error
    for path in changed:
        print(path)
    print(
        ngettext(
            "{n} file written; the others were up to date.",
            "{n} files written; the others were up to date.",
            len(changed),
        )
    )
    if needs_drawing:
        print(_(UNDRAWN, folder=parsed.out))
