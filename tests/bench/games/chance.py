"""Does the chance that the advisor of The Game tells come true? Games with groups of many manners.

In the long run a bot that takes the nearest card stands for the slow search, in the game and in
the play-outs alike; in the short one the advisor itself plays with people who say nothing.
"""

import os
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator
from functools import partial
from multiprocessing import Pool
from random import Random
from typing import NamedTuple

from companion.games.the_game.advice.advisor import View
from companion.games.the_game.advice.chance import Chance, win_chance
from companion.games.the_game.advice.group import (
    ADVISOR,
    SPREADS,
    STEPS,
    Heard,
    Manner,
    group_of,
    step_of,
)
from companion.games.the_game.advice.piles import Agreed, lay
from companion.games.the_game.advice.play_out import Result, Table, deal, result_of, step, view_of
from companion.games.the_game.values import Level
from tests.bench.games.the_game import interval
from tests.bench.report import Row

GAMES = 10_000
WITH_THE_SEARCH = 19  # one of so many games is played with the advisor itself
PLAY_OUTS = 40  # the page plays 200
PROCESSES = min(2, os.cpu_count() or 1)
NEAREST = Manner(0.5)
# Of the real groups; the model knows other numbers.
REAL_SPREADS = (0.3, 0.5, 1.0, 2.0, 3.0, 5.0, 8.0)
AGREED = (Agreed(), Agreed(), Agreed(Level.EXPERT_1), Agreed(on_fire=True, no_blue_on_top=True))


class Told(NamedTuple):
    """What was told at one moment of a game, and what came."""

    victory: Chance
    perfect: Chance
    came: Result


def chances(games: int = GAMES) -> list[Row]:
    """Compare what is told with what comes, in tenths of the chance."""
    few = max(1, games // WITH_THE_SEARCH)
    with Pool(PROCESSES) as pool:
        told = pool.map(partial(ask_once, NEAREST), range(games), chunksize=20)
        searched = pool.map(partial(ask_once, ADVISOR), range(few), chunksize=1)
    return [
        *compared(f"{games:,} games, a bot for the search", told),
        *compared(f"{few:,} games with the advisor, the others silent", searched),
    ]


def ask_once(own: Manner, number: int) -> Told:
    """Play a game of the asker and a group; ask at one moment of it, any is as likely."""
    dice = Random(f"chance {number}")
    players, talks = dice.randint(2, 5), own is NEAREST and dice.random() < 0.5
    others = Manner(dice.choice(REAL_SPREADS), talks)
    agreed = dice.choice(AGREED)
    manners = (own._replace(talks=talks), *[others] * (players - 1))
    came, moments = _followed(deal(players, agreed, dice, manners), dice)
    view, heard = dice.choice(moments)
    spreads = [spread for spread in SPREADS if spread is not None or own is ADVISOR]
    *_, progress = win_chance(view, agreed, group_of(heard, spreads), dice, PLAY_OUTS, own)
    return Told(progress.victory, progress.perfect, came)


def _followed(table: Table, dice: Random) -> tuple[Result, list[tuple[View, Heard]]]:
    """Return how a game ends, and what its first player knew at each of the own moments."""
    moments: list[tuple[View, Heard]] = []
    heard = Heard()
    for before, after in _steps(table, dice):
        if before.acting == 0:
            view = view_of(before)
            moments.append((view, heard))
            wishes = sum(map(bool, (flag for other in view.others for flag in other.flags)))
            heard = heard._replace(wishes=heard.wishes + wishes)
        else:
            heard = heard._replace(steps=heard.steps + tuple(_lengths(before, after)))
        heard = heard._replace(turns=heard.turns + 1)
        table = after
    return result_of(table), moments


def _steps(table: Table, dice: Random) -> Iterator[tuple[Table, Table]]:
    while table.cards_left and (after := step(table, dice)) is not None:
        yield table, after
        table = after


def _lengths(table: Table, after: Table) -> Iterator[int]:
    tops = table.tops
    for one in after.laid:
        yield step_of(one.pile, tops[one.pile], one.card)
        tops = lay(tops, one)


def compared(what: str, told: list[Told]) -> Iterator[Row]:
    """Yield what was told beside what came, in tenths of the chance."""
    yield from _tenths(f"{what}: victory", [(one.victory, one.came.is_win) for one in told])
    yield from _tenths(f"{what}: perfect", [(one.perfect, one.came.is_perfect) for one in told])


def _tenths(what: str, told: list[tuple[Chance, bool]]) -> Iterator[Row]:
    yield Row(what, f"told {_mean([one.likely for one, _ in told]):.1%}", "came", _came(told))
    for tenth in range(10):
        some = [(one, came) for one, came in told if min(9, int(one.likely * 10)) == tenth]
        if some:
            mean = f"told {_mean([one.likely for one, _ in some]):.1%}"
            which = f"  {tenth * 10}-{tenth * 10 + 10} %, {len(some)} games"
            yield Row(which, mean, "came", _came(some))


def _came(told: list[tuple[Chance, bool]]) -> str:
    rate = _mean([came for _, came in told])
    low, high = interval(rate, len(told))
    return f"{rate:.1%} ({low:.1%} to {high:.1%})"


def _mean(values: list[float] | list[bool]) -> float:
    return sum(values) / len(values)


def manners(games: int = 200) -> list[Row]:
    """Count the steps of each manner: the numbers of SPREADS."""
    rows = []
    for spread in SPREADS:
        found: Counter[int] = Counter()
        for number in range(games):
            dice, players = Random(f"manners {number}"), 2 + number % 4
            table = deal(players, Agreed(), dice, (Manner(spread, number % 8 < 4),) * players)
            for before, after in _steps(table, dice):
                found.update(bisect_left(STEPS, each) for each in _lengths(before, after))
        shares = (round(1000 * found[at] / found.total()) for at in range(len(STEPS)))
        rows.append(Row(f"steps of spread {spread}, of 1,000", " ".join(map(str, shares))))
    return rows
