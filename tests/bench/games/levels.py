"""What the advisor is worth at each level: cards left, beside groups that take the nearest card.

Both play the same deals, with flags. `open_hands` plays them with all hands as one.
"""

from math import sqrt
from random import Random
from statistics import fmean, stdev

from companion.games.the_game.advice.advisor import View, best_turn
from companion.games.the_game.advice.group import ADVISOR, Manner
from companion.games.the_game.advice.piles import CARDS, Agreed, lay
from companion.games.the_game.advice.play_out import Result, deal, play
from companion.games.the_game.values import Level
from tests.bench.report import Row

GAMES = 100
NEAREST = Manner(0.5)
AGREED = {
    "expert 1": Agreed(Level.EXPERT_1),
    "expert 2": Agreed(Level.EXPERT_2),
    "On Fire": Agreed(on_fire=True, no_blue_on_top=True),
}


def levels(games: int = GAMES) -> list[Row]:
    """Play so many deals of each level with two to five players, twice."""
    return [_row(what, players, games) for what in AGREED for players in (2, 3, 4, 5)]


def open_hands(games: int = GAMES) -> list[Row]:
    """Play the same deals as if one player held all hands and the same advisor chose the cards.

    That one may lay from any hand, so its best play is at least as good as any table's. The advisor
    does not find the best play: what it reaches is no bound, but what can be reached at the least.
    """
    return [
        Row(
            f"{what}, {players} open hands: cards left, won, perfect, burnt",
            _told([_pooled(what, players, number) for number in range(games)]),
        )
        for what in AGREED
        for players in (2, 3, 4, 5)
    ]


def _pooled(what: str, players: int, number: int) -> Result:
    agreed, dice = AGREED[what], Random(f"{what}, {players} players, deal {number}")
    table = deal(players, agreed, dice)
    tops, hand, rest = table.tops, set().union(*table.hands), list(table.draw_pile)
    size = len(hand)
    while hand:
        duty, gone = agreed.duty(tops, len(rest)), CARDS.difference(rest, hand)
        view = View(tops, frozenset(hand), gone, len(rest), duty, (), agreed.level)
        turn = best_turn(view)
        if turn is None:
            is_burnt = bool(duty.due) or duty.no_blue_on_top
            return Result(len(hand) + len(rest), is_burnt)
        for one in turn:
            tops = lay(tops, one)
            hand.remove(one.card)
        hand |= {rest.pop() for _ in range(min(size - len(hand), len(rest)))}
    return Result(0)


def _row(what: str, players: int, games: int) -> Row:
    searched, nearest = (
        [_played(what, players, number, own) for number in range(games)]
        for own in (ADVISOR, NEAREST)
    )
    saved = [
        one.cards_left - other.cards_left for one, other in zip(nearest, searched, strict=True)
    ]
    error = 1.96 * stdev(saved) / sqrt(games)
    return Row(
        f"{what}, {players} players: cards left, won, perfect, burnt",
        _told(searched),
        _told(nearest),
        f"{fmean(saved):.1f} ± {error:.1f} fewer",
    )


def _played(what: str, players: int, number: int, own: Manner) -> Result:
    dice = Random(f"{what}, {players} players, deal {number}")
    return play(deal(players, AGREED[what], dice, (own,) * players), dice)


def _told(results: list[Result]) -> str:
    won, perfect, burnt = (
        fmean(getattr(each, name) for each in results) for name in ("is_win", "is_perfect", "burnt")
    )
    left = fmean(each.cards_left for each in results)
    return f"{left:.1f}, {won:.0%}, {perfect:.0%}, {burnt:.0%}"
