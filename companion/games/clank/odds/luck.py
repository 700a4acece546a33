"""How lucky the draws were: the cubes drawn of each player, compared with what was to be expected.

Each attack counts with the bag as it was then. The attacks of a game, and the games of several
evenings, are combined by convolution, in whole numbers, so that nothing is rounded.
"""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import reduce
from math import comb
from typing import TypeVar

from companion.engine.value import Value, replace
from companion.games.clank.box import Colour, Cubes
from companion.games.clank.events import CubesDrawn, Event, SeatsCorrected
from companion.games.clank.evolve import evolve
from companion.games.clank.odds.attack import ways
from companion.games.clank.state import Clank
from companion.games.clank.values import DrawnBy
from companion.games.shared import new_colours

N = TypeVar("N", int, float)


class Drawn(Value, frozen=True):
    """One attack: what was in the bag, what came out, who was inside, and who drew."""

    bag: Cubes
    cubes: Cubes
    inside: tuple[Colour, ...]
    drawn_by: DrawnBy = DrawnBy.HAND


class Luck(Value, frozen=True):
    """One player's cubes over some attacks.

    ways[n]: how many of the `of` equally likely outcomes bring n cubes of this player.
    """

    cubes: int
    ways: tuple[int, ...]
    of: int

    @property
    def expected(self) -> Fraction:
        """Return the mean number of cubes."""
        return Fraction(sum(cubes * ways for cubes, ways in enumerate(self.ways)), self.of)

    @property
    def kinder(self) -> Fraction:
        """Return the share of outcomes with fewer cubes."""
        return Fraction(sum(self.ways[: self.cubes]), self.of)

    @property
    def harsher(self) -> Fraction:
        """Return the share of outcomes with more cubes."""
        return Fraction(sum(self.ways[self.cubes + 1 :]), self.of)

    @property
    def variance(self) -> Fraction:
        """Return the variance of the number of cubes, in cubes²."""
        squares = Fraction(sum(cubes**2 * ways for cubes, ways in enumerate(self.ways)), self.of)
        return squares - self.expected**2

    def chance(self, cubes: int) -> Fraction:
        """Return the chance of exactly so many cubes."""
        return Fraction(self.ways[cubes], self.of) if 0 <= cubes < len(self.ways) else Fraction(0)

    @property
    def chances(self) -> tuple[float, ...]:
        """Return the chance of every number of cubes, each right to the last bit of a float."""
        return tuple(float(self.chance(cubes)) for cubes in range(len(self.ways)))

    def __add__(self, other: "Luck") -> "Luck":
        """Return both together, as one longer game."""
        both = tuple(together(self.ways, other.ways))
        return Luck(self.cubes + other.cubes, both, self.of * other.of)


NOTHING = Luck(0, (1,), 1)


def draws_of(events: Iterable[Event], state: Clank) -> tuple[Drawn, ...]:
    """Return the attacks that counted in a game, from all its events in order."""
    found: list[Drawn] = []
    for event in events:
        if isinstance(event, CubesDrawn):
            inside = tuple(player.colour for player in state.inside)
            found.append(Drawn(state.bag, event.cubes, inside, event.drawn_by))
        elif isinstance(event, SeatsCorrected):
            new = new_colours(event.seats, event.was)
            found = [_recoloured(drawn, new) for drawn in found]
        state = evolve(state, event)
    return tuple(found)


def _recoloured(drawn: Drawn, new: Mapping[Colour, Colour]) -> Drawn:
    """Return an attack as it was, told with the colours that turned out to be the right ones."""
    inside = tuple(new.get(colour, colour) for colour in drawn.inside)
    return replace(
        drawn, bag=drawn.bag.recoloured(new), cubes=drawn.cubes.recoloured(new), inside=inside
    )


def luck_of(draws: Sequence[Drawn]) -> Mapping[Colour, Luck]:
    """Return the luck of every player over the attacks during which the player was inside."""
    return {
        colour: reduce(Luck.__add__, lucks)
        for colour in Colour
        if (lucks := [luck_in(drawn, colour) for drawn in draws if colour in drawn.inside])
    }


def luck_in(drawn: Drawn, colour: Colour) -> Luck:
    """Return one player's luck in one attack."""
    heap, count = drawn.bag.total, drawn.cubes.total
    return Luck(drawn.cubes.of(colour), ways(drawn.bag.of(colour), heap, count), comb(heap, count))


def together(one: Sequence[N], other: Sequence[N]) -> list[N]:
    """Return the ways, or the chances, of both added up; the number of cubes is the place.

    With chances, over fifty games the error stays under 1e-12.
    """
    total: list[N] = [0] * (len(one) + len(other) - 1)
    for first, some in enumerate(one):
        for second, more in enumerate(other):
            total[first + second] += some * more
    return total
