"""Opens a journal whatever the disk is like: mended if it is damaged, else at least to be read."""

import os
import shutil
import tempfile
from pathlib import Path

from companion.engine.errors import DamagedJournal, JournalError, UnwritableJournal
from companion.table.disk import head_file, recovery
from companion.table.disk.failures import locked, told
from companion.table.disk.working_copy import LOG
from companion.table.journal import Journal, is_empty

MEMORY = Path("/dev/shm")  # a folder that is no disk


def open_journal(path: Path) -> Journal:
    """Return a journal to go on with; what had to be done is in `recovered` or `trouble`.

    JournalError if another Dragonbag has it, if it is a newer one's, or if it cannot be read.
    """
    try:
        _finish(path)
        return Journal(path)
    except DamagedJournal as damage:
        return mended(path, damage)
    except UnwritableJournal as refused:
        return _readable(path, refused)


def look_over(path: Path) -> None:
    """Check a journal as a start does, and all its past games; JournalError says what is wrong.

    The file is only read.
    """
    head = head_file.read(path)
    if is_empty(path, head):
        return
    with Journal(path, read_only=True) as journal:
        journal.check(head)
        journal.check_file()
        for game in journal.games():
            journal.check_game(game.id)


def _finish(path: Path) -> None:
    try:
        if path.parent.exists():
            with locked(path):
                recovery.finish(path)
    except OSError as error:
        raise told(path, error) from error


def mended(path: Path, damage: JournalError) -> Journal:
    """Return the journal after a recovery; nobody else may have it open."""
    try:
        with locked(path):
            found = recovery.recover(path, str(damage))
    except OSError as error:
        raise told(path, error) from error
    journal = Journal(path)
    journal.recovered = found.sentence()
    return journal


def _readable(path: Path, refused: UnwritableJournal) -> Journal:
    """Return the journal to be read alone; what is unsaved is not lost from it."""
    if not os.path.exists(path):  # also if it is in a folder that is closed to this user
        raise refused
    try:
        journal = Journal(path, read_only=True)
    except UnwritableJournal:
        journal = _copied(path, refused)
    if journal.is_new:  # nothing to be read: the first start
        journal.close()
        raise refused
    journal.check(head_file.read(path))
    journal.trouble = refused.told
    return journal


def _copied(path: Path, refused: UnwritableJournal) -> Journal:
    """Return a copy in memory: beside the journal SQLite cannot even make what it reads with."""
    folder = tempfile.TemporaryDirectory(
        prefix="dragonbag-", dir=MEMORY if MEMORY.is_dir() else None
    )
    try:
        for file in (path, path.with_name(path.name + LOG)):
            if file.exists():
                shutil.copy(file, folder.name)
        journal = Journal(Path(folder.name) / path.name, read_only=True)
    except (OSError, JournalError):
        folder.cleanup()
        raise refused from None
    journal.on_close = folder.cleanup
    return journal
