"""How kind the draws were: worked out of the journal, as rows that the page shows.

It takes long, so it is a job for a desk (companion.worker), and imports nothing of the pages.
"""

import random
from collections.abc import Sequence
from math import sqrt
from pathlib import Path

from companion.engine.game import fold
from companion.engine.sentence import Sentence
from companion.engine.value import Value
from companion.games.clank import CLANK
from companion.games.clank.odds.luck import Luck, draws_of, luck_of
from companion.games.clank.odds.rank import rank_of, share_luckier_than
from companion.table import game_file
from companion.table.disk.kept import Kept
from companion.table.journal import Journal
from companion.table.line import GameEntry
from companion.worker.work import Job

KIND = "clank luck 2"  # another number if it is ever worked out in another way
MOST_GAMES = 50  # of the evenings that are added up, the newest
UNSEEN = 0.001  # what is rarer than this is left out at the ends of a chart
UNLUCKIER = Sentence(
    "Unluckier than {n} of 100 such games.", "Unluckier than {n} of 100 such games."
)
LUCKIER = Sentence("Luckier than {n} of 100 such games.", "Luckier than {n} of 100 such games.")


class Bar(Value, frozen=True):
    """One bar of a chart: a number of cubes and its chance as a share of the highest."""

    cubes: int
    height: float
    is_own: bool


class Share(Value, frozen=True):
    """One player's cubes in one game, the chance of every number of them, and rank_of() it."""

    cubes: int
    chances: tuple[float, ...]
    rank: float


Shares = dict[str, Share]  # by name or colour; empty for a game that is not over


class Row(Value, frozen=True):
    """One player: cubes, what was expected, the verdict and the chart."""

    name: str
    cubes: int
    expected: float
    verdict: Sentence
    bars: tuple[Bar, ...]


def row(name: str, cubes: int, chances: Sequence[float], rank: float) -> Row:
    """Return how a player's cubes stand; chances[n] is that of n cubes, `rank` of rank_of()."""
    expected = sum(count * chance for count, chance in enumerate(chances))
    highest = max(chances)
    seen = [n for n, chance in enumerate(chances) if chance >= UNSEEN or n == cubes]
    bars = (Bar(n, chances[n] / highest, n == cubes) for n in range(min(seen), max(seen) + 1))
    return Row(name, cubes, expected, verdict(rank), tuple(bars))


def verdict(rank: float) -> Sentence:
    """Return how many of 100 games bring better luck than this rank, or worse luck."""
    said = UNLUCKIER if rank > 0 else LUCKIER
    return Sentence(said.one, said.many, {"n": int(100 * share_luckier_than(abs(rank)))})


def chances_of(luck: Luck) -> list[float]:
    """Return the chance of every number of cubes, each right to the last bit of a float."""
    return [float(luck.chance(cubes)) for cubes in range(len(luck.ways))]


class LuckTable(Value, frozen=True):
    """What the page shows: of the game on the table, and of all `games` evenings."""

    rows: tuple[Row, ...]
    evenings: tuple[Row, ...]
    games: int


def luck_table(journal_file: Path, now: str) -> Job[LuckTable]:
    """Work out everybody's luck in the game `now` and over the newest evenings.

    Yields how many games are looked at, of how many.
    """
    found: dict[str, Shares] = {}
    with game_file.read_journal(journal_file) as journal, Kept(journal_file, KIND) as kept:
        games, since = journal.games()[:MOST_GAMES], journal.group_since()
        for game in games:
            found[game.id] = _shares(journal, game, since, kept)
            yield len(found), len(games)
    rows = tuple(
        row(name, one.cubes, one.chances, one.rank) for name, one in found.get(now, {}).items()
    )
    counted = [shares for shares in found.values() if shares]
    evenings = tuple(_evenings(counted)) if len(counted) > 1 else ()
    return LuckTable(rows, evenings, len(counted))


def _shares(journal: Journal, game: GameEntry, since: int, kept: Kept) -> Shares:
    """Return everybody's luck in a game of Clank! that is over; it is worked out once."""
    if game.name != CLANK.name:
        return {}
    return kept.of(game, since, Shares, lambda: _work_out(journal, game.id)) or {}


def _work_out(journal: Journal, game_id: str) -> Shares:
    events = game_file.counted_events(journal, game_id, CLANK)
    state = fold(CLANK, events)
    if not CLANK.is_over(state):
        return {}
    draws = draws_of(events, CLANK.empty)
    dice = random.Random(game_id)  # the same rank whenever it is worked out
    return {
        CLANK.name_of(state, colour) or colour.value: Share(
            luck.cubes, tuple(chances_of(luck)), rank_of(draws, colour, dice.random)
        )
        for colour, luck in luck_of(draws).items()
    }


def together(one: Sequence[float], other: Sequence[float]) -> list[float]:
    """Return the chances of both added up; over fifty games the error stays under 1e-12."""
    total = [0.0] * (len(one) + len(other) - 1)
    for first, some in enumerate(one):
        for second, more in enumerate(other):
            total[first + second] += some * more
    return total


def _evenings(games: Sequence[Shares]) -> list[Row]:
    cubes: dict[str, int] = {}
    chances: dict[str, list[float]] = {}
    ranks: dict[str, list[float]] = {}
    for game in games:
        for name, one in game.items():
            cubes[name] = cubes.get(name, 0) + one.cubes
            chances[name] = together(chances.get(name, [1.0]), one.chances)
            ranks.setdefault(name, []).append(one.rank)
    return [
        row(name, cubes[name], chances[name], sum(ranks[name]) / sqrt(len(ranks[name])))
        for name in sorted(cubes)
    ]
