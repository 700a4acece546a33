"""What the disk, or SQLite, says when a journal cannot be used."""

import errno
import fcntl
import os
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType

from companion.engine.errors import DamagedJournal, JournalError, UnwritableJournal
from companion.engine.sentence import Sentence

UNUSABLE = Sentence("The journal {path} cannot be used: {error}")
FULL = Sentence("The disk with {folder} is full. Delete something, or use a larger card.")
NO_FOLDER = Sentence("{folder} is a file, and no folder.")
REFUSED = Sentence("{file}: {why}")
IN_USE = Sentence("{path}: another Dragonbag is using this journal.")
ROOM_BYTES = 64 * 1024  # some hundred steps
# What SQLite says of a file that is damaged; anything else it says is about the disk.
DAMAGE = ("SQLITE_CORRUPT", "SQLITE_NOTADB", "SQLITE_MISMATCH")
# What it says of a full one: the last, when it cannot make what it reads a log with.
NO_ROOM = ("SQLITE_FULL", "SQLITE_IOERR_SHMSIZE")
UNREAD = ("SQLITE_ERROR", "SQLITE_IOERR_READ", "SQLITE_IOERR_SHORT_READ", "SQLITE_IOERR_CORRUPTFS")


def told(path: Path, error: OSError | sqlite3.Error) -> JournalError:
    """Return what a failure of the disk or of SQLite means for the journal."""
    if is_full(error):
        return UnwritableJournal(FULL.about(folder=path.absolute().parent))
    kind = DamagedJournal if _is_damage(error) else UnwritableJournal
    return kind(UNUSABLE.about(path=path, error=str(error)))


def is_full(error: Exception) -> bool:
    """Is this what the system, or SQLite, says of a full disk?"""
    if isinstance(error, OSError):
        return error.errno in (errno.ENOSPC, errno.EDQUOT)
    return getattr(error, "sqlite_errorname", "") in NO_ROOM


def refusal(folder: Path, error: OSError) -> Sentence:
    """Return what an error of the system means for whoever has chosen this folder.

    It does not name the file, which may be one with a hidden name that is not finished.
    """
    if is_full(error):
        return FULL.about(folder=folder)
    if isinstance(error, FileExistsError | NotADirectoryError):
        return NO_FOLDER.about(folder=folder)
    return REFUSED.about(file=folder, why=error.strerror or str(error))


def _is_damage(error: OSError | sqlite3.Error) -> bool:
    if not isinstance(error, sqlite3.Error) or isinstance(error, sqlite3.ProgrammingError):
        return False
    # A text that is no UTF-8 has no name: Python's module finds it, not SQLite.
    name: str = getattr(error, "sqlite_errorname", "SQLITE_ERROR")
    return name in UNREAD or name.startswith(DAMAGE)


def inode(path: Path) -> tuple[int, int]:
    """Return which file is there; (0, 0) if there is none."""
    try:
        found = os.stat(path)
    except OSError:
        return 0, 0
    return found.st_dev, found.st_ino


def has_room(folder: Path) -> bool:
    """Can something be written in this folder?"""
    try:
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(bytes(ROOM_BYTES))
            file.flush()
            os.fsync(file.fileno())
    except OSError:
        return False
    return True


def lock(journal: Path) -> int:
    """Lock a journal until the returned file is closed; JournalError if another process has it."""
    path = journal.with_name(journal.name + ".lock")
    held = os.open(path, os.O_CREAT | os.O_RDWR, 0o600)
    try:
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        os.close(held)
        raise JournalError(IN_USE.about(path=path)) from error
    return held


@contextmanager
def locked(journal: Path) -> Iterator[None]:
    """Lock a journal; JournalError if another process has it."""
    held = lock(journal)
    try:
        yield
    finally:
        os.close(held)


class Transaction:
    """BEGIN ... COMMIT, and ROLLBACK with a JournalError when SQLite or the disk refuses."""

    def __init__(self, db: sqlite3.Connection) -> None:
        """Write to this file."""
        self._db = db

    def __enter__(self) -> None:
        """Begin."""
        try:
            self._db.execute("BEGIN IMMEDIATE")
        except sqlite3.Error as error:
            raise UnwritableJournal(str(error)) from error

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """End, or take everything back."""
        try:
            if error is None:
                self._db.execute("COMMIT")
        except sqlite3.Error as refused:
            error = refused
        if error is not None and self._db.in_transaction:
            self._db.execute("ROLLBACK")
        if isinstance(error, sqlite3.Error):
            raise UnwritableJournal(str(error)) from error
