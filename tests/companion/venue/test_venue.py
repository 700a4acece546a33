"""Venues at a real broker with a real PostgreSQL: every event is counted once, whatever breaks."""

import random
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from queue import Queue

import pytest

from companion.beyond.mqtt.settings import Mqtt
from companion.venue.database import open_database
from companion.venue.line import MOST_BYTES, Line, Message
from companion.venue.store import Store
from companion.venue.venue import Venue
from tests.companion.beyond.broker import WAIT_S, Ear, Mosquitto
from tests.companion.beyond.cuts import CutLine
from tests.companion.venue.counted import counted, until, wait_all
from tests.companion.venue.crowd import Crowd
from tests.companion.venue.postgres import Postgres
from tests.support.places import ROOT

pytestmark = pytest.mark.slow  # each needs servers

TABLES = tuple(f"table-{number}" for number in range(1, 9))
CUTS, SEED, PACE_S = 30, 26, 0.02


@pytest.fixture(scope="module")
def postgres() -> Iterator[Postgres]:
    with Postgres() as server:
        yield server


@pytest.fixture
def store(postgres: Postgres, tmp_path: Path) -> Iterator[Store]:
    """Return an empty database of PostgreSQL."""
    engine = open_database(postgres.url, tmp_path)
    with engine.begin() as connection:
        connection.exec_driver_sql("TRUNCATE event, progress, game, player, link")
    yield Store(engine)
    engine.dispose()


def venue(port: int, store: Store) -> Venue:
    return Venue(
        Mqtt("127.0.0.1", port),
        store,
        look_s=0.1,
        late_s=0.3,
        ask_s=0.5,
        refresh_s=1.0,
        longest_wait_s=0.1,
    )


def sees_all(venue: Venue) -> bool:
    return len(venue.wall.tables()) == len(TABLES)


def test_every_event_is_counted_once_by_two_processes_and_both_see_all_tables(
    store: Store, tmp_path: Path
) -> None:
    with Mosquitto(tmp_path) as broker, ExitStack() as running:
        both = [running.enter_context(venue(broker.port, store)) for _ in range(2)]
        crowd = running.enter_context(Crowd(broker.port, TABLES))
        for each in both:
            until(partial(sees_all, each))
        for name in TABLES * 10:
            crowd.play(name, 3)
        wait_all(store, crowd.whole)
        assert all(each.taken for each in both), "the broker shares the work"


def test_a_file_is_enough_without_postgresql(tmp_path: Path) -> None:
    engine = open_database("", tmp_path)
    with (
        Mosquitto(tmp_path) as broker,
        Crowd(broker.port, TABLES) as crowd,
        venue(broker.port, Store(engine)),
        venue(broker.port, Store(engine)),
    ):
        for name in TABLES:
            crowd.play(name, 20)
        wait_all(Store(engine), crowd.whole)
    engine.dispose()


def test_what_is_larger_than_any_event_never_comes(tmp_path: Path) -> None:
    came: Queue[Message] = Queue()
    with Mosquitto(tmp_path) as broker, Ear(broker.port) as ear:
        ear.say("dragonbag/kitchen/state", b"{%b}" % (b" " * MOST_BYTES), retain=True)
        ear.say("dragonbag/hall/state", b"{%b}" % (b" " * (MOST_BYTES // 2)), retain=True)
        with Line(Mqtt("127.0.0.1", broker.port), "venue", came.put, lambda why: None):
            assert came.get(timeout=WAIT_S).table == "hall"
            ear.say("dragonbag/hall/call", b"{}", retain=True)
            assert came.get(timeout=WAIT_S).topic == "call", "behind all that the broker kept"


def test_what_happened_while_no_venue_was_there_is_asked_for(store: Store, tmp_path: Path) -> None:
    with Mosquitto(tmp_path) as broker, Crowd(broker.port, TABLES) as crowd:
        with venue(broker.port, store):
            crowd.play("table-1", 10)
            wait_all(store, crowd.whole)
        for name in TABLES:
            crowd.play(name, 50)
        with venue(broker.port, store):
            wait_all(store, crowd.whole)
        assert crowd.sent_again


def test_a_broker_that_drops_what_it_cannot_queue_loses_nothing(
    store: Store, tmp_path: Path
) -> None:
    lines = ("allow_anonymous true", "max_queued_messages 40", "max_inflight_messages 1")
    with (
        Mosquitto(tmp_path, *lines) as broker,
        Crowd(broker.port, TABLES) as crowd,
        venue(broker.port, store),
    ):
        for name in TABLES:
            crowd.play(name, 100)
        wait_all(store, crowd.whole)


def test_a_broker_that_is_killed_and_restarted_loses_nothing(store: Store, tmp_path: Path) -> None:
    with (
        Mosquitto(tmp_path) as broker,
        Crowd(broker.port, TABLES) as crowd,
        venue(broker.port, store),
    ):
        for name in TABLES:
            crowd.play(name, 10)
        broker.kill()
        for name in TABLES:
            crowd.quietly(name, 5)
        broker.start()
        wait_all(store, crowd.whole)


@pytest.mark.parametrize("how", ["fast", "immediate"])
def test_a_database_that_is_stopped_and_restarted_loses_nothing(
    postgres: Postgres, store: Store, tmp_path: Path, how: str
) -> None:
    with (
        Mosquitto(tmp_path) as broker,
        Crowd(broker.port, TABLES) as crowd,
        venue(broker.port, store) as found,
    ):
        crowd.play("table-1", 10)
        wait_all(store, crowd.whole)
        postgres.stop(how)
        for name in TABLES:
            crowd.play(name, 10)
        until(lambda: bool(found.trouble))
        postgres.start()
        wait_all(store, crowd.whole)
        until(lambda: not found.trouble)


def test_two_processes_one_killed_lose_and_double_nothing(
    postgres: Postgres, store: Store, tmp_path: Path
) -> None:
    with (
        Mosquitto(tmp_path) as broker,
        Crowd(broker.port, TABLES) as crowd,
        venue(broker.port, store) as other,
    ):
        process = subprocess.Popen(
            [
                sys.executable,
                "-m",
                "tests.companion.venue.process",
                str(broker.port),
                postgres.url,
            ],
            cwd=ROOT,
            stdout=subprocess.PIPE,
        )
        assert process.stdout is not None
        with process, process.stdout:
            assert process.stdout.readline() == b"up\n"
            for _ in range(20):
                for name in TABLES:
                    crowd.play(name, 5)
            until(lambda: other.taken > 100)
            process.kill()
        for name in TABLES:
            crowd.play(name, 5)
        wait_all(store, crowd.whole)


def test_a_line_that_is_cut_at_any_byte_loses_and_doubles_nothing(
    store: Store, tmp_path: Path
) -> None:
    chance = random.Random(SEED)
    with (
        Mosquitto(tmp_path) as broker,
        Crowd(broker.port, TABLES) as crowd,
        CutLine(broker.port, chance, 60_000) as line,
        venue(line.port, store),
    ):
        line.wanted = CUTS
        while not line.enough.wait(PACE_S):
            crowd.play(chance.choice(TABLES), 3)
        wait_all(store, crowd.whole)
        assert line.cuts >= CUTS


def test_what_is_no_event_is_left_out(store: Store, tmp_path: Path) -> None:
    with (
        Mosquitto(tmp_path) as broker,
        Crowd(broker.port, ["table-1"]) as crowd,
        venue(broker.port, store),
    ):
        for payload in (b"", b"[]", b"{", b'{"seq": -1}', b"\xff" * 40):
            crowd.publish("table-1/events", payload)
            crowd.publish("table-1/state", payload)
            crowd.publish(f"{'x' * 50}/events", payload)
        crowd.play("table-1", 3)
        wait_all(store, crowd.whole)
    assert counted(store) == {"table-1": (3, 3)}
