"""Whether a bag favours a colour: the cubes of many attacks, compared with those of a fair bag."""

from collections.abc import Iterator, Sequence
from math import comb, sqrt
from statistics import NormalDist

from companion.engine.value import Value
from companion.games.clank.box import Cube
from companion.games.clank.odds.attack import ways
from companion.games.clank.odds.luck import Drawn, together

NOTICED = 0.9  # the chance with which a bias of Bias.smallest_noticed() is found
NEGLIGIBLE = 1e-17  # a chance this small no longer changes a sum of floats


class Bias(Value, frozen=True):
    """How often one colour came out of a bag over many draws, against a fair bag.

    sigma: the standard deviation that chance alone gives, in cubes. chance: how often a fair bag
    gives a number of cubes at least as far out, on either side.
    """

    cube: Cube
    cubes: int
    expected: float
    sigma: float
    chance: float

    def smallest_noticed(self, alarm: float) -> float:
        """Return the smallest bias that nine of ten reports would find, as a share of `expected`.

        0.5: the colour comes half as often again. `alarm` is the chance of a false alarm. By the
        normal approximation; infinity if the colour could not come.
        """
        deviations = NormalDist().inv_cdf(1 - alarm / 2) + NormalDist().inv_cdf(NOTICED)
        return deviations * self.sigma / self.expected if self.expected else float("inf")


def telling(draws: Sequence[Drawn]) -> tuple[Drawn, ...]:
    """Return the draws that say something: cubes came out, and others could have come instead."""
    return tuple(drawn for drawn in draws if 0 < drawn.cubes.total < drawn.bag.total)


def bias_of(draws: Sequence[Drawn]) -> tuple[Bias, ...]:
    """Return for every colour how these draws compare with a fair bag."""
    return tuple(_bias(draws, cube) for cube in Cube)


def _bias(draws: Sequence[Drawn], cube: Cube) -> Bias:
    least, chances = 0, [1.0]
    for drawn in draws:
        least, chances = _trimmed(least, together(chances, list(_chances(drawn, cube))))
    cubes = sum(drawn.cubes.of(cube) for drawn in draws)
    counts = range(least, least + len(chances))
    expected = sum(n * chance for n, chance in zip(counts, chances, strict=True))
    squares = sum((n - expected) ** 2 * chance for n, chance in zip(counts, chances, strict=True))
    at_most = sum(chance for n, chance in zip(counts, chances, strict=True) if n <= cubes)
    at_least = sum(chance for n, chance in zip(counts, chances, strict=True) if n >= cubes)
    return Bias(cube, cubes, expected, sqrt(squares), min(1.0, 2 * min(at_most, at_least)))


def _chances(drawn: Drawn, cube: Cube) -> Iterator[float]:
    """Yield the chances of 0, 1, 2 ... cubes of this colour in one draw."""
    heap, count = drawn.bag.total, drawn.cubes.total
    found = ways(drawn.bag.of(cube), heap, count)
    yield from (way / comb(heap, count) for way in found)


def _trimmed(least: int, chances: list[float]) -> tuple[int, list[float]]:
    """Leave out what is negligible at both ends, so that thousands of draws take no longer."""
    kept = [place for place, chance in enumerate(chances) if chance > NEGLIGIBLE]
    return least + kept[0], chances[kept[0] : kept[-1] + 1]
