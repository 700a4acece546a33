"""How long a game has gone on, how long each player took, and its turns: by the journal's times."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from itertools import groupby
from operator import itemgetter

from companion.engine.game import AnyGame
from companion.engine.value import Value, field
from companion.table.history import Entry, as_they_count
from companion.table.line import Kind

BREAK_S = 30 * 60.0  # who waits longer for a step has a break, which is nobody's time

Steps = Sequence[tuple[Entry, object]]  # each step with the state after it


class Times(Value):
    """Seconds of play: all together, and of each seat's turns, in the order of first turns."""

    total_s: float = 0.0
    by_seat: dict[str, float] = field(default_factory=dict)
    home: list[float] = field(default_factory=list)  # of each who went home, the last at the end

    def add(self, seat: str, took_s: float) -> None:
        """Count what lies between two steps; a break, or a clock that was set back, is nothing."""
        counted_s = took_s if 0 < took_s <= BREAK_S else 0.0
        self.total_s += counted_s
        if seat:
            self.by_seat[seat] = self.by_seat.get(seat, 0.0) + counted_s

    def move(self, new: Mapping[str, str]) -> None:
        """Let times follow players to new seats; "" is the new seat of who goes home."""
        self.home += [self.by_seat.pop(seat, 0.0) for seat, then in new.items() if not then]
        self.by_seat = {new.get(seat, seat): took_s for seat, took_s in self.by_seat.items()}

    def move_back(self, new: Mapping[str, str]) -> None:
        """Undo move()."""
        old = {then: seat for seat, then in new.items() if then}
        self.by_seat = {old.get(seat, seat): took_s for seat, took_s in self.by_seat.items()}
        self.by_seat |= {seat: self.home.pop() for seat, then in new.items() if not then}


class Turn(Value, frozen=True):
    """A turn as the log shows it: whose it was ("" nobody's), and its steps, the oldest first.

    `named` is the state whose names its seats have: today's, or that before the seats moved.
    """

    seat: str
    entries: tuple[Entry, ...]
    named: object


def times_of(game: AnyGame, steps: Iterable[tuple[Entry, object]], now: datetime) -> Times:
    """Return how long a game took; one that goes on takes until now."""
    times, before, seat, is_over = Times(), None, "", False
    for entry, state in steps:
        at = datetime.fromisoformat(entry.at)
        if before is not None and not is_over:
            times.add(seat, (at - before).total_seconds())
        for event in entry.events:
            if new := game.recolours(event):
                (times.move_back if entry.kind is Kind.UNDO else times.move)(new)
        before, seat, is_over = at, seat_of(game, state), game.is_over(state)
    if before is not None and not is_over:
        times.add(seat, (now - before).total_seconds())
    return times


def turns_of(game: AnyGame, steps: Steps, most: int, until: int) -> list[Turn]:
    """Return the last turns that begin before step `until`, at most `most` steps; newest first."""
    told = as_they_count([entry for entry, _ in steps])
    first = max(0, until - most)
    before = [game.empty, *(state for _, state in steps)]
    named = _named(game, steps)
    seated = [
        (seat_of(game, before[at + _seats(game, told[at])]), id(named[at]), at)
        for at in range(first, min(until, len(told)))
    ]
    turns = []
    for (seat, _), played in groupby(seated, itemgetter(0, 1)):
        places = [at for *_, at in played]
        turns.append(Turn(seat, tuple(told[at] for at in places), named[places[0]]))
    return turns[::-1]


def _named(game: AnyGame, steps: Steps) -> list[object]:
    """Return of each step the state whose names its seats have.

    A name that was corrected counts for all steps. Where seats have moved, the steps before tell of
    those who sat there then.
    """
    named: list[object] = []
    newest: object = steps[-1][1] if steps else game.empty
    for at in range(len(steps) - 1, -1, -1):
        entry, was = steps[at][0], steps[at - 1][1] if at else game.empty
        moves = _moves(game, entry)
        named.append(was if moves and entry.kind is Kind.UNDO else newest)
        newest = was if moves else newest
    return named[::-1]


def _moves(game: AnyGame, entry: Entry) -> bool:
    """Has this step moved players to other seats?"""
    return any(map(game.recolours, entry.events))


def _seats(game: AnyGame, entry: Entry) -> bool:
    """Has it moved them, so that it tells of where they sit now? An undo tells of before."""
    return entry.kind is not Kind.UNDO and _moves(game, entry)


def seat_of(game: AnyGame, state: object) -> str:
    """Return whose turn it is, "" if it is nobody's."""
    return "" if game.is_over(state) else game.whose_turn(state) or ""
