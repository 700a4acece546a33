"""A venue under load: 1,000 tables at a real Mosquitto, two processes on a real PostgreSQL."""

import logging
import os
import random
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import text

from companion.beyond.mqtt.settings import Mqtt
from companion.venue.database import open_database
from companion.venue.store import Store
from companion.venue.venue import Venue
from tests.bench.report import Row
from tests.companion.beyond.broker import Mosquitto
from tests.companion.beyond.cuts import CutLine
from tests.companion.venue.counted import counted, until, wait_all
from tests.companion.venue.crowd import Crowd
from tests.companion.venue.postgres import Postgres
from tests.support.places import ROOT

TABLES, LINES = 1000, 10  # so many tables share so many connections
EVENTS_S = 500
LASTS_S = 300
BURST = 100_000
STEP_S = 0.1
SEED = 26
SETTLE_S = 600.0
CUTS = 1000
UNLIMITED = ("allow_anonymous true", "max_queued_messages 0", "max_inflight_messages 1000")
LAG = text(
    "SELECT percentile_cont(ARRAY[0.5, 0.99, 1.0]) WITHIN GROUP"
    " (ORDER BY taken_s - extract(epoch FROM at::timestamptz)) FROM event"
    " WHERE taken_s >= :since AND taken_s < :until"
)


@dataclass(slots=True)
class Process:
    """One process of the venue, and what it has used."""

    running: "subprocess.Popen[bytes]"

    @property
    def cpu_s(self) -> float:
        fields = Path(f"/proc/{self.running.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    @property
    def most_mb(self) -> float:
        status = Path(f"/proc/{self.running.pid}/status").read_text()
        return int(status.partition("VmHWM:")[2].split()[0]) / 1024


@contextmanager
def process(port: int, url: str) -> Iterator[Process]:
    """Start one process of the venue, and end it."""
    running = subprocess.Popen(
        [sys.executable, "-m", "tests.companion.venue.process", str(port), url],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stdin=subprocess.PIPE,
    )
    with running:
        assert running.stdout is not None
        assert running.stdout.readline() == b"up\n"
        yield Process(running)
        running.kill()


def load(lasts_s: int = LASTS_S) -> list[Row]:
    """Play at 1,000 tables; kill a process in the middle; then an outage and its burst."""
    names = [f"table-{number}" for number in range(1, TABLES + 1)]
    with ExitStack() as running:
        folder = Path(running.enter_context(tempfile.TemporaryDirectory()))
        postgres = running.enter_context(Postgres())
        broker = running.enter_context(Mosquitto(folder, *UNLIMITED))
        store = Store(open_database(postgres.url, folder))
        running.callback(store.engine.dispose)
        crowds = [
            running.enter_context(Crowd(broker.port, names[number::LINES]))
            for number in range(LINES)
        ]
        with process(broker.port, postgres.url) as stays:
            with process(broker.port, postgres.url) as dies:
                began_s, before_s = time.time(), stays.cpu_s + dies.cpu_s
                _play(crowds, lasts_s / 2)
                half_s = time.time()
                used_s, half = stays.cpu_s + dies.cpu_s - before_s, _all(crowds)
            _play(crowds, lasts_s / 2)
            wait_all(store, _whole(crowds), SETTLE_S)
            ended_s, steady_mb = time.time(), stays.most_mb
        steady = _all(crowds)
        for crowd in crowds:
            for name in crowd.journals:
                crowd.quietly(name, BURST // TABLES)
                crowd.show(name)
        burst_s = time.time()
        with process(broker.port, postgres.url) as one, process(broker.port, postgres.url) as two:
            wait_all(store, _whole(crowds), SETTLE_S)
            caught_s = time.time() - burst_s
            cpu_s, burst_mb = one.cpu_s + two.cpu_s, max(one.most_mb, two.most_mb)
        with store.engine.connect() as connection:
            calm = connection.execute(LAG, {"since": began_s, "until": half_s}).scalar_one()
            killed = connection.execute(LAG, {"since": half_s, "until": ended_s}).scalar_one()
        found, whole = counted(store), _whole(crowds)
    lost = sum(count - found.get(name, (0, 0))[0] for name, count in whole.items())
    again = sum(crowd.sent_again for crowd in crowds)
    return [
        Row(
            f"events of {TABLES} tables, {EVENTS_S} a second asked for", f"{steady} in {lasts_s} s"
        ),
        Row("lag, two processes: median / p99 / longest", _lags(calm)),
        Row("lag, one killed: median / p99 / longest", _lags(killed)),
        Row("events per second of one core of the venue", f"{half / used_s:.0f}"),
        Row("memory of one process", f"{steady_mb:.0f} MB"),
        Row(f"burst of {BURST} events after an outage", f"{caught_s:.0f} s"),
        Row("its events per second of one core", f"{BURST / cpu_s:.0f}"),
        Row("its memory of one process", f"{burst_mb:.0f} MB"),
        Row("events sent again", str(again)),
        Row("events lost / doubled", f"{lost} / {max(0, -lost)}", "0 / 0"),
    ]


def _play(crowds: Sequence[Crowd], lasts_s: float) -> None:
    """Let so many events happen each second, spread over all tables."""
    chance, nobody = random.Random(SEED), threading.Event()
    names = [(crowd, name) for crowd in crowds for name in crowd.journals]
    began_s, done = time.monotonic(), 0
    while (age_s := time.monotonic() - began_s) < lasts_s:
        while done < age_s * EVENTS_S:
            crowd, name = chance.choice(names)
            crowd.play(name)
            done += 1
        nobody.wait(STEP_S)


def _whole(crowds: Sequence[Crowd]) -> dict[str, int]:
    return {name: count for crowd in crowds for name, count in crowd.whole.items()}


def _all(crowds: Sequence[Crowd]) -> int:
    return sum(_whole(crowds).values())


def _lags(found: Sequence[float]) -> str:
    return " / ".join(f"{lag_s:.2f} s" for lag_s in found)


def cuts(count: int = CUTS) -> list[Row]:
    """Cut the line of a venue again and again while tables play; count what was lost or doubled."""
    logging.disable(logging.WARNING)  # each cut would be told
    names = [f"table-{number}" for number in range(1, 21)]
    chance = random.Random(SEED)
    with ExitStack() as running:
        folder = Path(running.enter_context(tempfile.TemporaryDirectory()))
        postgres = running.enter_context(Postgres())
        broker = running.enter_context(Mosquitto(folder))
        crowd = running.enter_context(Crowd(broker.port, names))
        line = running.enter_context(CutLine(broker.port, chance, 60_000))
        store = Store(open_database(postgres.url, folder))
        running.callback(store.engine.dispose)
        waits = {"look_s": 0.2, "late_s": 0.5, "ask_s": 1.0, "longest_wait_s": 0.02}
        venues = [
            running.enter_context(Venue(Mqtt("127.0.0.1", port), store, **waits))  # type: ignore[arg-type]
            for port in (line.port, line.port)
        ]
        line.wanted = count
        began_s = time.monotonic()
        while not line.enough.wait(STEP_S / 5):
            crowd.play(chance.choice(names), 3)
        until(lambda: all(not venue.trouble for venue in venues))
        wait_all(store, crowd.whole, SETTLE_S)
        took_s = time.monotonic() - began_s
        found, whole = counted(store), crowd.whole
        again = crowd.sent_again
    right = found == {name: (played, played) for name, played in whole.items()}
    return [
        Row(f"cuts of two venues' lines, seed {SEED}", f"{line.cuts} in {took_s:.0f} s"),
        Row("events / sent again", f"{sum(whole.values())} / {again}"),
        Row("is every event counted once?", str(right), "True"),
    ]
