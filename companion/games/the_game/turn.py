"""Whether a turn can be completed: what lies open says something, a known hand says all."""

from functools import cache

from companion.games.the_game.components import HIGHEST, LOWEST, Pile
from companion.games.the_game.state import TheGame, may_lie

Tops = tuple[int, ...]


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
    owed = tuple(card in state.unmet and not state.rulings.no_blue_on_top for card in _tops(state))
    return _finishes(state, _tops(state), frozenset(hand), state.missing, owed)


def _tops(state: TheGame) -> Tops:
    return tuple(state.top(pile) for pile in Pile)


def _finishes(
    state: TheGame, tops: Tops, hand: frozenset[int], missing: int, owed: tuple[bool, ...]
) -> bool:
    is_strict = bool(state.duty) and state.rulings.no_blue_on_top

    @cache
    def reaches(tops: Tops, hand: frozenset[int], missing: int, owed: tuple[bool, ...]) -> bool:
        blue_lies = any(state.is_blue(top) for top in tops)
        if not missing and not any(owed) and not (is_strict and blue_lies):
            return True
        return any(
            reaches(
                (*tops[:at], card, *tops[at + 1 :]),
                hand - {card},
                max(0, missing - 1),
                (*owed[:at], owed[at] and state.is_blue(card), *owed[at + 1 :]),
            )
            for at, pile in enumerate(Pile)
            for card in hand
            if may_lie(pile, tops[at], card)
        )

    return reaches(tops, hand, missing, owed)
