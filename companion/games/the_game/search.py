"""All sensible ways through a turn: order matters, ten-backs and chains included.

On each pile the next own card is tried, a ten-back, and a card whose ten-back is in hand as well.
Where none of these ways pays the duty, every lawful play is tried.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from companion.games.the_game.cards import back, bits, cards_in, nearest, onwards
from companion.games.the_game.piles import PILES, STEP_BACK, Duty, Play, Tops, Turn, lay
from companion.games.the_game.worth import passed

EXTRA_STEP = 2  # cards still out that a play may pass over when enough is played already


class End(NamedTuple):
    """A turn, and what it leaves behind."""

    tops: Tops
    hand: int  # bits
    turn: Turn


class _Node(NamedTuple):
    tops: Tops
    hand: int
    duty: Duty
    turn: Turn


def ends(tops: Tops, hand: int, duty: Duty, out: int) -> list[End]:
    """Return the different ends of a turn that pay the duty; none if nothing does.

    `hand` and `out`, the cards that are neither played nor in hand, are bits.
    """
    start = _Node(tops, hand, duty, ())
    return list(_ends(start, out, is_wide=False)) or list(_ends(start, out, is_wide=True))


def can_finish_turn(tops: Tops, hand: Iterable[int], duty: Duty) -> bool:
    """Tell exactly whether some cards in some order pay the whole duty (46, 52, 119).

    A hand that is stuck for its first choice may be fine in another order.
    """
    start = _Node(tops, bits(hand), duty, ())
    return next(_ends(start, 0, is_wide=True), None) is not None


def _ends(start: _Node, out: int, *, is_wide: bool) -> Iterator[End]:
    todo, known = [start], set()
    while todo:
        node = todo.pop()
        key = (node.tops, node.hand, node.duty.due)
        if key in known:
            continue
        known.add(key)
        is_paid = node.duty.is_met(node.tops)
        if is_paid:
            yield End(node.tops, node.hand, node.turn)
        for pile in () if _is_lost(node) else PILES:
            cards = _lawful(node, pile) if is_wide else _sensible(node, pile, out, is_paid)
            todo += [_after(node, Play(card, pile)) for card in cards_in(cards)]


def _after(node: _Node, play: Play) -> _Node:
    rest = node.hand & ~(1 << play.card)
    return _Node(lay(node.tops, play), rest, node.duty.after(play), (*node.turn, play))


def _is_lost(node: _Node) -> bool:
    """Tell whether a pile that is due takes no card in hand: nothing else will change that."""
    return any(not _lawful(node, pile) for pile in node.duty.due)


def _lawful(node: _Node, pile: int) -> int:
    top = node.tops[pile]
    return onwards(pile, top, node.hand) | node.hand & back(pile, top)


def _sensible(node: _Node, pile: int, out: int, is_paid: bool) -> int:
    """Return the cards (bits) worth a try here; extra ones only if they pass over little."""
    top, hand = node.tops[pile], node.hand
    ten_back, ahead = hand & back(pile, top), onwards(pile, top, hand)
    if not ahead:
        return ten_back
    backed = ahead & (hand << STEP_BACK if pile < 2 else hand >> STEP_BACK)
    if is_paid and passed(out, pile, top, ahead) > EXTRA_STEP:
        return ten_back | backed
    return ten_back | backed | nearest(pile, ahead)
