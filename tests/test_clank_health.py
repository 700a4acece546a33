"""Damage, healing, knock-outs, the countdown and the end (EN 366-404, 433)."""

import pytest

from companion.games.clank.commands import (
    CorrectCubes,
    EndTurn,
    Heal,
    LeaveDungeon,
    MakeClank,
    NameArtifact,
    ProvokeDragon,
    RefillRow,
    TakeArtifact,
    TakeTunnelDamage,
    TellDepths,
    TellFirstOut,
)
from companion.games.clank.components import Colour, Cube, Cubes, Token
from companion.games.clank.events import (
    AttackBegan,
    CountdownAdvanced,
    DamageTaken,
    FirstOutAsked,
    GameEnded,
    KnockedOut,
)
from companion.games.clank.words import Because, Cause, Ending, Place, Status
from tests.clank_table import BLUE, GREEN, RED, YELLOW, ClankTable

ATTACK = RefillRow(symbol_revealed=True)


def hurt(table: ClankTable, colour: Colour, meter: int) -> None:
    """Put cubes of the supply on the meter, as a correction."""
    table.do(CorrectCubes(Cube(colour.value), Place.METER, meter, Place.SUPPLY, "test"))


def into_bag(table: ClankTable, colour: Colour, cubes: int) -> None:
    """Let the bag hold exactly so many cubes of a colour."""
    if table.state.bag.of(colour) == cubes:
        return
    table.do(CorrectCubes(Cube(colour.value), Place.BAG, cubes, Place.SUPPLY, "test"))


def fell(table: ClankTable, *colours: Colour, in_order: bool = True) -> None:
    """Knock players out by one attack of the card kind; each loses the last health."""
    for colour in colours:
        hurt(table, colour, 9)
        into_bag(table, colour, 1)
    table.do(ProvokeDragon())
    assert table.state.attack is not None
    black = table.state.attack.cubes_to_draw - len(colours)
    if in_order:
        table.draw_in_order("".join(colour.value[0] for colour in colours) + "d" * black)
    else:
        table.draw(black=black, **{colour.value: 1 for colour in colours})


def test_drawn_cubes_themselves_go_to_the_meter() -> None:
    """EN 372."""
    table = ClankTable(RED, GREEN)
    table.do(ATTACK)
    table.draw(red=2, black=1)
    assert (table.player(RED).meter, table.state.bag.red) == (2, 1)


def test_tunnel_damage_comes_from_the_supply() -> None:
    """EN 304, 373."""
    table = ClankTable(RED, GREEN)
    table.do(TakeTunnelDamage(RED, 2))
    assert (table.player(RED).meter, table.player(RED).supply) == (2, 25)


def test_tunnel_damage_that_would_fill_the_meter_cannot_be_chosen() -> None:
    """EN 373."""
    table = ClankTable(RED, GREEN)
    hurt(table, RED, 8)
    assert table.refused(TakeTunnelDamage(RED, 2)) == "would_fill_the_meter"
    table.do(TakeTunnelDamage(RED, 1))
    assert table.refused(TakeTunnelDamage(RED, 1)) == "would_fill_the_meter"


def test_tunnel_damage_needs_cubes_in_the_supply() -> None:
    """EN 450."""
    table = ClankTable(RED, GREEN)
    table.do(CorrectCubes(Cube.RED, Place.SUPPLY, 1, Place.BAG, "test"))
    assert table.refused(TakeTunnelDamage(RED, 2)) == "supply_too_small"


def test_healing_returns_cubes_to_the_supply_and_stops_at_no_damage() -> None:
    """EN 374."""
    table = ClankTable(RED, GREEN)
    hurt(table, RED, 1)
    table.do(Heal(RED, 2))
    assert (table.player(RED).meter, table.player(RED).supply) == (0, 27)
    assert table.refused(Heal(RED)) == "nothing_to_heal"


def test_a_full_meter_knocks_out() -> None:
    """EN 376."""
    table = ClankTable(RED, GREEN, BLUE)
    fell(table, GREEN)
    assert table.player(GREEN).was_knocked_out
    assert table.player(GREEN).meter == 10


def test_cubes_beyond_a_full_meter_are_set_aside() -> None:
    table = ClankTable(RED, GREEN, BLUE)
    hurt(table, GREEN, 9)
    into_bag(table, GREEN, 2)
    table.do(ProvokeDragon())
    table.draw(green=2)
    assert (table.player(GREEN).meter, table.state.set_aside.green) == (10, 1)


def test_a_knock_out_without_an_artifact_is_lost_above_the_depths_too() -> None:
    """EN 379; one public engine lets such a player score."""
    table = ClankTable(RED, GREEN, BLUE)
    fell(table, GREEN)
    assert table.player(GREEN).status is Status.LOST
    table.do(TellDepths(GREEN, in_depths=False))
    assert table.player(GREEN).status is Status.LOST


@pytest.mark.parametrize(("in_depths", "fate"), [(True, Status.LOST), (False, Status.RESCUED)])
def test_with_an_artifact_the_depths_decide(in_depths: bool, fate: Status) -> None:
    """EN 378-379."""
    table = ClankTable(RED, GREEN, BLUE)
    table.do(TakeArtifact(GREEN, 5))
    fell(table, GREEN)
    assert table.player(GREEN).status is Status.KNOCKED_OUT
    table.do(TellDepths(GREEN, in_depths))
    assert table.player(GREEN).status is fate
    assert Token.MASTERY not in table.player(GREEN).tokens


def test_only_the_knocked_out_are_asked_for_the_depths() -> None:
    table = ClankTable(RED, GREEN)
    assert table.refused(TellDepths(RED, in_depths=False)) == "not_knocked_out"


def test_leaving_needs_an_artifact_and_earns_a_mastery_token() -> None:
    """EN 383-385."""
    table = ClankTable(RED, GREEN)
    assert table.refused(LeaveDungeon(RED)) == "needs_artifact"
    table.do(TakeArtifact(RED, 5))
    table.do(LeaveDungeon(RED))
    assert table.player(RED).status is Status.ESCAPED
    assert table.player(RED).tokens == (Token.MASTERY,)


def test_leaving_is_for_the_own_turn() -> None:
    table = ClankTable(RED, GREEN)
    table.do(TakeArtifact(GREEN, 5))
    assert table.refused(LeaveDungeon(GREEN)) == "not_your_turn"


def test_who_is_out_takes_no_turns_makes_no_noise_and_takes_no_damage() -> None:
    """EN 395."""
    table = ClankTable(RED, GREEN, BLUE, YELLOW)
    fell(table, BLUE)
    fell(table, GREEN)
    for command in (MakeClank(GREEN), Heal(GREEN), TakeTunnelDamage(GREEN), TakeArtifact(GREEN, 5)):
        assert table.refused(command) == "player_is_out"
    assert table.refused(LeaveDungeon(GREEN)) == "player_is_out"
    into_bag(table, GREEN, 2)
    table.do(ProvokeDragon())
    table.draw(green=2)
    assert (table.player(GREEN).meter, table.state.set_aside.green) == (10, 2)
    table.do(EndTurn())
    assert table.state.turn == BLUE  # the first one out moves the countdown; green is skipped


def test_only_the_first_one_out_stands_on_the_countdown_track() -> None:
    """EN 399; knock-outs count too, which one public engine forgets."""
    table = ClankTable(RED, GREEN, BLUE)
    fell(table, GREEN)
    assert (table.state.countdown_colour, table.state.countdown_space) == (GREEN, 1)
    table.do(TakeArtifact(RED, 5))
    table.do(LeaveDungeon(RED))
    assert (table.state.countdown_colour, table.state.countdown_space) == (GREEN, 1)


def test_the_countdown_draws_one_two_three_more_and_then_ends_the_game() -> None:
    """EN 399-402: rage 3, Danger 1."""
    table = ClankTable(RED, GREEN, danger=1)
    table.do(CorrectCubes(Cube.GREEN, Place.AREA, 0, Place.SUPPLY, "quiet"))
    table.do(TakeArtifact(RED, 5))
    table.do(LeaveDungeon(RED))
    table.do(EndTurn())
    for extra in (1, 2, 3):
        events = table.do(EndTurn())  # green's turn ends
        assert events[1] == CountdownAdvanced(RED, extra + 1)
        assert events[2] == AttackBegan(4 + extra, Because(3, 1, extra), Cause.COUNTDOWN)
        table.draw(black=4 + extra)
        assert table.refused(ATTACK) == "countdown_turn_refills_nothing"
        table.do(EndTurn())  # the countdown's turn ends
    events = table.do(EndTurn())
    assert KnockedOut(GREEN, Status.LOST) in events
    assert GameEnded(Ending.COUNTDOWN) in events


def test_an_attack_from_the_row_between_two_countdown_moves_has_no_extra() -> None:
    """Publisher's FAQ, 4 June 2019."""
    table = ClankTable(RED, GREEN)
    table.do(TakeArtifact(RED, 5))
    table.do(LeaveDungeon(RED))
    table.do(EndTurn())
    table.do(EndTurn())
    table.draw(black=4)
    table.do(EndTurn())
    table.do(ATTACK)
    assert table.state.attack is not None
    assert table.state.attack.because == Because(3, 0, 0)


def test_the_fifth_space_still_asks_who_can_be_rescued() -> None:
    """EN 402 with 378-379."""
    table = ClankTable(RED, GREEN)
    table.do(TakeArtifact(RED, 5))
    table.do(TakeArtifact(GREEN, 7))
    table.do(LeaveDungeon(RED))
    for _ in range(3):
        table.do(EndTurn())
        table.do(EndTurn())
        assert table.state.attack is not None
        table.draw(black=table.state.attack.cubes_to_draw)
    table.do(EndTurn())
    table.do(EndTurn())
    assert table.player(GREEN).status is Status.KNOCKED_OUT
    table.do(TellDepths(GREEN, in_depths=False))
    assert table.player(GREEN).status is Status.RESCUED


def test_the_game_ends_at_once_when_the_last_player_leaves() -> None:
    """JA 417: no refill, no attack, no countdown move."""
    table = ClankTable(RED, GREEN)
    fell(table, GREEN)
    table.do(TakeArtifact(RED, 5))
    assert table.do(LeaveDungeon(RED))[-1] == GameEnded(Ending.ALL_OUT)
    for command in (EndTurn(), ATTACK, MakeClank(RED)):
        assert table.refused(command) == "game_is_over"


def test_everyone_knocked_out_by_one_attack_ends_the_game_without_a_countdown() -> None:
    table = ClankTable(RED, GREEN)
    fell(table, RED, GREEN, in_order=False)
    assert table.state.ending is Ending.ALL_OUT
    assert table.state.countdown_space == 0
    assert table.state.first_out_asked == ()


def test_of_two_knocked_out_together_the_first_filling_cube_counts() -> None:
    table = ClankTable(RED, GREEN, BLUE)
    fell(table, BLUE, GREEN)
    assert table.state.countdown_colour == BLUE


def test_the_filling_cube_counts_not_the_first_cube_of_a_colour() -> None:
    table = ClankTable(RED, GREEN, BLUE, YELLOW)
    for colour, meter, cubes in ((GREEN, 8, 2), (BLUE, 9, 1)):
        hurt(table, colour, meter)
        into_bag(table, colour, cubes)
    table.do(RefillRow(symbol_revealed=True, danger=1))
    table.draw_in_order("gbg")
    assert table.state.countdown_colour == BLUE


def test_when_nobody_saw_the_order_the_table_is_asked() -> None:
    table = ClankTable(RED, GREEN, BLUE)
    fell(table, GREEN, BLUE, in_order=False)
    assert FirstOutAsked((GREEN, BLUE)) in table.events
    assert table.refused(TellFirstOut(RED)) == "not_asked_first_out"
    table.do(TellFirstOut(BLUE))
    assert (table.state.countdown_colour, table.state.countdown_space) == (BLUE, 1)
    assert table.refused(TellFirstOut(GREEN)) == "not_asked_first_out"


def test_without_an_answer_turn_order_decides_when_the_turn_ends() -> None:
    """RULING: from the player whose turn it is."""
    table = ClankTable(RED, GREEN, BLUE)
    fell(table, GREEN, BLUE, in_order=False)
    table.do(EndTurn())
    assert table.state.countdown_colour == GREEN


def test_while_the_question_is_open_a_third_one_out_is_not_the_first() -> None:
    table = ClankTable(RED, GREEN, BLUE, YELLOW)
    fell(table, GREEN, BLUE, in_order=False)
    table.do(TakeArtifact(RED, 5))
    table.do(LeaveDungeon(RED))
    assert table.state.countdown_space == 0
    table.do(EndTurn())
    assert table.state.countdown_colour == GREEN


def test_the_active_player_knocked_out_in_mid_turn_still_refills_the_row() -> None:
    table = ClankTable(RED, GREEN, BLUE)
    fell(table, RED)
    table.do(ATTACK)
    assert table.state.attack is not None
    table.draw(black=table.state.attack.cubes_to_draw)
    table.do(EndTurn())
    assert table.state.turn == GREEN


def test_a_player_who_leaves_still_refills_the_row_and_is_not_hurt_by_it() -> None:
    table = ClankTable(RED, GREEN)
    table.do(TakeArtifact(RED, 5))
    table.do(LeaveDungeon(RED))
    table.do(ATTACK)
    events = table.draw(red=2, black=1)
    assert not [event for event in events if isinstance(event, DamageTaken)]
    assert table.state.set_aside == Cubes(red=2, black=1)


def test_two_players_the_other_gets_at_most_four_more_turns() -> None:
    table = ClankTable(RED, GREEN)
    table.do(TakeArtifact(RED, 5))
    table.do(LeaveDungeon(RED))
    turns = 0
    while table.state.ending is None:
        table.do(EndTurn())
        turns += table.state.turn == GREEN
        if table.state.attack:
            table.draw(black=table.state.attack.cubes_to_draw)
    assert turns == 4


def test_an_unnamed_artifact_saves_like_a_named_one() -> None:
    table = ClankTable(RED, GREEN)
    table.do(TakeArtifact(RED))
    table.do(LeaveDungeon(RED))
    table.do(NameArtifact(RED, 30))
    assert table.player(RED).artifacts == (30,)
