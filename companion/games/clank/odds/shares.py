"""Everybody's luck in whole games, small enough to be kept, and added up over evenings."""

from collections.abc import Callable, Iterable, Sequence
from math import sqrt

from companion.engine.value import Value
from companion.games.clank.events import Event
from companion.games.clank.evolve import evolve
from companion.games.clank.odds.luck import draws_of, luck_of, together
from companion.games.clank.odds.rank import rank_of
from companion.games.clank.state import Clank, is_over
from companion.games.shared import apply_all, name_in


class Share(Value, frozen=True):
    """One player's cubes, the chance of every number of them, and rank_of() it."""

    cubes: int
    chances: tuple[float, ...]
    rank: float

    @property
    def expected(self) -> float:
        """Return the mean number of cubes."""
        return sum(count * chance for count, chance in enumerate(self.chances))


Shares = dict[str, Share]  # by name, or by colour where there is none


def shares_of(events: Sequence[Event], dice: Callable[[], float]) -> Shares:
    """Return everybody's luck in a game, from all its events; {} for one that is not over.

    dice: as rank_of() needs them.
    """
    state = apply_all(evolve, Clank(), events)
    if not is_over(state):
        return {}
    draws = draws_of(events, Clank())
    return {
        name_in(state.players, colour) or colour.value: Share(
            luck.cubes, luck.chances, rank_of(draws, colour, dice)
        )
        for colour, luck in luck_of(draws).items()
    }


def added_up(games: Iterable[Shares]) -> Shares:
    """Return everybody's luck over several games, by name."""
    cubes: dict[str, int] = {}
    chances: dict[str, Sequence[float]] = {}
    ranks: dict[str, list[float]] = {}
    for game in games:
        for name, one in game.items():
            cubes[name] = cubes.get(name, 0) + one.cubes
            chances[name] = together(chances.get(name, (1.0,)), one.chances)
            ranks.setdefault(name, []).append(one.rank)
    return {
        name: Share(cubes[name], tuple(chances[name]), sum(ranks[name]) / sqrt(len(ranks[name])))
        for name in sorted(cubes)
    }
