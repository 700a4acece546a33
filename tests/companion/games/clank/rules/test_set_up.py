"""Setting up a table of Clank! (EN 95-160)."""

import pytest
from hypothesis import given

from companion.engine.game import NAME_LENGTH
from companion.games.clank.box import DANGER_CARDS, Arrival, Colour
from companion.games.clank.commands import (
    AddPlayers,
    Command,
    CorrectNumber,
    EndTurn,
    MakeClank,
    ProvokeDragon,
    StartGame,
    TakeArtifact,
)
from companion.games.clank.events import PlayersAdded
from companion.games.clank.values import Number, Rulings, Seat, Status
from tests.support.games.clank_strategies import any_command
from tests.support.games.clank_table import BLUE, GREEN, RED, YELLOW, ClankTable

ALL = (RED, GREEN, BLUE, YELLOW)


@pytest.mark.parametrize(("players", "space", "cubes"), [(2, 3, 3), (3, 2, 2), (4, 1, 2)])
def test_rage_starts_by_the_number_of_players(players: int, space: int, cubes: int) -> None:
    """EN 142-144."""
    table = ClankTable(*ALL[:players])
    assert (table.state.rage_space, table.state.rage) == (space, cubes)


@pytest.mark.parametrize("first", ALL)
def test_starting_clank_is_3_2_1_0_by_turn_order_from_any_first_player(first: Colour) -> None:
    """EN 160."""
    seats = (YELLOW, RED, GREEN, BLUE)
    table = ClankTable(*seats, first=first)
    start = seats.index(first)
    by_turn = seats[start:] + seats[:start]
    assert [table.area(colour) for colour in by_turn] == [3, 2, 1, 0]
    assert [table.player(colour).supply for colour in by_turn] == [27, 28, 29, 30]
    assert table.state.turn == first
    assert len(table.events) == 1 + 3  # no Clank! makes no event


@pytest.mark.parametrize(("players", "cubes"), [(2, [3, 2]), (3, [3, 2, 1])])
def test_with_fewer_players_the_last_ones_start_without_clank(
    players: int, cubes: list[int]
) -> None:
    """EN 160."""
    table = ClankTable(*ALL[:players])
    assert [table.area(colour) for colour in ALL[:players]] == cubes


def test_the_bag_begins_with_24_black_cubes_and_nothing_else() -> None:
    """EN 146; one public engine puts 30 in."""
    bag = ClankTable(*ALL).state.bag
    assert (bag.black, bag.total) == (24, 24)


def test_everyone_begins_unhurt_with_empty_hands_in_the_first_turn() -> None:
    """EN 97-160."""
    table = ClankTable(*ALL)
    assert table.state.turn_number == 1
    for player in table.state.players:
        assert (player.meter, player.gold, player.artifacts, player.tokens) == (0, 0, (), ())


@pytest.mark.parametrize("players", [0, 1, 5])
def test_two_to_four_play(players: int) -> None:
    """EN 110-113, 142-144: the rulebook knows no other number, and no solo game."""
    seats = tuple(Seat(colour) for colour in (*ALL, RED)[:players])
    assert ClankTable().refused(StartGame(seats, RED)) == "players_two_to_four"


def test_each_player_has_a_colour_of_their_own() -> None:
    """EN 97-99."""
    table = ClankTable()
    assert table.refused(StartGame((Seat(RED), Seat(RED)), RED)) == "colour_twice"
    assert table.refused(StartGame((Seat(RED), Seat(BLUE)), GREEN)) == "colour_not_playing"


@pytest.mark.parametrize(
    ("players", "removed"), [(2, (5, 30)), (2, (7, 25)), (3, (30,)), (3, (5,)), (4, ())]
)
def test_artifacts_go_back_to_the_box_by_the_number_of_players(
    players: int, removed: tuple[int, ...]
) -> None:
    """EN 110-113."""
    assert ClankTable(*ALL[:players], artifacts_out=removed).state.artifacts_out == removed


@pytest.mark.parametrize(
    ("players", "wrong"),
    [
        (2, (5,)),
        (2, (5, 5)),
        (2, (5, 6)),
        (2, (5, 7, 10)),
        (2, (5, 7, 5)),
        (3, (6,)),
        (3, (5, 7)),
        (4, (5,)),
    ],
)
def test_other_artifacts_than_those_cannot_be_out(players: int, wrong: tuple[int, ...]) -> None:
    """EN 108-113."""
    seats = tuple(Seat(colour) for colour in ALL[:players])
    command = StartGame(seats, RED, artifacts_out=wrong)
    assert ClankTable().refused(command) == "artifacts_out_wrong"


def test_artifacts_that_went_back_unseen_need_not_be_named() -> None:
    """EN 110: they are shuffled face down."""
    assert ClankTable(RED, GREEN).state.artifacts_out == ()


@pytest.mark.parametrize("danger", [0, 1, DANGER_CARDS])
def test_danger_in_the_first_row_is_noted(danger: int) -> None:
    """EN 150, 425: only cards with the symbol are replaced."""
    assert ClankTable(RED, BLUE, danger=danger).state.danger == danger


@pytest.mark.parametrize("danger", [-1, DANGER_CARDS + 1])
def test_danger_in_the_first_row_is_within_the_box(danger: int) -> None:
    """Board: five Danger cards."""
    wrong = StartGame((Seat(RED), Seat(BLUE)), RED, danger=danger)
    assert ClankTable().refused(wrong) == "danger_out_of_range"


def test_the_first_row_brings_no_attack() -> None:
    """EN 150-152."""
    assert ClankTable(RED, BLUE, danger=2).state.attack is None


def test_the_first_row_arrives_only_by_ruling() -> None:
    """RULING: JA 492 speaks of refilling; off by default."""
    first_row = (Arrival.OVERLORD, Arrival.WATCHER, Arrival.SHRINE)
    silent = ClankTable(RED, BLUE, arrivals=first_row)
    assert (silent.area(RED), silent.area(BLUE)) == (3, 2)
    loud = ClankTable(RED, BLUE, arrivals=first_row, rulings=Rulings(arrive_on_first_row=True))
    assert (loud.area(RED), loud.area(BLUE)) == (5, 4)
    assert loud.state.bag.black == 24


def test_the_rulings_stay_with_the_game() -> None:
    """RULING: each differs from its default by choice only."""
    assert Rulings() == Rulings(
        arrive_on_first_row=False,
        treasure_hunter_arrive=True,
        credit_absorbs_arrive=True,
        credit_kept_when_supply_empty=False,
        backpacks_add_up=True,
    )
    chosen = Rulings(True, False, False, True, False)
    assert ClankTable(RED, BLUE, rulings=chosen).state.rulings == chosen


@given(any_command.filter(lambda command: not isinstance(command, StartGame)))
def test_nothing_but_a_set_up_comes_before_the_set_up(command: Command) -> None:
    """EN 95."""
    assert ClankTable().refused(command) == "no_game"


def test_a_game_is_set_up_once() -> None:
    """EN 95."""
    table = ClankTable(RED, BLUE)
    assert table.refused(StartGame((Seat(RED), Seat(BLUE)), RED)) == "game_is_on"
    assert ClankTable().refused(MakeClank(RED)) == "no_game"


@pytest.mark.parametrize("name", ["x" * 21, "a\nb", "a\u202eb"])
def test_a_name_that_no_screen_can_show_is_no_name(name: str) -> None:
    with pytest.raises(ValueError, match="printable"):
        Seat(Colour.RED, name)


def test_a_name_may_fill_the_line() -> None:
    assert len(Seat(Colour.RED, "x" * 20).name) == NAME_LENGTH


def test_who_was_forgotten_plays_too_and_the_rage_follows() -> None:
    """EN 97-99, 142-144: Blue sat between Red and Green, and nobody typed the name."""
    table = ClankTable(RED, GREEN)
    table.do(TakeArtifact(RED, 7))
    table.do(EndTurn())
    table.do(AddPlayers((Seat(BLUE, "Cleo"),), RED, "in the kitchen"))
    assert [player.colour for player in table.state.players] == [RED, BLUE, GREEN]
    blue = table.player(BLUE)
    assert (blue.name, blue.supply, blue.status) == ("Cleo", 30, Status.INSIDE)
    assert table.state.rage_space == 2 + 1  # three begin on the second space; one Artifact
    assert (table.state.turn, table.area(RED), table.player(RED).artifacts) == (GREEN, 3, (7,))
    table.do(EndTurn())
    table.do(EndTurn())
    assert table.state.turn == BLUE
    table.do(AddPlayers((Seat(YELLOW),), GREEN, "late"))
    assert [player.colour for player in table.state.players] == [RED, BLUE, GREEN, YELLOW]
    assert table.state.rage_space == 1 + 1


def test_the_rage_never_falls_below_the_first_space_when_somebody_joins() -> None:
    table = ClankTable(RED, GREEN, BLUE)
    table.do(CorrectNumber(Number.RAGE_SPACE, 1, "why"))
    table.do(AddPlayers((Seat(YELLOW),), BLUE, "late"))
    assert table.state.rage_space == 1
    assert isinstance(table.events[-1], PlayersAdded), "nothing else is put right"


def test_nobody_knows_which_artifacts_are_in_the_box_when_their_number_changes() -> None:
    """EN 112-113: one goes back with three players, none with four."""
    table = ClankTable(RED, GREEN, BLUE, artifacts_out=(30,))
    table.do(AddPlayers((Seat(YELLOW),), BLUE, "late"))
    assert table.state.artifacts_out == ()


def test_an_attack_that_waits_follows_when_somebody_joins() -> None:
    """EN 142-144: with three the marker stands a space lower."""
    table = ClankTable(RED, GREEN)
    table.do(CorrectNumber(Number.RAGE_SPACE, 4, "why"))
    table.do(ProvokeDragon())
    table.do(AddPlayers((Seat(BLUE),), GREEN, "late"))
    assert table.state.attack is not None
    assert table.state.attack.because.rage == table.state.rage
    assert table.state.rage_space == 3


@pytest.mark.parametrize(
    ("seats", "after", "reason", "why"),
    [
        ((), RED, "late", "nothing_changes"),
        ((Seat(GREEN),), RED, "late", "colour_twice"),
        ((Seat(BLUE), Seat(BLUE)), RED, "late", "colour_twice"),
        ((Seat(BLUE),), YELLOW, "late", "colour_not_playing"),
        ((Seat(BLUE),), RED, " ", "reason_missing"),
        ((Seat(BLUE), Seat(YELLOW), Seat(YELLOW)), RED, "late", "no_more_seats"),
    ],
)
def test_who_cannot_join_is_told_why(
    seats: tuple[Seat, ...], after: Colour, reason: str, why: str
) -> None:
    table = ClankTable(RED, GREEN)
    assert table.refused(AddPlayers(seats, after, reason)) == why
