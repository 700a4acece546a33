"""A table on a real broker: what it tells, and that it tells all of it through every outage."""

import random
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from companion.beyond.mqtt.door import Door
from companion.beyond.mqtt.session import MOST_BYTES
from companion.beyond.mqtt.settings import Mqtt
from companion.games.clank.commands import MakeClank
from companion.table.table import Table
from tests.companion.beyond.broker import Ear, Mosquitto
from tests.companion.beyond.cuts import CutLine
from tests.companion.beyond.silent import silent_server
from tests.companion.beyond.tables import (
    GREEN,
    RED,
    begin,
    counted,
    everything,
    knock,
    numbers,
    telling,
)

PACE_S = 0.005  # between two commands, so that a quick computer makes no mountain of lines


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Mosquitto]:
    """Return a broker that lets everybody in."""
    with Mosquitto(tmp_path) as broker:
        yield broker


def test_every_line_of_the_game_is_told_in_order_with_its_number(
    table: Table, broker: Mosquitto
) -> None:
    begin(table)
    with Ear(broker.port) as ear, telling(table, broker.port):
        last = knock(table, 30)
        told = ear.wait_for("events", lambda told: len(told) >= last)
    assert numbers(told) == list(range(1, last + 1))
    assert {each["table"] for each in told} == {"table"}
    made = told[2]
    assert (made["kind"], made["source"], made["game"]) == ("command", "panel", "clank")
    assert made["events"][0]["type"] == "ClankMade"


def test_who_comes_later_finds_the_newest_state(table: Table, broker: Mosquitto) -> None:
    begin(table)
    with telling(table, broker.port), Ear(broker.port) as ear:
        last = knock(table)
        ear.wait_for("state", lambda states: bool(states) and states[-1]["version"] == last)
        with Ear(broker.port) as late:
            found = late.wait_for("state", bool)
    assert [state["version"] for state in found] == [last]
    assert found[0]["state"]["players"][0]["name"] == "Ann"
    assert set(found[0]["moments"]) >= {"turn", "attack"}


def test_the_last_will_says_offline_when_the_line_is_cut(table: Table, broker: Mosquitto) -> None:
    with Ear(broker.port) as ear, CutLine(broker.port) as line, telling(table, line.port):
        ear.wait_text("availability", "online")
        line.is_down = True
        line.cut()
        ear.wait_text("availability", "offline")
        line.is_down = False
        ear.wait_text("availability", "online")


def test_a_table_that_ends_says_goodbye(table: Table, broker: Mosquitto) -> None:
    with Ear(broker.port) as ear:
        with telling(table, broker.port):
            ear.wait_text("availability", "online")
        ear.wait_text("availability", "offline")


def test_a_broker_that_was_restarted_is_told_everything_again(
    table: Table, broker: Mosquitto
) -> None:
    begin(table)
    with telling(table, broker.port):
        with Ear(broker.port) as ear:
            ear.wait_for("state", bool)
        broker.kill()
        last = knock(table, 5)
        broker.start()
        with Ear(broker.port, "#") as ear:
            ear.wait_for("state", lambda states: bool(states) and states[-1]["version"] == last)
            ear.wait_text("availability", "online")
            ear.wait_for("config", bool)


@pytest.mark.slow
def test_an_hour_offline_is_caught_up_without_a_gap_or_a_double(
    table: Table, broker: Mosquitto
) -> None:
    begin(table)
    with Ear(broker.port) as ear, CutLine(broker.port) as line, telling(table, line.port):
        ear.wait_for("events", lambda told: len(told) == 2)
        line.is_down = True
        line.cut()
        last = knock(table, 100)
        line.is_down = False
        told = ear.wait_line(last)
    assert counted(told) == list(range(1, last + 1))
    assert len(told) <= last + 2, "only what was on its way when the line was cut comes twice"


def test_a_restart_goes_on_behind_the_last_line_that_was_received(
    table: Table, broker: Mosquitto
) -> None:
    begin(table)
    with Ear(broker.port) as ear:
        with telling(table, broker.port):
            ear.wait_for("events", lambda told: len(told) == 2)
        last = knock(table, 3)
        with telling(table, broker.port):
            told = ear.wait_for("events", lambda told: len(told) == last)
    assert numbers(told) == list(range(1, last + 1))


def test_a_listener_that_missed_some_asks_for_them_again(table: Table, broker: Mosquitto) -> None:
    begin(table)
    with telling(table, broker.port):
        with Ear(broker.port) as ear:
            ear.wait_text("availability", "online")
            last = knock(table, 5)
            ear.wait_for("events", lambda told: bool(told) and counted(told)[-1] == last)
        with Ear(broker.port) as late:
            for wrong in (b"nonsense", b"[]", b'{"after": -1}', b'{"after": "x"}'):
                late.say("dragonbag/table/resend", wrong)
            late.say("dragonbag/table/resend", b'{"after": 4}')
            told = late.wait_for("events", lambda told: numbers(told)[-1:] == [last])
    assert numbers(told) == list(range(5, last + 1))


def test_two_tables_speak_under_names_of_their_own(
    table: Table, broker: Mosquitto, tmp_path: Path
) -> None:
    begin(table)
    other = tmp_path / "other"
    with Table.open(other / "journal.sqlite") as second, Ear(broker.port, "#") as ear:
        begin(second)
        with (
            telling(table, broker.port, table="one", prefix="cafe/floor"),
            telling(second, broker.port, table="two", prefix="cafe/floor"),
        ):
            ear.wait_for("events", lambda told: len(told) == 4)
        found = {(each.topic, each.body["table"]) for each in ear.heard if "events" in each.topic}
    assert found == {("cafe/floor/one/events", "one"), ("cafe/floor/two/events", "two")}


def test_the_game_never_waits_for_a_broker_that_says_nothing(table: Table) -> None:
    begin(table)
    with silent_server() as port, telling(table, port):
        began_s = time.monotonic()
        last = knock(table, 20)
        took_s = time.monotonic() - began_s
        assert table.snapshot.version == last
    assert took_s < 40.0, "40 commands; whoever waits for a broker waits seconds for each"


@pytest.mark.slow
def test_nothing_is_lost_or_doubled_in_random_cuts(table: Table, broker: Mosquitto) -> None:
    begin(table)
    with (
        Ear(broker.port) as ear,
        CutLine(broker.port, random.Random(26)) as line,
        telling(table, line.port) as bridge,
    ):
        line.wanted = 25
        bridge.longest_wait_s = 0.02
        while not line.enough.wait(PACE_S):
            knock(table)
        last = knock(table)
        told = ear.wait_line(last)
    assert counted(told) == list(range(1, last + 1))
    assert line.cuts >= 25


# Who may.


def certificates(folder: Path) -> tuple[Path, Path]:
    """Return a key and a certificate for 127.0.0.1 that signs itself."""
    key, certificate = folder / "key.pem", folder / "certificate.pem"
    subprocess.run(
        [
            *("openssl", "req", "-x509", "-nodes", "-days", "2", "-subj", "/CN=broker"),
            *("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"),
            *("-addext", "subjectAltName=IP:127.0.0.1"),
            *("-keyout", str(key), "-out", str(certificate)),
        ],
        check=True,
        capture_output=True,
    )
    return key, certificate


# paho leaves the socket of a TLS greeting that failed to the garbage collector.
@pytest.mark.filterwarnings("ignore:unclosed:ResourceWarning", "ignore:Exception ignored in")
def test_tls_and_a_password_let_the_table_in_and_nobody_else(
    table: Table, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    key, certificate = certificates(tmp_path)
    passwords = tmp_path / "passwords"
    subprocess.run(
        ["mosquitto_passwd", "-b", "-c", str(passwords), "table", "secret"],
        check=True,
        capture_output=True,
    )
    lines = (f"certfile {certificate}", f"keyfile {key}", f"password_file {passwords}")
    begin(table)
    login: dict[str, Any] = {"username": "table", "password": "secret", "tls": True}
    with Mosquitto(tmp_path, *lines, "allow_anonymous false") as broker:
        for wrong in ({"password": "guess"}, {"ca_file": ""}):
            told: dict[str, Any] = {**login, "ca_file": str(certificate), **wrong}
            with telling(table, broker.port, **told):
                until(lambda: "no broker at" in caplog.text)
            caplog.clear()
        with (
            caplog.at_level("INFO"),
            telling(table, broker.port, **login, ca_file=str(certificate)),
        ):
            until(lambda: "told the broker at" in caplog.text)
        assert "secret" not in caplog.text


def until(is_so: Callable[[], bool]) -> None:
    """Wait for a line of the log; there is no event to wait for."""
    ticking = threading.Event()
    for _ in range(1500):
        if is_so():
            return
        ticking.wait(0.02)
    raise AssertionError("it never came")


# Commands.


def test_without_the_switch_nothing_that_arrives_changes_the_game(
    table: Table, broker: Mosquitto
) -> None:
    last = begin(table)
    with Ear(broker.port) as ear, telling(table, broker.port):
        ear.wait_for("events", lambda told: len(told) == 2)
        body = b'{"command": {"type": "MakeClank", "colour": "red"}}'
        ear.say("dragonbag/table/command", body)
        ear.say("dragonbag/table/press/attack", b"press")
        table.submit(MakeClank(RED), "panel")
        ear.wait_for("events", lambda told: len(told) == 3)
        assert ear.of("answer") == []
    assert table.snapshot.version == last + 1


def test_with_the_switch_a_command_counts_and_is_answered(table: Table, broker: Mosquitto) -> None:
    begin(table)
    door = Door(table, everything)
    with telling(table, broker.port, door=door, commands=True), Ear(broker.port) as ear:
        ear.wait_text("availability", "online")
        body = b'{"command": {"type": "MakeClank", "colour": "red"}, "key": "once"}'
        ear.say("dragonbag/table/command", body, answer_to="dragonbag/mine", mark=b"7")
        ear.wait(lambda heard: any(each.topic == "dragonbag/mine" for each in heard))
        ear.say("dragonbag/table/command", body)
        (again,) = ear.wait_for("answer", bool)
        mine = next(each for each in ear.heard if each.topic == "dragonbag/mine")
        assert (mine.mark, mine.body) == (b"7", again)
    assert table.snapshot.state.area.red == 4
    assert table.snapshot.source == "mqtt"


def test_what_is_larger_than_any_command_never_comes(table: Table, broker: Mosquitto) -> None:
    last = begin(table)
    door = Door(table, everything)
    with telling(table, broker.port, door=door, commands=True), Ear(broker.port) as ear:
        ear.wait_text("availability", "online")
        order = b'{"command": {"type": "MakeClank", "colour": "red"}, "key": "a"%b}'
        ear.say("dragonbag/table/command", order % (b" " * MOST_BYTES))
        ear.say("dragonbag/table/command", b"{}")
        (answer,) = ear.wait_for("answer", bool)
    assert answer["code"] == "bad_message"
    assert table.snapshot.version == last


def test_a_retained_command_was_meant_for_nobody_knows_when(
    table: Table, broker: Mosquitto
) -> None:
    last = begin(table)
    body = b'{"command": {"type": "MakeClank", "colour": "red"}}'
    with Ear(broker.port) as ear:
        ear.say("dragonbag/table/command", body, retain=True)
        with telling(table, broker.port, door=Door(table, everything), commands=True):
            ear.wait_text("availability", "online")
            ear.say("dragonbag/table/command", b"{}")
            (answer,) = ear.wait_for("answer", bool)
    assert answer["code"] == "bad_message"
    assert table.snapshot.version == last


def test_a_press_of_the_house_begins_the_attack_of_the_turn_that_was_published(
    table: Table, broker: Mosquitto
) -> None:
    last = begin(table)
    with ExitStack() as running:
        door = Door(table, everything, lambda: 0.0)  # both presses come in the same second
        running.enter_context(telling(table, broker.port, door=door, commands=True))
        ear = running.enter_context(Ear(broker.port))
        ear.wait_for("state", lambda states: bool(states) and states[-1]["version"] == last)
        ear.say("dragonbag/table/press/attack", b"press")
        ear.say("dragonbag/table/press/attack", b"press")
        ear.wait_for("answer", lambda answers: len(answers) == 2)
        assert [alarm["event_type"] for alarm in ear.wait_for("alarm", bool)] == ["dragon_attack"]
    assert table.snapshot.version == last + 1
    assert table.snapshot.state.attack is not None
    assert table.snapshot.state.area.of(GREEN) == 0


def test_what_a_setting_is_for_is_what_the_bridge_uses() -> None:
    assert (Mqtt("broker").usual_port, Mqtt("broker", tls=True).usual_port) == (1883, 8883)
    assert Mqtt("broker", 1884, tls=True).usual_port == 1884
