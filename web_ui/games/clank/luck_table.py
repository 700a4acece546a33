"""How kind the draws were: worked out of the journal, as rows that the page shows.

It takes long, so it is a job for a desk (companion.worker), and imports nothing of the pages.
"""

import random
from pathlib import Path

from companion.engine.sentence import Sentence
from companion.engine.value import Value
from companion.games.clank import CLANK
from companion.games.clank.odds.rank import share_luckier_than
from companion.games.clank.odds.shares import Share, Shares, added_up, shares_of
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


class Row(Value, frozen=True):
    """One player: cubes, what was expected, the verdict and the chart."""

    name: str
    cubes: int
    expected: float
    verdict: Sentence
    bars: tuple[Bar, ...]


def row(name: str, share: Share) -> Row:
    """Return how a player's cubes stand."""
    cubes, chances = share.cubes, share.chances
    highest = max(chances)
    seen = [n for n, chance in enumerate(chances) if chance >= UNSEEN or n == cubes]
    bars = (Bar(n, chances[n] / highest, n == cubes) for n in range(min(seen), max(seen) + 1))
    return Row(name, cubes, share.expected, verdict(share.rank), tuple(bars))


def verdict(rank: float) -> Sentence:
    """Return how many of 100 games bring better luck than this rank, or worse luck."""
    said = UNLUCKIER if rank > 0 else LUCKIER
    return Sentence(said.one, said.many, {"n": int(100 * share_luckier_than(abs(rank)))})


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
        games, since = journal.games_once()[:MOST_GAMES], journal.group_since()
        # A copy on the table does not count, but its own luck is shown.
        copies = [game for game in journal.games() if game.id == now and game not in games]
        for game in (*games, *copies):
            found[game.id] = _shares(journal, game, since, kept)
            yield len(found), len(games) + len(copies)
    counted = [shares for game in games if (shares := found[game.id])]
    evenings = added_up(counted) if len(counted) > 1 else {}
    return LuckTable(_rows(found.get(now, {})), _rows(evenings), len(counted))


def _rows(shares: Shares) -> tuple[Row, ...]:
    return tuple(row(name, share) for name, share in shares.items())


def _shares(journal: Journal, game: GameEntry, since: int, kept: Kept) -> Shares:
    """Return everybody's luck in a game of Clank! that is over; it is worked out once."""
    if game.name != CLANK.name:
        return {}
    return kept.of(game, since, Shares, lambda: _work_out(journal, game.id)) or {}


def _work_out(journal: Journal, game_id: str) -> Shares:
    dice = random.Random(game_id)  # the same rank whenever it is worked out
    return shares_of(game_file.counted_events(journal, game_id, CLANK), dice.random)
