"""Clank!: supply, area and the credit inside a turn (EN 326-338, 395, 450)."""

from dataclasses import replace

import pytest

from companion.games.clank.commands import (
    MOST,
    CorrectCubes,
    EndTurn,
    EveryoneMakesClank,
    MakeClank,
    MoveClank,
    RefillRow,
    RemoveClank,
)
from companion.games.clank.components import Arrival, Colour, Cube
from companion.games.clank.events import ClankMade
from companion.games.clank.words import Place, Rulings, Status
from tests.clank_table import BLUE, GREEN, RED, YELLOW, ClankTable


def empty_supply(table: ClankTable, colour: Colour) -> None:
    """Put the whole supply into the bag, leaving the area as it is."""
    supply = table.player(colour).supply
    table.do(CorrectCubes(Cube(colour.value), Place.SUPPLY, 0, Place.BAG, "test"))
    assert supply


def test_noise_moves_cubes_from_supply_to_area() -> None:
    """EN 328."""
    table = ClankTable(RED, GREEN)
    table.do(MakeClank(RED, 2))
    assert (table.area(RED), table.player(RED).supply) == (5, 25)


def test_negative_clank_takes_cubes_back_and_the_rest_is_credit() -> None:
    """EN 330."""
    table = ClankTable(RED, GREEN)
    table.do(RemoveClank(RED, 5))
    assert (table.area(RED), table.player(RED).credit) == (0, 2)
    table.do(MakeClank(RED, 3))
    assert (table.area(RED), table.player(RED).credit) == (1, 0)


def test_the_rulebooks_green_player_keeps_one_credit() -> None:
    """EN 334-338: Stumble +1, then Move Silently −2."""
    table = ClankTable(RED, GREEN, BLUE, YELLOW)
    for _ in range(3):
        table.do(EndTurn())  # yellow has no starting noise
    assert table.state.turn == YELLOW
    table.do(MakeClank(YELLOW))
    table.do(RemoveClank(YELLOW, 2))
    assert (table.area(YELLOW), table.player(YELLOW).credit) == (0, 1)


def test_credits_add_up_inside_a_turn() -> None:
    table = ClankTable(RED, GREEN)
    table.do(RemoveClank(RED, 5))
    table.do(RemoveClank(RED, 2))
    assert table.player(RED).credit == 4


def test_credit_is_lost_when_the_turn_ends() -> None:
    """EN 330."""
    table = ClankTable(RED, GREEN)
    table.do(RemoveClank(RED, 5))
    table.do(EndTurn())
    assert table.player(RED).credit == 0


def test_on_another_players_turn_a_removal_gives_no_credit() -> None:
    table = ClankTable(RED, GREEN)
    table.do(RemoveClank(GREEN, 5))
    assert (table.area(GREEN), table.player(GREEN).credit) == (0, 0)
    assert table.refused(RemoveClank(GREEN)) == "no_clank_in_area"


def test_an_empty_supply_places_nothing_and_owes_nothing() -> None:
    """EN 450."""
    table = ClankTable(RED, GREEN)
    empty_supply(table, RED)
    assert table.do(MakeClank(RED, 2)) == (ClankMade(RED, 0, 0, 2),)
    assert table.area(RED) == 3
    table.do(RemoveClank(RED, 1))
    table.do(MakeClank(RED, 2))
    assert (table.area(RED), table.player(RED).supply) == (3, 0)


def test_a_supply_runs_out_at_thirty_cubes() -> None:
    table = ClankTable(RED, GREEN)
    assert table.do(MakeClank(RED, 40)) == (ClankMade(RED, 27, 0, 13),)


def test_credit_is_used_up_although_no_cube_could_be_placed() -> None:
    """RULING, on by default; the switch keeps the credit."""
    for is_kept, credit in ((False, 1), (True, 2)):
        table = ClankTable(RED, GREEN, rulings=Rulings(credit_kept_when_supply_empty=is_kept))
        table.do(RemoveClank(RED, 5))
        empty_supply(table, RED)
        table.do(MakeClank(RED))
        assert table.player(RED).credit == credit
        assert table.area(RED) == 0


def test_leftover_credit_spares_arrive_noise_by_ruling() -> None:
    """RULING: it is still the end of that turn; on by default."""
    for spares, area in ((True, 0), (False, 1)):
        table = ClankTable(RED, GREEN, rulings=Rulings(credit_absorbs_arrive=spares))
        table.do(RemoveClank(RED, 4))
        table.do(RefillRow(symbol_revealed=False, arrivals=(Arrival.OVERLORD,)))
        assert table.area(RED) == area
        assert table.area(GREEN) == 3


def test_cards_for_all_players_skip_those_who_are_out() -> None:
    """EN 395."""
    table = ClankTable(RED, GREEN, BLUE)
    out = replace(table.player(BLUE), status=Status.LOST)
    table.state = table.state.with_player(out)
    table.do(EveryoneMakesClank(1))
    assert [table.area(colour) for colour in (RED, GREEN, BLUE)] == [4, 3, 1]
    assert table.refused(MakeClank(BLUE)) == "player_is_out"
    assert table.refused(RemoveClank(BLUE)) == "player_is_out"


def test_other_players_spares_the_one_who_played_the_card() -> None:
    table = ClankTable(RED, GREEN, BLUE)
    table.do(EveryoneMakesClank(1, spared=RED))
    assert [table.area(colour) for colour in (RED, GREEN, BLUE)] == [3, 3, 2]


def test_nobody_else_inside_makes_no_noise() -> None:
    table = ClankTable(RED, GREEN)
    out = replace(table.player(GREEN), status=Status.LOST)
    table.state = table.state.with_player(out)
    assert table.refused(EveryoneMakesClank(1, spared=RED)) == "nobody_else_inside"


def test_a_press_for_the_wrong_player_moves_to_the_right_one() -> None:
    table = ClankTable(RED, GREEN)
    table.do(MakeClank(RED))
    table.do(MoveClank(RED, GREEN))
    assert (table.area(RED), table.area(GREEN)) == (3, 3)
    assert table.refused(MoveClank(RED, RED)) == "nothing_changes"
    assert table.refused(MoveClank(RED, GREEN, 9)) == "no_clank_in_area"
    assert table.refused(MoveClank(RED, BLUE)) == "colour_not_playing"


def test_nobody_plays_a_colour_that_was_not_set_up() -> None:
    assert ClankTable(RED, GREEN).refused(MakeClank(BLUE)) == "colour_not_playing"


@pytest.mark.parametrize("cubes", [0, -1, MOST + 1])
def test_a_count_outside_a_box_is_no_message(cubes: int) -> None:
    with pytest.raises(ValueError, match="cubes is"):
        MakeClank(RED, cubes)
