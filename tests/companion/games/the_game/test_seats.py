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


def test_the_last_cards_of_a_draw_pile_go_to_those_who_join_in_their_order() -> None:
    """JA 40: six each with four players, as long as there are cards."""
    table = TheGameTable(2)
    table.do(co.CorrectPile(UP_1, tuple(range(2, 80)), "why"))
    table.do(co.AddPlayers(("Cleo", "Dan"), TWO, "late"))
    assert (table.state.hands, table.state.draw_pile) == ((6, 6, 6, 2), 0)


def test_who_joins_sits_where_the_table_says_and_four_may_become_five() -> None:
    """JA 24: one to five players."""
    table = TheGameTable(4)
    table.play(UP_1, 10, 11)
    table.do(co.CorrectCount(3, "why", TWO))
    table.do(co.AddPlayers(("Cleo",), ONE, "late"))
    assert (table.state.hands, table.state.needed) == ((4, 6, 3, 6, 6), 2)


def test_whoever_played_alone_gets_company() -> None:
    """JA 40: eight alone, seven with two."""
    table = TheGameTable(1)
    table.do(co.AddPlayers(("Cleo",), ONE, "late"))
    assert table.state.hands == (7, 7)


def short_of(table: TheGameTable, left: int) -> None:
    """Let so many cards be left, in hands and draw pile: the others lie on a pile."""
    table.do(co.CorrectPile(UP_1, tuple(range(2, 100 - left)), "why"))
    assert table.state.left == left


@pytest.mark.parametrize("left", [36, 37])
def test_who_joins_changes_nothing_of_what_must_be_laid_while_there_are_cards_to_draw(
    left: int,
) -> None:
    """JA 46."""
    table = TheGameTable(2)
    short_of(table, left)
    table.do(co.AddPlayers(("Cleo",), TWO, "late"))
    assert (table.state.draw_pile, table.state.needed) == (left - 18, 2)


@pytest.mark.parametrize(("who", "hands", "laid"), [(ONE, (6, 6), 0), (TWO, (5, 6), 1)])
@pytest.mark.parametrize("draw_piles", [0, 1, 1.5])  # of as many cards as both hold
def test_who_goes_home_leaves_the_others_two_cards_to_lay_or_one_without_a_draw_pile(
    who: Who, hands: tuple[int, int], laid: int, draw_piles: float
) -> None:
    """JA 46, 67."""
    table = TheGameTable(3)
    table.play(DOWN_1, 99)
    table.do(co.CorrectCount(0, "why", who))
    draw_pile = int(draw_piles * sum(hands))
    table.do(co.CorrectPile(UP_1, tuple(range(2, 99 - sum(hands) - draw_pile)), "why"))
    table.do(co.Withdraw(who, "late"))
    state = table.state
    assert (state.hands, state.draw_pile) == (hands, draw_pile)
    assert (state.laid, state.needed) == (laid, 2 if draw_pile else 1)


def test_before_the_first_card_a_hand_that_was_put_right_stays_as_it_is() -> None:
    table = TheGameTable(3)
    table.do(co.CorrectCount(5, "why", TWO))
    table.do(co.Withdraw(THREE, "late"))
    assert table.state.hands == (6, 5)


def test_after_the_first_card_full_hands_stay_as_they_are() -> None:
    """JA 40: they are filled up to seven from the next drawing on."""
    table = TheGameTable(3)
    table.play(UP_1, 10, 11)
    table.end()
    table.do(co.Withdraw(THREE, "late"))
    assert table.state.hands == (6, 6)


def test_the_turn_stays_with_its_player_when_one_before_goes_home() -> None:
    """JA 60."""
    table = TheGameTable(3)
    for pile, cards in ((UP_1, (10, 11)), (DOWN_1, (90, 80))):
        table.play(pile, *cards)
        table.end()
    table.do(co.Withdraw(ONE, "late"))
    assert (table.state.turn, moved(table)["3"]) == (TWO, "2")


def test_where_nobody_holds_cards_the_next_one_has_the_turn() -> None:
    """JA 60."""
    table = TheGameTable(4)
    for who in (TWO, THREE, FOUR):
        table.do(co.CorrectCount(0, "why", who))
    table.do(co.Withdraw(ONE, "late"))
    assert table.state.turn is ONE  # the second until now


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


def test_whoever_is_left_plays_on_also_if_the_first_goes_home() -> None:
    """JA 40."""
    table = TheGameTable(2)
    table.do(co.Withdraw(ONE, "late"))
    assert (table.state.turn, table.state.names) == (ONE, ("",))


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
