"""A copy of a damaged journal that SQLite opens, so that what is sound in it can be read.

SQLite refuses a whole file for a wrong byte in its first hundred, and for an end that was cut off.
Almost all of those bytes are the same in every journal, so the copy gets them anew. The damaged
files themselves are only read: SQLite would even remove a log (-wal) beside an empty file.
"""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from companion.table.disk.schema import PAGE_BYTES

COPY = ".copy"  # end of its name, after the journal's
LOG, SHARED = "-wal", "-shm"  # files of SQLite beside an open journal
BLOCK_BYTES = 4096  # what a disk reads at once
USUAL_BYTES = 4096  # of a page by SQLite's own choice
PAGES = {512 << power for power in range(7)}  # the sizes that a page can have, up to 32768
LOG_MAGIC = (b"\x37\x7f\x06\x82", b"\x37\x7f\x06\x83")
# https://www.sqlite.org/fileformat2.html: what every journal has there. A page count of 0 does not
# count: SQLite takes the size of the file, or the log's word.
HEADER_BYTES = 100
FIXED = {
    0: b"SQLite format 3\0",
    18: bytes((2, 2, 0, 64, 32, 32)),  # with a log; no bytes kept free; the parts of a page
    28: bytes(4),  # the page count
    44: (4).to_bytes(4, "big"),  # the format of the schema
    52: bytes(4),  # no vacuum by itself
    56: (1).to_bytes(4, "big"),  # UTF-8
    64: bytes(4),  # no vacuum in steps
}
TREE_PAGES = (
    b"\x02",
    b"\x05",
    b"\x0a",
    b"\x0d",
)  # how a page with rows, or their index, begins
ROOTS = range(1, 7)  # such pages in every journal, counted from 0: its tables and indexes
# Where the rows of each table begin, as SQLite lays out the tables in schema.py in a new file. No
# constraints: those would need their indexes, which nobody reads here.
SCHEMA = (
    ("games", 2, "CREATE TABLE games (id, name, at, seed)"),
    (
        "lines",
        4,
        "CREATE TABLE lines (seq INTEGER PRIMARY KEY, at, game, source, key, kind, command, events,"
        " number, blind, hash)",
    ),
)
EMPTY_LEAF = b"\x0d\0\0\0\0"  # a page of a table without rows, before where its content begins


@contextmanager
def readable(journal: Path) -> Iterator[sqlite3.Connection]:
    """Open a copy of a journal in which SQLite finds all that is there; OSError without room."""
    copy = _beside(journal, COPY)
    remove_copy(journal)
    try:
        copy.touch(0o600)  # it holds the seeds of the draws
        for end in ("", LOG):
            if (file := _beside(journal, end)).exists():
                _copy(file, _beside(copy, end))
        _mend(copy)
        with closing(_opened(copy)) as db:
            yield db
    finally:
        remove_copy(journal)


def remove_copy(journal: Path) -> None:
    """Remove a copy, also one that a power cut has left."""
    for end in ("", LOG, SHARED):
        _beside(_beside(journal, COPY), end).unlink(missing_ok=True)


def _copy(file: Path, copy: Path) -> None:
    """Copy block by block; zeros stand for a block that the card cannot read any more."""
    copy.touch(0o600)
    with file.open("rb", buffering=0) as source, copy.open("wb") as target:
        size = os.fstat(source.fileno()).st_size
        for at in range(0, size, BLOCK_BYTES):
            block = b""
            with suppress(OSError):
                block = os.pread(source.fileno(), BLOCK_BYTES, at)
            target.write(block.ljust(min(BLOCK_BYTES, size - at), b"\0"))


def _mend(copy: Path) -> None:
    page = _page_bytes(copy)
    _write_header(copy, page)
    try:
        with closing(_opened(copy)) as db:
            # Else a page 1 in the log would count instead of the one that is written here.
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    except sqlite3.OperationalError as error:  # the disk; not the file
        raise OSError(str(error)) from error
    except sqlite3.DatabaseError:
        return
    _write_header(copy, page)
    with closing(_opened(copy)) as db:
        is_shown = _shows_lines(db)
    if not is_shown:
        _write_schema(copy, page)


def _page_bytes(copy: Path) -> int:
    """Return how large a page is: by the log, by the header, or by where pages begin."""
    with suppress(OSError), _beside(copy, LOG).open("rb") as log:
        magic, _, size = (log.read(4) for _ in range(3))
        if magic in LOG_MAGIC and int.from_bytes(size, "big") in PAGES:
            return int.from_bytes(size, "big")
    with copy.open("rb") as file:
        text = file.read(USUAL_BYTES * (ROOTS.stop + 1))
    named = int.from_bytes(text[16:18], "big")
    if named in PAGES:
        return named

    def trees(size: int) -> int:
        return sum(text[size * at : size * at + 1] in TREE_PAGES for at in ROOTS)

    return max((PAGE_BYTES, USUAL_BYTES), key=trees)


def _write_header(copy: Path, page: int) -> None:
    """Write the bytes that are known, and fill the last page; a file always has its first."""
    with copy.open("r+b") as file:
        header = bytearray(file.read(HEADER_BYTES).ljust(HEADER_BYTES, b"\0"))
        for at, text in {**FIXED, 16: page.to_bytes(3, "big")[-2:]}.items():
            header[at : at + len(text)] = text
        file.seek(0)
        file.write(header)
        file.truncate(max(page, -(-copy.stat().st_size // page) * page))


def _write_schema(copy: Path, page: int) -> None:
    """Write anew where the tables are: it was damaged, and is the same in every journal."""
    with copy.open("r+b") as file:
        file.seek(HEADER_BYTES)
        file.write(
            (EMPTY_LEAF + page.to_bytes(3, "big")[-2:] + b"\0").ljust(page - HEADER_BYTES, b"\0")
        )
    with suppress(sqlite3.Error), closing(_opened(copy)) as db:
        db.executemany("INSERT INTO sqlite_schema VALUES ('table', ?1, ?1, ?2, ?3)", SCHEMA)


def _opened(copy: Path) -> sqlite3.Connection:
    db = sqlite3.connect(copy, isolation_level=None)
    # One entry of the schema that cannot be read must not hide the others.
    db.execute("PRAGMA writable_schema=ON")
    return db


def _shows_lines(db: sqlite3.Connection) -> bool:
    """Can a line be read, at the beginning or at the end?"""
    for order in ("", "DESC"):
        with suppress(sqlite3.Error):
            find = f"SELECT seq FROM lines NOT INDEXED ORDER BY seq {order} LIMIT 1"
            if db.execute(find).fetchone():
                return True
    return False


def _beside(journal: Path, end: str) -> Path:
    return journal.with_name(journal.name + end)
