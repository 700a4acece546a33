"""Corrections at any time: the countdown, a person who goes home, set-up, an attack that waits."""

import pytest

from companion.engine.value import replace
from companion.games.clank.box import Cube, Cubes
from companion.games.clank.commands import (
    CorrectCountdown,
    CorrectCredit,
    CorrectCubes,
    Correction,
    CorrectNumber,
    CorrectRemovedArtifacts,
    CorrectRulings,
    CorrectStatus,
    CorrectTurn,
    CountHoldings,
    EndTurn,
    LeaveDungeon,
    NameArtifact,
    ProvokeDragon,
    RefillRow,
    ReportDraw,
    TakeArtifact,
    Withdraw,
)
from companion.games.clank.events import (
    AttackCorrected,
    CountdownAdvanced,
    CountdownCorrected,
    CreditCorrected,
    CubesCorrected,
    CubesDrawn,
    Event,
    GameEnded,
    HoldingsCounted,
    NumberCorrected,
    PlayerWithdrew,
    RemovedArtifactsCorrected,
    RulingsCorrected,
    StatusCorrected,
    TurnCorrected,
)
from companion.games.clank.rules.scoring import result
from companion.games.clank.rules.turn import next_up
from companion.games.clank.values import Because, DrawnBy, Ending, Number, Place, Rulings, Status
from tests.support.games.clank_table import BLUE, GREEN, RED, YELLOW, ClankTable, fell, put

WHY = "miscounted"
NO_ODDS = replace(Rulings(), show_odds=False)


def ended(table: ClankTable, turns: int) -> None:
    """Let so many turns end, without any symbol; what the countdown draws is black."""
    for _ in range(turns):
        table.do(EndTurn())
        if table.state.attack:
            table.draw_black()


def test_the_pawn_of_the_countdown_is_set_right_without_undoing_what_came_after() -> None:
    """EN 399: Blue was first, and nobody noticed for two rounds."""
    table = ClankTable(RED, GREEN, BLUE, YELLOW)
    fell(table, GREEN)
    table.do(CorrectStatus(BLUE, Status.LOST, "their meter was full as well"))
    ended(table, 4)
    space = table.state.countdown_space
    drawn = table.state.draws
    assert table.do(CorrectCountdown(WHY, BLUE, space)) == (CountdownCorrected(BLUE, space, WHY),)
    assert (table.state.countdown_colour, table.state.draws) == (BLUE, drawn)
    while table.state.turn is not BLUE:
        ended(table, 1)
    assert table.state.countdown_space == space + 1


def test_a_pawn_can_be_taken_off_and_then_the_next_one_out_begins_the_countdown() -> None:
    """RULING: without a pawn the countdown has not begun."""
    table = ClankTable(RED, GREEN, BLUE)
    fell(table, GREEN)
    assert table.do(CorrectCountdown("they only left early")) == (
        CountdownCorrected(None, 0, "they only left early"),
    )
    ended(table, 4)
    assert table.state.countdown_space == 0
    fell(table, BLUE)
    assert (table.state.countdown_colour, table.state.countdown_space) == (BLUE, 1)


def test_whose_pawn_it_is_answers_who_was_first() -> None:
    table = ClankTable(RED, GREEN, BLUE)
    fell(table, GREEN, BLUE, in_order=False)
    table.do(CorrectCountdown(WHY, BLUE, 1))
    assert not table.state.first_out_asked
    assert table.state.countdown_colour is BLUE


def test_a_player_comes_back_inside_after_the_pawn_is_set_right() -> None:
    table = ClankTable(RED, GREEN, BLUE)
    fell(table, GREEN)
    put(table, GREEN, Place.METER, 8)
    back = CorrectStatus(GREEN, Status.INSIDE, WHY)
    assert table.refused(back) == "pawn_on_countdown"
    table.do(CorrectCountdown(WHY))
    table.do(back)
    assert table.player(GREEN).status is Status.INSIDE


def test_a_countdown_attack_that_waits_draws_no_more_if_the_pawn_goes_back_to_the_start() -> None:
    """EN 399-401."""
    table = ClankTable(RED, GREEN, BLUE)
    fell(table, GREEN)
    while not table.state.attack:
        table.do(EndTurn())
    cubes = table.state.attack.cubes_to_draw
    table.do(CorrectCountdown(WHY, GREEN, 1))
    assert table.state.attack.cubes_to_draw == cubes - 1


def test_a_pawn_belongs_to_somebody_who_is_out_and_stands_on_a_space() -> None:
    """EN 399, 402: on the fifth space the game would be over."""
    table = ClankTable(RED, GREEN, BLUE)
    assert table.refused(CorrectCountdown(WHY)) == "nothing_changes"
    assert table.refused(CorrectCountdown(WHY, GREEN, 1)) == "pawn_is_inside"
    assert table.refused(CorrectCountdown(WHY, YELLOW, 1)) == "colour_not_playing"
    fell(table, GREEN)
    for space in (0, 5):
        assert table.refused(CorrectCountdown(WHY, GREEN, space)) == "number_out_of_range"
    facts = table.refusal(CorrectCountdown(WHY, GREEN, 5)).facts
    assert facts == {"number": Number.COUNTDOWN_SPACE, "least": 1, "most": 4}
    assert table.refused(CorrectCountdown(WHY, GREEN, 1)) == "nothing_changes"
    assert table.refused(CorrectCountdown("", GREEN, 2)) == "reason_missing"


def test_who_goes_home_is_out_and_starts_no_countdown() -> None:
    """EN 395."""
    table = ClankTable(RED, GREEN, BLUE)
    table.do(TakeArtifact(RED, 30))
    assert table.do(Withdraw(RED, "the last train")) == (PlayerWithdrew(RED, "the last train"),)
    assert table.player(RED).status is Status.WITHDRAWN
    table.do(RefillRow(symbol_revealed=True))
    table.draw_in_order("rdd")
    assert (table.player(RED).meter, table.state.set_aside.red) == (0, 1)
    ended(table, 4)
    assert (table.state.countdown_space, table.state.turn) == (0, BLUE)
    assert table.refused(Withdraw(RED, "again")) == "player_is_out"


def test_the_table_may_let_the_countdown_start_when_somebody_goes_home() -> None:
    table = ClankTable(RED, GREEN, BLUE)
    assert table.do(Withdraw(GREEN, "tired", starts_countdown=True)) == (
        PlayerWithdrew(GREEN, "tired"),
        CountdownAdvanced(GREEN, 1),
    )
    assert table.do(Withdraw(BLUE, "tired too", starts_countdown=True)) == (
        PlayerWithdrew(BLUE, "tired too"),
    )


def test_who_went_home_counts_no_points_and_the_others_do() -> None:
    table = ClankTable(RED, GREEN)
    table.do(TakeArtifact(RED, 30))
    table.do(Withdraw(RED, "late"))
    table.do(EndTurn())
    table.do(TakeArtifact(GREEN, 5))
    table.do(LeaveDungeon(GREEN))
    assert table.state.ending is Ending.ALL_OUT
    (first, last) = result(table.state).scores
    assert (first.colour, last.may_score, last.missing) == (GREEN, False, ())


def test_the_game_is_over_when_the_last_player_goes_home() -> None:
    table = ClankTable(RED, GREEN)
    table.do(CorrectStatus(GREEN, Status.LOST, WHY))
    assert table.do(Withdraw(RED, "late"))[-1] == GameEnded(Ending.ALL_OUT)


def test_who_went_home_by_mistake_comes_back() -> None:
    table = ClankTable(RED, GREEN, BLUE)
    table.do(Withdraw(GREEN, "asleep"))
    table.do(CorrectStatus(GREEN, Status.INSIDE, "awake"))
    assert [player.colour for player in table.state.inside] == [RED, GREEN, BLUE]


def test_a_full_meter_is_not_gone_home_with() -> None:
    table = ClankTable(RED, GREEN, BLUE)
    fell(table, GREEN)
    assert table.refused(CorrectStatus(GREEN, Status.WITHDRAWN, WHY)) == "meter_is_full"


def test_going_home_by_a_correction_starts_no_countdown_either() -> None:
    table = ClankTable(RED, GREEN, BLUE)
    table.do(CorrectStatus(GREEN, Status.WITHDRAWN, WHY))
    assert table.state.countdown_space == 0


def test_the_removed_artifacts_can_be_set_right_at_any_time() -> None:
    """EN 112-113: two players put two back; 20 was thought to be one of them."""
    table = ClankTable(RED, GREEN, artifacts_out=(20, 30))
    table.do(TakeArtifact(RED))
    assert table.refused(NameArtifact(RED, 20)) == "artifact_not_in_game"
    assert table.do(CorrectRemovedArtifacts(WHY, (30, 25))) == (
        RemovedArtifactsCorrected((25, 30), WHY),
    )
    table.do(NameArtifact(RED, 20))
    for out, code in (
        ((20, 25), "artifact_taken"),
        ((25, 30), "nothing_changes"),
        ((25,), "artifacts_out_wrong"),
        ((25, 25), "artifacts_out_wrong"),
        ((25, 6), "artifacts_out_wrong"),
    ):
        assert table.refused(CorrectRemovedArtifacts(WHY, out)) == code
    table.do(CorrectRemovedArtifacts(WHY))
    assert table.state.artifacts_out == ()


def test_rulings_can_be_changed_in_the_middle_of_a_game() -> None:
    table = ClankTable(RED, GREEN)
    changed = replace(Rulings(), backpacks_add_up=False)
    assert table.do(CorrectRulings(WHY, changed)) == (RulingsCorrected(changed, WHY),)
    assert table.state.rulings == changed
    assert table.refused(CorrectRulings(WHY, changed)) == "nothing_changes"


def attacked() -> ClankTable:
    """Return a table at which three cubes wait to be drawn."""
    table = ClankTable(RED, GREEN)
    table.do(RefillRow(symbol_revealed=True))
    return table


def test_danger_that_was_miscounted_changes_the_attack_that_waits() -> None:
    """EN 425."""
    table = attacked()
    assert table.do(CorrectNumber(Number.DANGER, 2, WHY)) == (
        NumberCorrected(Number.DANGER, 2, WHY),
        AttackCorrected(5, Because(3, 2)),
    )
    assert table.refused(ReportDraw(Cubes(black=3))) == "wrong_number_of_cubes"
    table.draw(black=5)


def test_a_correction_that_does_not_touch_the_attack_says_nothing_of_it() -> None:
    table = attacked()
    assert table.do(CorrectCubes(Cube.RED, Place.BAG, 2, Place.SUPPLY, WHY)) == (
        CubesCorrected(Cube.RED, Place.BAG, Place.SUPPLY, 1, WHY),
    )


def test_clank_that_was_forgotten_goes_into_the_bag_of_the_attack_that_waits() -> None:
    """EN 356."""
    table = attacked()
    table.do(CorrectCubes(Cube.RED, Place.AREA, 2, Place.SUPPLY, "forgotten"))
    assert (table.area(RED), table.state.bag.red) == (0, 5)


def test_an_attack_draws_no_more_than_the_corrected_bag_holds() -> None:
    """EN 356; an empty bag ends the attack."""
    table = attacked()
    for cube in (Cube.RED, Cube.GREEN):
        table.do(CorrectCubes(cube, Place.BAG, 0, Place.SUPPLY, WHY))
    table.do(CorrectCubes(Cube.BLACK, Place.BAG, 2, Place.SET_ASIDE, WHY))
    assert table.state.attack is not None
    assert table.state.attack.cubes_to_draw == 2
    events = table.do(CorrectCubes(Cube.BLACK, Place.BAG, 0, Place.SET_ASIDE, WHY))
    assert events[-1] == CubesDrawn(Cubes(), (), DrawnBy.DRAGONBAG)
    assert table.state.attack is None


@pytest.mark.parametrize("attack", [ProvokeDragon(), RefillRow(symbol_revealed=True)])
def test_the_countdown_adds_to_no_other_attack_that_is_corrected(
    attack: ProvokeDragon | RefillRow,
) -> None:
    """EN 401: only to those of the Countdown Track."""
    table = ClankTable(RED, GREEN, BLUE)
    fell(table, GREEN)
    table.do(CorrectCountdown(WHY, GREEN, 4))
    table.do(attack)
    table.do(CorrectNumber(Number.DANGER, 2, WHY))
    assert table.state.attack is not None
    assert table.state.attack.because == Because(2, 2)


def test_the_countdown_that_was_miscounted_changes_its_attack() -> None:
    """EN 401."""
    table = ClankTable(RED, GREEN, BLUE)
    fell(table, GREEN)
    table.do(EndTurn())
    assert table.state.attack is not None
    assert table.state.attack.because == Because(2, 0, 1)
    table.do(CorrectCountdown(WHY, GREEN, 4))
    assert table.state.attack.because == Because(2, 0, 3)


def test_the_dragon_waits_for_nobody_when_the_last_player_is_out() -> None:
    """EN 404."""
    table = attacked()
    table.do(CorrectStatus(GREEN, Status.LOST, WHY))
    table.do(Withdraw(RED, WHY))
    assert (table.state.ending, table.state.attack) == (Ending.ALL_OUT, None)


@pytest.mark.parametrize(
    ("command", "event"),
    [
        (CorrectCredit(1, WHY), CreditCorrected(RED, 1, WHY)),
        (CorrectTurn(GREEN, WHY), TurnCorrected(GREEN, WHY)),
        (CorrectStatus(GREEN, Status.LOST, WHY), StatusCorrected(GREEN, Status.LOST, WHY)),
        (CorrectRemovedArtifacts(WHY, (5, 7)), RemovedArtifactsCorrected((5, 7), WHY)),
        (CorrectRulings(WHY, NO_ODDS), RulingsCorrected(NO_ODDS, WHY)),
        (CountHoldings(RED, 4, reason=WHY), HoldingsCounted(RED, 4, (), (), Status.INSIDE, WHY)),
    ],
    ids=lambda value: type(value).__name__,
)
def test_everything_is_correctable_while_the_dragon_waits(
    command: Correction | CountHoldings, event: Event
) -> None:
    table = attacked()
    assert table.do(command)[0] == event
    assert table.state.attack is not None, "it still waits"
    table.draw(black=3)
    assert table.state.attack is None


def test_nobody_is_next_up_where_one_plays_alone_or_nobody_does() -> None:
    table = ClankTable(RED, GREEN)
    table.do(Withdraw(GREEN, WHY))
    assert next_up(table.state) is None
    table.do(EndTurn())
    assert table.state.turn is RED
    table.do(Withdraw(RED, WHY))
    assert next_up(table.state) is None
    assert next_up(ClankTable().state) is None


def test_other_commands_still_wait_for_the_draw() -> None:
    """EN 356: the attack is one action."""
    assert attacked().refused(ProvokeDragon()) == "draw_first"
