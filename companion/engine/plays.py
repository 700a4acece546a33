"""What a game that was played says to logs of plays: who took part, with how many points."""

from collections.abc import Callable
from typing import Any

from companion.engine.value import Value


class Played(Value, frozen=True):
    """One player at the end of a game; `points` and `damage` None where nobody counts them."""

    seat: str
    name: str
    has_won: bool = False
    points: int | None = None
    damage: int | None = None


class Plays(Value, frozen=True):
    """A game as logs of plays know it.

    `bgg_id` is its number at BoardGameGeek, 0 if it has none. `players` are those of a state, in
    the order in which they sit, the first player first.
    """

    title: str = ""
    bgg_id: int = 0
    players: Callable[[Any], tuple[Played, ...]] = lambda state: ()
    is_cooperative: bool = False
    has_points: bool = False
