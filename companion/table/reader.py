"""What can be read of a journal; every line is held against the chain when it is read."""

import sqlite3
from collections.abc import Iterator
from contextlib import suppress
from operator import attrgetter
from pathlib import Path
from typing import Any

from companion.draws.fair_draw import commitment
from companion.engine.codec import JsonObject
from companion.engine.errors import DamagedJournal, DamagedLine, JournalError
from companion.engine.sentence import Sentence
from companion.table.disk import head_file, schema
from companion.table.disk.failures import UNUSABLE, told
from companion.table.disk.head_file import Head
from companion.table.fair.chain import Link
from companion.table.line import (
    CHANGED,
    GameEntry,
    Line,
    checked,
    promise_of,
    readable_time,
    without_names,
)

# The source of the line with which the next group begins. An older Dragonbag knows such lines, too.
NEXT_GROUP = "next_group"
NEWER = Sentence("The journal {path} was written by a newer Dragonbag ({version}).")
STRANGE = Sentence("{path} is a database of another program, and no journal of Dragonbag.")
CUT = Sentence("The last lines of the journal are missing: it had come to line {number} at {at}.")
FOREIGN = Sentence("The journal is another one than before: line {number} of {at} is not in it.")
OTHER_GAME = Sentence("The game {game} that was on the table is not there any more.")
FIELDS = "seq, at, game, source, key, kind, command, events, number, blind, hash"
UNLINKED = "seq, at, game, source, key, kind, command, events"  # before there was a chain
# One game at most that came from a file: only the first line of such a game does not open it.
IMPORTED = (
    "SELECT g.id FROM games g JOIN lines l ON l.seq = (SELECT min(seq) FROM lines WHERE"
    " game = g.id) WHERE l.kind != 'open' LIMIT 1"
)
STEPS = (
    "SELECT count(*), min(at), max(at) FROM lines WHERE game = ? AND kind NOT IN ('open', 'epoch')"
)
COUNTED = "(SELECT count(*) FROM lines WHERE game = g.id)"


class Reader:
    """An open file of a journal; JournalError from any question that the file cannot answer."""

    path: Path
    _db: sqlite3.Connection
    _fields: str
    _just_checked: tuple[str, Link] | None = None  # a game that check() has read, until it is read

    @staticmethod
    def _open(uri: str) -> sqlite3.Connection:
        return sqlite3.connect(uri, uri=True, isolation_level=None, check_same_thread=False)

    def _known_version(self) -> None:
        # With a head it was a journal once, so it is damaged.
        if schema.is_strange(self._db) and not head_file.beside(self.path).exists():
            raise JournalError(STRANGE.about(path=self.path))
        version = schema.version_of(self._db)
        if version > schema.VERSION:
            raise JournalError(NEWER.about(path=self.path, version=version))
        self._fields = FIELDS if version == schema.VERSION else UNLINKED

    @property
    def is_new(self) -> bool:
        """Has the file no tables yet?"""
        return not schema.version_of(self._db)

    def check(self, head: Head | None) -> None:
        """Raise JournalError unless the game on the table is whole and all comes up to the head."""
        version = schema.version_of(self._db)
        if head is not None and version != head.schema:
            raise DamagedJournal(FOREIGN.about(number=head.number, at=head.at))
        if not version:
            return
        if version == 1:  # no chain tells what is wrong
            self.check_file()
        if head is not None:
            self._check_head(head)
        game = self.current_game()
        if head is not None and head.seq == self.last_seq() and head.table != (game or ""):
            raise DamagedJournal(OTHER_GAME.about(game=head.table))
        if head is not None and head.game != game:
            self._check_until(head.game, head)
        if game is not None:
            link = self.check_game(game, head)
            self._just_checked = (game, link)

    def _check_head(self, head: Head) -> None:
        facts = {"number": head.number, "at": head.at}
        found = next(self._rows("SELECT game, hash FROM lines WHERE seq = ?", head.seq), None)
        if found is None:
            raise DamagedJournal((CUT if self.last_seq() < head.seq else FOREIGN).about(**facts))
        if found[0] != head.game or bytes(found[1] or b"").hex() != head.hash:
            raise DamagedJournal(FOREIGN.about(**facts))

    def _check_until(self, game: str, head: Head) -> None:
        if not any(line.seq == head.seq for line in self.written(game)):
            raise DamagedJournal(CUT.about(number=head.number, at=head.at))

    def check_file(self) -> None:
        """Raise DamagedJournal unless the file is whole, with its indexes; reads all of it."""
        wrong = next(self._rows("PRAGMA integrity_check(1)"))[0]
        if wrong != "ok":
            raise DamagedJournal(UNUSABLE.about(path=self.path, error=wrong))

    def check_game(self, game: str, head: Head | None = None) -> Link:
        """Return where the chain of a game stands.

        DamagedJournal unless every line is as it was written, the one of a head among them, and the
        game's seed.
        """
        promised, link, is_there = None, Link(), head is None or head.game != game
        for line in self.written(game):
            promised = promise_of(line) or promised
            link = Link(line.number, line.hash)
            is_there = is_there or (head is not None and line.seq == head.seq)
        if head is not None and not is_there:
            raise DamagedJournal(CUT.about(number=head.number, at=head.at))
        if promised is not None:  # else the journal has no chain
            self._check_promise(game, promised)
        return link

    def _check_promise(self, game: str, promised: JsonObject) -> None:
        known = None
        with suppress(KeyError):  # its row may be lost, or its place in the index
            known = self.name(game), commitment(self.seed(game))
        if known != (promised["game"], promised["commitment"]):
            raise DamagedLine(CHANGED.about(number=1, at=""), game=game, number=1)

    def link(self, game: str) -> Link:
        """Return where the chain of a game stands."""
        newest = "SELECT number, hash FROM lines WHERE game = ? ORDER BY seq DESC LIMIT 1"
        return Link(*next(self._rows(newest, game), ()))

    def _rows(self, question: str, *facts: object) -> Iterator[Any]:
        try:
            yield from self._db.execute(question, facts)
        except OverflowError:
            return  # no line has a number so large
        except sqlite3.Error as error:
            raise told(self.path, error) from error

    def line_with_key(self, key: str) -> Line | None:
        """Return the line that was written with this key, or None."""
        row = next(self._rows(f"SELECT {self._fields} FROM lines WHERE key = ?", key), None)
        return None if row is None else Line.of_row(row)

    def current_game(self) -> str | None:
        """Return the id of the game that was opened last, or None in an empty journal."""
        newest = "SELECT game FROM lines WHERE kind = 'open' ORDER BY seq DESC LIMIT 1"
        row = next(self._rows(newest), None)
        return None if row is None else str(row[0])

    def last_seq(self) -> int:
        """Return the seq of the newest line, 0 in an empty journal."""
        return int(next(self._rows("SELECT coalesce(max(seq), 0) FROM lines"))[0])

    def newest_of(self, game: str) -> int:
        """Return the seq of a game's newest line, 0 if it has none."""
        newest = "SELECT coalesce(max(seq), 0) FROM lines WHERE game = ?"
        return int(next(self._rows(newest, game))[0])

    def group_since(self) -> int:
        """Return the seq of the line with which the group at the table began, 0 for the first."""
        newest = "SELECT coalesce(max(seq), 0) FROM lines WHERE kind = 'open' AND source = ?"
        return int(next(self._rows(newest, NEXT_GROUP))[0])

    def lines(self, game: str) -> Iterator[Line]:
        """Yield the lines of one game in order; those of an earlier group tell no names.

        Raises as written().
        """
        since = self.group_since()
        return (without_names(line) if line.seq < since else line for line in self.written(game))

    def lines_after(self, seq: int, most: int) -> Iterator[Line]:
        """Yield the next lines of all games in order, unchecked; names as in lines()."""
        since = self.group_since()
        question = f"SELECT {self._fields} FROM lines WHERE seq > ? ORDER BY seq LIMIT ?"
        lines = (Line.of_row(row) for row in self._rows(question, seq, most))
        return (without_names(line) if line.seq < since else line for line in lines)

    def written(self, game: str) -> Iterator[Line]:
        """Yield the lines of one game as they were written, each held against the chain.

        DamagedLine if one was changed or is missing. What check() has read is not hashed again the
        next time: nobody else writes to a journal between its check and its replay.
        """
        link, known = Link(), self._taken_over(game)
        for row in self._rows(
            f"SELECT {self._fields} FROM lines WHERE game = ? ORDER BY seq", game
        ):
            line = Line.of_row(row)
            if self._fields == FIELDS:
                is_known = link.number + 1 == line.number < known.number
                link = Link(line.number, line.hash) if is_known else checked(line, link)
            yield line

    def _taken_over(self, game: str) -> Link:
        """Return until where check() has just read a game, once."""
        if self._just_checked is None or self._just_checked[0] != game:
            return Link()
        known, self._just_checked = self._just_checked[1], None
        return known

    def games(self) -> list[GameEntry]:
        """Return all games, the one with the newest line first."""
        count = "l.number" if self._fields == FIELDS else COUNTED
        rows = self._rows(
            f"SELECT g.id, g.name, g.at, l.at, l.seq, {count} FROM games g JOIN lines l"
            " ON l.seq = (SELECT max(seq) FROM lines WHERE game = g.id) ORDER BY l.seq DESC"
        )
        return [
            GameEntry(game, name, readable_time(at), readable_time(last_at, at), *more)
            for game, name, at, last_at, *more in rows
        ]

    def games_once(self) -> list[GameEntry]:
        """Return games(), but of a game and its imported copies only the one that was here first.

        A copy has as many steps as the game, with the same times to the millisecond.
        """
        games = self.games()
        if next(self._rows(IMPORTED), None) is None:
            return games
        first: dict[object, str] = {}
        for game in sorted(games, key=attrgetter("at")):
            first.setdefault(self._steps_of(game), game.id)
        return [game for game in games if game.id in first.values()]

    def _steps_of(self, game: GameEntry) -> object:
        """Return what a game and its copies have in common, and no other game."""
        count, *times = next(self._rows(STEPS, game.id))
        return (game.name, count, *times) if count else game.id

    def seed(self, game: str) -> bytes:
        """Return the secret seed of a game; KeyError if there is no such game."""
        return bytes(self._of_game("seed", game))

    def name(self, game: str) -> str:
        """Return the name of the game that was played; KeyError if there is no such game."""
        return str(self._of_game("name", game))

    def _of_game(self, field: str, game: str) -> Any:
        row = next(self._rows(f"SELECT {field} FROM games WHERE id = ?", game), None)
        if row is None:
            raise KeyError(game)
        return row[0]
