"""Who may act at all: the refusals that many rules of Clank! share."""

from companion.engine.errors import Rejected
from companion.games import shared
from companion.games.clank import events as ev
from companion.games.clank.box import PIECES, Colour, Piece
from companion.games.clank.evolve import Events
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


def off_turn(state: Clank, colour: Colour) -> Events:
    """Return what follows when a player logs something that belongs into their own turn.

    Source: EN 256, 288, 512. RULING: somebody may have forgotten to log it in time, so the first
    one counts, and the table is asked once.
    """
    if colour == state.turn or state.rulings.off_turn or state.off_turn_asked:
        return ()
    if state.rulings.off_turn is False:
        raise Rejected("only_on_the_own_turn", player=colour, turn=state.turn)
    return (ev.OffTurnAsked(colour),)


def pieces_left(state: Clank, piece: Piece) -> int:
    """Return how many of a piece may still turn up: neither gone nor held (EN 40-50, 421)."""
    held = sum(token.value == piece.value for player in state.players for token in player.tokens)
    return PIECES[piece] - state.gone.count(piece) - held


def whose_turn(state: Clank) -> Colour:
    """Return the colour whose turn it is, or refuse: no game has been set up."""
    if state.turn is None:
        raise Rejected("no_game")
    return state.turn
