"""How the others at a table play: a simple model, and what their cards so far say about it.

A `Manner` is one way to play. People look at the steps: the smaller one is, the likelier they lay
the card. Which manner a table has is told by the steps it took and the wishes it raised so far.
"""

from collections.abc import Iterable
from math import exp, log
from typing import NamedTuple, Protocol

from companion.games.the_game.advice.cards import BACK, ONWARDS, cards_in
from companion.games.the_game.advice.piles import PILES, Duty, Play, Tops, Turn, lay
from companion.games.the_game.advice.talk import Flag, Flags

STAY_AWAY = 12.0  # numbers; so much further does a pile seem where somebody asks to stay away
BLUE_STEP = 10.0  # numbers; so much further does a blue card seem, which the next must cover
LEAST_SPREAD = 0.1


class Dice(Protocol):
    """What a play-out needs of random.Random."""

    def random(self) -> float:
        """Return a number from 0 up to 1."""

    def shuffle(self, x: list[int]) -> None:
        """Put a list into a random order."""


class Manner(NamedTuple):
    """One way to play: by the steps, or None as the advisor would; and whether wishes are used."""

    spread: float | None  # numbers: how much longer a step may be and is taken almost as often
    talks: bool = True


ADVISOR = Manner(None)


class _Turn(NamedTuple):
    tops: Tops
    hand: int  # bits
    duty: Duty
    plays: Turn = ()

    def after(self, play: Play) -> "_Turn":
        tops, duty = lay(self.tops, play), self.duty.after(play)
        return _Turn(tops, self.hand ^ 1 << play.card, duty, (*self.plays, play))


def usual_turn(
    tops: Tops, hand: int, duty: Duty, flags: tuple[Flags, ...], spread: float, dice: Dice
) -> Turn | None:
    """Return a turn as people play it, None where their first choices lead nowhere.

    `hand` is bits, `flags` are what each of the others wishes.
    """
    turn = _Turn(tops, hand, duty)
    while turn.hand:
        is_enough = turn.duty.must_play <= 0 and turn.duty.is_met(turn.tops)
        steps = list(_steps(turn, flags))
        if is_enough:  # what costs nothing is laid too
            steps = [step for step in steps if step[0] <= 1]
        if not steps:
            return turn.plays if is_enough else None
        turn = turn.after(_chosen(steps, spread, dice))
    return turn.plays if turn.duty.is_met(turn.tops) else None


def step_of(pile: int, top: int, card: int) -> int:
    """Return how far a play goes, in numbers; a ten-back is ten the other way."""
    return card - top if pile < 2 else top - card


def _steps(turn: _Turn, flags: tuple[Flags, ...]) -> list[tuple[float, Play]]:
    """Return all lawful plays with how far they seem to go; piles that are due come first."""
    found: list[tuple[float, Play]] = []
    for pile in turn.duty.due or PILES:
        top = turn.tops[pile]
        for card in cards_in(turn.hand & (ONWARDS[pile][top] | BACK[pile][top])):
            seems = _seems(pile, top, card, flags)
            if card in turn.duty.blue:
                seems += BLUE_STEP
            found.append((seems, Play(card, pile)))
    return found


def _seems(pile: int, top: int, card: int, flags: tuple[Flags, ...]) -> float:
    step: float = step_of(pile, top, card)
    for each in flags:
        if each[pile] is Flag.NOT_HERE:
            step += STAY_AWAY
        elif each[pile] is Flag.SMALL_STEPS:
            step += max(0.0, step)
    return step


def _chosen(steps: list[tuple[float, Play]], spread: float, dice: Dice) -> Play:
    least = min(step for step, _ in steps)
    weights = [exp((least - step) / max(spread, LEAST_SPREAD)) for step, _ in steps]
    left = dice.random() * sum(weights)
    for weight, (_, play) in zip(weights, steps, strict=True):
        left -= weight
        if left < 0:
            return play
    return steps[-1][1]


class Heard(NamedTuple):
    """What the table saw of the others in this game."""

    steps: tuple[int, ...] = ()  # of each of their cards, in numbers
    wishes: int = 0  # raised by them
    turns: int = 0  # in which they could raise some: those of anybody


Group = tuple[tuple[Manner, float], ...]  # each manner with its chance

# Manners of a group, and how many of a thousand steps are at most so many numbers long: counted
# over games of two to five players of the manner (`python -m tests.bench manners`).
STEPS = (-1, 1, 2, 4, 7, 12, 20, 99)
SPREADS: dict[float | None, tuple[int, ...]] = {
    None: (153, 151, 134, 188, 150, 109, 77, 38),
    0.5: (120, 171, 120, 181, 166, 136, 69, 37),
    2.0: (125, 147, 107, 176, 172, 148, 86, 39),
    4.0: (131, 135, 94, 158, 164, 163, 105, 50),
    7.0: (131, 123, 80, 139, 147, 164, 134, 82),
    13.0: (116, 112, 67, 117, 128, 160, 149, 151),
}
SURENESS = 0.7  # of a step, as evidence: steps of one game depend on each other


def group_of(heard: Heard, spreads: Iterable[float | None] = tuple(SPREADS)) -> Group:
    """Return which manners the others may have, and how likely each is."""
    seen = [sum(most < step for most in STEPS) for step in heard.steps]
    fits = {
        spread: SURENESS * sum(log(SPREADS[spread][each] / 1000) for each in seen)
        for spread in spreads
    }
    most = max(fits.values())
    weights = {spread: exp(fit - most) for spread, fit in fits.items()}
    talks = min(1.0, (heard.wishes + 0.5) / (heard.turns + 1))
    return tuple(
        (Manner(spread, is_talking), weight / sum(weights.values()) * share)
        for spread, weight in weights.items()
        for is_talking, share in ((True, talks), (False, 1 - talks))
        if share
    )
