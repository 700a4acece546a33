"""How long a game took, and whose time it was: from the times of its lines."""

from datetime import UTC, datetime, timedelta

from companion.engine.value import replace
from companion.games.clank import CLANK
from companion.games.clank.box import Colour
from companion.games.clank.commands import Command, EndTurn, MakeClank, StartGame
from companion.games.clank.values import Seat
from companion.games.the_game import commands as laying
from companion.games.the_game.box import Pile, Who
from companion.table.history import Entry
from companion.table.line import Kind
from companion.table.table import Table
from companion.table.times import BREAK_S, Steps, times_of, turns_of

BEGAN = datetime(2026, 1, 1, 20, tzinfo=UTC)
SEATS = (Seat(Colour.RED, "Ann"), Seat(Colour.GREEN, "Bo"))


def played(*seconds: float) -> Steps:
    """Return Red's set-up, two turns and the beginning of a third, so many seconds after 20:00."""
    state, steps = CLANK.empty, []
    commands: tuple[Command, ...] = (
        StartGame(SEATS, Colour.RED),
        MakeClank(Colour.RED, 1),
        EndTurn(),
        EndTurn(),
    )
    for seq, (after_s, command) in enumerate(zip(seconds, commands, strict=False)):
        events = CLANK.decide(state, command)
        for event in events:
            state = CLANK.evolve(state, event)
        at = (BEGAN + timedelta(seconds=after_s)).isoformat()
        steps.append((Entry(seq, at, "panel", Kind.COMMAND, events), state))
    return steps


def now(after_s: float) -> datetime:
    return BEGAN + timedelta(seconds=after_s)


def test_the_time_between_two_steps_is_that_of_whose_turn_it_was() -> None:
    times = times_of(CLANK, played(0, 10, 60, 100), now(105))
    assert times.total_s == 105
    assert times.by_seat == {Colour.RED: 60 + 5, Colour.GREEN: 40}


def test_a_break_and_a_clock_that_was_set_back_are_nobody_s_time() -> None:
    times = times_of(CLANK, played(0, 10, 10 + BREAK_S + 1, 5), now(6))
    assert times.by_seat == {Colour.RED: 10 + 1, Colour.GREEN: 0}


def late(table: Table, *more: object) -> None:
    """Play The Game; Dee, who was forgotten, sits down behind Ann. Then comes what is given."""
    table.open_game("cli", "the_game")
    for command in (
        laying.StartGame(("Ann", "Bo", "Cleo"), Who.SECOND),
        laying.PlayCard(Pile.UP_1, 2),
        laying.AddPlayers(("Dee",), Who.FIRST, "late"),
        *more,
    ):
        table.submit(command, "cli")


def test_times_stay_with_their_players_when_the_seats_move_up(table: Table) -> None:
    """The Game's seats are numbers: when Dee sits down behind Ann, Bo is the third."""
    late(table)
    assert seats_a_minute_apart(table) == {"3": 3 * 60}
    table.undo("cli")
    assert seats_a_minute_apart(table) == {"2": 4 * 60}
    table.redo("cli")
    table.submit(laying.Withdraw(Who.THIRD, "tired"), "cli")
    assert seats_a_minute_apart(table) == {"3": 60}, "Cleo's turn; Bo has gone home"
    table.undo("cli")
    assert seats_a_minute_apart(table) == {"3": 6 * 60, "4": 60}


def test_turns_are_told_with_the_names_of_those_who_sat_there_then(table: Table) -> None:
    late(
        table,
        laying.PlayCard(Pile.UP_1, 3),
        laying.EndTurn(),
        laying.CorrectNames(("Ann", "Dee", "Bob", "Cleo")),
    )
    game, steps = table.played
    turns = turns_of(game, steps, 10, len(steps))
    told = [
        (turn.seat and game.name_of(turn.named, Who(turn.seat)), len(turn.entries))
        for turn in turns
    ]
    assert told == [("Cleo", 1), ("Bob", 3), ("Bo", 1), ("", 1)]


def test_an_undo_tells_of_those_who_sat_there_before_it(table: Table) -> None:
    table.open_game("cli", "the_game")
    table.submit(laying.StartGame(("Ann", "Bo", "Cleo"), Who.SECOND), "cli")
    table.submit(laying.AddPlayers(("Dee",), Who.FIRST, "late"), "cli")
    table.undo("cli")
    game, steps = table.played
    (turn, _) = turns_of(game, steps, 10, len(steps))
    assert [entry.kind for entry in turn.entries] == [Kind.COMMAND, Kind.UNDO]
    assert game.name_of(turn.named, Who.SECOND) == "Dee", "who is new at the table"
    assert game.name_of(turn.named, Who(turn.seat)) == "Bo", "whose turn it is"


def seats_a_minute_apart(table: Table) -> dict[str, float]:
    """Return how long each seat took if each step came a minute after the one before."""
    game, steps = table.played
    clock = [
        (replace(entry, at=now(60 * at).isoformat()), state)
        for at, (entry, state) in enumerate(steps)
    ]
    return times_of(game, clock, now(60 * len(steps))).by_seat


def test_nothing_was_played_without_steps() -> None:
    assert times_of(CLANK, [], now(9)).total_s == 0
    assert turns_of(CLANK, [], 10, 0) == []


def test_turns_hold_the_steps_of_one_player() -> None:
    steps = played(0, 10, 60, 100)
    turns = turns_of(CLANK, steps, 10, len(steps))
    assert [(turn.seat, len(turn.entries)) for turn in turns] == [
        (Colour.GREEN, 1),
        (Colour.RED, 2),
        ("", 1),
    ]


def test_a_page_of_the_log_has_the_last_steps_or_those_before_it() -> None:
    steps = played(0, 10, 60, 100)
    (newest, red) = turns_of(CLANK, steps, 2, 4)
    assert [entry.seq for turn in (newest, red) for entry in turn.entries] == [3, 2]
    assert [entry.seq for turn in turns_of(CLANK, steps, 2, 2) for entry in turn.entries] == [1, 0]
