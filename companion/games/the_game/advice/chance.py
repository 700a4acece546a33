"""The chance to win from here, by games played out with partners like those at the table."""

from collections.abc import Iterator
from math import sqrt

from companion.engine.value import Value
from companion.games.the_game.advice.advisor import Other, View
from companion.games.the_game.advice.cards import ALL, bits, cards_in
from companion.games.the_game.advice.group import ADVISOR, Dice, Group, Manner
from companion.games.the_game.advice.piles import CARDS, PILES, Agreed
from companion.games.the_game.advice.play_out import Result, Table, play
from companion.games.the_game.advice.talk import SILENT, reasons

GOLDEN = (sqrt(5) - 1) / 2  # its multiples spread evenly between 0 and 1
# Play-outs deal what nobody sees at random, but people hold on to cards that fit badly. So many
# times the odds came true: fitted to 1,900 games of `python -m tests.bench chance`.
TRUE_ODDS = 0.78
FOUR_OF_FIVE = 1.28  # standard deviations on each side of an 80 % range


class Chance(Value, frozen=True):
    """A chance, and the range that holds the true one in four of five cases."""

    likely: float
    low: float
    high: float


class Count(Value, frozen=True):
    """The play-outs with one manner."""

    games: int = 0
    perfect: int = 0
    wins: int = 0

    def and_one(self, result: Result) -> "Count":
        """Return the count with one more play-out."""
        return Count(self.games + 1, self.perfect + result.is_perfect, self.wins + result.is_win)


class Progress(Value, frozen=True):
    """The play-outs that are done, by the manner of the others."""

    counts: tuple[Count, ...] = ()

    @property
    def games(self) -> int:
        """Return how many games are played out."""
        return sum(count.games for count in self.counts)

    @property
    def victory(self) -> Chance:
        """Return the chance that at most nine cards are left."""
        return _chance([(count.wins, count.games) for count in self.counts])

    @property
    def perfect(self) -> Chance:
        """Return the chance that no card is left."""
        return _chance([(count.perfect, count.games) for count in self.counts])


def _chance(counts: list[tuple[int, int]]) -> Chance:
    """Return the chance over all manners; they differ, and few games tell little."""
    games = sum(games for _, games in counts)
    likely = (sum(wins for wins, _ in counts) + 0.5) / (games + 1)
    between = sum(games * ((wins + likely) / (games + 1) - likely) ** 2 for wins, games in counts)
    spread = sqrt(between / max(games, 1) + likely * (1 - likely) / (games + 1))
    low, high = likely - FOUR_OF_FIVE * spread, likely + FOUR_OF_FIVE * spread
    return Chance(_true(likely), _true(max(low, 0.0)), _true(min(high, 1.0)))


def _true(chance: float) -> float:
    """Return what comes of a chance that play-outs tell."""
    return chance * TRUE_ODDS / (chance * TRUE_ODDS + 1 - chance)


def win_chance(
    view: View, agreed: Agreed, group: Group, dice: Dice, games: int, own: Manner = ADVISOR
) -> Iterator[Progress]:
    """Yield the play-outs so far, once after each of `games`; the asker plays in the `own` manner.

    The cards the player cannot see are dealt at random among the draw pile and the others, as their
    flags allow. How the others play is drawn from what the group may be.
    """
    counts = [Count() for _ in group]
    begin = dice.random()
    for number in range(games):
        at = _at(group, (begin + number * GOLDEN) % 1)
        manners = (own, *[group[at][0]] * len(view.others))
        counts[at] = counts[at].and_one(play(dealt(view, agreed, manners, dice), dice))
        yield Progress(tuple(counts))


def _at(group: Group, share: float) -> int:
    for at, (_, chance) in enumerate(group):
        share -= chance
        if share < 0:
            return at
    return len(group) - 1


def dealt(view: View, agreed: Agreed, manners: tuple[Manner, ...], dice: Dice) -> Table:
    """Return a whole table as it may be: what is unknown is dealt at random."""
    unknown = sorted(CARDS - view.hand - view.played)
    dice.shuffle(unknown)
    wished = [_wished(view, other, unknown) for other in view.others]
    hands = [view.hand]
    for other, cards in zip(view.others, wished, strict=True):
        rest = other.cards - len(cards)
        hands.append(cards.union(unknown[:rest]))
        del unknown[:rest]
    return Table(view.tops, tuple(hands), tuple(unknown), agreed, view.duty, manners=manners)


def _wished(view: View, other: Other, unknown: list[int]) -> frozenset[int]:
    """Take cards for which somebody may have raised the own flags, one for each that needs one."""
    out, hand = ALL & ~bits(view.hand | view.played), 0
    for pile in PILES if other.flags != SILENT else ():
        why = reasons(view.tops, out, pile, other.flags[pile]) if other.flags[pile] else 0
        card = next((card for card in unknown if why >> card & 1), None)
        if card is not None and not hand & why and hand.bit_count() < other.cards:
            unknown.remove(card)
            hand |= 1 << card
    return frozenset(cards_in(hand))
