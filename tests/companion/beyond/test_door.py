"""Commands that come from a broker: bound to their moment, never twice, and refused in words."""

from typing import Any

import pytest

from companion.beyond.mqtt.door import Door
from companion.engine.codec import dump
from companion.engine.errors import Rejected
from companion.engine.moments import Moment
from companion.table.snapshot import Snapshot
from companion.table.table import Table
from tests.companion.beyond.tables import begin, everything, knock


class Clock:
    """A clock that stands until it is told."""

    now_s = 100.0

    def __call__(self) -> float:
        return self.now_s


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def door(table: Table, clock: Clock) -> Door:
    begin(table)
    return Door(table, everything, clock)


def asked(door: Door, **order: Any) -> dict[str, Any]:
    return door.command(dump(order))


def test_a_command_that_is_meant_for_a_turn_says_which(table: Table, door: Door) -> None:
    moment = table.snapshot.moments
    refusal = {"symbol_revealed": False, "type": "RefillRow"}
    assert asked(door, command=refusal)["code"] == "moment_missing"
    assert "version" in asked(door, command=refusal, moment=moment[Moment.ATTACK])
    turn = table.snapshot.moments[Moment.TURN]
    assert "version" in asked(door, command={"type": "EndTurn"}, moment=turn)
    version = table.snapshot.version
    assert asked(door, command={"type": "EndTurn"}, moment=turn) == {"version": version}
    late = asked(door, command=refusal, moment=moment[Moment.ATTACK] - 1)
    assert late["code"] == "turn_has_passed"
    assert late["title"] == "It is Bo's turn now, so this was not done."
    assert table.snapshot.version == version


def test_undo_and_redo_name_their_step(table: Table, door: Door) -> None:
    step = knock(table)
    assert asked(door, undo=step) == {"version": step + 1}
    assert asked(door, undo=step) == {"version": step + 1}, "somebody was quicker"
    assert asked(door, redo=step) == {"version": step + 2}
    assert asked(door, undo=1)["code"] == "step_is_past"


def test_a_draw_is_meant_for_its_attack(table: Table, door: Door) -> None:
    assert asked(door, draw=True)["code"] == "moment_missing"
    assert "version" in door.press("attack", table.snapshot)
    attack = table.snapshot.moments[Moment.ATTACK]
    assert "version" in asked(door, draw=True, moment=attack)
    assert table.snapshot.state.attack is None


@pytest.mark.parametrize(
    "payload",
    [
        *(b"", b"\xff", b"[]", b"{}", b'{"undo": 1, "draw": true}', b'{"undo": "x"}'),
        *(b'{"what": 1}', b'{"command": {"type": "Win"}}'),
        b'{"command": {"type": "MakeClank", "colour": "pink"}}',
    ],
)
def test_what_is_no_command_is_refused(table: Table, door: Door, payload: bytes) -> None:
    version = table.snapshot.version
    assert door.command(payload)["code"] == "bad_message"
    assert table.snapshot.version == version


def test_what_the_table_forbids_stays_forbidden(table: Table) -> None:
    def nothing(snapshot: Snapshot, command: object) -> None:
        raise Rejected("not_your_seat")

    begin(table)
    door = Door(table, nothing)
    assert asked(door, command={"type": "MakeClank", "colour": "red"})["code"] == "not_your_seat"
    assert door.press("attack", table.snapshot)["code"] == "not_your_seat"


def test_a_press_counts_for_the_turn_that_was_published_last(table: Table, door: Door) -> None:
    shown = table.snapshot
    assert "version" in door.press("attack", shown)
    table.undo("cli")
    turn = table.snapshot.moments
    for command in ({"type": "RefillRow", "symbol_revealed": False}, {"type": "EndTurn"}):
        moment = turn[Moment.ATTACK] if command["type"] == "RefillRow" else turn[Moment.TURN]
        assert "version" in asked(door, command=command, moment=moment)
    version = table.snapshot.version
    late = Door(table, everything).press("attack", shown)
    assert late["code"] == "turn_has_passed"
    assert table.snapshot.version == version


def test_two_presses_within_a_second_count_once(table: Table, door: Door, clock: Clock) -> None:
    knock(table, 2)
    door.press("undo", table.snapshot)
    version = table.snapshot.version
    clock.now_s += 0.99
    door.press("undo", table.snapshot)
    assert table.snapshot.version == version
    clock.now_s += 0.02
    door.press("undo", table.snapshot)
    assert table.snapshot.version == version + 1


def test_a_press_before_anything_was_published_does_nothing(table: Table, door: Door) -> None:
    version = table.snapshot.version
    assert door.press("attack", None)["code"] == "other_game"
    assert door.press("unknown", table.snapshot)["code"] == "bad_message"
    table.open_game("cli", "the_game")
    assert door.press("undo", table.snapshot)["code"] == "nothing_to_undo"
    assert table.snapshot.version == version + 1
