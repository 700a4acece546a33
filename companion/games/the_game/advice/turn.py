"""Whether a turn can be completed, with a hand that is known or not."""

from companion.games.the_game.advice.piles import Duty, Tops
from companion.games.the_game.advice.search import can_finish_turn
from companion.games.the_game.box import BLUE_CARDS, HIGHEST, LOWEST, Pile
from companion.games.the_game.state import TheGame, may_lie


def must_be_able(state: TheGame) -> bool:
    """Does any hand of this size hold what must still be laid, whatever its cards are?

    Cards that can each be laid now can all be laid one after the other: on one pile the nearest
    goes first. So a hand is able if more of its cards are playable than must be laid; in the worst
    hand all cards are unplayable that can be.
    """
    assert state.turn is not None
    unknown = set(range(LOWEST, HIGHEST + 1)) - state.played
    dead = sum(not any(may_lie(pile, state.top(pile), card) for pile in Pile) for card in unknown)
    return state.hand(state.turn) - dead >= state.missing


def can_finish(state: TheGame, hand: tuple[int, ...]) -> bool:
    """Can this hand complete the turn, in any order, blue cards to cover included?"""
    return can_finish_turn(tops_of(state), hand, duty_of(state))


def tops_of(state: TheGame) -> Tops:
    """Return the numbers on top of the piles, for the search."""
    first, second, third, fourth = (state.top(pile) for pile in Pile)
    return first, second, third, fourth


def duty_of(state: TheGame) -> Duty:
    """Return what this turn still owes, for the search."""
    due = frozenset(
        at
        for at, pile in enumerate(Pile)
        if any(card in state.duty and not state.is_covered(card) for card in state.cards(pile))
    )
    is_strict = state.rulings.no_blue_on_top and bool(state.duty)
    blue = BLUE_CARDS if state.on_fire else frozenset()
    return Duty(state.missing, due, blue, is_strict)
