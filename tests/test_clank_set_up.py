"""Setting up a table of Clank! (EN 95-160)."""

import pytest

from companion.games.clank.commands import MakeClank, StartGame
from companion.games.clank.components import Arrival, Colour
from companion.games.clank.words import NAME_LENGTH, Rulings, Seat
from tests.clank_table import BLUE, GREEN, RED, YELLOW, ClankTable

ALL = (RED, GREEN, BLUE, YELLOW)


@pytest.mark.parametrize(("players", "space", "cubes"), [(2, 3, 3), (3, 2, 2), (4, 1, 2)])
def test_rage_starts_by_the_number_of_players(players: int, space: int, cubes: int) -> None:
    """EN 142-144."""
    table = ClankTable(*ALL[:players])
    assert (table.state.rage_space, table.state.rage) == (space, cubes)


def test_starting_noise_is_3_2_1_0_by_turn_order_from_any_first_player() -> None:
    """EN 160."""
    table = ClankTable(YELLOW, RED, GREEN, BLUE, first=GREEN)
    assert [table.area(colour) for colour in (GREEN, BLUE, YELLOW, RED)] == [3, 2, 1, 0]
    assert table.state.turn == GREEN


def test_the_bag_begins_with_24_black_cubes_and_nothing_else() -> None:
    """EN 146; one public engine puts 30 in."""
    bag = ClankTable(*ALL).state.bag
    assert (bag.black, bag.total) == (24, 24)


def test_two_to_four_play() -> None:
    table = ClankTable()
    assert table.refused(StartGame((Seat(RED),), RED)) == "players_two_to_four"
    assert table.refused(StartGame((), RED)) == "players_two_to_four"


def test_each_player_has_a_colour_of_their_own() -> None:
    table = ClankTable()
    assert table.refused(StartGame((Seat(RED), Seat(RED)), RED)) == "colour_twice"
    assert table.refused(StartGame((Seat(RED), Seat(BLUE)), GREEN)) == "colour_not_playing"


@pytest.mark.parametrize(("players", "removed"), [(4, 0), (3, 1), (2, 2)])
def test_artifacts_go_back_to_the_box_by_the_number_of_players(players: int, removed: int) -> None:
    """EN 110-113; they need not be named."""
    seats = tuple(Seat(colour) for colour in ALL[:players])
    right = (5, 30)[:removed]
    table = ClankTable()
    for wrong in (
        (5, 7, 10)[: removed + 1],
        (6,) * removed,
        (5,) * removed if removed > 1 else (6,),
    ):
        if wrong:
            command = StartGame(seats, RED, artifacts_out=wrong)
            assert table.refused(command) == "artifacts_out_wrong"
    table.do(StartGame(seats, RED, artifacts_out=right))
    assert table.state.artifacts_out == right


def test_danger_in_the_first_row_is_noted_within_what_the_box_has() -> None:
    assert ClankTable(RED, BLUE, danger=2).state.danger == 2
    wrong = StartGame((Seat(RED), Seat(BLUE)), RED, danger=6)
    assert ClankTable().refused(wrong) == "danger_out_of_range"


def test_the_first_row_arrives_only_by_ruling() -> None:
    """RULING: JA 492 speaks of refilling; off by default."""
    first_row = (Arrival.OVERLORD, Arrival.SHRINE)
    silent = ClankTable(RED, BLUE, arrivals=first_row)
    assert (silent.area(RED), silent.area(BLUE)) == (3, 2)
    loud = ClankTable(RED, BLUE, arrivals=first_row, rulings=Rulings(arrive_on_first_row=True))
    assert (loud.area(RED), loud.area(BLUE)) == (4, 3)


def test_nothing_happens_before_the_set_up_and_it_happens_once() -> None:
    assert ClankTable().refused(MakeClank(RED)) == "no_game"
    table = ClankTable(RED, BLUE)
    assert table.refused(StartGame((Seat(RED), Seat(BLUE)), RED)) == "game_is_on"


@pytest.mark.parametrize("name", ["x" * (NAME_LENGTH + 1), "a\nb", "a\u202eb"])
def test_a_name_that_no_screen_can_show_is_no_name(name: str) -> None:
    with pytest.raises(ValueError, match="printable"):
        Seat(Colour.RED, name)
