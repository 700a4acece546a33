"""Whole games played by the advisor with itself, to see how they end."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Protocol

from companion.games.the_game.advisor import Other, View, best_turn
from companion.games.the_game.cards import bits
from companion.games.the_game.piles import CARDS, START, Duty, Level, Play, Tops, lay
from companion.games.the_game.talk import flags_for

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


def play(table: Table, duty: Duty | None = None) -> Result:
    """Return how this game ends; `duty` is given when the acting player's turn has begun."""
    while table.cards_left:
        if duty is None:
            table = _skip(table)
            duty = table.level.duty(table.tops, len(table.draw_pile))
        turn = best_turn(view_of(table, duty))
        if turn is None:
            return Result(table.cards_left, bool(duty.due))
        if turn:  # the next card only: then the others may raise other flags
            table, duty = _lay(table, turn[0]), duty.after(turn[0])
        else:
            table, duty = _end_turn(table), None
    return Result(0)


def view_of(table: Table, duty: Duty) -> View:
    """Return what the acting player knows, the others' flags included."""
    players = len(table.hands)
    gone = CARDS.difference(table.draw_pile, *table.hands)
    played = bits(gone)
    others = []
    for step in range(1, players):
        hand = table.hands[(table.acting + step) % players]
        others.append(Other(len(hand), flags_for(table.tops, bits(hand), played)))
    hand = table.hands[table.acting]
    return View(table.tops, hand, gone, len(table.draw_pile), duty, tuple(others))


def _skip(table: Table) -> Table:
    """Return the table with the next player acting who holds cards (60)."""
    acting = table.acting
    while not table.hands[acting]:
        acting = (acting + 1) % len(table.hands)
    return replace(table, acting=acting)


def _lay(table: Table, card: Play) -> Table:
    return replace(
        _with_hand(table, table.hands[table.acting] - {card.card}), tops=lay(table.tops, card)
    )


def _end_turn(table: Table) -> Table:
    """Return the table after the refill of the hand, the next player acting (50, 52)."""
    size, hand = table.level.hand_size(len(table.hands)), table.hands[table.acting]
    rest = max(len(table.draw_pile) - max(size - len(hand), 0), 0)
    refilled = _with_hand(table, hand.union(table.draw_pile[rest:]))
    return replace(
        refilled, draw_pile=table.draw_pile[:rest], acting=(table.acting + 1) % len(table.hands)
    )


def _with_hand(table: Table, hand: frozenset[int]) -> Table:
    hands = list(table.hands)
    hands[table.acting] = hand
    return replace(table, hands=tuple(hands))


def play_games(players: int, level: Level, dice: Dice, games: int) -> Iterator[Result]:
    """Yield the results of so many new games."""
    for _ in range(games):
        yield play(deal(players, level, dice))


def win_chance(view: View, level: Level, dice: Dice, games: int) -> Iterator[Progress]:
    """Yield how the games went so far, once after each of `games` play-outs from this view.

    The cards the player cannot see are dealt at random among the draw pile and the others.
    """
    progress = Progress(0, 0, 0, 0)
    for _ in range(games):
        result = play(_deal_unknown(view, level, dice), view.duty)
        progress = Progress(
            progress.games + 1,
            progress.perfect + result.is_perfect,
            progress.wins + result.is_win,
            progress.cards_left + result.cards_left,
        )
        yield progress


def _deal_unknown(view: View, level: Level, dice: Dice) -> Table:
    unknown = sorted(CARDS - view.hand - view.played)
    dice.shuffle(unknown)
    hands = [view.hand]
    for other in view.others:
        hands.append(frozenset(unknown[: other.cards]))
        del unknown[: other.cards]
    return Table(view.tops, tuple(hands), tuple(unknown), level)
