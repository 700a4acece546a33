"""Setting the books right: any number, with a reason, and every cube still somewhere.

No rulebook corrects; a house rule: what the table says now must be possible by the rulebook.
"""

import pytest

from companion.games.clank.box import Cube, Cubes
from companion.games.clank.commands import (
    CorrectCredit,
    CorrectCubes,
    CorrectNumber,
    CorrectSeats,
    CorrectStatus,
    CorrectTurn,
    CountHoldings,
    EndTurn,
    GainGold,
    LeaveDungeon,
    RefillRow,
    ReportDraw,
    TakeArtifact,
)
from companion.games.clank.events import (
    CountdownAdvanced,
    CreditCorrected,
    CubesCorrected,
    NumberCorrected,
    SeatsCorrected,
    StatusCorrected,
    TurnCorrected,
)
from companion.games.clank.values import Number, Place, Seat, Status
from companion.games.shared import REASON_LENGTH
from tests.support.games.clank_table import BLUE, GREEN, RED, YELLOW, ClankTable, fell, hurt

WHY = "miscounted"


def cubes_to_draw(table: ClankTable) -> int:
    assert table.state.attack is not None
    return table.state.attack.cubes_to_draw


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
    """EN 146, 356."""
    table = ClankTable(RED, GREEN)
    table.do(CorrectCubes(Cube.BLACK, Place.BAG, 20, Place.SET_ASIDE, WHY))
    assert table.state.set_aside == Cubes(black=4)
    wrong = CorrectCubes(Cube.BLACK, Place.AREA, 1, Place.BAG, WHY)
    assert table.refused(wrong) == "no_such_place"


def test_cubes_that_are_not_there_cannot_be_moved() -> None:
    """EN 53: thirty cubes are somewhere, whatever is corrected."""
    table = ClankTable(RED, GREEN)
    for command, code in (
        (CorrectCubes(Cube.RED, Place.AREA, 31, Place.SUPPLY, WHY), "not_that_many_there"),
        (CorrectCubes(Cube.RED, Place.AREA, -1, Place.SUPPLY, WHY), "points_out_of_range"),
        (CorrectCubes(Cube.BLACK, Place.BAG, -1, Place.SET_ASIDE, WHY), "points_out_of_range"),
        (CorrectCubes(Cube.RED, Place.AREA, 4, Place.BAG, WHY), "not_that_many_there"),
        (CorrectCubes(Cube.RED, Place.AREA, 3, Place.SUPPLY, WHY), "nothing_changes"),
        (CorrectCubes(Cube.RED, Place.AREA, 5, Place.AREA, WHY), "nothing_changes"),
        (CorrectCubes(Cube.BLUE, Place.AREA, 1, Place.SUPPLY, WHY), "colour_not_playing"),
        (CorrectCubes(Cube.RED, Place.SET_ASIDE, 1, Place.SUPPLY, WHY), "no_such_place"),
        (CorrectCubes(Cube.RED, Place.METER, 10, Place.SUPPLY, WHY), "would_fill_the_meter"),
    ):
        assert table.refused(command) == code


def test_who_is_out_may_have_a_full_meter_and_cubes_set_aside() -> None:
    """EN 376, 395."""
    table = ClankTable(RED, GREEN, BLUE)
    fell(table, GREEN)
    table.do(CorrectCubes(Cube.GREEN, Place.METER, 9, Place.SET_ASIDE, WHY))
    table.do(CorrectCubes(Cube.GREEN, Place.METER, 10, Place.SET_ASIDE, WHY))
    wrong = CorrectCubes(Cube.GREEN, Place.METER, 11, Place.SUPPLY, WHY)
    assert table.refused(wrong) == "would_fill_the_meter"
    table.do(CorrectCubes(Cube.GREEN, Place.METER, 7, Place.SET_ASIDE, WHY))
    assert table.refused(wrong) == "would_fill_the_meter"


def test_the_tracks_can_be_set_within_their_spaces() -> None:
    """EN 140, 425 and the Board."""
    table = ClankTable(RED, GREEN)
    table.do(CorrectNumber(Number.RAGE_SPACE, 7, WHY))
    table.do(CorrectNumber(Number.DANGER, 5, WHY))
    assert (table.state.rage, table.state.danger) == (5, 5)
    for number, value in ((Number.RAGE_SPACE, 0), (Number.RAGE_SPACE, 8), (Number.DANGER, 6)):
        assert table.refused(CorrectNumber(number, value, WHY)) == "number_out_of_range"


def test_the_countdown_can_be_set_while_a_pawn_stands_on_it() -> None:
    """EN 399."""
    table = ClankTable(RED, GREEN, BLUE)
    table.do(CorrectNumber(Number.COUNTDOWN_SPACE, 0, WHY))
    wrong = CorrectNumber(Number.COUNTDOWN_SPACE, 2, WHY)
    assert table.refused(wrong) == "nobody_on_countdown"
    fell(table, GREEN)
    table.do(CorrectNumber(Number.COUNTDOWN_SPACE, 3, WHY))
    assert table.state.countdown_space == 3
    off = CorrectNumber(Number.COUNTDOWN_SPACE, 0, WHY)
    assert table.refused(off) == "pawn_on_countdown"


def test_credit_and_turn_can_be_set() -> None:
    """EN 330: credit belongs to a turn."""
    table = ClankTable(RED, GREEN)
    table.do(CorrectCredit(2, WHY))
    assert table.player(RED).credit == 2
    assert table.refused(CorrectCredit(-1, WHY)) == "points_out_of_range"
    table.do(CorrectTurn(GREEN, WHY))
    assert (table.state.turn, table.player(RED).credit) == (GREEN, 0)


def test_names_and_order_change_and_everything_stays_with_its_colour() -> None:
    """RULING: so it lies on the board."""
    table = ClankTable(RED, GREEN, BLUE)
    table.do(GainGold(RED, 4))
    seats = (Seat(RED, "Bo"), Seat(BLUE, "Cleo"), Seat(GREEN, "Ann"))
    assert table.do(CorrectSeats(seats)) == (SeatsCorrected(seats),)
    assert [player.name for player in table.state.players] == ["Bo", "Cleo", "Ann"]
    assert (table.player(RED).gold, table.state.turn) == (4, RED)
    table.do(EndTurn())
    assert table.state.turn is BLUE, "the order is the new one"


def test_a_wrong_colour_is_put_right_and_everything_takes_the_new_one() -> None:
    """RULING: only the name of the colour was wrong, not what lies on the board."""
    table = ClankTable(RED, GREEN)
    table.do(GainGold(RED, 4))
    table.do(RefillRow(symbol_revealed=True))
    table.do(ReportDraw(Cubes(black=cubes_to_draw(table))))
    bag, names = table.state.bag, [player.name for player in table.state.players]
    seats = (Seat(BLUE, names[0]), Seat(GREEN, names[1]))
    assert table.do(CorrectSeats(seats, (RED, GREEN))) == (SeatsCorrected(seats, (RED, GREEN)),)
    assert table.state.turn is BLUE
    assert table.player(BLUE).gold == 4
    assert (table.state.bag.blue, table.state.bag.red) == (bag.red, 0)
    assert table.state.bag.green == bag.green
    assert [player.name for player in table.state.players] == names


def test_two_players_exchange_their_colours() -> None:
    table = ClankTable(RED, GREEN, BLUE)
    table.do(GainGold(RED, 4))
    area = table.state.area
    red, green, blue = (Seat(each.colour, each.name) for each in table.state.players)
    seats = (Seat(GREEN, red.name), Seat(RED, green.name), blue)
    table.do(CorrectSeats(seats, (RED, GREEN, BLUE)))
    assert (table.player(GREEN).gold, table.player(RED).gold) == (4, 0)
    assert (table.state.area.green, table.state.area.red) == (area.red, area.green)
    assert table.state.turn is GREEN
    assert [player.colour for player in table.state.players] == [GREEN, RED, BLUE]


def test_whoever_is_out_stays_out_under_another_colour() -> None:
    table = ClankTable(RED, GREEN, BLUE)
    table.do(CorrectStatus(RED, Status.LOST, WHY))
    seats = (Seat(YELLOW), Seat(GREEN), Seat(BLUE))
    table.do(CorrectSeats(seats, (RED, GREEN, BLUE)))
    assert table.state.countdown_colour is YELLOW
    assert table.player(YELLOW).status is Status.LOST


def test_every_seat_says_which_colour_of_the_game_it_had() -> None:
    table = ClankTable(RED, GREEN)
    seats = tuple(Seat(each.colour, each.name) for each in table.state.players)
    for was, why in (
        ((RED,), "everyone_needs_a_seat"),
        ((RED, RED), "colour_twice"),
        ((RED, BLUE), "colour_not_playing"),
        ((RED, GREEN), "nothing_changes"),
    ):
        assert table.refused(CorrectSeats(seats, was)) == why


def test_only_those_who_play_have_a_seat() -> None:
    table = ClankTable(RED, GREEN)
    both = Seat(RED, "Ann"), Seat(GREEN)
    for seats, why in (
        ((both[0],), "everyone_needs_a_seat"),
        ((), "everyone_needs_a_seat"),
        ((both[0], both[0]), "colour_twice"),
        ((both[0], Seat(BLUE)), "colour_not_playing"),
        (tuple(Seat(each.colour, each.name) for each in table.state.players), "nothing_changes"),
    ):
        assert table.refused(CorrectSeats(seats)) == why


def test_a_player_who_is_out_cannot_be_given_the_turn() -> None:
    """EN 395."""
    table = ClankTable(RED, GREEN, BLUE)
    fell(table, GREEN)
    assert table.refused(CorrectTurn(GREEN, WHY)) == "player_is_out"


def test_a_correction_tells_what_moved_from_where_to_where_and_why() -> None:
    table = ClankTable(RED, GREEN)
    more = CorrectCubes(Cube.RED, Place.AREA, 5, Place.SUPPLY, WHY)
    assert table.do(more) == (CubesCorrected(Cube.RED, Place.SUPPLY, Place.AREA, 2, WHY),)
    less = CorrectCubes(Cube.RED, Place.AREA, 1, Place.SUPPLY, WHY)
    assert table.do(less) == (CubesCorrected(Cube.RED, Place.AREA, Place.SUPPLY, 4, WHY),)
    assert table.do(CorrectNumber(Number.DANGER, 1, WHY)) == (
        NumberCorrected(Number.DANGER, 1, WHY),
    )
    assert table.do(CorrectCredit(2, WHY)) == (CreditCorrected(RED, 2, WHY),)
    assert table.do(CorrectTurn(GREEN, WHY)) == (TurnCorrected(GREEN, WHY),)
    assert table.do(CorrectStatus(GREEN, Status.LOST, WHY)) == (
        StatusCorrected(GREEN, Status.LOST, WHY),
        CountdownAdvanced(GREEN, 1),
    )


def test_a_reason_may_fill_its_line() -> None:
    reason = "x" * REASON_LENGTH
    corrected = ClankTable(RED, GREEN).do(CorrectNumber(Number.DANGER, 1, reason))
    assert corrected == (NumberCorrected(Number.DANGER, 1, reason),)


def test_a_correction_fills_no_meter_of_a_player_inside() -> None:
    """EN 376: nobody stands with a full meter."""
    table = ClankTable(RED, GREEN)
    for full in (10, 11):
        wrong = CorrectCubes(Cube.RED, Place.METER, full, Place.SUPPLY, WHY)
        assert table.refused(wrong) == "would_fill_the_meter"
    hurt(table, RED, 9)
    last = CorrectCubes(Cube.RED, Place.METER, 10, Place.SUPPLY, WHY)
    assert table.refused(last) == "would_fill_the_meter"
    table.do(CorrectCubes(Cube.RED, Place.METER, 2, Place.BAG, WHY))
    assert table.state.bag.red == 7


def test_cubes_of_one_who_is_out_can_be_set_aside_by_hand() -> None:
    """EN 395."""
    table = ClankTable(RED, GREEN, BLUE)
    fell(table, GREEN)
    table.do(CorrectCubes(Cube.GREEN, Place.SET_ASIDE, 3, Place.SUPPLY, WHY))
    assert table.state.set_aside.green == 3
    too_many = CorrectCubes(Cube.GREEN, Place.SET_ASIDE, 30, Place.AREA, WHY)
    assert table.refused(too_many) == "not_that_many_there"


def test_the_ends_of_each_track_can_be_set() -> None:
    """EN 140, 399, 425."""
    table = ClankTable(RED, GREEN, BLUE)
    fell(table, GREEN)
    for number, least, most in (
        (Number.RAGE_SPACE, 1, 7),
        (Number.DANGER, 0, 5),
        (Number.COUNTDOWN_SPACE, 1, 4),
    ):
        for value in (least, most):
            table.do(CorrectNumber(number, value, WHY))
        for value in (-1, most + 1):
            assert table.refused(CorrectNumber(number, value, WHY)) == "number_out_of_range"
    assert (table.state.rage_space, table.state.danger, table.state.countdown_space) == (7, 5, 4)
    assert table.state.countdown_colour == GREEN


def test_credit_can_be_set_within_reason_for_a_player_inside() -> None:
    """EN 330, 395."""
    table = ClankTable(RED, GREEN)
    table.do(CorrectCredit(999, WHY))
    table.do(CorrectCredit(0, WHY))
    assert table.refused(CorrectCredit(1000, WHY)) == "points_out_of_range"
    table.do(TakeArtifact(RED, 5))
    table.do(LeaveDungeon(RED))
    assert table.refused(CorrectCredit(1, WHY)) == "player_is_out"


def test_a_turn_that_was_given_by_hand_may_refill_the_row() -> None:
    """EN 354."""
    table = ClankTable(RED, GREEN)
    table.do(RefillRow(symbol_revealed=False))
    table.do(CorrectTurn(GREEN, WHY))
    table.do(RefillRow(symbol_revealed=False))
    assert table.state.turn_number == 1
