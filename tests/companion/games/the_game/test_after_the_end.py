"""Corrections of The Game after its end: one that came by a slip is taken back."""

from companion.games.the_game import commands as co
from companion.games.the_game.box import ALL_CARDS, Pile
from companion.games.the_game.events import GameWentOn
from companion.games.the_game.values import Ending, Result
from tests.support.games.the_game_table import DOWN_1, DOWN_2, ONE, UP_1, UP_2, TheGameTable

WHY = "mistyped"


def stuck() -> TheGameTable:
    """Return a table of two that was given up, with 94 cards left."""
    table = TheGameTable(2)
    for pile, card in ((UP_1, 98), (UP_2, 97), (DOWN_1, 3), (DOWN_2, 4)):
        table.play(pile, card)
    table.end()
    table.do(co.GiveUp())
    return table


def test_a_game_that_was_given_up_by_a_slip_goes_on_from_there() -> None:
    table = stuck()
    turn, tops = table.state.turn, [table.state.top(pile) for pile in Pile]
    assert table.refused(co.CorrectEnd("")) == "reason_missing"
    assert table.do(co.CorrectEnd(WHY)) == (GameWentOn(WHY),)
    assert (table.state.ending, table.state.turn) == (None, turn)
    assert [table.state.top(pile) for pile in Pile] == tops
    assert table.refused(co.CorrectEnd(WHY)) == "nothing_changes"
    table.play(UP_1, 99)
    table.play(DOWN_1, 2)
    table.end()


def test_after_the_end_a_mistyped_card_is_put_right_and_the_end_stays() -> None:
    table = stuck()
    table.do(co.CorrectCard(97, 79, WHY))
    assert (table.state.ending, table.state.cards(UP_2)) == (Ending.STUCK, (79,))


def test_all_cards_did_not_lie_after_all_and_the_game_goes_on() -> None:
    table = TheGameTable(1)
    table.do(co.CorrectPile(UP_1, ALL_CARDS[:90], WHY))
    table.do(co.CorrectPile(UP_1, ALL_CARDS, WHY, ONE))
    assert table.state.result is Result.PERFECT
    assert table.refused(co.CorrectEnd(WHY)) == "all_cards_lie"
    assert table.do(co.CorrectPile(UP_1, ALL_CARDS[:-1], WHY, ONE))[-1] == GameWentOn(WHY)
    assert (table.state.ending, table.state.hand(ONE)) == (None, 1)


def test_practice_keeps_its_end() -> None:
    table = TheGameTable(2, practice=True)
    assert table.refused(co.CorrectEnd(WHY)) in ("shuffle_first", "practice_keeps_itself")
