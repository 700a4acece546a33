"""The four piles as plain numbers, small and fast enough to think ahead with.

Piles 0 and 1 go up from 1, piles 2 and 3 down from 100. Line numbers are the rulebook's (001).
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

Tops = tuple[int, int, int, int]

PILES = (0, 1, 2, 3)
UP_PILES = (0, 1)
START: Tops = (1, 1, 100, 100)  # 36
CARDS = frozenset(range(2, 100))  # 36: 98 cards
BLUE_CARDS = frozenset({22, 33, 44, 55, 66, 77})  # 117
STEP_BACK = 10  # 81-93
MUST_PLAY = 2  # 46
MUST_PLAY_WITHOUT_DRAW_PILE = 1  # 52, 67
EXPERT_MUST_PLAY = 3  # 131
HAND_SIZES = {1: 8, 2: 7, 3: 6, 4: 6, 5: 6}  # 38; by players
LAST_LEVEL = 2  # 131-135: one more card a turn, then also one card fewer in hand


class Play(NamedTuple):
    """One card laid on one pile."""

    card: int
    pile: int


Turn = tuple[Play, ...]


@dataclass(frozen=True)
class Level:
    """What the table agreed to play by: the experts' level 0-2 and the blue cards."""

    experts: int = 0
    on_fire: bool = False
    no_blue_on_top: bool = False  # the stricter reading of 119: any blue on a top breaks a due duty

    def __post_init__(self) -> None:
        """Refuse a level that the rulebook does not have."""
        if not 0 <= self.experts <= LAST_LEVEL:
            raise ValueError(f"experts is {self.experts}")

    @property
    def blue(self) -> frozenset[int]:
        """Return the cards that are blue."""
        return BLUE_CARDS if self.on_fire else frozenset()

    def hand_size(self, players: int) -> int:
        """Return how many cards each of 1-5 players holds (38, 135)."""
        return HAND_SIZES[players] - (self.experts == LAST_LEVEL)

    def must_play(self, draw_pile: int) -> int:
        """Return the minimum of a turn that starts with so many cards to draw (46, 52, 131)."""
        if draw_pile == 0:
            return MUST_PLAY_WITHOUT_DRAW_PILE
        return EXPERT_MUST_PLAY if self.experts else MUST_PLAY

    def duty(self, tops: Tops, draw_pile: int) -> "Duty":
        """Return what a turn owes that starts like this: every blue on a top is due (119)."""
        due = frozenset(pile for pile in PILES if tops[pile] in self.blue)
        return Duty(self.must_play(draw_pile), due, self.blue, self.no_blue_on_top and bool(due))


class Duty(NamedTuple):
    """What the acting player still owes this turn."""

    must_play: int  # cards, 0 or fewer when enough are played
    due: frozenset[int] = frozenset()  # piles on which a card that is not blue is owed
    blue: frozenset[int] = frozenset()
    no_blue_on_top: bool = False  # owed as well: no blue on any top at the end of this turn

    def after(self, play: Play) -> "Duty":
        """Return what is owed after this play; blue on blue pays nothing (119)."""
        due = self.due
        if play.pile in due and play.card not in self.blue:
            due -= {play.pile}
        return Duty(self.must_play - 1, due, self.blue, self.no_blue_on_top)

    def is_met(self, tops: Tops) -> bool:
        """Tell whether the turn may end with these tops."""
        if self.must_play > 0 or self.due:
            return False
        return not (self.no_blue_on_top and any(top in self.blue for top in tops))


def may_play(tops: Tops, card: int, pile: int) -> bool:
    """Tell whether the pile takes this card: onwards, or exactly ten back (71-93)."""
    top = tops[pile]
    if pile in UP_PILES:
        return card > top or card == top - STEP_BACK
    return card < top or card == top + STEP_BACK


def lay(tops: Tops, play: Play) -> Tops:
    """Return the tops after a lawful play."""
    before, after = tops[: play.pile], tops[play.pile + 1 :]
    return (*before, play.card, *after)  # type: ignore[return-value]  # four again


def plays(tops: Tops, hand: Iterable[int]) -> Iterator[Play]:
    """Yield every lawful play, in the order of the hand."""
    for card in hand:
        for pile in PILES:
            if may_play(tops, card, pile):
                yield Play(card, pile)
