"""A table of The Game without a journal, and hands to sit at it."""

import random
from typing import Any

from companion.games.the_game import THE_GAME
from companion.games.the_game.box import ALL_CARDS, CARDS, Pile, Who
from companion.games.the_game.commands import EndTurn, GiveUp, PlayCard, Shuffle, StartGame
from companion.games.the_game.rules.set_up import awaits_shuffle
from companion.games.the_game.state import TheGame, may_lie
from tests.support.games.table import GameTable

ONE, TWO, THREE, FOUR, FIVE = Who
UP_1, UP_2, DOWN_1, DOWN_2 = Pile


class TheGameTable(GameTable):
    """Applies commands; after every event there are 98 cards."""

    state: TheGame

    def __init__(self, players: int = 2, **set_up: Any) -> None:
        super().__init__(THE_GAME)
        if players:
            set_up = {"first": ONE, **set_up}
            self.do(StartGame(("",) * players, **set_up))

    def conserved(self) -> None:
        """Piles, hands and draw pile are 98 cards."""
        state = self.state
        assert sum(map(len, state.piles)) + sum(state.hands) + state.draw_pile == CARDS
        if state.held:
            known = [*state.played, *state.deck, *(card for hand in state.held for card in hand)]
            assert sorted(known) == list(ALL_CARDS)

    def play(self, pile: Pile, *cards: int) -> None:
        """Lay cards on one pile, one after the other."""
        for card in cards:
            self.do(PlayCard(pile, card, self.state.turn))

    def end(self) -> None:
        """End the turn."""
        self.do(EndTurn())

    def shuffle(self, order: tuple[int, ...]) -> None:
        """Deal a practice game from this order."""
        self.do(Shuffle(order, "dragonbag"))


def on_fire(**set_up: Any) -> TheGameTable:
    """Two players; the first has left the blue 44 on top of the first pile."""
    table = TheGameTable(2, on_fire=True, **set_up)
    table.play(UP_1, 2, 44)
    table.end()
    return table


def play_out(table: TheGameTable, dice: random.Random) -> None:
    """Play a practice game to its end by lawful moves chosen at random."""
    if awaits_shuffle(table.state):
        order = list(ALL_CARDS)
        dice.shuffle(order)
        table.shuffle(tuple(order))
    while table.state.ending is None:
        table.do(_choice(table.state, dice))


def _choice(state: TheGame, dice: random.Random) -> object:
    assert state.turn is not None
    moves = [
        PlayCard(pile, card, state.turn)
        for pile in Pile
        for card in state.holds(state.turn)
        if may_lie(pile, state.top(pile), card)
    ]
    is_done = not state.missing and not state.unmet
    if is_done and (not moves or dice.random() < 0.7):
        return EndTurn()
    return (
        dice.choice(sorted(moves, key=lambda move: _gap(state, move))[:2])
        if moves
        else GiveUp(state.turn)
    )


def _gap(state: TheGame, move: PlayCard) -> int:
    top = state.top(move.pile)
    return (move.card - top) if move.pile.is_up else (top - move.card)
