"""What was worked out of past games, kept in a file beside the journal, so that it is done once.

A value is kept under the game's newest line. Whoever takes back the end of a game adds a line to
it, so the value does not count any more, and the next one takes its place. Everything here follows
from the journal: the file may be deleted at any time, and a damaged one is.
"""

import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from companion.table.line import GameEntry

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

    def get(self, game: GameEntry, since: int) -> bytes | None:
        """Return the value of a game as it stands; `since` is Journal.group_since()."""
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

    def put(self, game: GameEntry, since: int, value: bytes) -> None:
        """Keep the value of a game that is over, in the place of an older one."""
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
