"""The Game in logs of plays: all win or lose together; fewer cards left are better."""

from companion.engine.plays import Played, Plays
from companion.games.the_game.state import TheGame
from companion.games.the_game.values import Result


def players(state: TheGame) -> tuple[Played, ...]:
    """Return everybody; each has the cards left as points."""
    has_won = state.result in (Result.WON, Result.PERFECT)
    pairs = zip(state.players, state.names, strict=True)
    return tuple(Played(who, name, has_won, state.left) for who, name in pairs)


PLAYS = Plays("The Game", 173090, players, is_cooperative=True, has_points=True)
