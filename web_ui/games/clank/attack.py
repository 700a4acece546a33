"""An attack on a seat's page: what it may do to a player, and what the last one did."""

from collections.abc import Mapping

from companion.engine.value import Value
from companion.games.clank.box import Colour
from companion.games.clank.events import CubesDrawn, DamageTaken, KnockedOut
from companion.games.clank.odds.attack import Chances, next_attack
from companion.games.clank.state import Clank
from companion.games.clank.values import DrawnBy
from companion.table.history import Entry

BARS = 5  # damage 0 to 4; the last takes in whatever is worse
HIGHEST = 54  # of a bar, in units of its drawing


class Bar(Value, frozen=True):
    """One bar: a damage, its chance, its height; `is_more`: or worse."""

    damage: int
    chance: float
    height: int
    is_more: bool


class Outlook(Value, frozen=True):
    """What the next attack may do to one player."""

    mean: float
    bars: tuple[Bar, ...]


def outlook(state: Clank, colour: Colour) -> Outlook:
    """Return the chances of the attack that waits, or else of the next one, as bars."""
    chances = next(each for each in next_attack(state) if each.colour is colour)
    shares = _shares(chances)
    highest = max(shares)
    bars = tuple(
        Bar(
            damage,
            share,
            max(2, round(HIGHEST * share / highest)),
            damage == BARS - 1 and chances.worst > damage,
        )
        for damage, share in enumerate(shares)
    )
    return Outlook(float(chances.expected), bars)


def _shares(chances: Chances) -> list[float]:
    shares = [float(chances.exactly(damage)) for damage in range(chances.worst + 1)]
    return [*shares[: BARS - 1], sum(shares[BARS - 1 :])] if len(shares) > BARS else shares


class Blow(Value, frozen=True):
    """What the last draw did: its cubes in order, if that is known, and whom they hurt."""

    seq: int
    cubes: tuple[str, ...]
    is_ordered: bool
    drawn_by: DrawnBy
    damage: Mapping[Colour, int]
    out: frozenset[Colour]


def blow(entry: Entry | None) -> Blow | None:
    """Return what a draw's line of the log did; None if there is no such line."""
    if entry is None:
        return None
    drawn = next(event for event in entry.events if isinstance(event, CubesDrawn))
    counted = (cube for cube, n in drawn.cubes.counts().items() for _ in range(n))
    return Blow(
        entry.seq,
        drawn.order or tuple(counted),
        bool(drawn.order),
        drawn.drawn_by,
        {event.colour: event.cubes for event in entry.events if isinstance(event, DamageTaken)},
        frozenset(event.colour for event in entry.events if isinstance(event, KnockedOut)),
    )
