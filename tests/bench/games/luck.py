"""Does the verdict on luck favour anybody? Its ranks over many games of bots, which are fair.

`luck 100000` measures so many games. The work can be shared out: `luck 12500 --from 25000 --write
FILE` measures the games 25,000 to 37,499 and writes their shares down, and `luck --add FILE ...`
puts such files together.
"""

import argparse
import random
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from math import erfc, exp, pi, sqrt
from pathlib import Path

from companion.games.clank import CLANK
from companion.games.clank.odds.luck import draws_of, luck_of
from companion.games.clank.odds.rank import rank_of, share_luckier_than
from tests.bench.report import Row, show
from tests.support.games.clank_bots import bot_game

GAMES = 1_000
BINS = 20
TERMS = 100  # of Kolmogorov's series; its terms fall faster than any power
PLACES = 9  # of a share that is written down: far finer than what is measured

Shares = Mapping[int, float]  # for each game by its seed, the share of fair games that are luckier


def luck(games: int = GAMES) -> list[Row]:
    """Compare the ranks of one player of each game with a uniform law."""
    return compared(measured(games))


def asked(words: Sequence[str]) -> list[Row]:
    """Measure games from one on and write them down, or put together what was written."""
    parser = argparse.ArgumentParser("luck")
    parser.add_argument("games", type=int, nargs="?", default=GAMES)
    parser.add_argument("--from", type=int, default=0, dest="first", help="the first game")
    parser.add_argument("--write", type=Path, help="a file for the share of each game")
    parser.add_argument("--add", type=Path, nargs="+", help="files that --write has written")
    what = parser.parse_args(words)
    shares = added(what.add) if what.add else measured(what.games, what.first)
    if what.write:
        lines = (f"{game} {share:.{PLACES}f}\n" for game, share in shares.items())
        what.write.write_text("".join(lines))
    return compared(shares)


def measured(games: int, first: int = 0) -> Shares:
    """Return the share of fair games that are luckier, for any one player of each game.

    One of each game, because the players of a game depend on each other.
    """
    seeds = range(first, first + games)
    return {seed: share_luckier_than(_rank_of_one_player(seed)) for seed in seeds}


def added(files: Sequence[Path]) -> Shares:
    """Return what stands in all files; a game that was measured twice is an error."""
    lines = [line.split() for file in files for line in file.read_text().splitlines()]
    shares = {int(game): float(share) for game, share in lines}
    if len(shares) < len(lines):
        raise ValueError(f"{len(lines) - len(shares)} games stand in the files twice")
    return shares


def compared(shares: Shares) -> list[Row]:
    """Tell how far the shares are from a uniform law."""
    count, values = len(shares), sorted(shares.values())
    gap, chi2 = largest_gap(values), chi_squared(values)
    mean = sum(values) / count
    return [
        Row(
            f"ranks of luck in {count:,} games of bots: largest gap to uniform",
            f"{gap:.5f}",
            "p > 0.01",
            f"p {chance_of_gap(gap, count):.3f}",
        ),
        Row(
            f"  chi-squared over {BINS} bins",
            f"{chi2:.1f} of {BINS - 1}",
            "p > 0.01",
            f"p {chance_of_chi_squared(chi2):.3f}",
        ),
        Row(
            "  their mean, 0.5 if nobody is favoured",
            f"{mean:.5f} ± {2 / sqrt(12 * count):.5f}",
            "p > 0.01",
            f"p {erfc(abs(mean - 0.5) * sqrt(12 * count) / sqrt(2)):.3f}",
        ),
    ]


def largest_gap(ordered: Sequence[float]) -> float:
    """Return the largest distance between ordered shares and a uniform law (Kolmogorov's)."""
    count = len(ordered)
    return max(
        max((place + 1) / count - share, share - place / count)
        for place, share in enumerate(ordered)
    )


def chance_of_gap(gap: float, count: int) -> float:
    """Return the chance that fair shares have a gap at least as large (with Stephens' root)."""
    scaled = (sqrt(count) + 0.12 + 0.11 / sqrt(count)) * gap
    terms = ((-1.0) ** (k - 1) * exp(-2 * (k * scaled) ** 2) for k in range(1, TERMS))
    return min(1.0, max(0.0, 2 * sum(terms)))


def chi_squared(values: Sequence[float]) -> float:
    """Return chi-squared of BINS bins of equal width."""
    counts = Counter(min(int(share * BINS), BINS - 1) for share in values)
    expected = len(values) / BINS
    return sum((counts[place] - expected) ** 2 for place in range(BINS)) / expected


def chance_of_chi_squared(chi2: float) -> float:
    """Return the chance that fair shares have a chi-squared at least as large.

    For an odd number of degrees of freedom it is a finite sum (Abramowitz and Stegun, 26.4.4).
    """
    return erfc(sqrt(chi2 / 2)) + sqrt(2 / pi) * exp(-chi2 / 2) * sum(_odd_terms(chi2))


def _odd_terms(chi2: float) -> Iterator[float]:
    term = sqrt(chi2)
    for odd in range(1, BINS - 1, 2):
        yield term
        term *= chi2 / (odd + 2)


def _rank_of_one_player(seed: int) -> float:
    """Return the rank of any one player: those of one game depend on each other."""
    dice, draws = random.Random(seed), draws_of(bot_game(seed).events, CLANK.empty)
    colour = dice.choice(sorted(luck_of(draws)))
    return rank_of(draws, colour, dice.random)


if __name__ == "__main__":
    show(asked(sys.argv[1:]))
