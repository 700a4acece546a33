"""Whole games played by the advisor with itself, to see how they end."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from companion.games.the_game.advisor import Other, View, best_turn, flags_for
from companion.games.the_game.piles import CARDS, START, Duty, Level, Tops, Turn, lay

WIN_CARDS = 9  # 58: so many left, or fewer, is a victory


class Dice(Protocol):
    """What a play-out needs of random.Random."""

    def shuffle(self, x: list[int]) -> None:
        """Put a list into a random order."""


@dataclass(frozen=True)
class Table:
    """All cards of a game, as only a play-out knows them."""

    tops: Tops
    hands: tuple[frozenset[int], ...]
    draw_pile: tuple[int, ...]  # drawn from its end
    level: Level
    acting: int = 0

    @property
    def cards_left(self) -> int:
        """Return how many cards are in all hands and the draw pile (56)."""
        return len(self.draw_pile) + sum(map(len, self.hands))


@dataclass(frozen=True)
class Result:
    """How a game ended: cards left, and whether a blue card stayed uncovered (119)."""

    cards_left: int
    burnt: bool = False

    @property
    def is_perfect(self) -> bool:
        """Tell whether all 98 cards lie on the piles."""
        return self.cards_left == 0

    @property
    def is_win(self) -> bool:
        """Tell whether nine or fewer were left, and no blue card burnt (56-58, 119)."""
        return self.cards_left <= WIN_CARDS and not self.burnt


@dataclass(frozen=True)
class Progress:
    """How many play-outs are done, and how they ended."""

    games: int
    perfect: int
    wins: int
    cards_left: int  # in all games together


def deal(players: int, level: Level, dice: Dice) -> Table:
    """Return a new game, shuffled and dealt (38)."""
    cards = sorted(CARDS)
    dice.shuffle(cards)
    size = level.hand_size(players)
    hands = tuple(frozenset(cards[size * one : size * (one + 1)]) for one in range(players))
    return Table(START, hands, tuple(cards[size * players :]), level=level)


def play(table: Table, size: int) -> Result:
    """Return how this game ends; `size` is the size of a full hand."""
    duty = table.level.duty(table.tops, len(table.draw_pile))
    while table.cards_left:
        if not table.hands[table.acting]:
            table = replace(table, acting=(table.acting + 1) % len(table.hands))  # 60
            continue
        turn = best_turn(view_of(table, duty))
        if turn is None:
            return Result(table.cards_left, bool(duty.due))
        table = end_turn(table, turn, size)
        duty = table.level.duty(table.tops, len(table.draw_pile))
    return Result(0)


def view_of(table: Table, duty: Duty) -> View:
    """Return what the acting player knows, flags included."""
    seats = [(table.acting + step) % len(table.hands) for step in range(len(table.hands))]
    gone = CARDS.difference(table.draw_pile, *table.hands)
    silent = View(table.tops, frozenset(), gone, len(table.draw_pile), duty)
    others = tuple(
        Other(len(table.hands[seat]), flags_for(replace(silent, hand=table.hands[seat])))
        for seat in seats[1:]
    )
    return replace(silent, hand=table.hands[table.acting], others=others)


def end_turn(table: Table, turn: Turn, size: int) -> Table:
    """Return the table after a turn and the refill of the hand (50, 52)."""
    tops = table.tops
    for one in turn:
        tops = lay(tops, one)
    kept = table.hands[table.acting] - {one.card for one in turn}
    drawn = table.draw_pile[len(table.draw_pile) - min(size - len(kept), len(table.draw_pile)) :]
    hands = list(table.hands)
    hands[table.acting] = kept.union(drawn)
    rest = table.draw_pile[: len(table.draw_pile) - len(drawn)]
    return Table(tops, tuple(hands), rest, table.level, (table.acting + 1) % len(hands))


def play_games(players: int, level: Level, dice: Dice, games: int) -> Iterator[Result]:
    """Yield the results of so many new games."""
    for _ in range(games):
        yield play(deal(players, level, dice), level.hand_size(players))


def win_chance(view: View, level: Level, dice: Dice, games: int) -> Iterator[Progress]:
    """Yield how the games went so far, once after each of `games` play-outs from this view.

    The cards the player cannot see are dealt at random among the draw pile and the others.
    """
    progress = Progress(0, 0, 0, 0)
    for _ in range(games):
        result = _one_from(view, level, dice)
        progress = Progress(
            progress.games + 1,
            progress.perfect + result.is_perfect,
            progress.wins + result.is_win,
            progress.cards_left + result.cards_left,
        )
        yield progress


def _one_from(view: View, level: Level, dice: Dice) -> Result:
    table = _deal_unknown(view, level, dice)
    turn = best_turn(view)
    if turn is None:
        return Result(table.cards_left, bool(view.duty.due))
    size = level.hand_size(len(table.hands))
    return play(end_turn(table, turn, size), size)


def _deal_unknown(view: View, level: Level, dice: Dice) -> Table:
    unknown = sorted(CARDS - view.hand - view.played)
    dice.shuffle(unknown)
    hands: list[Sequence[int]] = [tuple(view.hand)]
    for other in view.others:
        hands.append([unknown.pop() for _ in range(other.cards)])
    return Table(view.tops, tuple(map(frozenset, hands)), tuple(unknown), level=level)
