"""Whom each command acts for: where players keep to their own seats, only they may do it."""

from companion.games.the_game import commands as msg
from companion.games.the_game.box import Who
from companion.games.the_game.state import TheGame


def acts_for(state: TheGame, command: msg.Command) -> tuple[Who, ...]:
    """Return the seats that the command acts for, () if it concerns the whole table."""
    if isinstance(command, msg.StartGame | msg.ChooseFirst | msg.Shuffle | msg.CorrectNames):
        return ()
    if isinstance(command, msg.Correction):
        return ()
    if isinstance(command, msg.RaiseFlag | msg.LowerFlag):
        return () if command.player is None else (command.player,)
    who = state.turn if isinstance(command, msg.EndTurn) else command.player or state.turn
    return () if who is None else (who,)
