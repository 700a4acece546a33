"""What was worked out of past games, kept in a file beside the journal, so that it is done once.

A value is kept under the game's newest line. Whoever takes back the end of a game adds a line to
it, so the value does not count any more, and the next one takes its place. Everything here follows
from the journal: the file may be deleted at any time, and a damaged one is.
"""

import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import Self, TypeVar

from companion.engine.codec import convert, dump, parse
from companion.engine.errors import BadMessage
from companion.table.line import GameEntry

T = TypeVar("T")
Row = tuple[str, int, int, bytes]  # a game, its newest line, since when names are told, the value

FILE = "worked-out.sqlite"
AT_ONCE = 50  # values that are written together: each write waits for the disk
SCHEMA = """
CREATE TABLE IF NOT EXISTS kept (
    kind TEXT, game TEXT, last_seq INTEGER, since INTEGER, value BLOB NOT NULL,
    PRIMARY KEY (kind, game)
) WITHOUT ROWID
"""


class Kept:
    """Values by kind and game. What cannot be read or written is worked out again, and no more.

    with Kept(journal, "luck 1") as kept:  # what it is, with the number of the method
        kept.of(game, journal.group_since(), Luck, work_out)
    """

    def __init__(self, journal: Path, kind: str) -> None:
        """Keep values of one kind, of the games of this journal."""
        self._path = journal.with_name(FILE)
        self._kind = kind
        self._known: dict[tuple[str, int, int], bytes] = {}
        self._fresh: list[Row] = []

    def __enter__(self) -> Self:
        """Read what is there."""
        found = "SELECT game, last_seq, since, value FROM kept WHERE kind = ?"
        with suppress(sqlite3.Error, OSError), closing(self._open()) as db:
            for *place, value in db.execute(found, (self._kind,)):
                self._known[tuple(place)] = value
        return self

    def __exit__(self, *failure: object) -> None:
        """Write what is left."""
        self._write()

    def of(
        self, game: GameEntry, since: int, kind: type[T], work_out: Callable[[], T | None]
    ) -> T | None:
        """Return the value of a game as it stands; `since` is Journal.group_since().

        What is not known, or damaged, is worked out, and kept if there is anything in it.
        """
        place = game.id, game.last_seq, since
        known = self._known.get(place)
        if known is not None:
            with suppress(BadMessage):
                return convert(parse(known), kind)
        value = work_out()
        if value:
            self._fresh.append((*place, dump(value)))
            if len(self._fresh) >= AT_ONCE:
                self._write()
        return value

    def _write(self) -> None:
        rows, self._fresh = [(self._kind, *row) for row in self._fresh], []
        if not rows:
            return
        try:
            with closing(self._open()) as db, db:
                db.executemany("INSERT OR REPLACE INTO kept VALUES (?, ?, ?, ?, ?)", rows)
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
