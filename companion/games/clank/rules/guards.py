"""Who may act at all: the refusals that many rules of Clank! share."""

from companion.engine.errors import Rejected
from companion.games import shared
from companion.games.clank.box import Colour
from companion.games.clank.state import Clank, Player


def playing(state: Clank, colour: Colour) -> Player:
    """Return the player of this colour, or refuse: nobody plays it."""
    return shared.playing(state.players, colour)


def inside(state: Clank, colour: Colour) -> Player:
    """Return the player if still in the dungeon, or refuse: who is out does nothing (EN 395)."""
    player = playing(state, colour)
    if player.is_out:
        raise Rejected("player_is_out", player=colour)
    return player


def whose_turn(state: Clank) -> Colour:
    """Return the colour whose turn it is, or refuse: no game has been set up."""
    if state.turn is None:
        raise Rejected("no_game")
    return state.turn
