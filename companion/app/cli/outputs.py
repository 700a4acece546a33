"""Where a command may write the file that it is asked for, so that it replaces nothing else."""

from collections.abc import Callable
from pathlib import Path

from companion.engine.errors import CommandError
from companion.engine.sentence import Sentence

FOLDER = Sentence("{file} is a folder. Name a file in it.")
NO_FOLDER = Sentence("There is no folder {folder}. If it is on a USB stick, plug the stick in.")
TABLES = Sentence(
    "{folder} is the table's own folder. Choose another one, or a name that ends in {end}."
)
NOT_OURS = Sentence(
    "{file} is there already, and this command did not make it. Delete it, or choose another name."
)


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
