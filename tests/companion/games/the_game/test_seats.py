"""Who plays The Game: somebody was forgotten at the start, or goes home."""

import pytest

from companion.games.the_game import THE_GAME
from companion.games.the_game import commands as co
from companion.games.the_game import events as ev
from companion.games.the_game.box import ALL_CARDS, Pile, Who
from companion.games.the_game.state import TheGame
from companion.games.the_game.values import Level, Wish
from tests.support.games.the_game_table import (
    DOWN_1,
    ONE,
    THREE,
    TWO,
    UP_1,
    TheGameTable,
)

FOUR = Who.FOURTH


def moved(table: TheGameTable) -> dict[str, str]:
    """Return how the last event moved the phones' seats."""
    return dict(THE_GAME.recolours(table.events[-1]))


def test_before_the_first_card_everybody_holds_as_many_as_that_many_players_do() -> None:
    """JA 40: six each with three players, seven with two."""
    table = TheGameTable(2)
    table.do(co.AddPlayers(("Cleo",), ONE, "in the kitchen"))
    assert (table.state.hands, table.state.draw_pile) == ((6, 6, 6), 80)
    assert (table.state.names[1], table.state.hand_size) == ("Cleo", 6)
    table.do(co.Withdraw(TWO, "does not play"))
    assert (table.state.hands, table.state.draw_pile) == ((7, 7), 84)


def test_who_was_forgotten_plays_too_and_the_others_move_up() -> None:
    """JA 40: turns after the start, between the first and the second player."""
    table = TheGameTable(3)
    table.play(UP_1, 10, 11)
    table.end()
    table.do(co.RaiseFlag(Pile.UP_1, Wish.NOT_HERE, THREE))
    table.do(co.AddPlayers(("Cleo",), ONE, "in the kitchen"))
    state = table.state
    assert (state.turn, len(state.names), state.names[1]) == (THREE, 4, "Cleo")
    assert [flag.player for flag in state.flags] == [FOUR]
    assert (state.hands, state.draw_pile) == ((6, 6, 6, 6), 96 - 4 * 6)
    assert moved(table) == {"2": "3", "3": "4", "4": "5"}
    table.play(DOWN_1, 90, 80)
    table.end()
    assert table.state.turn is FOUR


def test_a_hand_that_is_too_large_for_so_many_players_is_smaller_then() -> None:
    """JA 40: seven with two players, six with three."""
    table = TheGameTable(2)
    table.play(UP_1, 10, 11, 12)
    table.do(co.AddPlayers(("Cleo",), TWO, "late"))
    assert table.state.hands == (4, 6, 6)


def test_an_empty_draw_pile_gives_nothing_to_who_joins() -> None:
    """JA 67: and then one card a turn is enough."""
    table = TheGameTable(2)
    table.do(co.CorrectPile(UP_1, tuple(range(2, 84)), "why"))
    assert table.state.draw_pile == 2
    table.do(co.AddPlayers(("Cleo",), TWO, "late"))
    assert (table.state.hands, table.state.draw_pile) == ((6, 6, 4), 0)
    assert table.state.needed == 1


def test_the_cards_of_who_goes_home_go_into_the_draw_pile_and_the_next_one_plays() -> None:
    """JA 40: the others keep their hands, and fill them up to seven from the next drawing on."""
    table = TheGameTable(3)
    table.play(UP_1, 10)
    table.do(co.Withdraw(ONE, "the last train"))
    state = table.state
    assert (state.turn, state.laid, state.needed) == (ONE, 0, 2)  # the second is the first now
    assert (state.hands, state.draw_pile, state.hand_size) == ((6, 6), 97 - 12, 7)
    assert moved(table) == {"1": "", "2": "1", "3": "2", "4": "3", "5": "4"}
    table.play(UP_1, 11, 12)
    table.end()
    assert table.state.hands == (7, 6)


def test_whoever_has_the_turn_goes_on_when_another_goes_home() -> None:
    """JA 40, 46."""
    table = TheGameTable(3)
    table.do(co.RaiseFlag(Pile.UP_1, Wish.NOT_HERE, TWO))
    table.play(UP_1, 10)
    table.do(co.Withdraw(TWO, "late"))
    assert (table.state.turn, table.state.laid, table.state.flags) == (ONE, 1, ())


def test_the_next_one_with_cards_plays_when_somebody_goes_home() -> None:
    """JA 60."""
    table = TheGameTable(3)
    table.do(co.CorrectCount(0, "why", TWO))
    table.do(co.Withdraw(ONE, "late"))
    assert table.state.turn is TWO  # the third until now


def test_blue_cards_are_covered_by_who_plays_next() -> None:
    """JA 121."""
    table = TheGameTable(3, on_fire=True)
    table.play(UP_1, 22)
    table.do(co.Withdraw(ONE, "late"))
    assert table.state.duty == (22,)


def test_whoever_is_left_plays_alone() -> None:
    """JA 40: alone nobody has to say who begins."""
    table = TheGameTable(2, first=None)
    table.do(co.Withdraw(TWO, "late"))
    assert (table.state.turn, table.state.hands) == (ONE, (8,))
    assert table.refused(co.Withdraw(ONE, "late")) == "last_player_stays"


@pytest.mark.parametrize(
    ("names", "after", "reason", "why"),
    [
        ((), ONE, "late", "nothing_changes"),
        (("A",), THREE, "late", "nobody_sits_there"),
        (("A", "B", "C", "D"), ONE, "late", "no_more_seats"),
        (("A",), ONE, "", "reason_missing"),
    ],
)
def test_who_cannot_join_is_told_why(
    names: tuple[str, ...], after: Who, reason: str, why: str
) -> None:
    assert TheGameTable(2).refused(co.AddPlayers(names, after, reason)) == why


def test_who_does_not_play_cannot_go_home() -> None:
    assert TheGameTable(2).refused(co.Withdraw(THREE, "late")) == "nobody_sits_there"
    assert TheGameTable(2).refused(co.Withdraw(TWO, "")) == "reason_missing"


def test_practice_keeps_its_players() -> None:
    """There Dragonbag has dealt the cards."""
    table = TheGameTable(2, practice=True)
    table.shuffle(ALL_CARDS)
    assert table.refused(co.AddPlayers(("Cleo",), ONE, "late")) == "practice_keeps_itself"
    assert table.refused(co.Withdraw(ONE, "late")) == "practice_keeps_itself"


def test_experts_hold_one_card_fewer_whoever_joins() -> None:
    """JA 135."""
    table = TheGameTable(2, level=Level.EXPERT_2)
    table.do(co.AddPlayers(("Cleo",), TWO, "late"))
    assert table.state.hands == (5, 5, 5)


def test_other_events_move_no_seat() -> None:
    assert THE_GAME.recolours(ev.FirstChosen(ONE)) == {}
    assert isinstance(THE_GAME.empty, TheGame)
