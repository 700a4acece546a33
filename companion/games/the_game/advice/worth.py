"""What a position is worth to its player, as a cost: less is better.

The cost is a weighted sum of what a player sees: how many cards still out each pile has passed,
which cards fit nowhere any more, ten-backs kept, what the own next turn would cost and whose flags
were passed over.
"""

from math import comb
from typing import NamedTuple

from companion.engine.value import Value
from companion.games.the_game.advice.cards import ABOVE, BACK, BELOW, ONWARDS, before
from companion.games.the_game.advice.piles import CARDS, Tops
from companion.games.the_game.advice.weights import EXPERT_2, WEIGHTS, Weights
from companion.games.the_game.box import HAND_SIZE, JUMP
from companion.games.the_game.values import Level

_Pair = tuple[int, int]  # a pile up, a pile down

BLUE_ON_TOP = 2.0  # the cost of a blue card left to the next player
BURNS = 120.0  # the cost of one that the next player surely cannot cover
BACK_STEP = 2  # cards; what a ten-back counts for among the next steps
SQUARES = 50
FAR_STEP = 12  # cards; no next step counts for more
FAR_MOVE = 20  # numbers; no move across a wish for small steps counts for more


class Wish(NamedTuple):
    """What the others together ask for on one pile."""

    pile: int
    top: int  # as it lies
    moving: float  # the cost of laying anything there
    by_number: float  # the cost of each number between

    def cost(self, tops: Tops) -> float:
        """Return the cost of what these tops did against it."""
        moved = abs(tops[self.pile] - self.top)
        return self.moving + self.by_number * min(moved, FAR_MOVE) if moved else 0.0


class Outlook(Value, frozen=True):
    """What stays the same while a player thinks a turn through."""

    weights: Weights
    out: int  # bits of the cards that are neither played nor in the own hand
    wishes: tuple[Wish, ...] = ()  # of the others
    blue: int = 0  # bits of the blue cards
    next_hand: int = 0  # cards that the next player holds; whoever is alone, from the next drawing
    is_alone: bool = False  # then the next turn is the own one, with the cards kept

    def cost(self, tops: Tops, hand: int) -> float:
        """Return what it costs, in no unit, to end the turn with these tops and hand (bits)."""
        near, far = _by_nearness(tops)
        cost = self._room(near, far)
        for wish in self.wishes:
            cost += wish.cost(tops)
        if self.blue:
            cost += self._fire(tops, hand)
        return cost + self._kept(near, far, hand) + self._next_turn(tops, hand) if hand else cost

    def _fire(self, tops: Tops, hand: int) -> float:
        """Return the cost of the blue cards left on top: how likely is it that they burn?

        They do if the next player has no card for that pile. The player's cards may be any of those
        still out.
        """
        cost, out = 0.0, self.out.bit_count()
        if not (out or hand):
            return cost  # all cards lie
        unseen = self.next_hand - hand.bit_count() if self.is_alone else self.next_hand
        for pile, top in enumerate(tops):
            if self.blue >> top & 1:
                covering = (ONWARDS[pile][top] | BACK[pile][top]) & ~self.blue
                cost += BLUE_ON_TOP
                if not (self.is_alone and covering & hand):
                    cost += BURNS * _none_of((covering & self.out).bit_count(), out, unseen)
        return cost

    def _room(self, near: _Pair, far: _Pair) -> float:
        """Return the cost of what the cards still out can no longer do."""
        weights, out = self.weights, self.out
        up, down = out & ABOVE[near[0]], out & BELOW[near[1]]
        far_up, far_down = out & ABOVE[far[0]], out & BELOW[far[1]]
        ups, downs = up.bit_count(), down.bit_count()
        both = 2 * out.bit_count()
        passed = both - ups - downs
        far_passed = both - far_up.bit_count() - far_down.bit_count()
        one_way = (up & ~far_up & ~down) | (down & ~far_down & ~up)
        return (
            weights.near * passed
            + weights.near_squared * passed * passed / SQUARES
            + weights.far * far_passed
            + weights.far_squared * far_passed * far_passed / SQUARES
            + weights.imbalance * abs(ups - downs)
            + weights.dead * (out & ~(up | down)).bit_count()
            + weights.one_way * one_way.bit_count()
        )

    def _kept(self, near: _Pair, far: _Pair, hand: int) -> float:
        """Return the cost of the cards that stay in hand."""
        weights, out, cards = self.weights, self.out, hand.bit_count()
        up, down = hand & ABOVE[near[0]], hand & BELOW[near[1]]
        far_up, far_down = hand & ABOVE[far[0]], hand & BELOW[far[1]]
        one_way = (up & ~far_up & ~down) | (down & ~far_down & ~up)
        half_pairs = hand & (out >> JUMP), hand & (out << JUMP)
        return (
            weights.kept * cards
            + weights.hand_near * (2 * cards - up.bit_count() - down.bit_count())
            + weights.hand_far * (2 * cards - far_up.bit_count() - far_down.bit_count())
            + weights.hand_dead * (hand & ~(up | down)).bit_count()
            + weights.hand_one_way * one_way.bit_count()
            + weights.pairs * (hand & (hand >> JUMP)).bit_count()
            + weights.half_pairs * (half_pairs[0].bit_count() + half_pairs[1].bit_count())
        )

    def _next_turn(self, tops: Tops, hand: int) -> float:
        """Return the cost of the two cheapest piles of the own next turn, ten-backs counted."""
        weights, out, cost, steps = self.weights, self.out, 0.0, []
        for pile, top in enumerate(tops):
            ten_back = BACK[pile][top]
            if ten_back & hand:
                cost += weights.back_in_hand
                steps.append(-BACK_STEP)
                continue
            if ten_back & out:
                cost += weights.back_out
            there = ONWARDS[pile][top]
            ahead = hand & there
            step = (out & there & before(pile, ahead)).bit_count() if ahead else FAR_STEP
            steps.append(min(step, FAR_STEP))
        steps.sort()
        return cost + weights.next_steps * (steps[0] + (steps[1] if hand & (hand - 1) else 0))


def _none_of(some: int, cards: int, drawn: int) -> float:
    """Return the chance that none of some cards is among so many drawn ones."""
    drawn = max(0, min(drawn, cards))
    return comb(cards - some, drawn) / comb(cards, drawn)


def _by_nearness(tops: Tops) -> tuple[_Pair, _Pair]:
    """Return the tops (up, down) of the nearer pile of each direction, then of the further ones."""
    first, second, third, fourth = tops
    near = min(first, second), max(third, fourth)
    return near, (max(first, second), min(third, fourth))


def blend(players: int, draw_pile: int, level: Level = Level.NORMAL) -> Weights:
    """Return the weights for this moment of a game of 1-5 players."""
    usual = _usual(players, draw_pile)
    # Alone the usual ones, since the others were found by games of several players.
    if level is not Level.EXPERT_2 or players == 1:
        return usual
    return Weights(*(one + more for one, more in zip(usual, EXPERT_2, strict=True)))


def _usual(players: int, draw_pile: int) -> Weights:
    start, late, end = WEIGHTS[players]
    if draw_pile == 0:
        return end
    share = draw_pile / (len(CARDS) - players * HAND_SIZE[players])
    pairs = zip(start, late, strict=True)
    return Weights(*(one * share + other * (1 - share) for one, other in pairs))
