"""A damaged journal: what is sound goes on in a fresh file, and the damaged one is kept aside.

Every line is held against the chain of its game. A game goes on from its last sound line, with a
line in its chain that tells of the recovery. The steps on the disk can stop at any moment: until
the fresh file has its name (FRESH) the next start begins again, and from then on it ends them.
"""

import logging
import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from companion.draws import fair_draw
from companion.engine.codec import JsonObject
from companion.engine.errors import DamagedLine
from companion.engine.sentence import Sentence
from companion.engine.value import Value, field
from companion.table.disk import head_file
from companion.table.disk.head_file import settle
from companion.table.disk.working_copy import LOG, SHARED, readable
from companion.table.fair.chain import Link
from companion.table.journal import GameRow, Journal
from companion.table.line import (
    EpochCause,
    Line,
    checked,
    is_time,
    linked,
    promise_of,
    promise_to,
)
from companion.table.reader import FIELDS, UNLINKED

BUILDING, FRESH = ".building", ".fresh"  # ends of names: a file that is being made, and is whole
LEAST_BYTES = 40  # of a line; so a damaged number cannot claim more lines than the file can hold
UNREADABLE = (sqlite3.Error, ValueError, TypeError, OverflowError)
MENDED = Sentence(
    "The journal was damaged. Lost: {lost}. All the rest is there, and the game goes on from it. "
    "The damaged file is kept as {file}."
)
NOTHING_LOST = Sentence(
    "The journal was damaged, but no line is lost. The damaged file is kept as {file}."
)
ALL_LOST = Sentence(
    "The journal was damaged, and no game in it can be read. The damaged file is kept as {file}. "
    "A backup brings the games back: dragonbag restore."
)
LOST_LINES = Sentence("line {number} of {at} and what came after it in the game {game}")
LOST_END = Sentence("perhaps newer lines and games, of which nothing can be read")
NEW_SEED = Sentence("the seed of the draws in the game {game}")

log = logging.getLogger(__name__)


class Recovery(Value, frozen=True):
    """What a recovery found: where the damaged file is, and what is lost, in words."""

    file: str
    games: int
    lost: tuple[Sentence, ...]

    def sentence(self) -> Sentence:
        """Return what the players are told."""
        if not self.games:
            return ALL_LOST.about(file=self.file)
        return (MENDED if self.lost else NOTHING_LOST).about(file=self.file, lost=self.lost)


class _Sound(Value):
    """What is sound of a damaged journal: by game, where its chain ends, and what it promised."""

    links: dict[str, Link] = field(default_factory=dict)
    at: dict[str, str] = field(default_factory=dict)  # of the last sound line
    began: dict[str, str] = field(default_factory=dict)
    cut: dict[str, tuple[int, str]] = field(default_factory=dict)  # first line lost, and its time
    promises: dict[str, JsonObject] = field(default_factory=dict)

    def take(self, line: Line) -> Line | None:
        """Return a line to go on with, None if it does not follow the sound ones of its game."""
        game = line.game
        if game in self.cut:
            return None
        before = self.links.get(game, Link())
        try:
            if not line.hash and not line.number:  # of a version without a chain
                line = linked(line, before, os.urandom(16))
            self.links[game] = checked(line, before)
            promise = promise_of(line)
        except (DamagedLine, *UNREADABLE):
            self.lose(game, before.number + 1, line.at)
            return None
        self.at[game] = line.at
        self.began.setdefault(game, line.at)
        if promise:
            self.promises[game] = promise
        return line

    def lose(self, game: str, number: int, at: object) -> None:
        """Note from which line on a game is lost; its time may be that of the line before."""
        known = at if isinstance(at, str) and is_time(at) else self.at.get(game, "")
        self.cut.setdefault(game, (number, known))


def finish(journal: Path) -> None:
    """End a recovery that was stopped after its fresh file was whole; nothing to do else."""
    fresh, building = _beside(journal, FRESH), _beside(journal, BUILDING)
    if not fresh.exists():
        return
    with suppress(FileNotFoundError):
        head_file.beside(building).replace(head_file.beside(journal))
    for end in (LOG, SHARED):  # SQLite would take the damaged journal's log for the fresh one's
        _beside(journal, end).unlink(missing_ok=True)
    settle(journal.parent)
    fresh.replace(journal)
    settle(journal.parent)


def recover(journal: Path, why: str) -> Recovery:
    """Put a fresh journal with all that is sound in the place of a damaged one.

    Nobody else may have it open. OSError or JournalError if the disk refuses; then nothing has
    changed.
    """
    kept = journal.with_name(f"{journal.stem}-damaged-{datetime.now(UTC):%Y%m%dT%H%M%S%f}.sqlite")
    building = _beside(journal, BUILDING)
    _remove(building)
    with Journal(building) as made:
        recovery = _build(journal, made, kept.name)
    for end in ("", LOG, head_file.END):
        _keep(_beside(journal, end), _beside(kept, end))
    settle(journal.parent)
    building.replace(_beside(journal, FRESH))
    settle(journal.parent)
    finish(journal)
    _remove(building)
    log.error("the journal was damaged (%s); recovered: %s", why, recovery.sentence())
    return recovery


def _build(journal: Path, made: Journal, kept: str) -> Recovery:
    sound, head = _Sound(), head_file.read(journal)
    most = _most(journal)
    with readable(journal) as db:
        newest = _newest(db)
        last = max(newest or 0, head.seq if head else 0) or most
        made.take_over(_sound_lines(db, min(last, most), sound))
        rows, is_whole = _game_rows(db, most)
    is_end_there = made.last_seq() >= head.seq if head else newest is not None
    if head and sound.links.get(head.game, Link()).number < head.number:
        reached = sound.links.get(head.game, Link()).number
        sound.lose(head.game, reached + 1, head.at if reached + 1 == head.number else "")
    known = {row[0]: row for row in rows}
    lost = [
        sentence
        for game in sound.links
        for sentence in _finish_game(made, known, sound, game, kept)
    ]
    for game in known.keys() - sound.links.keys():
        sound.lose(game, 1, known[game][2])
    named = known.keys() | ({head.game} if head else set())  # else a damaged line names it
    lost += [_told(sound, game) for game in sound.cut if game in named - sound.links.keys()]
    if not is_end_there and not (head and is_whole):
        lost.append(LOST_END)
    current = made.current_game()
    if current and current not in sound.cut:
        made.begin_epoch(current, EpochCause.RECOVERY, file=kept)
    return Recovery(kept, len(sound.links), tuple(lost))


def _finish_game(
    made: Journal, known: dict[str, GameRow], sound: _Sound, game: str, kept: str
) -> Iterator[Sentence]:
    """Add a game's row, and tell in its chain and in words what is lost of it."""
    promise, row = sound.promises.get(game, {}), known.get(game)
    name = str(promise.get("game", row[1] if row else ""))
    seed = row[3] if row else b""
    is_new_seed = not seed or promise.get("commitment", fair_draw.commitment(seed)) != (
        fair_draw.commitment(seed)
    )
    if is_new_seed:
        seed = fair_draw.new_seed()
    made.add_game((game, name, row[2] if row else sound.began[game], seed))
    facts: JsonObject = {"file": kept}
    if is_new_seed:
        facts |= {"is_new_seed": True, **promise_to(game, name, seed)}
        yield NEW_SEED.about(game=game)
    if game in sound.cut:
        facts["lost_from"] = sound.cut[game][0]
        yield _told(sound, game)
    if len(facts) > 1:
        made.begin_epoch(game, EpochCause.RECOVERY, **facts)


def _told(sound: _Sound, game: str) -> Sentence:
    number, at = sound.cut[game]
    return LOST_LINES.about(number=number, at=_shown(at), game=game)


def _newest(db: sqlite3.Connection) -> int | None:
    """Return the number of the newest line; None if that cannot be read."""
    try:
        return int(db.execute("SELECT coalesce(max(seq), 0) FROM lines").fetchone()[0])
    except UNREADABLE:
        return None


def _sound_lines(db: sqlite3.Connection, last: int, sound: _Sound) -> Iterator[Line]:
    """Yield the sound lines in order; each is looked for by itself, as others cannot be read."""
    fields = UNLINKED
    with suppress(sqlite3.Error):
        db.execute(f"SELECT {FIELDS} FROM lines LIMIT 0")
        fields = FIELDS
    for seq in range(1, last + 1):
        try:
            find = f"SELECT {fields} FROM lines NOT INDEXED WHERE seq = ?"
            row = db.execute(find, (seq,)).fetchone()
        except UNREADABLE:
            continue
        if row and (line := sound.take(Line.of_row(row))):
            yield line


def _game_rows(db: sqlite3.Connection, most: int) -> tuple[list[GameRow], bool]:
    """Return what can be read of the games' rows, each by itself, and whether that is all."""
    rows: list[GameRow] = []
    is_whole = True
    for number in range(1, most + 1):
        try:
            find = "SELECT id, name, at, seed FROM games NOT INDEXED WHERE rowid = ?"
            row = db.execute(find, (number,)).fetchone()
            if row is None:
                break  # no game is ever removed
            game, name, at, seed = row
            rows.append((str(game), str(name), str(at), bytes(seed)))
        except UNREADABLE:
            is_whole = False
    return rows, is_whole


def _most(journal: Path) -> int:
    """Return how many lines the files can hold at most."""
    files = (_beside(journal, end) for end in ("", LOG))
    return sum(file.stat().st_size for file in files if file.exists()) // LEAST_BYTES


def _keep(file: Path, copy: Path) -> None:
    """Give a file a second name, which costs no space; copy it where the disk has no such thing."""
    if not file.exists():
        return
    try:
        os.link(file, copy)
    except OSError:
        shutil.copy(file, copy)
        settle(copy)


def _remove(building: Path) -> None:
    for end in ("", LOG, SHARED, ".lock", head_file.END):
        _beside(building, end).unlink(missing_ok=True)


def _beside(journal: Path, end: str) -> Path:
    return journal.with_name(journal.name + end)


def _shown(at: str) -> str:
    """Return a time by the clock of this machine."""
    return f"{datetime.fromisoformat(at).astimezone():%Y-%m-%d %H:%M}" if is_time(at) else "?"
