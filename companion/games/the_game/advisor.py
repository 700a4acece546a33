"""What to play, and how likely a perfect win is: only from what the asking player knows.

Flags are all that players say to each other; nothing here knows a number that is not public or in
the asking player's own hand (99-105).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum

from companion.games.the_game.piles import (
    CARDS,
    PILES,
    STEP_BACK,
    UP_PILES,
    Duty,
    Tops,
    Turn,
    lay,
    plays,
)


class Flag(IntEnum):
    """What a player may say about a pile."""

    NONE = 0
    SMALL_STEPS = 1
    NOT_HERE = 2


Flags = tuple[Flag, Flag, Flag, Flag]
SILENT: Flags = (Flag.NONE,) * 4

FLAG_COST = {Flag.NONE: 0.0, Flag.SMALL_STEPS: 1.0, Flag.NOT_HERE: 4.0}  # cards
SPARE_COST = 1.0  # an extra card is played when it costs at most so many cards


@dataclass(frozen=True)
class Other:
    """Another player as the table sees them."""

    cards: int
    flags: Flags = SILENT


@dataclass(frozen=True)
class View:
    """What the acting player knows at one moment of the turn."""

    tops: Tops
    hand: frozenset[int]
    played: frozenset[int]
    draw_pile: int
    duty: Duty
    others: tuple[Other, ...] = ()  # in the order of their turns

    def __post_init__(self) -> None:
        """Refuse a card that is in hand and played, or in no box."""
        if self.hand & self.played or not self.hand | self.played <= CARDS:
            raise ValueError(f"hand {sorted(self.hand)} and {len(self.played)} played cards")


def best_turn(view: View) -> Turn | None:
    """Return the plays that the rest of this turn should consist of; None when none pays the duty.

    An empty turn means that enough is played already.
    """
    found = min(_turns(view), key=lambda one: one[0], default=None)
    return None if found is None else found[1]


def _turns(view: View) -> Iterator[tuple[float, Turn]]:
    """Yield each way to pay the duty, followed by whatever is cheap, with its cost."""
    todo: list[tuple[float, Tops, frozenset[int], Duty, Turn]] = [
        (0.0, view.tops, view.hand, view.duty, ())
    ]
    known = set()
    while todo:
        cost, tops, hand, duty, turn = todo.pop()
        if duty.is_met(tops):
            yield cost, turn + _extras(view, tops, hand)
            continue
        for play in plays(tops, sorted(hand)):
            after = (lay(tops, play), hand - {play.card}, duty.after(play))
            if after not in known:
                known.add(after)
                step = step_cost(view, tops, play.card, play.pile)
                todo.append((cost + step, *after, (*turn, play)))


def _extras(view: View, tops: Tops, hand: frozenset[int]) -> Turn:
    turn: Turn = ()
    while hand:
        priced = [(step_cost(view, tops, play.card, play.pile), play) for play in plays(tops, hand)]
        cost, play = min(priced, default=(SPARE_COST + 1, None))
        if play is None or cost > SPARE_COST or play.card in view.duty.blue:
            break
        turn, tops, hand = (*turn, play), lay(tops, play), hand - {play.card}
    return turn


def step_cost(view: View, tops: Tops, card: int, pile: int) -> float:
    """Return how many cards still out this play passes over, and what the flags add."""
    top = tops[pile]
    low, high = min(top, card), max(top, card)
    passed = sum(1 for one in range(low + 1, high) if one not in view.played)
    is_back = (card < top) == (pile in UP_PILES)
    if is_back:
        return -float(passed) - 1
    flag = max((other.flags[pile] for other in view.others), default=Flag.NONE)
    return passed + FLAG_COST[flag] * (high - low > STEP_BACK // 3 or flag is Flag.NOT_HERE)


def flags_for(view: View) -> Flags:
    """Return what a player who is not acting should say: protect a ten-back or a neighbour."""
    return tuple(_flag(view, pile) for pile in PILES)  # type: ignore[return-value]  # four


def _flag(view: View, pile: int) -> Flag:
    top = view.tops[pile]
    sign = 1 if pile in UP_PILES else -1
    if top - sign * STEP_BACK in view.hand:
        return Flag.NOT_HERE
    near = any(top + sign * step in view.hand for step in (1, 2))
    return Flag.SMALL_STEPS if near else Flag.NONE
