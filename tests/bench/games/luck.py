"""Does the verdict on luck favour anybody? Its ranks over many games of bots, which are fair."""

import random
from math import sqrt

from companion.games.clank import CLANK
from companion.games.clank.odds.luck import draws_of, luck_of
from companion.games.clank.odds.rank import rank_of, share_luckier_than
from tests.bench.report import Row
from tests.support.games.clank_bots import bot_game

GAMES = 1_000
# Kolmogorov's: sqrt(n) times the largest gap exceeds this in one of a hundred fair measurements.
LARGEST_GAP = 1.63


def luck(games: int = GAMES) -> list[Row]:
    """Compare the ranks of all players with a uniform law; the players of a game count as one."""
    shares = sorted(share_luckier_than(rank) for rank in map(_rank_of_one_player, range(games)))
    gap = max(
        max((place + 1) / games - share, share - place / games)
        for place, share in enumerate(shares)
    )
    mean = sum(shares) / games
    return [
        Row(
            f"ranks of luck in {games:,} games of bots: largest gap to uniform",
            f"{gap:.5f}",
            f"{LARGEST_GAP / sqrt(games):.5f} (1 %)",
            f"{gap * sqrt(games) / LARGEST_GAP:.2f}",
        ),
        Row("  their mean, 0.5 if nobody is favoured", f"{mean:.4f} ± {2 / sqrt(12 * games):.4f}"),
    ]


def _rank_of_one_player(seed: int) -> float:
    """Return the rank of any one player: those of one game depend on each other."""
    dice, draws = random.Random(seed), draws_of(bot_game(seed).events, CLANK.empty)
    colour = dice.choice(sorted(luck_of(draws)))
    return rank_of(draws, colour, dice.random)
