"""Set-up of Grave Robbers (GR 3-28, 72-99)."""

import pytest

from companion.engine.errors import Rejected
from companion.games.grave_robbers import GRAVE_ROBBERS
from companion.games.grave_robbers import commands as co
from companion.games.grave_robbers.box import Colour, Kind
from companion.games.grave_robbers.state import DungeonCard, GraveRobbers
from companion.games.grave_robbers.values import Cell, ItemCard, Seat, Source
from tests.support.games.grave_robbers_table import (
    BLUE,
    EAST,
    FAR_NORTH,
    GREEN,
    HOME,
    NORTH,
    RED,
    YELLOW,
    GraveRobbersTable,
    three,
)


@pytest.mark.parametrize("colours", [(RED, GREEN, BLUE), (YELLOW, BLUE, GREEN, RED)])
def test_three_or_four_play_with_five_items_each(colours: tuple[Colour, ...]) -> None:
    """GR 5, 97."""
    table = GraveRobbersTable(*colours)
    assert [player.colour for player in table.state.players] == list(colours)
    assert {player.hand for player in table.state.players} == {5}
    assert table.state.item_pile == 48 - 5 * len(colours)


@pytest.mark.parametrize("colours", [(), (RED, GREEN), (RED, GREEN, BLUE, YELLOW, RED)])
def test_fewer_than_three_or_more_than_four_do_not_play(colours: tuple[Colour, ...]) -> None:
    seats = tuple(Seat(colour) for colour in colours)
    assert GraveRobbersTable().refused(co.StartGame(seats, RED)) == "players_three_or_four"


def test_a_colour_is_played_once_and_the_first_player_plays() -> None:
    table = GraveRobbersTable()
    twice = (Seat(RED), Seat(RED), Seat(BLUE))
    assert table.refused(co.StartGame(twice, RED)) == "colour_twice"
    others = (Seat(RED), Seat(GREEN), Seat(BLUE))
    assert table.refused(co.StartGame(others, YELLOW)) == "colour_not_playing"


def test_one_card_lies_face_down_beside_the_entrance_and_fifteen_are_left() -> None:
    """GR 92-95."""
    state = three().state
    assert state.dungeon == (DungeonCard(HOME, 0, Kind.ENTRANCE), DungeonCard(NORTH, 1))
    assert (state.dungeon_pile, state.cards_out) == (15, 1)


def test_the_table_says_on_which_side_the_first_card_lies() -> None:
    assert three(laid_at=EAST).state.card(EAST) == DungeonCard(EAST, 1)
    seats = (Seat(RED), Seat(GREEN), Seat(BLUE))
    away = co.StartGame(seats, RED, laid_at=FAR_NORTH)
    assert GraveRobbersTable().refused(away) == "no_free_place_there"


def test_all_pawns_stand_on_the_entrance_and_the_first_player_has_three_points() -> None:
    """GR 99."""
    state = three(first=GREEN).state
    assert all(player.cell == HOME and player.is_standing for player in state.players)
    assert (state.turn, state.action_points, state.treasure) == (GREEN, 3, None)


def test_nothing_can_be_done_before_a_game_and_no_game_begins_twice() -> None:
    assert GraveRobbersTable().refused(co.EndTurn()) == "no_game"
    seats = (Seat(RED), Seat(GREEN), Seat(BLUE))
    assert three().refused(co.StartGame(seats, RED)) == "game_is_on"
    assert GraveRobbersTable().state == GraveRobbers()


def test_the_card_list_of_an_earlier_evening_comes_along() -> None:
    rope = ItemCard("Rope", 3, 4)
    assert three(cards=(rope,)).state.cards == (rope,)
    seats = (Seat(RED), Seat(GREEN), Seat(BLUE))
    twice = co.StartGame(seats, RED, cards=(rope, rope))
    assert GraveRobbersTable().refused(twice) == "card_twice"


def test_values_that_no_box_has_are_no_values() -> None:
    for nonsense in (
        lambda: Seat(RED, "x" * 21),
        lambda: Cell(17, 0),
        lambda: ItemCard("", 1),
        lambda: ItemCard("Rope", 7),
        lambda: ItemCard("Rope", 1, 49),
        lambda: co.Explore(NORTH, Kind.ENEMY, strength=21),
        lambda: co.Explore(NORTH, Kind.ENEMY, number=5),
        lambda: co.LayItem(RED, "hand", 7),  # type: ignore[arg-type]  # the die is what is wrong
        lambda: co.ShowDie(3, card="x" * 31),
        lambda: co.UseItem(RED, "Rope", effect=4),
        lambda: co.EndTurn(("x" * 31,)),
    ):
        with pytest.raises(ValueError, match=r"name|cell|lie|possible|characters"):
            nonsense()


def test_dragonbag_draws_nothing_since_the_cards_are_the_tables() -> None:
    with pytest.raises(Rejected, match="nothing_to_draw_here"):
        GRAVE_ROBBERS.hand(three().state, lambda number, bag, cubes: ())


def test_the_empty_table_is_sound_nobody_has_won_and_its_line_says_so() -> None:
    assert GRAVE_ROBBERS.check(GRAVE_ROBBERS.empty) == ()
    assert not GRAVE_ROBBERS.is_over(GRAVE_ROBBERS.empty)
    assert GRAVE_ROBBERS.notation(GRAVE_ROBBERS.empty) == "empty"


def test_the_state_in_one_line() -> None:
    table = three()
    line = "t1red*3 red@0,0=5+0 green@0,0=5+0 blue@0,0=5+0 items=33/0/0 dungeon=1/1/15/0"
    assert GRAVE_ROBBERS.notation(table.state) == line
    table.injure(GREEN)
    table.explore(NORTH, Kind.CHEST, number=2, rewards=2)
    table.lay(FAR_NORTH)
    table.find_treasure(RED)
    assert "red$@0,-2=5+0 green!@0,0=5+0" in GRAVE_ROBBERS.notation(table.state)


def test_only_the_name_of_a_colour_that_is_played_is_known() -> None:
    seats = (Seat(RED, "Ann"), Seat(GREEN), Seat(BLUE))
    table = GraveRobbersTable()
    table.do(co.StartGame(seats, RED))
    names = [GRAVE_ROBBERS.name_of(table.state, word) for word in (RED, GREEN, YELLOW, Kind.ENEMY)]
    assert names == ["Ann", "", "", ""]


def test_nobody_is_the_player_of_a_colour_that_is_not_played() -> None:
    with pytest.raises(KeyError):
        three().state.player(YELLOW)


def test_names_and_order_are_put_right_and_everything_stays_with_its_colour() -> None:
    """RULING: so it lies on the table."""
    table = three()
    table.explore()
    seats = (Seat(BLUE, "Cleo"), Seat(RED, "Ann"), Seat(GREEN, "Bo"))
    table.do(co.CorrectSeats(seats))
    assert [(each.colour, each.name) for each in table.state.players] == [
        (BLUE, "Cleo"),
        (RED, "Ann"),
        (GREEN, "Bo"),
    ]
    assert table.state.turn is RED
    assert table.refused(co.CorrectSeats(seats)) == "nothing_changes"
    assert table.refused(co.CorrectSeats(seats[:2])) == "everyone_needs_a_seat"
    other = (Seat(BLUE), Seat(RED), Seat(YELLOW))
    assert table.refused(co.CorrectSeats(other)) == "colour_not_playing"


def test_a_wrong_colour_is_put_right_and_pawn_fight_and_treasure_take_the_new_one() -> None:
    """RULING: only the name of the colour was wrong."""
    table = three()
    table.do(co.FightPlayer(GREEN))
    seats = (Seat(YELLOW, "Ann"), Seat(RED, "Bo"), Seat(BLUE))
    table.do(co.CorrectSeats(seats, (RED, GREEN, BLUE)))
    contest = table.state.contest
    assert contest is not None
    assert (contest.colour, contest.target, table.state.turn) == (YELLOW, RED, YELLOW)
    assert [each.colour for each in table.state.players] == [YELLOW, RED, BLUE]


def test_who_was_forgotten_plays_too_from_the_entrance_with_five_items() -> None:
    """GR 95, 97: Yellow sat between Red and Green, and nobody typed the name."""
    table = three()
    table.explore()
    table.do(co.AddPlayers((Seat(YELLOW, "Dee"),), RED, "in the kitchen"))
    assert [player.colour for player in table.state.players] == [RED, YELLOW, GREEN, BLUE]
    dee = table.state.player(YELLOW)
    assert (dee.name, dee.cell, dee.hand, dee.is_standing) == ("Dee", HOME, 5, True)
    assert table.state.item_pile == 48 - 4 * 5
    assert table.refused(co.AddPlayers((Seat(YELLOW),), RED, "why")) == "no_more_seats"
    table.do(co.EndTurn())
    assert table.state.turn is YELLOW


def test_who_goes_home_leaves_their_items_and_the_others_play_on() -> None:
    """In no manual."""
    table = three()
    table.do(co.Withdraw(RED, "the last train"))
    assert [player.colour for player in table.state.players] == [GREEN, BLUE]
    assert (table.state.turn, table.state.discards) == (GREEN, 5)
    assert table.refused(co.Withdraw(GREEN, "tired")) == "too_few_would_play"


def test_the_turn_stays_where_it_is_when_one_who_sat_before_goes_home() -> None:
    table = three()
    table.end()
    table.end()
    assert table.state.turn is BLUE
    table.do(co.Withdraw(RED, "late"))
    assert table.state.turn is BLUE


def test_a_fight_of_somebody_who_goes_home_has_no_winner() -> None:
    """In no manual."""
    table = three()
    table.do(co.FightPlayer(GREEN))
    table.do(co.LayItem(RED, Source.HAND, 5))
    table.do(co.Withdraw(GREEN, "late"))
    assert (table.state.contest, table.state.turn) == (None, RED)
    assert table.state.discards == 6  # Green's five, and Red's card that lay there


def test_a_fight_ends_when_the_player_at_turn_goes_home() -> None:
    """In no manual."""
    table = three()
    table.do(co.FightPlayer(BLUE))
    table.do(co.Withdraw(RED, "late"))
    assert (table.state.contest, table.state.turn) == (None, GREEN)


def test_whoever_has_the_treasure_gives_it_to_somebody_before_going_home() -> None:
    """In no manual."""
    table = three()
    table.find_treasure(RED)
    assert table.refused(co.Withdraw(RED, "late")) == "holds_the_treasure"
    table.do(co.CorrectPawn(BLUE, table.state.player(RED).cell, "why"))
    table.do(co.CorrectTreasure(BLUE, "why"))
    table.do(co.Withdraw(RED, "late"))
    assert table.state.treasure is BLUE
