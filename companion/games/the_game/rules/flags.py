"""Flags: wishes about a pile that name no number (JA 99-105)."""

from companion.engine.errors import Rejected
from companion.games.the_game import commands as co
from companion.games.the_game import events as ev
from companion.games.the_game.box import Who
from companion.games.the_game.evolve import Events
from companion.games.the_game.state import TheGame
from companion.games.the_game.values import Flag


def raise_flag(command: co.RaiseFlag, state: TheGame) -> Events:
    """Make a wish about a pile, without a number (JA 101-103)."""
    _sits_here(state, command.player)
    if command.player is not None and command.player is state.turn:
        raise Rejected("own_turn_needs_no_flag", player=command.player)
    if Flag(command.pile, command.wish, command.player) in state.flags:
        raise Rejected("flag_is_up")
    return (ev.FlagRaised(command.pile, command.wish, command.player),)


def lower_flag(command: co.LowerFlag, state: TheGame) -> Events:
    """Take a wish back."""
    _sits_here(state, command.player)
    if not any((flag.pile, flag.player) == (command.pile, command.player) for flag in state.flags):
        raise Rejected("no_flag")
    return (ev.FlagLowered(command.pile, command.player),)


def _sits_here(state: TheGame, player: Who | None) -> None:
    if player is not None and player not in state.players:
        raise Rejected("nobody_sits_there", player=player)
