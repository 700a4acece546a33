"""What a table has achieved: the ended games, counted by players and level."""

from collections.abc import Iterable

from companion.engine.value import Value
from companion.games.the_game.state import TheGame
from companion.games.the_game.values import Level, Result


class Record(Value, frozen=True):
    """The ended games of one number of players at one level, with or without On Fire."""

    players: int
    level: Level
    on_fire: bool
    games: int
    wins: int
    perfect: int
    best: int  # fewest cards left


def records_of(games: Iterable[TheGame]) -> tuple[Record, ...]:
    """Return the records of some games' last states; practice and unended games do not count."""
    kinds: dict[tuple[int, Level, bool], list[TheGame]] = {}
    for game in _counted(games):
        kinds.setdefault((len(game.names), game.level, game.on_fire), []).append(game)
    order = list(Level)
    kinds_in_order = sorted(kinds, key=lambda kind: (kind[0], order.index(kind[1]), kind[2]))
    return tuple(_record(*kind, kinds[kind]) for kind in kinds_in_order)


def streak_of(games: Iterable[TheGame]) -> int:
    """Return how many of the last games, oldest first, were won one after the other."""
    streak = 0
    for game in _counted(games):
        streak = 0 if game.result is Result.LOST else streak + 1
    return streak


def _counted(games: Iterable[TheGame]) -> tuple[TheGame, ...]:
    return tuple(game for game in games if game.ending and not game.practice)


def _record(players: int, level: Level, on_fire: bool, games: list[TheGame]) -> Record:
    results = [game.result for game in games]
    best = min(game.left for game in games)
    return Record(
        players,
        level,
        on_fire,
        len(games),
        len(results) - results.count(Result.LOST),
        results.count(Result.PERFECT),
        best,
    )
