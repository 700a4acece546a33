"""How a fight may go, exactly: chances as ratios of whole numbers, never rounded.

A card drawn from the pile may be any that nobody has seen since the pile was shuffled. If the
table's list has every die value, or every discard was told before the shuffle, the chances are
exact. A card whose value nobody has told counts as one sixth of each value.
"""

from fractions import Fraction

from companion.engine.value import Value
from companion.games.grave_robbers.box import SIDES
from companion.games.grave_robbers.rules.cards import box_dice
from companion.games.grave_robbers.rules.fights import acting_side_wins
from companion.games.grave_robbers.rules.items import die_of
from companion.games.grave_robbers.state import NO_DIE_COUNTS, DieCounts, GraveRobbers, Laid

DICE = tuple(range(1, SIDES + 1))


class Pool(Value, frozen=True):
    """The cards that a draw comes out of: told ones by die value, and how many were never told."""

    told: DieCounts
    untold: int = 0

    @property
    def total(self) -> int:
        """Count the cards."""
        return sum(self.told) + self.untold

    def chance(self, die: int) -> Fraction:
        """Return the chance of a die value; in an empty pool all values are equally likely."""
        if not self.total:
            return Fraction(1, SIDES)
        return (self.told[die - 1] + Fraction(self.untold, SIDES)) / self.total

    def without(self, die: int) -> "Pool":
        """Return the pool after a card of this value has left it."""
        if not self.told[die - 1]:
            return Pool(self.told, max(self.untold - 1, 0))
        told = tuple(count - (value == die) for value, count in enumerate(self.told, 1))
        return Pool(told, self.untold)

    def with_one(self, die: int) -> "Pool":
        """Return the pool with one more card of this value."""
        told = tuple(count + (value == die) for value, count in enumerate(self.told, 1))
        return Pool(told, self.untold)


class Odds(Value, frozen=True):
    """One side's chances to win, against a card from the pile or one that lies open.

    with_die: for a card of the hand with a die value of 1, 2 ... 6; from_pile: for a card off the
    pile; is_exact: was every card told, or was some value assumed equally likely?
    """

    with_die: tuple[Fraction, ...]
    from_pile: Fraction
    is_exact: bool


class Sums(Value, frozen=True):
    """What is added to the own and to the other die, and whether the own side acts.

    die: the other's die value where it lies open already, 0 for a card off the pile.
    """

    own: int = 0
    other: int = 0
    acts: bool = True
    die: int = 0


def pool(state: GraveRobbers) -> Pool:
    """Return what the next card of the pile is drawn out of.

    Hands and rewards came off the same pile unseen, so their cards are among the possible ones. In
    the first pile every card that anybody has shown is gone; after a shuffle only those that were
    shown off the pile, since a hand may hold older cards.
    """
    if not state.item_pile:
        return _discards(state)
    made_of = box_dice(state.cards) if state.shuffled is None else state.shuffled
    gone = _gone(state)
    told = tuple(max(had - left, 0) for had, left in zip(made_of, gone, strict=True))
    beyond = sum(max(left - had, 0) for had, left in zip(made_of, gone, strict=True))
    return Pool(told, max(state.shuffled_items - sum(made_of) - beyond, 0))


def _discards(state: GraveRobbers) -> Pool:
    return Pool(state.discarded, state.discards - sum(state.discarded))


def _gone(state: GraveRobbers) -> DieCounts:
    """Return the values of the cards that cannot be in the pile any more."""
    if state.shuffled is not None:
        return state.seen
    names = [name for player in state.players for name in player.open_cards]
    shown = [die_of(state, name) for name in names]
    return tuple(count + shown.count(value) for value, count in enumerate(state.seen, 1))


def odds(state: GraveRobbers, sums: Sums, *, are_discarded: bool = True) -> Odds:
    """Return the chances against a card off the pile, or against `sums.die`.

    are_discarded: is the own card discarded before the other is drawn (enemies and chests), so that
    it may be shuffled into the pile that the other comes from?
    """
    now = pool(state)
    with_die = tuple(_against(state, sums, die, _knowing(state, now, die)) for die in DICE)
    from_pile = sum(
        (
            now.chance(die) * _against(state, sums, die, _next(state, now, die, are_discarded))
            for die in DICE
        ),
        Fraction(0),
    )
    return Odds(with_die, from_pile, not now.untold and now.told != NO_DIE_COUNTS)


def _knowing(state: GraveRobbers, now: Pool, die: int) -> Pool:
    """Return the pool for who holds a card of this value: it cannot come off the first pile."""
    return now.without(die) if state.shuffled is None and state.item_pile else now


def _next(state: GraveRobbers, now: Pool, die: int, are_discarded: bool) -> Pool:
    """Return the pool of a second card off the pile, when the first had this value."""
    if state.item_pile != 1:
        return now.without(die)
    discards = _discards(state)
    return discards.with_one(die) if are_discarded else discards


def _against(state: GraveRobbers, sums: Sums, die: int, others: Pool) -> Fraction:
    if sums.die:
        return Fraction(_wins(state, sums, die, sums.die))
    won = (others.chance(other) for other in DICE if _wins(state, sums, die, other))
    return sum(won, Fraction(0))


def _wins(state: GraveRobbers, sums: Sums, die: int, other: int) -> bool:
    own, others = Laid(die, bonus=sums.own), Laid(other, bonus=sums.other)
    ties_win = state.rulings.ties_win
    if sums.acts:
        return acting_side_wins(own, others, ties_win=ties_win)
    return not acting_side_wins(others, own, ties_win=ties_win)
