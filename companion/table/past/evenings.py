"""The games that ended: when, how long, and how everybody came out.

Reading them takes long, so it is a job for a desk (companion.worker), done once for each game.
"""

from collections.abc import Generator
from functools import partial
from pathlib import Path

from companion.engine.value import Value
from companion.games import GAMES
from companion.table import game_file
from companion.table.disk.kept import Kept
from companion.table.journal import Journal
from companion.table.line import GameEntry

KIND = "evening 1"  # another number if it is ever worked out in another way
MOST_GAMES = 500  # the newest


class Sat(Value, frozen=True):
    """Somebody in one game; `points` and `damage` None where the game has none."""

    seat: str
    name: str
    has_won: bool
    points: int | None = None
    damage: int | None = None


class Evening(Value, frozen=True):
    """One game that ended; `minutes` 0 if unknown."""

    id: str
    game: str
    at: str
    minutes: int
    sat: tuple[Sat, ...]


def evenings_of(journal_file: Path) -> Generator[tuple[int, int], None, tuple[Evening, ...]]:
    """Return the games that ended, the oldest first; yields how many are read, of how many."""
    found = []
    with game_file.read_journal(journal_file) as journal, Kept(journal_file, KIND) as kept:
        games, since = journal.games_once()[:MOST_GAMES], journal.group_since()
        for number, game in enumerate(games):
            work_out = partial(_work_out, journal, game)
            if (evening := kept.of(game, since, Evening, work_out)) is not None:
                found.append(evening)
            yield number + 1, len(games)
    return tuple(reversed(found))


def _work_out(journal: Journal, game: GameEntry) -> Evening | None:
    """Return a game that is over; None for one that goes on, and for practice."""
    played = GAMES[game.name]
    entries, state = game_file.story(journal, game.id)
    # What still keeps hands secret when it is over is practice, and no evening's result.
    if not played.plays.players(state) or not played.is_over(state) or played.has_secrets(state):
        return None
    times = [entry.at for entry in entries]
    sat = tuple(
        Sat(each.seat, each.name, each.has_won, each.points, each.damage)
        for each in played.plays.players(state)
    )
    return Evening(game.id, game.name, times[0], game_file.minutes_of(times), sat)
