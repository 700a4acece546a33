"""Setting the books right: any number, with a reason, and every cube still somewhere."""

import pytest

from companion.games.clank.commands import (
    CorrectCredit,
    CorrectCubes,
    CorrectNumber,
    CorrectStatus,
    CorrectTurn,
    CountHoldings,
    ProvokeDragon,
    RemoveClank,
    TakeArtifact,
    TellDepths,
)
from companion.games.clank.components import Colour, Cube, Cubes, Token
from companion.games.clank.words import REASON_LENGTH, Ending, Number, Place, Status
from tests.clank_table import BLUE, GREEN, RED, ClankTable
from tests.test_clank_health import fell

WHY = "miscounted"


@pytest.mark.parametrize("reason", ["", "  ", "x" * (REASON_LENGTH + 1), "a\nb"])
def test_every_correction_says_why(reason: str) -> None:
    table = ClankTable(RED, GREEN)
    for command in (
        CorrectCubes(Cube.RED, Place.AREA, 1, Place.SUPPLY, reason),
        CorrectNumber(Number.DANGER, 1, reason),
        CorrectCredit(1, reason),
        CorrectTurn(GREEN, reason),
        CorrectStatus(GREEN, Status.LOST, reason),
        CountHoldings(RED, 1, reason=reason),
    ):
        assert table.refused(command) == "reason_missing"


@pytest.mark.parametrize("place", [Place.SUPPLY, Place.AREA, Place.BAG, Place.METER])
def test_any_place_of_a_players_cubes_can_be_set(place: Place) -> None:
    table = ClankTable(RED, GREEN)
    balance = Place.AREA if place is Place.SUPPLY else Place.SUPPLY
    table.do(CorrectCubes(Cube.RED, place, 5, balance, WHY))
    state = table.state
    counts = {
        Place.SUPPLY: table.player(RED).supply,
        Place.AREA: state.area.red,
        Place.BAG: state.bag.red,
        Place.METER: table.player(RED).meter,
    }
    assert counts[place] == 5


def test_black_cubes_lie_in_the_bag_or_set_aside() -> None:
    table = ClankTable(RED, GREEN)
    table.do(CorrectCubes(Cube.BLACK, Place.BAG, 20, Place.SET_ASIDE, WHY))
    assert table.state.set_aside == Cubes(black=4)
    wrong = CorrectCubes(Cube.BLACK, Place.AREA, 1, Place.BAG, WHY)
    assert table.refused(wrong) == "no_such_place"


def test_cubes_that_are_not_there_cannot_be_moved() -> None:
    table = ClankTable(RED, GREEN)
    for command, code in (
        (CorrectCubes(Cube.RED, Place.AREA, 31, Place.SUPPLY, WHY), "not_that_many_there"),
        (CorrectCubes(Cube.RED, Place.AREA, -1, Place.SUPPLY, WHY), "not_that_many_there"),
        (CorrectCubes(Cube.RED, Place.AREA, 4, Place.BAG, WHY), "not_that_many_there"),
        (CorrectCubes(Cube.RED, Place.AREA, 3, Place.SUPPLY, WHY), "nothing_changes"),
        (CorrectCubes(Cube.RED, Place.AREA, 5, Place.AREA, WHY), "nothing_changes"),
        (CorrectCubes(Cube.BLUE, Place.AREA, 1, Place.SUPPLY, WHY), "colour_not_playing"),
        (CorrectCubes(Cube.RED, Place.SET_ASIDE, 1, Place.SUPPLY, WHY), "no_such_place"),
        (CorrectCubes(Cube.RED, Place.METER, 10, Place.SUPPLY, WHY), "would_fill_the_meter"),
    ):
        assert table.refused(command) == code


def test_who_is_out_may_have_a_full_meter_and_cubes_set_aside() -> None:
    table = ClankTable(RED, GREEN, BLUE)
    fell(table, GREEN)
    table.do(CorrectCubes(Cube.GREEN, Place.METER, 9, Place.SET_ASIDE, WHY))
    table.do(CorrectCubes(Cube.GREEN, Place.METER, 10, Place.SET_ASIDE, WHY))
    wrong = CorrectCubes(Cube.GREEN, Place.METER, 11, Place.SUPPLY, WHY)
    assert table.refused(wrong) == "would_fill_the_meter"


def test_the_tracks_can_be_set_within_their_spaces() -> None:
    table = ClankTable(RED, GREEN)
    table.do(CorrectNumber(Number.RAGE_SPACE, 7, WHY))
    table.do(CorrectNumber(Number.DANGER, 5, WHY))
    assert (table.state.rage, table.state.danger) == (5, 5)
    for number, value in ((Number.RAGE_SPACE, 0), (Number.RAGE_SPACE, 8), (Number.DANGER, 6)):
        assert table.refused(CorrectNumber(number, value, WHY)) == "number_out_of_range"


def test_the_countdown_can_be_set_while_a_pawn_stands_on_it() -> None:
    table = ClankTable(RED, GREEN, BLUE)
    wrong = CorrectNumber(Number.COUNTDOWN_SPACE, 2, WHY)
    assert table.refused(wrong) == "nobody_on_countdown"
    fell(table, GREEN)
    table.do(CorrectNumber(Number.COUNTDOWN_SPACE, 3, WHY))
    assert table.state.countdown_space == 3
    off = CorrectNumber(Number.COUNTDOWN_SPACE, 0, WHY)
    assert table.refused(off) == "pawn_on_countdown"


def test_credit_and_turn_can_be_set() -> None:
    table = ClankTable(RED, GREEN)
    table.do(CorrectCredit(2, WHY))
    assert table.player(RED).credit == 2
    assert table.refused(CorrectCredit(-1, WHY)) == "points_out_of_range"
    table.do(CorrectTurn(GREEN, WHY))
    assert (table.state.turn, table.player(RED).credit) == (GREEN, 0)


def test_a_player_who_is_out_cannot_be_given_the_turn() -> None:
    table = ClankTable(RED, GREEN, BLUE)
    fell(table, GREEN)
    assert table.refused(CorrectTurn(GREEN, WHY)) == "player_is_out"


def test_a_forgotten_exit_can_be_booked_with_all_that_follows() -> None:
    table = ClankTable(RED, GREEN, BLUE)
    escaped = CorrectStatus(GREEN, Status.ESCAPED, "left last turn")
    assert table.refused(escaped) == "needs_artifact"
    table.do(TakeArtifact(GREEN, 5))
    table.do(escaped)
    assert table.player(GREEN).tokens == (Token.MASTERY,)
    assert (table.state.countdown_colour, table.state.countdown_space) == (GREEN, 1)
    table.do(CorrectStatus(RED, Status.LOST, WHY))
    table.do(CorrectStatus(BLUE, Status.LOST, WHY))
    assert table.state.ending is Ending.ALL_OUT


def test_a_wrong_exit_can_be_taken_back() -> None:
    table = ClankTable(RED, GREEN, BLUE)
    fell(table, GREEN)
    table.do(CorrectStatus(BLUE, Status.LOST, WHY))
    table.do(CorrectCubes(Cube.BLUE, Place.SET_ASIDE, 2, Place.SUPPLY, WHY))
    table.do(CorrectStatus(BLUE, Status.INSIDE, WHY))
    assert table.player(BLUE).status is Status.INSIDE
    assert table.state.set_aside.blue == 0


def test_a_full_meter_and_the_countdown_pawn_keep_a_player_out() -> None:
    table = ClankTable(RED, GREEN, BLUE)
    fell(table, GREEN)
    assert table.refused(CorrectStatus(GREEN, Status.INSIDE, WHY)) == "meter_is_full"
    assert table.refused(CorrectStatus(GREEN, Status.LOST, WHY)) == "nothing_changes"
    table.do(CorrectCubes(Cube.GREEN, Place.METER, 5, Place.SUPPLY, WHY))
    assert table.refused(CorrectStatus(GREEN, Status.INSIDE, WHY)) == "pawn_on_countdown"


def test_after_the_end_a_status_can_be_set_right_but_nobody_returns() -> None:
    table = ClankTable(RED, GREEN)
    for colour in (RED, GREEN):
        table.do(TakeArtifact(colour, 5 if colour is Colour.RED else 7))
    fell(table, RED, GREEN, in_order=False)
    table.do(TellDepths(RED, in_depths=True))
    table.do(CorrectStatus(RED, Status.RESCUED, WHY))
    assert table.player(RED).status is Status.RESCUED
    assert table.refused(CorrectStatus(RED, Status.INSIDE, WHY)) == "game_is_over"
    assert table.refused(CorrectTurn(RED, WHY)) == "game_is_over"
    assert table.refused(CorrectStatus(RED, Status.ESCAPED, WHY)) == "meter_is_full"


def test_an_escape_that_was_a_rescue_loses_its_mastery_token() -> None:
    table = ClankTable(RED, GREEN, BLUE)
    table.do(TakeArtifact(GREEN, 5))
    table.do(CorrectStatus(GREEN, Status.ESCAPED, WHY))
    table.do(CorrectStatus(GREEN, Status.RESCUED, WHY))
    assert table.player(GREEN).tokens == ()


def test_nothing_is_corrected_while_the_dragon_waits() -> None:
    table = ClankTable(RED, GREEN)
    table.do(RemoveClank(RED))
    table.do(ProvokeDragon())
    assert table.refused(CorrectNumber(Number.DANGER, 1, WHY)) == "draw_first"
