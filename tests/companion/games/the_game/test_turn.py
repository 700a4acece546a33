"""The turn at its limits: the last cards of the draw pile, full and empty hands (JA)."""

from companion.games.the_game import commands as co
from companion.games.the_game.rules.turn import playable
from companion.games.the_game.values import Level, Wish
from tests.support.games.the_game_table import DOWN_1, ONE, TWO, UP_1, TheGameTable

WHY = "typed in the end"


def test_the_cards_that_may_be_laid_can_be_asked() -> None:
    """JA 66-72, 83-89."""
    table = TheGameTable(1)
    table.play(UP_1, 95)
    table.play(DOWN_1, 97)
    assert playable(table.state, UP_1) == (85, 96, 98, 99)


def test_as_long_as_one_card_is_left_to_draw_a_turn_is_two_cards() -> None:
    """JA 67."""
    table = TheGameTable(2)
    table.do(co.CorrectPile(UP_1, tuple(range(2, 83)), WHY))
    assert table.state.draw_pile == 3
    table.play(UP_1, 83, 84)
    table.end()
    assert (table.state.draw_pile, table.state.needed) == (1, 2)


def test_who_holds_more_than_the_level_allows_draws_nothing() -> None:
    """JA 50-52."""
    table = TheGameTable(2)
    table.play(UP_1, 2, 3, 4)
    table.do(co.CorrectLevel(Level.EXPERT_2, "we are experts"))
    table.do(co.CorrectTurn(TWO, "they laid these", 3))
    before = table.state.draw_pile
    table.end()
    assert (table.state.hand(TWO), table.state.draw_pile) == (7, before)


def test_who_plays_alone_may_lay_the_whole_hand_and_draws_it_anew() -> None:
    """JA 50-52, 60."""
    table = TheGameTable(1)
    table.play(UP_1, *range(2, 10))
    assert table.state.hands == (0,)
    table.end()
    assert (table.state.turn, table.state.hands) == (ONE, (8,))


def test_whoever_sat_before_may_wish_for_something_too() -> None:
    """JA 101-103."""
    table = TheGameTable(2, first=TWO)
    table.do(co.RaiseFlag(UP_1, Wish.NOT_HERE, ONE))
    assert table.refused(co.RaiseFlag(UP_1, Wish.NOT_HERE, TWO)) == "own_turn_needs_no_flag"
