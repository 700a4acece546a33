"""The journal: an append-only SQLite file; every line is on the disk before anybody sees it.

WAL with synchronous=FULL: one fdatasync for each line, and a power cut loses nothing that was
acknowledged; one more for the head (head_file.py), so that a tail that is lost later is noticed. A
table shows a line between the two, and answers whoever has sent it after both.
Each line has its place in the chain of its game (chain.py), and is checked whenever it is read; at
a start once for check and replay.
"""

import logging
import os
import sqlite3
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from operator import attrgetter
from pathlib import Path
from typing import Self

from companion.draws import fair_draw
from companion.engine.codec import dump
from companion.engine.errors import DamagedJournal, JournalError, UnwritableJournal
from companion.engine.sentence import Sentence
from companion.engine.value import replace
from companion.table.disk import head_file, schema
from companion.table.disk.failures import Transaction, inode, lock, told
from companion.table.disk.head_file import Head, HeadFile
from companion.table.fair import chain
from companion.table.fair.chain import Link
from companion.table.line import (
    SELF,
    EpochCause,
    Kind,
    Line,
    UnknownKind,
    first_seed,
    linked,
    now,
    promise_to,
    renamed,
)
from companion.table.reader import CUT, FIELDS, UNLINKED, Reader

MOVED = Sentence("The journal {path} is gone, or another file is in its place.")
READ_ONLY = Sentence("The journal {path} can only be read now.")
UNDO_LOG = "-journal"  # SQLite's, beside a new file until it has its log (-wal)
fields_of_row = attrgetter(*FIELDS.split(", "))  # astuple() would copy each
GameRow = tuple[str, str, str, bytes]  # id, name, when it was opened, seed

log = logging.getLogger(__name__)


def is_empty(path: Path, head: Head | None) -> bool:
    """Is there no journal yet? DamagedJournal if there was one, as its head tells."""
    if path.exists() and path.stat().st_size:
        return False
    if head is not None:
        raise DamagedJournal(CUT.about(number=head.number, at=head.at))
    return True


class Journal(Reader):
    """The file of one table; used under the table's lock, so by one thread at a time."""

    def __init__(self, path: Path, *, read_only: bool = False) -> None:
        """Open or make the file; JournalError says why that is not possible.

        To write, the newest lines and the game on the table must be as the head tells: else
        JournalError, and the file is not touched.
        """
        self.path = path
        self.recovered: Sentence | None = None  # what was lost of it when it was opened
        self.trouble: Sentence | None = None  # why it can only be read
        self.on_close: Callable[[], None] = lambda: None
        self._inode: tuple[int, int] | None = None
        self._lock_file: int | None = None
        self._head_file: HeadFile | None = None
        self._head: Head | None = None  # of the newest line; the file may follow later
        self._followed: Head | None = None
        self._head_lock = threading.Lock()  # the only part that is used outside the table's lock
        self._late = 0  # how many are in head_last()
        try:
            if read_only:
                self._look(path)
            else:
                self._prepare(path)
        except (OSError, sqlite3.Error) as error:
            self.close()
            raise told(path, error) from error
        except JournalError:
            self.close()
            raise

    def _look(self, path: Path) -> None:
        self._db = self._open(f"{path.absolute().as_uri()}?mode=ro")
        self._known_version()

    def _prepare(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self._lock_file = lock(path)
        self._compare(path)
        # Only the service may read the seeds in it, so the file is private from its first byte.
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
        self._db = self._open(path.absolute().as_uri())
        self._db.execute(f"PRAGMA page_size={schema.PAGE_BYTES}")  # of a new file
        self._db.execute("PRAGMA journal_mode=WAL")
        self._db.execute("PRAGMA synchronous=FULL")
        self._known_version()
        before = schema.version_of(self._db)
        self._on_table = self.current_game() if before else None
        schema.prepare(self._db, self._link_all)
        self._known_version()
        self._inode = inode(path)
        self._head_file = HeadFile(path)
        if self._head_file.newest is None and self._on_table:
            self._begin_to_watch(is_alone=before == schema.VERSION)

    def _compare(self, path: Path) -> None:
        """Look at the file before anything can write to it; JournalError if it is damaged."""
        head = head_file.read(path)
        if path.with_name(path.name + UNDO_LOG).exists():
            with closing(self._open(path.absolute().as_uri())) as begun:
                schema.version_of(begun)  # SQLite takes back what it had begun
        if is_empty(path, head):
            return
        with Journal(path, read_only=True) as found:
            found.check(head)
            self._just_checked = found._just_checked

    def checkpoint(self) -> None:
        """Move what is in SQLite's log into the main file."""
        self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def is_here(self) -> bool:
        """Is the file still where it was opened, so that what is written can be found again?"""
        return self._inode is not None and inode(self.path) == self._inode

    def is_back(self) -> bool:
        """Is the file there that was opened, perhaps on a disk that was taken out meanwhile?

        Never open another one beside this one's log: SQLite would write the log into it.
        """
        return self._inode is None or inode(self.path)[1] == self._inode[1]

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
        with self._head_lock:
            self._follow()
            if self._head_file is not None:
                self._head_file.close()
                self._head_file = None
        if self._lock_file is not None:
            os.close(self._lock_file)
            self._lock_file = None
        self.on_close()

    def open_game(
        self,
        game: str,
        name: str,
        seed: bytes,
        source: str,
        key: str | None = None,
        edition: str = "",
    ) -> Line:
        """Add a game, unless it is known, and write the line that opens it; committed."""
        with self._transaction():
            is_new = self._add_game(game, name, seed)
            promise = dump(promise_to(game, name, seed, edition)).decode() if is_new else None
            line = self._insert(game, source, key, Kind.OPEN, promise, "[]")
        self._on_table = game
        self._write_head(line)
        return line

    def append(
        self,
        game: str,
        source: str,
        key: str | None,
        kind: Kind,
        command: str | None,
        events: str,
    ) -> Line:
        """Write one line and return it committed; JournalError if the disk refuses it."""
        with self._transaction():
            line = self._insert(game, source, key, kind, command, events)
        self._write_head(line)
        return line

    @contextmanager
    def head_last(self) -> Iterator[None]:
        """Let the head follow lines that are written inside at the end, when they were shown."""
        with self._head_lock:
            self._late += 1
        try:
            yield
        finally:
            with self._head_lock:
                self._late -= 1
                self._follow()

    def begin_epoch(self, game: str, why: EpochCause, /, **facts: object) -> Line:
        """Write into a game's chain what happened to its journal."""
        told = dump({"why": why, **facts}).decode()
        return self.append(game, SELF, None, Kind.EPOCH, told, "[]")

    def renew_seed(self, game: str) -> Line:
        """Commit a game to a fresh seed, and tell the one before, which everybody may know."""
        seed, known = fair_draw.new_seed(), self.seed(game).hex()
        promise = promise_to(game, self.name(game), seed)
        facts = {"why": EpochCause.NEW_SEED, "is_new_seed": True, "seed": known, **promise}
        with self._transaction():
            self._db.execute("UPDATE games SET seed = ? WHERE id = ?", (seed, game))
            line = self._insert(game, SELF, None, Kind.EPOCH, dump(facts).decode(), "[]")
        self._write_head(line)
        return line

    def write_lines(
        self,
        game: str,
        name: str,
        seed: bytes,
        lines: list[Line],
        origin: str,
        *,
        edition: str = "",
        is_new_seed: bool = False,
    ) -> None:
        """Write a whole imported game in one transaction, without its keys.

        `origin` is the id that the game had; its first line here tells it. With a new seed the last
        line says so: draws before it followed another one.
        """
        first = first_seed(lines) or seed
        promise = promise_to(game, name, first, edition)
        facts = {"why": EpochCause.IMPORT, "origin": origin, **promise}
        with self._transaction():
            self._add_game(game, name, seed)
            newest = self._insert(game, SELF, None, Kind.EPOCH, dump(facts).decode(), "[]")
            for line in lines:
                command = renamed(line, game, name)
                newest = self._insert(
                    game, line.source, None, line.kind, command, line.events, line.at
                )
            if is_new_seed:
                fresh = promise_to(game, name, seed)
                told = dump({**facts, **fresh, "is_new_seed": True}).decode()
                newest = self._insert(game, SELF, None, Kind.EPOCH, told, "[]")
        self._write_head(newest)

    def take_over(self, lines: Iterable[Line]) -> None:
        """Write lines of another file as they are, with their places in the chains.

        A key that another line has already is left out.
        """
        insert = f"INSERT INTO lines ({FIELDS}) VALUES (?,?,?,?,?,?,?,?,?,?,?)"
        with self._transaction():
            for line in lines:
                try:
                    self._db.execute(insert, fields_of_row(line))
                except sqlite3.IntegrityError:
                    self._db.execute(insert, fields_of_row(replace(line, key=None)))
        self._on_table = self.current_game()

    def add_game(self, row: GameRow) -> None:
        """Write what a game needs besides its lines."""
        with self._transaction():
            self._db.execute("INSERT INTO games (id, name, at, seed) VALUES (?, ?, ?, ?)", row)

    def _transaction(self) -> Transaction:
        if self._inode is None:
            raise UnwritableJournal(self.trouble or READ_ONLY.about(path=self.path))
        if inode(self.path) != self._inode:
            raise UnwritableJournal(MOVED.about(path=self.path))
        return Transaction(self._db)

    def _add_game(self, game: str, name: str, seed: bytes) -> bool:
        """Return whether the game is new."""
        cursor = self._db.execute(
            "INSERT INTO games (id, name, at, seed) VALUES (?, ?, ?, ?)"
            " ON CONFLICT (id) DO NOTHING",
            (game, name, now(), seed),
        )
        return cursor.rowcount > 0

    def _insert(
        self,
        game: str,
        source: str,
        key: str | None,
        kind: Kind | UnknownKind,
        command: str | None,
        events: str,
        at: str | None = None,
    ) -> Line:
        link = self.link(game)
        line = linked(
            Line(0, at or now(), game, source, key, kind, command, events), link, chain.new_blind()
        )
        cursor = self._db.execute(
            f"INSERT INTO lines ({FIELDS.removeprefix('seq, ')}) VALUES (?,?,?,?,?,?,?,?,?,?)",
            fields_of_row(line)[1:],
        )
        return replace(line, seq=cursor.lastrowid or 0)

    def _write_head(self, line: Line) -> None:
        """Let the head follow a line that is committed."""
        self._head = Head(
            seq=line.seq,
            at=line.at,
            game=line.game,
            number=line.number,
            hash=line.hash.hex(),
            table=self._on_table or "",
            schema=schema.VERSION,
        )
        if not self._late:
            with self._head_lock:
                self._follow()

    def _follow(self) -> None:
        """Write the newest head if it is not there; if that cannot be, the next line tries again.

        Whoever comes second finds it written: under the lock, one sync does for several lines.
        """
        head = self._head
        if head is self._followed or head is None or self._head_file is None:
            return
        try:
            self._head_file.write(head)
        except OSError as error:
            log.warning("the head of the journal cannot be written: %s", error)
        self._followed = head

    def _begin_to_watch(self, *, is_alone: bool) -> None:
        """Keep the journal's head from here on; one that came here without it says so."""
        assert self._on_table is not None, "a game was opened"
        if is_alone:
            self.begin_epoch(self._on_table, EpochCause.MOVED)
            return
        fields = f"SELECT {FIELDS} FROM lines ORDER BY seq DESC LIMIT 1"
        self._write_head(Line.of_row(next(self._rows(fields))))

    def _link_all(self) -> None:
        """Give the lines of an earlier version their chain, each game's ending with an epoch."""
        games = self._rows("SELECT game FROM lines GROUP BY game ORDER BY max(seq)")
        for (game,) in list(games):
            link = Link()
            lines = self._rows(f"SELECT {UNLINKED} FROM lines WHERE game = ? ORDER BY seq", game)
            for row in list(lines):
                line = linked(Line.of_row(row), link, chain.new_blind())
                link = Link(line.number, line.hash)
                self._db.execute(
                    "UPDATE lines SET number = ?, blind = ?, hash = ? WHERE seq = ?",
                    (line.number, line.blind, line.hash, line.seq),
                )
            facts = promise_to(game, self.name(game), self.seed(game))
            told = dump({"why": EpochCause.MIGRATION, **facts}).decode()
            self._insert(game, SELF, None, Kind.EPOCH, told, "[]")
