"""All sensible ways to play a turn: order matters, ten-backs and chains included.

On each pile the next own card is tried, a ten-back, and a card whose ten-back is in hand as well.
Where none of these ways pays the duty, every lawful play is tried.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from math import inf
from typing import NamedTuple

from companion.games.the_game.advice.cards import BACK, ONWARDS, before, bits, cards_in, nearest
from companion.games.the_game.advice.piles import PILES, Duty, Play, Tops, Turn, lay
from companion.games.the_game.box import JUMP

EXTRA_STEP = 2  # cards still out that a play may pass over when enough is played already
MARGIN = 16.0  # a turn that costs so much more than the best is not followed further


class End(NamedTuple):
    """A turn, and what it leaves behind."""

    cost: float
    tops: Tops
    hand: int  # bits
    turn: Turn


class _Node(NamedTuple):
    tops: Tops
    hand: int
    duty: Duty
    turn: Turn


Cost = Callable[[Tops, int], float]


def ends(tops: Tops, hand: int, duty: Duty, out: int, cost: Cost) -> list[End]:
    """Return different ends of a turn that pay the duty, the cheapest first; none if nothing does.

    `hand` and `out`, the cards that are neither played nor in hand, are bits.
    """
    start = _Node(tops, hand, duty, ())
    found = list(_ends(start, partial(_sensible, out), cost)) or list(_ends(start, _lawful, cost))
    return sorted(found, key=lambda end: end.cost)


def can_finish_turn(tops: Tops, hand: Iterable[int], duty: Duty) -> bool:
    """Tell exactly whether some cards in some order pay the whole duty (46, 52, 119).

    A hand that is stuck for its first choice may be fine in another order.
    """
    start = _Node(tops, bits(hand), duty, ())
    return next(_ends(start, _lawful, lambda tops, hand: 0.0), None) is not None


def _ends(start: _Node, choose: Callable[[_Node, int], int], cost: Cost) -> Iterator[End]:
    todo, known, best = [start], set(), inf
    while todo:
        node = todo.pop()
        tops, hand, duty, turn = node
        if duty.must_play <= 0 and duty.is_met(tops):
            price = cost(tops, hand)
            yield End(price, tops, hand, turn)
            best = min(best, price)
            if price > best + MARGIN:
                continue
        for play in () if duty.due and _is_lost(node) else _plays(node, choose):
            owed = duty.after(play)
            after = lay(tops, play), hand ^ 1 << play.card, owed.due
            if after not in known:
                known.add(after)
                todo.append(_Node(after[0], after[1], owed, (*turn, play)))


def _plays(node: _Node, choose: Callable[[_Node, int], int]) -> list[Play]:
    plays: list[Play] = []
    for pile in PILES:
        if cards := choose(node, pile):
            plays += [Play(card, pile) for card in cards_in(cards)]
    return plays


def _is_lost(node: _Node) -> bool:
    """Tell whether a pile that is due takes no card in hand: nothing else will change that."""
    return not all(_lawful(node, pile) for pile in node.duty.due)


def _lawful(node: _Node, pile: int) -> int:
    top = node.tops[pile]
    return node.hand & (ONWARDS[pile][top] | BACK[pile][top])


def _sensible(out: int, node: _Node, pile: int) -> int:
    """Return the cards (bits) worth a try here; those not owed only if they pass over little."""
    tops, hand, duty, _ = node
    top = tops[pile]
    there, ten_back = ONWARDS[pile][top], hand & BACK[pile][top]
    ahead = hand & there
    if not ahead:
        return ten_back
    backed = ahead & (hand << JUMP if pile < 2 else hand >> JUMP)
    is_extra = duty.must_play <= 0 and not (duty.due and pile in duty.due)
    if is_extra and (out & there & before(pile, ahead)).bit_count() > EXTRA_STEP:
        return ten_back | backed
    return ten_back | backed | nearest(pile, ahead)
