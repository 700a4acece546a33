"""What others are told: every line of the journal in order, each until its receiver has it.

The journal itself is the queue. The outbox only remembers, in a small file beside it, how far each
receiver has come. So an hour without a network costs neither memory nor disk.

    with Outbox(settings.journal) as outbox:
        reader = outbox.reader("mqtt")
        for told in reader.after(reader.position, 20):
            send(told.body)
            reader.acknowledge(told.seq)
"""

import json
import logging
import os
import secrets
import threading
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Self

from companion.engine.codec import Codec, JsonObject, convert, parse, plain
from companion.engine.errors import BadMessage
from companion.engine.game import AnyGame
from companion.games import GAMES
from companion.table.game_file import read_journal
from companion.table.history import History
from companion.table.line import Kind, Line, readable_time

FILE = "outbox.json"

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Told:
    """One line of the journal as everybody may know it."""

    seq: int
    at: str  # UTC, ISO 8601
    game: AnyGame
    kind: Kind
    events: tuple[object, ...]  # without secrets
    body: JsonObject  # what is sent
    state: object  # after it, with secrets: only to find the players' names
    begins: bool  # has it set the game up?
    ends: bool  # was the game over after it for the first time?


@dataclass(frozen=True, slots=True)
class Place:
    """How far a receiver has come: a line, and what marks it in this journal.

    `since` is the line before the first that it was told; None in the file of an earlier version.
    """

    seq: int
    mark: str
    since: int | None = None


@dataclass(slots=True)
class _Kept:
    """What the file holds. `series` names this row of numbers: a restored journal begins anew."""

    series: str = field(default_factory=lambda: secrets.token_hex(6))
    places: dict[str, Place] = field(default_factory=dict)


class Outbox:
    """The receivers of one journal and how far each has come; safe to use from several threads."""

    def __init__(self, journal: Path) -> None:
        """Read how far everybody has come; a file that cannot be read begins anew."""
        self._file = journal.with_name(FILE)
        self._journal = read_journal(journal)
        self._lock = threading.Lock()
        self._readers: list[Reader] = []
        kept = _read(self._file)
        if not all(place.mark == self._mark(place.seq) for place in kept.places.values()):
            kept = _Kept()  # another journal has taken the place of the one that was told
        self.series = kept.series
        self._positions = {name: place.seq for name, place in kept.places.items()}
        self._since = {
            name: place.seq if place.since is None else place.since
            for name, place in kept.places.items()
        }
        self._saved = dict(self._positions)

    def __enter__(self) -> Self:
        """Return the open outbox."""
        return self

    def __exit__(self, *failure: object) -> None:
        """Write what is not written yet, and close the journal."""
        self.save()
        for reader in self._readers:
            reader.close()
        self._journal.close()

    def reader(self, name: str) -> "Reader":
        """Return the reader for a receiver; one that is new begins with the game on the table."""
        with self._lock:
            if name not in self._positions:
                self._positions[name] = self._since[name] = self._before_this_game()
        reader = Reader(self, name, self._journal.path)
        self._readers.append(reader)
        return reader

    def position(self, name: str) -> int:
        """Return the last line that a receiver has."""
        return self._positions[name]

    def since(self, name: str) -> int:
        """Return the line before the first that a receiver was told."""
        return self._since[name]

    def acknowledge(self, name: str, seq: int) -> None:
        """Note that a receiver has all lines up to this one."""
        with self._lock:
            self._positions[name] = max(seq, self._positions[name])

    def save(self) -> None:
        """Write to the disk how far everybody has come, if that has changed."""
        with self._lock:
            if self._positions == self._saved:
                return
            places = {
                name: Place(seq, self._mark(seq), self._since[name])
                for name, seq in self._positions.items()
            }
            try:
                _write(self._file, _Kept(self.series, places))
            # Then more is told twice after the next start, and nothing lost.
            except OSError as error:
                log.warning("%s cannot be written: %s", self._file, error)
            self._saved = dict(self._positions)

    def _before_this_game(self) -> int:
        """Return the line before the game on the table, 0 in an empty journal."""
        game = self._journal.current_game()
        return next((line.seq - 1 for line in self._journal.lines(game or "")), 0)

    def _mark(self, seq: int) -> str:
        """Return what tells a line from the same one of another journal; "" if there is none."""
        found = self._journal.lines_after(seq - 1, 1)
        return next((f"{line.at} {line.game}" for line in found if line.seq == seq), "")


def _write(file: Path, kept: _Kept) -> None:
    new = file.with_suffix(".new")
    with open(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as opened:
        json.dump(asdict(kept), opened)
        opened.flush()
        os.fsync(opened.fileno())
    new.replace(file)


def _read(file: Path) -> _Kept:
    try:
        return convert(parse(file.read_bytes()), _Kept)
    except (OSError, BadMessage):
        return _Kept()


class Reader:
    """Reads the journal for one receiver; used by one thread."""

    def __init__(self, outbox: Outbox, name: str, journal: Path) -> None:
        """Read on where this receiver has stopped."""
        self._outbox, self._name = outbox, name
        self._journal = read_journal(journal)
        self._read: tuple[str, History] | None = None
        self._read_to = -1

    @property
    def position(self) -> int:
        """Return the last line that the receiver has."""
        return self._outbox.position(self._name)

    @property
    def since(self) -> int:
        """Return the line before the first that the receiver was told."""
        return self._outbox.since(self._name)

    @property
    def series(self) -> str:
        """Return the name of this row of numbers."""
        return self._outbox.series

    def after(self, seq: int, most: int) -> list[Told]:
        """Return the lines behind this one, at most so many."""
        if seq != self._read_to:
            self._read = None
        lines = [self._told(line) for line in self._journal.lines_after(seq, most)]
        self._read_to = lines[-1].seq if lines else seq
        return lines

    def acknowledge(self, seq: int) -> None:
        """Note that the receiver has all lines up to this one."""
        self._outbox.acknowledge(self._name, seq)

    def save(self) -> None:
        """Write to the disk how far everybody has come."""
        self._outbox.save()

    def close(self) -> None:
        """Close the journal."""
        self._journal.close()

    def _told(self, line: Line) -> Told:
        game, kind = GAMES[self._journal.name(line.game)], Kind(line.kind)
        codec = Codec(game.events)
        history = self._history_before(line, game, codec)
        at = readable_time(line.at)
        was_over, is_new = history.was_over, not history.done
        history.take(line, codec)
        events = tuple(map(game.public, codec.loads(line.events)))
        body = {
            "series": self.series,
            "seq": line.seq,
            "at": at,
            "game": game.name,
            "game_id": line.game,
            "kind": kind.value,
            "source": line.source,
            "step": _step(history, kind),
            "is_over": game.is_over(history.state),
            "events": [codec.plain(event) for event in events],
        }
        if body["is_over"]:
            body["result"] = _result(game, history)
        begins, ends = is_new and bool(history.done), history.was_over and not was_over
        return Told(line.seq, at, game, kind, events, body, history.state, begins, ends)

    def _history_before(self, line: Line, game: AnyGame, codec: Codec) -> History:
        """Return the game's history before a line; only of the game that was read last."""
        if self._read is None or self._read[0] != line.game:
            history = History.of(game)
            for earlier in self._journal.lines(line.game):
                if earlier.seq < line.seq:
                    history.take(earlier, codec)
            self._read = line.game, history
        return self._read[1]


def _result(game: AnyGame, history: History) -> JsonObject:
    """Return how a game ended, as logs of plays tell it."""
    return {
        "title": game.plays.title,
        "begun": history.done[0].entry.at,
        "is_cooperative": game.plays.is_cooperative,
        "players": plain(game.plays.players(history.state)),
    }


def _step(history: History, kind: Kind) -> int | None:
    """Return the line that an undo has taken back or a redo has done again, None for any other."""
    if kind is Kind.UNDO:
        return history.undone[-1].entry.seq
    return history.done[-1].entry.seq if kind is Kind.REDO else None
