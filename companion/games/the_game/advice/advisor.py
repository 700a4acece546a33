"""What to play, from what the asking player knows.

That is the played cards, the own hand and the flags, which are all that players tell each other.
"""

from itertools import takewhile
from typing import NamedTuple

from companion.engine.value import Value
from companion.games.the_game.advice.cards import ALL, bits
from companion.games.the_game.advice.finish import Finish
from companion.games.the_game.advice.piles import CARDS, PILES, Duty, Tops, Turn
from companion.games.the_game.advice.search import End, ends
from companion.games.the_game.advice.talk import SILENT, Flag, Flags
from companion.games.the_game.advice.weights import Weights
from companion.games.the_game.advice.worth import Outlook, Wish, blend
from companion.games.the_game.box import MOST_PLAYERS
from companion.games.the_game.values import Level

LAST_CARDS = 30  # with so many cards left the best turns must leave all of them a place
TRIED_ENDS = 12
SURE_LIMIT = 1000  # positions looked at for a sure end


class Other(NamedTuple):
    """Another player as the table sees them."""

    cards: int
    flags: Flags = SILENT


class View(Value, frozen=True):
    """What the acting player knows at one moment of the own turn."""

    tops: Tops
    hand: frozenset[int]
    played: frozenset[int]
    draw_pile: int
    duty: Duty
    others: tuple[Other, ...] = ()  # in the order of their turns, the next player first
    level: Level = Level.NORMAL

    def __post_init__(self) -> None:
        """Refuse cards that are not those of one box, and more than five players."""
        if self.hand & self.played or not self.hand | self.played <= CARDS:
            raise ValueError("a card is in hand and played, or in no box")
        unseen = self.draw_pile + sum(other.cards for other in self.others)
        if len(self.hand) + len(self.played) + unseen != len(CARDS):
            raise ValueError("the cards do not add up to 98")
        if len(self.others) >= MOST_PLAYERS:
            raise ValueError(f"{len(self.others) + 1} players")


def best_turn(view: View) -> Turn | None:
    """Return the plays that the rest of the turn should consist of; None when none pays the duty.

    An empty turn means: enough is played, play no more. Ask again after each card: the others
    may have raised new flags.
    """
    hand, outlook = bits(view.hand), _outlook(view)
    if (sure := _sure_turn(view, hand, outlook.out)) is not None:
        return sure
    found = ends(view.tops, hand, view.duty, outlook.out, outlook.cost)
    if not found:
        return None
    if (hand | outlook.out).bit_count() <= LAST_CARDS:
        return _with_room(found, outlook.out).turn
    return found[0].turn


def _sure_turn(view: View, hand: int, out: int) -> Turn | None:
    """Return the own cards that begin a perfect end, where all hands are known to the player.

    So it is without a draw pile when at most one other player holds cards: those not seen yet.
    """
    holders = sum(1 for other in view.others if other.cards)
    if view.draw_pile or holders > 1 or view.duty.blue or not hand:
        return None
    first = hand if view.duty.must_play > 0 else ALL
    order = Finish(SURE_LIMIT).order(view.tops, hand | out, first)
    return None if order is None else tuple(takewhile(lambda play: hand >> play.card & 1, order))


def _with_room(found: list[End], out: int) -> End:
    """Return the first end from which all other cards can still be laid, else the first."""
    finish = Finish()
    for end in found[:TRIED_ENDS]:
        if finish.order(end.tops, end.hand | out) is not None:
            return end
    return found[0]


def _outlook(view: View) -> Outlook:
    weights = blend(len(view.others) + 1, view.draw_pile, view.level)
    wishes = tuple(wish for pile in PILES if (wish := _wish(view, pile, weights)))
    out = ALL & ~bits(view.hand | view.played)
    if not view.duty.blue:
        return Outlook(weights, out, wishes)
    holding = next((other.cards for other in view.others if other.cards), 0)
    full = view.level.hand_size(len(view.others) + 1)
    return Outlook(weights, out, wishes, bits(view.duty.blue), holding or full, not holding)


def _wish(view: View, pile: int, weights: Weights) -> Wish | None:
    """Return what all flags on a pile come to; the next player's counts for more."""
    said = [other.flags[pile] for other in view.others if other.cards]
    not_here, small_steps = said.count(Flag.NOT_HERE), said.count(Flag.SMALL_STEPS)
    if not not_here + small_steps:
        return None
    moving = weights.not_here * not_here
    if said[0] is Flag.NOT_HERE:
        moving += weights.not_here_next
    return Wish(pile, view.tops[pile], moving, weights.small_steps * small_steps / 10)
