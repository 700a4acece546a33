"""How often the advisor wins The Game with itself, beside the best figures anybody published.

The public figures are the best of RobertWeinmeister/TheGameSimulation (players who may say where
others should not lay), of matthewdrees/thegameanalyzer (both 1-5 players, 10,000 games each) and,
for all 98 cards with five players, of maxreith/The-Game-RL.
"""

import os
import time
from collections.abc import Iterable
from functools import partial
from math import sqrt
from multiprocessing import Pool
from random import Random
from statistics import fmean

from companion.games.the_game.advice.group import Manner
from companion.games.the_game.advice.piles import Agreed
from companion.games.the_game.advice.play_out import Result, deal, play
from tests.bench.report import Row

GAMES = 10_000
PUBLIC_PERFECT = {1: 0.12, 2: 0.24, 3: 0.10, 4: 0.11, 5: 0.144}
PUBLIC_WINS = {1: 0.45, 2: 0.88, 3: 0.83, 4: 0.94, 5: 0.92}
PROCESSES = min(2, os.cpu_count() or 1)
NORMAL = 1.96  # standard deviations on each side of a 95 % interval


def win_rates(games: int = GAMES) -> list[Row]:
    """Play so many games for every number of players, each with a seed of its own."""
    rows: list[Row] = []
    for players in PUBLIC_PERFECT:
        began = time.perf_counter()
        with Pool(PROCESSES) as pool:
            results = pool.map(partial(game, players), range(games), chunksize=20)
            took = time.perf_counter() - began
            silent = range(-(-games // 10))
            mute = pool.map(partial(game, players, may_talk=False), silent, chunksize=20)
        rows += [*_rows(players, results, took), *_mute_row(players, mute)]
    return rows


def game(players: int, number: int, *, may_talk: bool = True) -> Result:
    """Return the result of one game, always the same."""
    dice = Random(f"the game, {players} players, game {number}")
    manners = (Manner(None, may_talk),) * players
    return play(deal(players, Agreed(), dice, manners), dice)


def _rows(players: int, results: list[Result], took: float) -> Iterable[Row]:
    games, who = len(results), f"{players} player{'s' * (players > 1)}"
    yield _rate(
        f"The Game, {who}, {games:,} games: all 98 cards",
        sum(result.is_perfect for result in results) / games,
        PUBLIC_PERFECT[players],
        games,
    )
    yield _rate(
        "  fewer than ten cards left",
        sum(result.is_win for result in results) / games,
        PUBLIC_WINS[players],
        games,
    )
    yield Row("  cards left, mean", f"{fmean(result.cards_left for result in results):.2f}")
    yield Row("  seconds", f"{took:.0f} ({PROCESSES} processes)")


def _mute_row(players: int, results: list[Result]) -> Iterable[Row]:
    """Yield the rate of perfect wins without a flag: most public players said nothing either."""
    if players > 1:
        perfect = sum(result.is_perfect for result in results) / len(results)
        what = f"  {len(results):,} games without a flag: all 98 cards"
        yield _rate(what, perfect, PUBLIC_PERFECT[players], len(results))


def _rate(what: str, rate: float, public: float, games: int) -> Row:
    low, high = interval(rate, games)
    measured = f"{rate:.1%} ({low:.1%} to {high:.1%})"
    return Row(what, measured, f"{public:.1%} (best published)", f"{rate / public:.1f}")


def interval(rate: float, games: int) -> tuple[float, float]:
    """Return Wilson's 95 % interval for a rate seen in so many games."""
    square = NORMAL * NORMAL / games
    middle = (rate + square / 2) / (1 + square)
    half = NORMAL * sqrt(rate * (1 - rate) / games + square / (4 * games)) / (1 + square)
    return middle - half, middle + half
