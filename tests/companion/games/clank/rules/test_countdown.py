"""Leaving, the Countdown Track and the end of the game (EN 381-404)."""

import pytest

from companion.games.clank import CLANK
from companion.games.clank.box import Arrival, Colour, Cubes, Token
from companion.games.clank.commands import (
    Command,
    CorrectStatus,
    EndTurn,
    LeaveDungeon,
    MakeClank,
    NameArtifact,
    ProvokeDragon,
    RefillRow,
    TakeArtifact,
    TellDepths,
    TellFirstOut,
)
from companion.games.clank.events import (
    AttackBegan,
    CountdownAdvanced,
    DamageTaken,
    DungeonLeft,
    FirstOutAsked,
    GameEnded,
    KnockedOut,
    TokenTaken,
    TurnEnded,
)
from companion.games.clank.rules.turn import next_up
from companion.games.clank.values import Because, Cause, Ending, Place, Status
from tests.support.games.clank_table import (
    BLUE,
    GREEN,
    RED,
    YELLOW,
    ClankTable,
    fell,
    hurt,
    into_bag,
    put,
)

ATTACK = RefillRow(symbol_revealed=True)
QUIET = RefillRow(symbol_revealed=False)


def leave(table: ClankTable, colour: Colour, artifact: int = 5) -> None:
    """Take an Artifact and leave at once."""
    table.do(TakeArtifact(colour, artifact))
    table.do(LeaveDungeon(colour))


def end_turns(table: ClankTable, turns: int = 1) -> None:
    """End so many turns; countdown attacks draw black cubes."""
    for _ in range(turns):
        table.do(EndTurn())
        if table.state.attack:
            table.draw_black()


def test_the_turn_passes_clockwise_and_round() -> None:
    """EN 160."""
    table = ClankTable(GREEN, RED, YELLOW)
    turns = []
    for _ in range(4):
        turns.append(table.state.turn)
        table.do(EndTurn())
    assert turns == [GREEN, RED, YELLOW, GREEN]
    assert table.state.turn_number == 5


def test_whoever_moves_on_the_countdown_track_is_next_up() -> None:
    """EN 395-399; who was first is asked, and turn order decides."""
    table = ClankTable(RED, GREEN, BLUE, YELLOW)
    fell(table, GREEN, BLUE, in_order=False)
    assert next_up(table.state) is GREEN
    table.do(EndTurn())
    assert (table.state.turn, next_up(table.state)) == (GREEN, YELLOW)


def test_leaving_needs_an_artifact_and_earns_a_mastery_token() -> None:
    """EN 383-385."""
    table = ClankTable(RED, GREEN)
    assert table.refused(LeaveDungeon(RED)) == "needs_artifact"
    table.do(TakeArtifact(RED, 5))
    assert table.do(LeaveDungeon(RED)) == (
        DungeonLeft(RED),
        TokenTaken(RED, Token.MASTERY),
        CountdownAdvanced(RED, 1),
    )
    assert table.player(RED).status is Status.ESCAPED


@pytest.mark.parametrize("colour", [GREEN, YELLOW])
def test_leaving_is_for_the_own_turn(colour: Colour) -> None:
    """EN 299: whoever leaves moves there."""
    table = ClankTable(RED, colour)
    table.do(TakeArtifact(colour, 5))
    assert table.refused(LeaveDungeon(colour)) == "not_your_turn"


def test_an_unnamed_artifact_lets_out_like_a_named_one() -> None:
    """EN 383."""
    table = ClankTable(RED, GREEN)
    table.do(TakeArtifact(RED))
    table.do(LeaveDungeon(RED))
    table.do(NameArtifact(RED, 30))
    assert table.player(RED).artifacts == (30,)


def test_a_player_who_leaves_still_refills_the_row_and_is_not_hurt_by_it() -> None:
    """RULING after EN 354 and 395."""
    table = ClankTable(RED, GREEN)
    leave(table, RED)
    table.do(RefillRow(symbol_revealed=True, arrivals=(Arrival.OVERLORD,)))
    assert table.state.bag == Cubes(red=3, green=3, black=24)
    events = table.draw(red=2, black=1)
    assert not [event for event in events if isinstance(event, DamageTaken)]
    assert table.state.set_aside == Cubes(red=2, black=1)


@pytest.mark.parametrize("how", ["leaves", "is knocked out"])
def test_the_first_one_out_stands_on_the_countdown_track(how: str) -> None:
    """EN 399; one public engine forgets the knock-outs."""
    table = ClankTable(RED, GREEN, BLUE)
    leave(table, RED) if how == "leaves" else fell(table, RED)
    assert (table.state.countdown_colour, table.state.countdown_space) == (RED, 1)


@pytest.mark.parametrize("how", ["leaves", "is knocked out"])
def test_later_ones_do_not_use_the_countdown_track(how: str) -> None:
    """EN 399."""
    table = ClankTable(RED, GREEN, BLUE)
    fell(table, GREEN)
    leave(table, RED) if how == "leaves" else fell(table, RED)
    assert (table.state.countdown_colour, table.state.countdown_space) == (GREEN, 1)


def test_who_is_out_takes_no_turns_but_the_first_one_moves_the_countdown() -> None:
    """EN 395-399."""
    table = ClankTable(RED, GREEN, BLUE, YELLOW)
    fell(table, BLUE)
    fell(table, GREEN)
    assert table.do(EndTurn())[:2] == (TurnEnded(RED, BLUE), CountdownAdvanced(BLUE, 2))
    table.draw_black()
    assert table.do(EndTurn()) == (TurnEnded(BLUE, YELLOW),)
    assert table.do(EndTurn()) == (TurnEnded(YELLOW, RED),)


def test_the_countdown_draws_one_two_three_more_and_then_ends_the_game() -> None:
    """EN 399-402, 425: rage 3, Danger 1 and the extra (JA 414 does not name Danger)."""
    table = ClankTable(RED, GREEN, danger=1)
    put(table, GREEN, Place.AREA, 0)
    leave(table, RED)
    end_turns(table)
    for extra in (1, 2, 3):
        assert table.do(EndTurn()) == (
            TurnEnded(GREEN, RED),
            CountdownAdvanced(RED, extra + 1),
            AttackBegan(4 + extra, Because(3, 1, extra), Cause.COUNTDOWN),
        )
        table.draw_black()
        end_turns(table)
    assert table.do(EndTurn()) == (
        TurnEnded(GREEN, RED),
        CountdownAdvanced(RED, 5),
        KnockedOut(GREEN, Status.LOST),
        GameEnded(Ending.COUNTDOWN),
    )


def test_a_countdown_attack_takes_the_area_too() -> None:
    """EN 401, 356."""
    table = ClankTable(RED, GREEN)
    leave(table, RED)
    end_turns(table)
    table.do(MakeClank(GREEN, 4))
    table.do(EndTurn())
    assert table.state.bag == Cubes(red=3, green=6, black=24)


def test_a_countdown_turn_refills_no_row() -> None:
    """EN 399: "instead of taking a normal turn"."""
    table = ClankTable(RED, GREEN)
    leave(table, RED)
    table.do(QUIET)  # the turn in which red left is a normal one
    end_turns(table, 2)
    assert table.state.turn == RED
    assert table.refused(ATTACK) == "countdown_turn_refills_nothing"
    assert table.refused(ProvokeDragon()) == "player_is_out"
    end_turns(table)
    table.do(QUIET)


def test_an_attack_from_the_row_between_two_countdown_moves_has_no_extra() -> None:
    """Publisher's FAQ, 4 June 2019."""
    table = ClankTable(RED, GREEN)
    leave(table, RED)
    end_turns(table, 3)
    assert table.do(ATTACK)[-1] == AttackBegan(3, Because(3, 0, 0), Cause.ROW)


def test_the_fifth_space_knocks_out_whatever_the_health() -> None:
    """EN 402, JA 415; a player who never entered counts as inside and is lost."""
    table = ClankTable(RED, GREEN, BLUE)
    leave(table, RED)
    end_turns(table, 3 * 4)
    assert table.state.ending is Ending.COUNTDOWN
    for colour in (GREEN, BLUE):
        assert (table.player(colour).meter, table.player(colour).status) == (0, Status.LOST)


def test_the_fifth_space_still_asks_who_can_be_rescued() -> None:
    """EN 402 with 378-379; RU 420 reads as killed."""
    table = ClankTable(RED, GREEN)
    table.do(TakeArtifact(GREEN, 7))
    leave(table, RED)
    end_turns(table, 2 * 4)
    assert table.player(GREEN).status is Status.KNOCKED_OUT
    table.do(TellDepths(GREEN, in_depths=False))
    assert table.player(GREEN).status is Status.RESCUED


def test_the_fifth_space_leaves_those_alone_who_are_out() -> None:
    """EN 402: "all players still in the dungeon"."""
    table = ClankTable(RED, GREEN, BLUE)
    leave(table, RED)
    end_turns(table)
    leave(table, GREEN, 7)
    end_turns(table, 2 * 3 + 1)
    table.do(EndTurn())
    assert [event for event in table.events if isinstance(event, KnockedOut)] == [
        KnockedOut(BLUE, Status.LOST)
    ]
    assert table.player(GREEN).status is Status.ESCAPED


def test_two_players_the_other_gets_at_most_four_more_turns() -> None:
    """EN 399-402."""
    table = ClankTable(RED, GREEN)
    leave(table, RED)
    turns = 0
    while table.state.ending is None:
        end_turns(table)
        turns += table.state.turn == GREEN
    assert turns == 4


@pytest.mark.parametrize("command", [EndTurn(), ATTACK, MakeClank(RED), ProvokeDragon()])
def test_the_game_ends_at_once_when_the_last_player_leaves(command: Command) -> None:
    """EN 404, JA 417: no refill, no attack, no countdown move."""
    table = ClankTable(RED, GREEN)
    fell(table, GREEN)
    assert not CLANK.is_over(table.state)
    leave(table, RED)
    assert table.events[-1] == GameEnded(Ending.ALL_OUT)
    assert CLANK.is_over(table.state)
    assert table.state.countdown_space == 1
    assert table.refused(command) == "game_is_over"


def test_the_game_ends_at_once_when_the_last_player_is_knocked_out() -> None:
    """EN 404, JA 417."""
    table = ClankTable(RED, GREEN)
    leave(table, RED)
    end_turns(table)
    fell(table, GREEN)
    assert table.events[-1] == GameEnded(Ending.ALL_OUT)


def test_everyone_knocked_out_by_one_attack_ends_the_game_without_a_countdown() -> None:
    """RULING: EN 404 comes before EN 399."""
    table = ClankTable(RED, GREEN)
    fell(table, RED, GREEN, in_order=False)
    assert table.state.ending is Ending.ALL_OUT
    assert table.state.countdown_space == 0
    assert table.state.first_out_asked == ()


def test_of_two_knocked_out_together_the_first_filling_cube_counts() -> None:
    """RULING on EN 399: the order of the draw, where it was seen."""
    table = ClankTable(RED, GREEN, BLUE)
    fell(table, BLUE, GREEN)
    assert table.state.countdown_colour == BLUE


def test_the_filling_cube_counts_not_the_first_cube_of_a_colour() -> None:
    """RULING on EN 399: knocked out is who is "completely filled" (EN 376)."""
    table = ClankTable(RED, GREEN, BLUE, YELLOW)
    for colour, meter, cubes in ((GREEN, 8, 2), (BLUE, 9, 1)):
        hurt(table, colour, meter)
        into_bag(table, colour, cubes)
    table.do(RefillRow(symbol_revealed=True, danger=1))
    table.draw_in_order("gbg")
    assert table.state.countdown_colour == BLUE


def test_the_last_cube_into_the_meter_counts_of_however_many() -> None:
    """RULING on EN 399; green has three spaces free, and the first two were drawn before blue's."""
    table = ClankTable(RED, GREEN, BLUE, YELLOW)
    for colour, meter, cubes in ((GREEN, 7, 3), (BLUE, 9, 1)):
        hurt(table, colour, meter)
        into_bag(table, colour, cubes)
    table.do(RefillRow(symbol_revealed=True, danger=2))
    table.draw_in_order("ggbg")
    assert table.state.countdown_colour == BLUE


def test_when_nobody_saw_the_order_the_table_is_asked() -> None:
    """RULING on EN 399."""
    table = ClankTable(RED, GREEN, BLUE)
    fell(table, GREEN, BLUE, in_order=False)
    assert table.events[-1] == FirstOutAsked((GREEN, BLUE))
    assert table.state.countdown_space == 0
    assert table.refused(TellFirstOut(RED)) == "not_asked_first_out"
    table.do(TellFirstOut(BLUE))
    assert (table.state.countdown_colour, table.state.countdown_space) == (BLUE, 1)
    assert table.refused(TellFirstOut(GREEN)) == "not_asked_first_out"


def test_nobody_is_asked_for_the_order_of_one() -> None:
    """EN 399."""
    table = ClankTable(RED, GREEN, BLUE)
    fell(table, GREEN, in_order=False)
    assert table.events[-1] == CountdownAdvanced(GREEN, 1)


def test_nobody_is_asked_for_an_order_when_the_countdown_runs() -> None:
    """EN 399."""
    table = ClankTable(RED, GREEN, BLUE, YELLOW)
    leave(table, RED)
    end_turns(table)
    fell(table, BLUE, YELLOW, in_order=False)
    assert table.state.first_out_asked == ()
    assert table.state.countdown_colour == RED


@pytest.mark.parametrize(
    ("felled", "first"), [((GREEN, BLUE), GREEN), ((BLUE, RED), BLUE), ((RED, GREEN), GREEN)]
)
def test_without_an_answer_turn_order_decides_when_the_turn_ends(
    felled: tuple[Colour, Colour], first: Colour
) -> None:
    """RULING on EN 399: from the player whose turn it is."""
    table = ClankTable(RED, YELLOW, GREEN, BLUE)
    end_turns(table, 2)  # it is green's turn: green, blue, red, yellow
    fell(table, *felled, in_order=False)
    table.do(EndTurn())
    assert (table.state.countdown_colour, table.events[0]) == (first, CountdownAdvanced(first, 1))


@pytest.mark.parametrize("how", ["leaves", "is knocked out"])
def test_while_the_question_is_open_a_third_one_out_is_not_the_first(how: str) -> None:
    """EN 399: "the first time any player leaves or is knocked out"."""
    table = ClankTable(RED, GREEN, BLUE, YELLOW)
    fell(table, GREEN, BLUE, in_order=False)
    leave(table, RED) if how == "leaves" else fell(table, RED)
    assert table.state.countdown_space == 0
    assert table.state.first_out_asked == (GREEN, BLUE)
    table.do(EndTurn())
    assert table.state.countdown_colour == GREEN


def test_the_question_can_be_answered_while_the_next_attack_waits() -> None:
    """EN 399."""
    table = ClankTable(RED, GREEN, BLUE)
    fell(table, GREEN, BLUE, in_order=False)
    table.do(ATTACK)
    table.do(TellFirstOut(BLUE))
    assert table.state.countdown_colour == BLUE


def test_the_last_ones_fall_with_the_question_still_open() -> None:
    """EN 404."""
    table = ClankTable(RED, GREEN, BLUE)
    fell(table, GREEN, BLUE, in_order=False)
    leave(table, RED)
    assert table.state.ending is Ending.ALL_OUT
    assert table.state.first_out_asked == ()
    assert table.refused(TellFirstOut(BLUE)) == "game_is_over"


def test_a_single_player_inside_has_turns_between_the_countdown_moves() -> None:
    """EN 395-399."""
    table = ClankTable(RED, GREEN, BLUE, YELLOW)
    for colour in (GREEN, YELLOW):
        table.do(CorrectStatus(colour, Status.LOST, "test"))
    leave(table, RED)
    turns = []
    for _ in range(3):
        end_turns(table)
        turns.append(table.state.turn)
    assert turns == [GREEN, BLUE, GREEN]
