"""What was worked out of past games, kept in a file beside the journal, so that it is done once.

A value is kept under the game's newest line. Whoever takes back the end of a game adds a line to
it, so the value does not count any more, and the next one takes its place. Everything here follows
from the journal: the file may be deleted at any time, and a damaged one is.
"""

import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import TypeVar

from companion.engine.codec import convert, dump, parse
from companion.engine.errors import BadMessage
from companion.table.line import GameEntry

T = TypeVar("T")

FILE = "worked-out.sqlite"
SCHEMA = """
CREATE TABLE IF NOT EXISTS kept (
    kind TEXT, game TEXT, last_seq INTEGER, since INTEGER, value BLOB NOT NULL,
    PRIMARY KEY (kind, game)
) WITHOUT ROWID
"""


class Kept:
    """Values by kind and game. What cannot be read or written is worked out again, and no more.

    kind: what the value is, with the number of the method: "luck 1".
    """

    def __init__(self, journal: Path, kind: str) -> None:
        """Keep values of one kind, of the games of this journal."""
        self._path = journal.with_name(FILE)
        self._kind = kind

    def of(
        self, game: GameEntry, since: int, kind: type[T], work_out: Callable[[], T | None]
    ) -> T | None:
        """Return the value of a game as it stands; `since` is Journal.group_since().

        What is not known, or damaged, is worked out, and kept if there is anything in it.
        """
        known = self._get(game, since)
        if known is not None:
            with suppress(BadMessage):
                return convert(parse(known), kind)
        value = work_out()
        if value:
            self._put(game, since, dump(value))
        return value

    def _get(self, game: GameEntry, since: int) -> bytes | None:
        try:
            with closing(self._open()) as db:
                row = db.execute(
                    "SELECT value FROM kept"
                    " WHERE kind = ? AND game = ? AND last_seq = ? AND since = ?",
                    (self._kind, game.id, game.last_seq, since),
                ).fetchone()
        except (sqlite3.Error, OSError):
            return None
        return None if row is None else bytes(row[0])

    def _put(self, game: GameEntry, since: int, value: bytes) -> None:
        try:
            with closing(self._open()) as db, db:
                db.execute(
                    "INSERT OR REPLACE INTO kept VALUES (?, ?, ?, ?, ?)",
                    (self._kind, game.id, game.last_seq, since, value),
                )
        except (sqlite3.OperationalError, OSError):
            return  # a full disk, or a journal in a folder that may only be read
        except sqlite3.DatabaseError:
            with suppress(OSError):
                self._path.unlink()

    def _open(self) -> sqlite3.Connection:
        db = sqlite3.connect(self._path)
        try:
            db.execute(SCHEMA)
            self._path.chmod(0o600)
        except (sqlite3.Error, OSError):
            db.close()
            raise
        return db
