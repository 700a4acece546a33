"""The four piles as plain numbers, small and fast enough for the search.

Piles 0 and 1 go up from 1, piles 2 and 3 down from 100. Line numbers are the rulebook's (001).
"""

from typing import NamedTuple

from companion.engine.value import Value
from companion.games.the_game.box import BLUE_CARDS, DOWN_START, HIGHEST, LOWEST, UP_START
from companion.games.the_game.values import Level

Tops = tuple[int, int, int, int]

PILES = (0, 1, 2, 3)
START: Tops = (UP_START, UP_START, DOWN_START, DOWN_START)
CARDS = frozenset(range(LOWEST, HIGHEST + 1))


class Play(NamedTuple):
    """One card laid on one pile."""

    card: int
    pile: int


Turn = tuple[Play, ...]


class Agreed(Value, frozen=True):
    """What the table agreed to play by: the level and the blue cards."""

    level: Level = Level.NORMAL
    on_fire: bool = False
    no_blue_on_top: bool = False  # the stricter reading of 121: any blue on a top breaks a due duty

    @property
    def blue(self) -> frozenset[int]:
        """Return the cards that are blue."""
        return BLUE_CARDS if self.on_fire else frozenset()

    def duty(self, tops: Tops, draw_pile: int) -> "Duty":
        """Return what a turn owes that starts like this: every blue on a top is due (121)."""
        due = frozenset(pile for pile in PILES if tops[pile] in self.blue)
        must_play = self.level.cards_a_turn(draw_pile)
        return Duty(must_play, due, self.blue, self.no_blue_on_top and bool(due))


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


def lay(tops: Tops, play: Play) -> Tops:
    """Return the tops after a lawful play."""
    card, pile = play
    first, second, third, fourth = tops
    if pile == 0:
        return card, second, third, fourth
    if pile == 1:
        return first, card, third, fourth
    if pile == 2:
        return first, second, card, fourth
    return first, second, third, card
