"""How one player's draws of a game rank among those of all fair games.

The sum of a player's cubes cannot tell: bad luck ends the game of the player who has it, so games
end more often after bad draws than after good ones. Here all games are compared over one length.
"""

from collections.abc import Callable, Sequence
from math import sqrt
from statistics import NormalDist

from companion.games.clank.box import Colour
from companion.games.clank.odds.luck import Drawn, luck_in

# In cubes², the variance of one player's cubes over the attacks that a rank is made of.
RANKED_VARIANCE = 5.0  # RULING: bots bring 5.2 in the median game, so as many are padded as are cut
NORMAL = NormalDist()
ALMOST_NEVER = 2.0**-53  # the least chance that a rank is told of


def rank_of(draws: Sequence[Drawn], colour: Colour, dice: Callable[[], float]) -> float:
    """Return a player's bad luck in one game, in standard deviations; below 0 is good luck.

    Over fair games it is a standard normal number, exactly. Each attack becomes its rank among all
    draws of that bag, in which `dice` (uniform from 0 to 1) settles equal ones. The attacks add up
    until RANKED_VARIANCE is reached, by their share of it; what a shorter game leaves open, chance
    fills. So it does not matter what ended the game.
    """
    open_share, rank = 1.0, 0.0
    for drawn in draws:
        if colour in drawn.inside:
            luck = luck_in(drawn, colour)
            share = min(open_share, float(luck.variance) / RANKED_VARIANCE)
            place = float(luck.kinder) + dice() * float(luck.chance(luck.cubes))
            rank += sqrt(share) * _deviation(place)
            open_share -= share
    return rank + sqrt(open_share) * _deviation(dice())


def share_luckier_than(rank: float) -> float:
    """Return the share of fair games that bring better luck than a rank of rank_of()."""
    return NORMAL.cdf(rank)


def _deviation(place: float) -> float:
    return NORMAL.inv_cdf(min(max(place, ALMOST_NEVER), 1 - ALMOST_NEVER))
