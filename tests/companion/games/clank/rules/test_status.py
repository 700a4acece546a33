"""Setting right who is inside, escaped, rescued or lost, with all that follows (EN 376-404)."""

from itertools import permutations

import pytest

from companion.games.clank.box import Colour, Cube, Secret, Token
from companion.games.clank.commands import (
    CorrectCountdown,
    CorrectCubes,
    CorrectStatus,
    CorrectTurn,
    CountHoldings,
    DiscoverSecret,
    EndTurn,
    GainGold,
    LeaveDungeon,
    RefillRow,
    TakeArtifact,
    TakeMonkeyIdol,
    TellDepths,
    TellFirstOut,
)
from companion.games.clank.events import (
    CountdownAdvanced,
    FirstOutAsked,
    GameEnded,
    GameWentOn,
    HoldingsCounted,
    StatusCorrected,
)
from companion.games.clank.rules.scoring import result
from companion.games.clank.values import Ending, Place, Status
from tests.support.games.clank_table import BLUE, GREEN, RED, YELLOW, ClankTable, fell, into_bag

WHY = "miscounted"


def test_a_forgotten_exit_can_be_booked_with_all_that_follows() -> None:
    """EN 383, 399, 404."""
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
    """EN 395: who is inside has no cubes set aside."""
    table = ClankTable(RED, GREEN, BLUE)
    fell(table, GREEN)
    table.do(CorrectStatus(BLUE, Status.LOST, WHY))
    back = CorrectStatus(BLUE, Status.INSIDE, WHY)
    assert table.do(back) == (StatusCorrected(BLUE, Status.INSIDE, WHY),)
    table.do(CorrectStatus(BLUE, Status.LOST, WHY))
    table.do(CorrectCubes(Cube.BLUE, Place.SET_ASIDE, 2, Place.SUPPLY, WHY))
    table.do(back)
    assert table.player(BLUE).status is Status.INSIDE
    assert table.state.set_aside.blue == 0


def test_a_full_meter_and_the_countdown_pawn_keep_a_player_out() -> None:
    """EN 376, 399."""
    table = ClankTable(RED, GREEN, BLUE)
    fell(table, GREEN)
    assert table.refused(CorrectStatus(GREEN, Status.INSIDE, WHY)) == "meter_is_full"
    assert table.refused(CorrectStatus(GREEN, Status.LOST, WHY)) == "nothing_changes"
    table.do(CorrectCubes(Cube.GREEN, Place.METER, 5, Place.SUPPLY, WHY))
    assert table.refused(CorrectStatus(GREEN, Status.INSIDE, WHY)) == "pawn_on_countdown"


def test_after_the_end_a_status_can_be_set_right() -> None:
    """EN 378-379, 404."""
    table = ClankTable(RED, GREEN)
    for colour in (RED, GREEN):
        table.do(TakeArtifact(colour, 5 if colour is Colour.RED else 7))
    fell(table, RED, GREEN, in_order=False)
    table.do(TellDepths(RED, in_depths=True))
    rescued = CorrectStatus(RED, Status.RESCUED, WHY)
    assert table.do(rescued) == (StatusCorrected(RED, Status.RESCUED, WHY),)
    assert table.refused(CorrectStatus(RED, Status.INSIDE, WHY)) == "meter_is_full"
    assert table.refused(CorrectTurn(RED, WHY)) == "game_is_over"
    assert table.refused(CorrectStatus(RED, Status.ESCAPED, WHY)) == "meter_is_full"


def test_a_game_that_was_not_over_goes_on_and_keeps_what_came_after() -> None:
    """EN 395, 404: nobody had to undo what was counted since."""
    table = ClankTable(RED, GREEN)
    table.do(CorrectStatus(RED, Status.LOST, WHY))
    table.do(CorrectStatus(GREEN, Status.LOST, "a slip"))
    table.do(CountHoldings(GREEN, 7, reason=WHY))
    assert table.do(CorrectStatus(GREEN, Status.INSIDE, WHY))[-1] == GameWentOn(WHY)
    assert (table.state.ending, table.player(GREEN).gold) == (None, 7)
    table.do(EndTurn())
    assert table.state.turn is GREEN
    table.do(TakeArtifact(GREEN, 5))
    table.do(LeaveDungeon(GREEN))
    assert table.state.ending is Ending.ALL_OUT


def test_after_the_end_the_pawn_of_who_was_not_out_is_set_first() -> None:
    """EN 399."""
    table = ClankTable(RED, GREEN)
    table.do(CorrectStatus(RED, Status.LOST, "a slip"))
    table.do(CorrectStatus(GREEN, Status.LOST, WHY))
    back = CorrectStatus(RED, Status.INSIDE, WHY)
    assert table.refused(back) == "pawn_on_countdown"
    table.do(CorrectCountdown(WHY, GREEN, 1))
    table.do(back)
    assert (table.state.ending, table.state.countdown_colour) == (None, GREEN)


def test_a_countdown_that_went_one_space_too_far_stands_on_the_fourth_again() -> None:
    """EN 402: on the fifth space the game is over."""
    table = ClankTable(RED, GREEN)
    table.do(CorrectStatus(RED, Status.LOST, WHY))
    table.do(CorrectCountdown(WHY, RED, 4))
    table.do(EndTurn())
    table.do(EndTurn())
    assert table.events[-1] == GameEnded(Ending.COUNTDOWN)
    table.do(CorrectStatus(GREEN, Status.INSIDE, WHY))
    assert (table.state.ending, table.state.countdown_space) == (None, 4)
    assert [each.colour for each in table.state.inside] == [GREEN]


def test_a_countdown_that_did_not_end_the_game_stays_where_it_is() -> None:
    """EN 402."""
    table = ClankTable(RED, GREEN)
    table.do(TakeArtifact(RED, 5))
    table.do(LeaveDungeon(RED))
    table.do(CorrectStatus(GREEN, Status.LOST, WHY))
    over = table.state
    table.do(CorrectStatus(GREEN, Status.INSIDE, WHY))
    assert (over.ending, table.state.ending) == (Ending.ALL_OUT, None)
    assert table.state.countdown_space == 1


def test_an_escape_that_was_a_rescue_loses_its_mastery_token() -> None:
    """EN 383."""
    table = ClankTable(RED, GREEN, BLUE)
    table.do(TakeArtifact(GREEN, 5))
    table.do(CorrectStatus(GREEN, Status.ESCAPED, WHY))
    table.do(CorrectStatus(GREEN, Status.RESCUED, WHY))
    assert table.player(GREEN).tokens == ()


def test_a_status_that_is_set_needs_another_one_that_is_known() -> None:
    """EN 378-379: knocked out alone is a question, not a status to set."""
    table = ClankTable(RED, GREEN)
    for status in (Status.INSIDE, Status.KNOCKED_OUT):
        assert table.refused(CorrectStatus(GREEN, status, WHY)) == "nothing_changes"
    assert table.refused(CorrectStatus(BLUE, Status.LOST, WHY)) == "colour_not_playing"
    assert table.refused(CorrectStatus(GREEN, Status.RESCUED, WHY)) == "needs_artifact"


def test_an_exit_that_is_booked_brings_the_mastery_token_and_starts_the_countdown() -> None:
    """EN 383, 399."""
    table = ClankTable(RED, GREEN, BLUE)
    table.do(GainGold(GREEN, 4))
    table.do(TakeMonkeyIdol(GREEN))
    table.do(TakeArtifact(GREEN, 5))
    tokens = (Token.MONKEY_IDOL, Token.MASTERY)
    assert table.do(CorrectStatus(GREEN, Status.ESCAPED, WHY)) == (
        StatusCorrected(GREEN, Status.ESCAPED, WHY),
        HoldingsCounted(GREEN, 4, (5,), tokens, Status.ESCAPED, WHY),
        CountdownAdvanced(GREEN, 1),
    )


def test_an_exit_that_is_booked_later_leaves_the_countdown_alone() -> None:
    """EN 399."""
    table = ClankTable(RED, GREEN, BLUE)
    fell(table, GREEN)
    assert table.do(CorrectStatus(BLUE, Status.LOST, WHY)) == (
        StatusCorrected(BLUE, Status.LOST, WHY),
    )
    assert table.do(CorrectStatus(RED, Status.LOST, WHY))[-1] == GameEnded(Ending.ALL_OUT)


def test_who_comes_back_has_the_cubes_back_and_no_mastery_token() -> None:
    """EN 383, 395."""
    table = ClankTable(RED, GREEN, BLUE)
    fell(table, GREEN)
    table.do(TakeArtifact(RED, 5))
    table.do(LeaveDungeon(RED))
    into_bag(table, RED, 2)
    table.do(RefillRow(symbol_revealed=True))
    table.draw(red=2, black=1)
    supply = table.player(RED).supply
    table.do(CorrectStatus(RED, Status.INSIDE, WHY))
    assert (table.player(RED).tokens, table.player(RED).supply) == ((), supply + 2)
    assert table.state.set_aside.red == 0


def test_who_comes_back_is_asked_for_the_depths_anew_when_knocked_out_again() -> None:
    """EN 378-379."""
    table = ClankTable(RED, GREEN, BLUE)
    fell(table, GREEN)
    table.do(TakeArtifact(RED, 5))
    fell(table, RED)
    table.do(TellDepths(RED, in_depths=False))
    table.do(CorrectCubes(Cube.RED, Place.METER, 9, Place.SUPPLY, WHY))
    table.do(CorrectStatus(RED, Status.INSIDE, WHY))
    assert table.player(RED).in_depths is None
    fell(table, RED)
    assert table.player(RED).status is Status.KNOCKED_OUT


def both_fall(*colours: Colour) -> ClankTable:
    """Return a table that waits for the answer who of them fell first."""
    table = ClankTable(RED, GREEN, BLUE, YELLOW)
    fell(table, *colours, in_order=False)
    return table


def comes_back(table: ClankTable, colour: Colour) -> None:
    table.do(CorrectCubes(Cube(colour.value), Place.METER, 9, Place.SUPPLY, WHY))
    table.do(CorrectStatus(colour, Status.INSIDE, WHY))


def test_when_one_of_two_who_fell_together_comes_back_the_other_was_first() -> None:
    """EN 399."""
    table = both_fall(GREEN, BLUE)
    comes_back(table, GREEN)
    assert table.events[-1] == CountdownAdvanced(BLUE, 1)
    assert table.refused(TellFirstOut(GREEN)) == "not_asked_first_out"


def test_when_one_of_three_who_fell_together_comes_back_the_others_are_asked() -> None:
    """EN 399; rage 2 and one Danger card draw three."""
    table = ClankTable(RED, GREEN, BLUE, YELLOW, danger=1)
    fell(table, GREEN, BLUE, YELLOW, in_order=False)
    comes_back(table, BLUE)
    assert table.events[-1] == FirstOutAsked((GREEN, YELLOW))


@pytest.mark.parametrize("colour", [GREEN, YELLOW])
def test_while_the_order_is_asked_a_status_set_right_starts_no_countdown(colour: Colour) -> None:
    """EN 399: the first one out is among those asked for."""
    table = both_fall(GREEN, BLUE)
    table.do(CountHoldings(colour, 0, (5,), reason=WHY))
    if table.player(colour).is_out:
        table.do(TellDepths(colour, in_depths=True))
    table.do(CorrectStatus(colour, Status.RESCUED, WHY))
    assert (table.state.countdown_space, table.state.first_out_asked) == (0, (GREEN, BLUE))


def test_a_fate_can_be_set_right_without_more_happening() -> None:
    """EN 378-379."""
    table = ClankTable(RED, GREEN, BLUE)
    table.do(TakeArtifact(GREEN, 5))
    fell(table, GREEN)
    assert table.do(CorrectStatus(GREEN, Status.LOST, WHY)) == (
        StatusCorrected(GREEN, Status.LOST, WHY),
    )
    table.do(EndTurn())
    assert table.state.countdown_space == 2


def test_a_fate_that_changes_no_token_counts_nothing_anew() -> None:
    """EN 383: only the Mastery token follows from how a player got out."""
    table = ClankTable(RED, GREEN, BLUE)
    table.do(TakeArtifact(GREEN, 5))
    table.do(TakeMonkeyIdol(GREEN))
    fell(table, GREEN)
    changed = (StatusCorrected(GREEN, Status.LOST, WHY),)
    assert table.do(CorrectStatus(GREEN, Status.LOST, WHY)) == changed


@pytest.mark.parametrize("seats", [(RED, GREEN), (GREEN, RED)])
def test_an_artifact_without_a_number_breaks_no_tie(seats: tuple[Colour, Colour]) -> None:
    """EN 411."""
    table = ClankTable(*seats)
    table.do(CountHoldings(GREEN, artifacts=(0,), reason=WHY))
    assert tuple(line.colour for line in result(table.state).scores) == seats


def test_a_result_stays_as_it_was_counted() -> None:
    counted = result(ClankTable(RED, GREEN).state)
    for value, field in ((counted, "winner"), (counted.scores[0], "gold")):
        with pytest.raises(AttributeError):
            setattr(value, field, None)


@pytest.mark.parametrize(("first", "second"), [*permutations((RED, GREEN, YELLOW), 2)])
def test_of_two_who_fall_in_one_draw_the_first_is_the_one_whose_cube_came_first(
    first: Colour, second: Colour
) -> None:
    """EN 376-379, 399."""
    table = ClankTable(RED, GREEN, BLUE, YELLOW, first=BLUE)
    fell(table, first, second)
    assert table.state.countdown_colour is first


def test_who_comes_back_inside_keeps_all_tokens_but_the_mastery_token() -> None:
    """EN 383-385."""
    table = ClankTable(RED, GREEN)
    table.do(TakeArtifact(RED, 5))
    table.do(DiscoverSecret(RED, Secret.CHALICE))
    table.do(TakeMonkeyIdol(RED))
    table.do(LeaveDungeon(RED))
    table.do(CorrectCountdown(WHY))
    table.do(CorrectStatus(RED, Status.INSIDE, WHY))
    assert set(table.player(RED).tokens) == {Token.CHALICE, Token.MONKEY_IDOL}


@pytest.mark.parametrize(("one", "other"), [*permutations((RED, GREEN, YELLOW), 2)])
def test_the_turn_may_be_given_to_any_other_player(one: Colour, other: Colour) -> None:
    table = ClankTable(one, other)
    assert table.refused(CorrectTurn(one, WHY)) == "nothing_changes"
    table.do(CorrectTurn(other, WHY))
    assert table.state.turn is other
