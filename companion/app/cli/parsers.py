"""What every command of `dragonbag` adds itself to, how it is run, and which files it may take."""

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

from companion.app.settings import INSTALLED_SETTINGS, default_data_dir, usual_settings
from companion.app.settings.files import is_there
from companion.engine.errors import BadSettings, CommandError
from companion.engine.sentence import Sentence
from companion.language.terminal import _

# argparse has no public name for what add_subparsers() returns.
Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"  # noqa: SLF001
Run = Callable[[argparse.Namespace], None]  # raises CommandError if it cannot be done

FOLDER = Sentence("{file} is a folder. Name a file in it.")
NO_FOLDER = Sentence("There is no folder {folder}. If it is on a USB stick, plug the stick in.")
TABLES = Sentence(
    "{folder} is the table's own folder. Choose another one, or a name that ends in {end}."
)
NOT_OURS = Sentence(
    "{file} is there already, and this command did not make it. Delete it, or choose another name."
)


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


def must_be_free(file: Path, data_dir: Path, end: str, is_ours: Callable[[Path], bool]) -> None:
    """Raise CommandError unless a command may write this file.

    `end` is how its names end (".zip"): in the table's own folder nothing else may be written, as a
    file that is not there now may be its log tomorrow. An older file of the same command
    (`is_ours`) is replaced, and an empty one.
    """
    if file.is_dir():
        raise CommandError(FOLDER.about(file=file))
    folder = file.absolute().parent
    if not folder.is_dir():
        raise CommandError(NO_FOLDER.about(folder=folder))
    if file.resolve().parent == data_dir.resolve() and file.resolve().suffix != end:
        raise CommandError(TABLES.about(folder=folder, end=end))
    if file.exists() and not (file.is_file() and (not file.stat().st_size or is_ours(file))):
        raise CommandError(NOT_OURS.about(file=file))
