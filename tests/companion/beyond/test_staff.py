"""A table that calls the staff of a venue: from a phone, from the panel, over a real broker."""

import http.client
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from companion.app.serve import start
from companion.app.settings import Settings
from companion.beyond.staff import KEY, StaffCall
from companion.table.table import Table
from tests.companion.beyond.broker import Ear, Mosquitto
from tests.companion.beyond.tables import begin, knock, telling
from tests.companion.beyond.test_served import WAIT_S, ask


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Mosquitto]:
    with Mosquitto(tmp_path) as broker:
        yield broker


def test_a_call_is_kept_by_the_broker_until_staff_have_done(
    table: Table, broker: Mosquitto
) -> None:
    begin(table)
    call = StaffCall(table)
    with Ear(broker.port) as ear, telling(table, broker.port, staff=call):
        call.begin()
        call.begin()
        assert ear.wait_for("call", bool)[0]["at"]
        assert str(table.snapshot.notices[KEY]) == "The staff have been called."
        ear.say("dragonbag/table/staff", b'{"answer": "coming"}')
        assert ear.wait_for("call", lambda told: len(told) == 2)[1]["is_coming"]
        assert str(table.snapshot.notices[KEY]) == "The staff are on their way."
        ear.say("dragonbag/table/staff", b'{"answer": "done"}')
        ended = ear.wait_for("call", lambda told: len(told) == 3)
        assert ended[2] == {"at": "", "is_coming": False}
        assert KEY not in table.snapshot.notices
        ear.say("dragonbag/table/staff", b"[")
        ear.say("dragonbag/table/staff", b'{"answer": "coming"}')
        last = knock(table)
        ear.wait_for("state", lambda told: bool(told) and told[-1]["version"] == last)
    assert not call.is_on


def test_a_restarted_table_leaves_a_call_as_it_was(table: Table, broker: Mosquitto) -> None:
    with Ear(broker.port) as ear:
        call = StaffCall(table)
        with telling(table, broker.port, staff=call):
            call.begin()
            ear.wait_for("call", bool)
        with telling(table, broker.port, staff=StaffCall(table)):
            last = begin(table)
            ear.wait_for("state", lambda told: bool(told) and told[-1]["version"] == last)
    assert len(ear.of("call")) == 1


def test_the_state_says_where_the_numbers_begin(table: Table, broker: Mosquitto) -> None:
    begin(table)
    before = table.snapshot.version
    table.open_game("cli", "the_game")
    for _ in range(2):
        with Ear(broker.port) as ear, telling(table, broker.port):
            state = ear.wait_for("state", bool)[0]
            events = ear.wait_for("events", lambda told: True)
            assert state["since"] == before
            assert {each["series"] for each in events} <= {state["series"]}


def served(running: ExitStack, folder: Path, **mqtt: Any) -> Any:
    settings = Settings(
        host="127.0.0.1", port=0, data_dir=folder, panel="mock", is_open=True, mqtt=mqtt
    )
    return start(running, settings)


def test_a_phone_calls_the_staff_and_says_that_all_is_well(
    tmp_path: Path, broker: Mosquitto
) -> None:
    with ExitStack() as running, Ear(broker.port) as ear:
        table = served(running, tmp_path, host="127.0.0.1", port=broker.port, staff=True)
        assert "Call the staff" in ask(table.port, "GET", "/more")[1]
        call_by_phone(table.port, "call=")
        assert ear.wait_for("call", bool)[0]["at"]
        assert "Staff are not needed any more" in ask(table.port, "GET", "/more")[1]
        call_by_phone(table.port, "end=")
        assert not ear.wait_for("call", lambda told: len(told) == 2)[1]["at"]


def call_by_phone(port: int, form: str) -> None:
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=WAIT_S)
    kind = {"Content-Type": "application/x-www-form-urlencoded"}
    line.request("POST", "/staff", form, kind)
    assert line.getresponse().status == 303
    line.close()


def test_a_table_without_a_venue_has_nobody_to_call(tmp_path: Path, broker: Mosquitto) -> None:
    with ExitStack() as running:
        table = served(running, tmp_path, host="127.0.0.1", port=broker.port)
        assert "Call the staff" not in ask(table.port, "GET", "/more")[1]
        assert ask(table.port, "POST", "/staff")[0] == 404
