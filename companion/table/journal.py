"""The journal: an append-only SQLite file; every line is on the disk before anybody sees it.

WAL with synchronous=FULL: one fdatasync for each line, and a power cut loses nothing that was
acknowledged. Triggers keep lines from being changed or deleted, even by hand in the sqlite3 shell.
"""

import fcntl
import os
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Self

from companion.engine.errors import JournalError
from companion.engine.sentence import Sentence
from companion.table.names import hide_names

SCHEMA = """
CREATE TABLE IF NOT EXISTS games (
    id TEXT PRIMARY KEY, name TEXT NOT NULL, at TEXT NOT NULL, seed BLOB NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS lines (
    seq INTEGER PRIMARY KEY, at TEXT NOT NULL, game TEXT NOT NULL REFERENCES games(id),
    source TEXT NOT NULL, key TEXT UNIQUE, kind TEXT NOT NULL, command TEXT, events TEXT NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS lines_of_game ON lines (game, seq);
CREATE INDEX IF NOT EXISTS openings ON lines (source, seq) WHERE kind = 'open';
CREATE TRIGGER IF NOT EXISTS no_update BEFORE UPDATE ON lines
    BEGIN SELECT RAISE(ABORT, 'the journal only grows'); END;
CREATE TRIGGER IF NOT EXISTS no_delete BEFORE DELETE ON lines
    BEGIN SELECT RAISE(ABORT, 'the journal only grows'); END;
"""
SCHEMA_VERSION = 1
# The source of the line with which the next group begins. An older Dragonbag knows such lines, too.
NEXT_GROUP = "next_group"
# A line changes three pages; SQLite's usual 4096 bytes a page write twice as much of an SD card for
# each press (17.7 kB instead of 8.5; `make bench ARGS=written`) and are no quicker.
PAGE_BYTES = 1024
UNUSABLE = Sentence("The journal {path} cannot be used: {error}")
NEWER = Sentence("The journal {path} was written by a newer Dragonbag ({version}).")
IN_USE = Sentence("{path}: another Dragonbag is using this journal.")


@dataclass(frozen=True, slots=True)
class Line:
    """One line: who (`source`) did what (`kind`, `command`) and what came of it (`events`).

    `at` is UTC in ISO 8601 and only for people: a Pi's clock jumps, so `seq` gives the order.
    `command` and `events` are JSON text.
    """

    seq: int
    at: str
    game: str
    source: str
    key: str | None
    kind: str
    command: str | None
    events: str


@dataclass(frozen=True, slots=True)
class GameEntry:
    """One game of the journal: its id, the game's name, when it was opened, its last line."""

    id: str
    name: str
    at: str
    last_at: str
    last_seq: int
    lines: int


class Journal:
    """The file of one table; used under the table's lock, so by one thread at a time."""

    def __init__(self, path: Path, *, read_only: bool = False) -> None:
        """Open or make the file; JournalError says why that is not possible."""
        self.path = path
        self._lock_file: int | None = None
        try:
            if read_only:
                self._db = self._open(f"{path.absolute().as_uri()}?mode=ro")
                self._known_version()
            else:
                self._prepare(path)
        except (OSError, sqlite3.Error) as error:
            self.close()
            raise JournalError(UNUSABLE.about(path=path, error=str(error))) from error

    def _prepare(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        # Only the service may read the seeds in it, so the file is private from its first byte.
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
        self._lock_file = lock(path)
        self._db = self._open(path.absolute().as_uri())
        self._db.execute(f"PRAGMA page_size={PAGE_BYTES}")  # of a new file
        self._db.execute("PRAGMA journal_mode=WAL")
        self._db.execute("PRAGMA synchronous=FULL")
        self._known_version()
        self._db.executescript(SCHEMA)
        self._db.execute(f"PRAGMA user_version={SCHEMA_VERSION}")

    @staticmethod
    def _open(uri: str) -> sqlite3.Connection:
        return sqlite3.connect(uri, uri=True, isolation_level=None, check_same_thread=False)

    def _known_version(self) -> None:
        version = self._db.execute("PRAGMA user_version").fetchone()[0]
        if version > SCHEMA_VERSION:
            raise JournalError(NEWER.about(path=self.path, version=version))

    def __enter__(self) -> Self:
        """Return the open journal."""
        return self

    def __exit__(self, *failure: object) -> None:
        """Close the file."""
        self.close()

    def close(self) -> None:
        """Close the file and release its lock; idempotent."""
        if hasattr(self, "_db"):
            self._db.close()
        if self._lock_file is not None:
            os.close(self._lock_file)
            self._lock_file = None

    def open_game(
        self, game: str, name: str, seed: bytes, source: str, key: str | None = None
    ) -> Line:
        """Add a game, unless it is known, and write the line that opens it; committed."""
        with self._transaction():
            self._db.execute(
                "INSERT INTO games (id, name, at, seed) VALUES (?, ?, ?, ?)"
                " ON CONFLICT (id) DO NOTHING",
                (game, name, _now(), seed),
            )
            return self._insert(game, source, key, "open", None, "[]")

    def append(
        self,
        game: str,
        source: str,
        key: str | None,
        kind: str,
        command: str | None,
        events: str,
    ) -> Line:
        """Write one line and return it committed; JournalError if the disk refuses it."""
        with self._transaction():
            return self._insert(game, source, key, kind, command, events)

    def _transaction(self) -> "_Transaction":
        return _Transaction(self._db)

    def _insert(
        self,
        game: str,
        source: str,
        key: str | None,
        kind: str,
        command: str | None,
        events: str,
    ) -> Line:
        at = _now()
        cursor = self._db.execute(
            "INSERT INTO lines (at, game, source, key, kind, command, events)"
            " VALUES (?, ?, ?, ?, ?, ?, ?)",
            (at, game, source, key, kind, command, events),
        )
        return Line(cursor.lastrowid or 0, at, game, source, key, kind, command, events)

    def line_of_key(self, key: str) -> int | None:
        """Return the seq of the line with this key, or None."""
        row = self._db.execute("SELECT seq FROM lines WHERE key = ?", (key,)).fetchone()
        return None if row is None else int(row[0])

    def current_game(self) -> str | None:
        """Return the id of the game that was opened last, or None in an empty journal."""
        row = self._db.execute(
            "SELECT game FROM lines WHERE kind = 'open' ORDER BY seq DESC LIMIT 1"
        ).fetchone()
        return None if row is None else str(row[0])

    def last_seq(self) -> int:
        """Return the seq of the newest line, 0 in an empty journal."""
        return int(self._db.execute("SELECT coalesce(max(seq), 0) FROM lines").fetchone()[0])

    def group_since(self) -> int:
        """Return the seq of the line with which the group at the table began, 0 for the first."""
        row = self._db.execute(
            "SELECT coalesce(max(seq), 0) FROM lines WHERE kind = 'open' AND source = ?",
            (NEXT_GROUP,),
        ).fetchone()
        return int(row[0])

    def lines(self, game: str) -> Iterator[Line]:
        """Yield the lines of one game in order; those of an earlier group tell no names."""
        since = self.group_since()
        rows = self._db.execute(
            "SELECT seq, at, game, source, key, kind, command, events FROM lines"
            " WHERE game = ? ORDER BY seq",
            (game,),
        )
        lines = (Line(*row) for row in rows)
        return (without_names(line) if line.seq < since else line for line in lines)

    def games(self) -> list[GameEntry]:
        """Return all games, the one with the newest line first."""
        rows = self._db.execute(
            "SELECT g.id, g.name, g.at, max(l.at), max(l.seq), count(*)"
            " FROM games g JOIN lines l ON l.game = g.id GROUP BY g.id ORDER BY max(l.seq) DESC"
        )
        return [GameEntry(*row) for row in rows]

    def seed(self, game: str) -> bytes:
        """Return the secret seed of a game; KeyError if there is no such game."""
        row = self._db.execute("SELECT seed FROM games WHERE id = ?", (game,)).fetchone()
        if row is None:
            raise KeyError(game)
        return bytes(row[0])

    def name(self, game: str) -> str:
        """Return the name of the game that was played; KeyError if there is no such game."""
        row = self._db.execute("SELECT name FROM games WHERE id = ?", (game,)).fetchone()
        if row is None:
            raise KeyError(game)
        return str(row[0])

    def write_lines(self, game: str, name: str, seed: bytes, lines: list[Line]) -> None:
        """Write a whole imported game in one transaction, without its keys."""
        with self._transaction():
            self._db.execute(
                "INSERT INTO games (id, name, at, seed) VALUES (?, ?, ?, ?)",
                (game, name, _now(), seed),
            )
            self._db.executemany(
                "INSERT INTO lines (at, game, source, kind, command, events)"
                " VALUES (?, ?, ?, ?, ?, ?)",
                [
                    (line.at, game, line.source, line.kind, line.command, line.events)
                    for line in lines
                ],
            )


def without_names(line: Line) -> Line:
    """Return a line that tells neither names nor what people wrote, but all that they did."""
    command = None if line.command is None else hide_names(line.command)
    return replace(line, command=command, events=hide_names(line.events))


class _Transaction:
    """BEGIN ... COMMIT, and ROLLBACK with a JournalError when SQLite or the disk refuses."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db

    def __enter__(self) -> None:
        try:
            self._db.execute("BEGIN IMMEDIATE")
        except sqlite3.Error as error:
            raise JournalError(str(error)) from error

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        try:
            if error is None:
                self._db.execute("COMMIT")
        except sqlite3.Error as refused:
            error = refused
        if error is not None and self._db.in_transaction:
            self._db.execute("ROLLBACK")
        if isinstance(error, sqlite3.Error):
            raise JournalError(str(error)) from error


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


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")
