"""What every command of `dragonbag` adds itself to, and how it is run."""

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

from companion.app.settings import INSTALLED_SETTINGS, default_data_dir, usual_settings
from companion.app.settings.files import is_there
from companion.engine.errors import BadSettings, CommandError
from companion.language.terminal import _

# argparse has no public name for what add_subparsers() returns.
Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"  # noqa: SLF001
Run = Callable[[argparse.Namespace], None]  # raises CommandError if it cannot be done


def add_settings(parser: argparse.ArgumentParser, installed: Path = INSTALLED_SETTINGS) -> None:
    """Let the settings be named; else this folder's count, or those of an installed Pi."""
    usual = usual_settings(installed=installed)
    parser.add_argument("--settings", type=settings_file, default=usual)


def folder_help() -> str:
    """Return what the help says of --data-dir."""
    try:
        folder = str(default_data_dir())
    except BadSettings:  # which is told by the command that needs the folder
        folder = "~/.local/share/dragonbag"
    return _("journal's folder ({folder})", folder=folder)


def settings_file(name: str) -> Path:
    """Return the file that --settings names; CommandError if there is none.

    The usual file may be missing. But whoever names one would not notice a slip in its name.
    """
    file = Path(name)
    if not is_there(file):
        raise CommandError(_("{file}: there is no such file", file=file))
    return file
