"""A player for the demo and the tests: plays a practice game as the advisor would."""

from companion.games.the_game import commands as co
from companion.games.the_game.advice.asking import best_plays, view_of
from companion.games.the_game.state import TheGame


def next_command(state: TheGame) -> co.Command | None:
    """Return what the player whose turn it is does next; None when the game is over.

    The state must be dealt. One card at a time: the others may raise flags in between.
    """
    who = state.turn
    if state.ending is not None or who is None:
        return None
    plays = best_plays(view_of(state, who, frozenset(state.holds(who))))
    if plays is None:
        return co.GiveUp(who)
    return co.PlayCard(plays[0].pile, plays[0].card, who) if plays else co.EndTurn()
