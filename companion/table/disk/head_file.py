"""The newest hash of a journal in a small file beside it, so that a lost tail is noticed.

SQLite takes a cut or lost log (-wal) for a shorter journal and says nothing. This file tells how
far the journal had come. A record goes alternately into one of two blocks, so a power cut in the
middle of writing one leaves the other; it is written after the line, so it is never ahead of it.
"""

import hashlib
import os
from pathlib import Path

from companion.engine.codec import convert, dump, parse
from companion.engine.errors import BadMessage
from companion.engine.value import Value, replace

END = ".head"  # of the file's name, after the journal's
BLOCK_BYTES = 4096  # what a disk writes at once
SLOTS = 2
DIGITS = 64  # of the SHA-256 before each record


class Head(Value, frozen=True):
    """The newest line of a journal: which of which game, and the hash after it, hexadecimal.

    `table` is the game on the table, and `count` how often the head was written.
    """

    seq: int
    at: str
    game: str
    number: int
    hash: str
    table: str
    schema: int
    count: int = 0


class HeadFile:
    """The file of one journal; used by one thread at a time."""

    def __init__(self, journal: Path) -> None:
        """Open or make the file; OSError if that is not possible."""
        path = beside(journal)
        is_new = not path.exists()
        self._file = os.open(path, os.O_CREAT | os.O_RDWR, 0o600)
        self._newest = None if is_new else read(journal)
        if is_new:
            for _ in range(SLOTS):  # at once, Linux would keep and write both as one
                os.write(self._file, bytes(BLOCK_BYTES))
                os.fsync(self._file)
            settle(path.parent)

    @property
    def newest(self) -> Head | None:
        """Return the newest head, None if none was written yet."""
        return self._newest

    def write(self, head: Head) -> None:
        """Put a head in the place of the older one, and return when it is on the disk."""
        count = self._newest.count + 1 if self._newest else 1
        fresh = replace(head, count=count)
        text = dump(fresh)
        record = hashlib.sha256(text).hexdigest().encode() + b" " + text
        os.pwrite(self._file, record.ljust(BLOCK_BYTES), count % SLOTS * BLOCK_BYTES)
        os.fdatasync(self._file)
        self._newest = fresh

    def close(self) -> None:
        """Close the file."""
        os.close(self._file)


def beside(journal: Path) -> Path:
    """Return where the head of a journal is kept."""
    return journal.with_name(journal.name + END)


def read(journal: Path) -> Head | None:
    """Return the newest head of a journal; None if there is none that can be read."""
    try:
        file = os.open(beside(journal), os.O_RDONLY)
    except OSError:
        return None
    try:
        slots = [os.pread(file, BLOCK_BYTES, slot * BLOCK_BYTES) for slot in range(SLOTS)]
    except OSError:
        return None
    finally:
        os.close(file)
    heads = [head for slot in slots if (head := _head(slot)) is not None]
    return max(heads, key=lambda head: head.count, default=None)


def _head(slot: bytes) -> Head | None:
    told, text = slot[:DIGITS], slot[DIGITS + 1 :].rstrip()
    if hashlib.sha256(text).hexdigest().encode() != told:
        return None
    try:
        return convert(parse(text), Head)
    except BadMessage:
        return None


def settle(path: Path) -> None:
    """Wait until a file, or a folder's list of names, is on the disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
