"""A player for the demo and the tests: plays a practice game from the hand that was dealt."""

from companion.games.the_game import messages as ms
from companion.games.the_game.components import Pile, Who
from companion.games.the_game.state import TheGame, may_lie

PLAYERS = tuple(Who)
CHEAP = 2  # numbers that an extra card may step over


def next_command(state: TheGame) -> ms.Command | None:
    """Return what the player whose turn it is does next; None when the game is over.

    The state must be dealt. The nearest card is laid, one that is 10 back before all; more than
    must be is laid only where it costs next to nothing.
    """
    if state.ending is not None or state.turn is None:
        return None
    moves = sorted(
        (_steps(state, pile, card), tuple(Pile).index(pile), card)
        for pile in Pile
        for card in state.holds(state.turn)
        if may_lie(pile, state.top(pile), card)
    )
    must = state.missing or state.unmet
    if not moves:
        return ms.GiveUp(state.turn) if must else ms.EndTurn()
    steps, pile, card = _to_cover(state, moves) or moves[0]
    if not must and steps > CHEAP:
        return ms.EndTurn()
    return ms.PlayCard(tuple(Pile)[pile], card, state.turn)


def _steps(state: TheGame, pile: Pile, card: int) -> int:
    """Return how far a card moves a pile on; -10 for one that is 10 back."""
    top = state.top(pile)
    return card - top if pile.is_up else top - card


def _to_cover(state: TheGame, moves: list[tuple[int, int, int]]) -> tuple[int, int, int] | None:
    """Return the nearest card that covers a blue one, once the rest of the duty is done."""
    if state.missing > 1 or not state.unmet:
        return None
    burning = {
        tuple(Pile).index(pile) for pile in Pile if set(state.cards(pile)) & set(state.unmet)
    }
    covers = (move for move in moves if move[1] in burning and not state.is_blue(move[2]))
    return next(covers, None)
