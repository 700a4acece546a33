"""Honest phones at a table that hostile clients flood, against the same load outside the server."""

import http.client
import multiprocessing
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from multiprocessing.synchronize import Event
from pathlib import Path

from companion.app.addresses import urls
from tests.bench.load.processes import cpu_s, free_port, running
from tests.bench.report import Row, spread
from web_ui.access.guests import Guests

PHONES, TAP_EVERY_S = 8, 0.25
CLIENTS = {  # 50 of them
    "idle": 8,
    "half": 7,
    "slow": 7,
    "deaf": 6,
    "streams": 6,
    "strangers": 6,
    "guests": 6,
    "doors": 4,
}
SETTLE_S, MEASURE_S = 3.0, 10.0
SLOWEST = 10  # taps of which it tells where they waited
PATIENCE_S = 30.0  # for one answer; it counts as refused after this


@dataclass
class Table:
    """A table in a process of its own, locked as tables usually are."""

    port: int
    pid: int
    cookies: list[str]  # of phones that have joined


@dataclass(frozen=True, slots=True)
class Wait:
    """Where one tap waited, in seconds: for its connection (0: it was kept), and after that."""

    connect_s: float
    answer_s: float  # from there to the first byte of the answer
    rest_s: float  # from there to its last byte
    tries: int  # 2: the table had closed the kept connection

    @property
    def total_s(self) -> float:
        """Return how long it all took."""
        return self.connect_s + self.answer_s + self.rest_s


@dataclass
class Taps:
    """What honest phones saw: the seconds until each answer, and what was not answered well."""

    seconds: list[float] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    waits: list[Wait] = field(default_factory=list)


@contextmanager
def table(phones: int) -> Iterator[Table]:
    """Serve a game of four to so many phones that have joined."""
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        words = ["-m", "companion.app.cli", "serve", "--host", "127.0.0.1", "--panel", "none"]
        words += ["--port", str(port), "--data-dir", folder]
        guests = Guests(Path(folder) / "guests.json")  # the table then knows its keys and phones
        key = guests.link(urls("127.0.0.1", port)[0]).rpartition("/")[2]
        joined = [guests.join(key) for _ in range(phones)]
        cookies = [f"phone={guests.cookie(each)}" for each in joined if each]
        with running(words, port, "/healthz") as (pid, _):
            phone = Phone(port, cookies[0])
            seats = "&".join(f"colour{n}={c}" for n, c in enumerate(("red", "green"), start=1))
            phone.post("/new", f"game_name=clank&{seats}&first=red")
            phone.close()
            yield Table(port, pid, cookies)


class Phone:
    """One honest phone: a kept connection, opened again when the table has closed it."""

    def __init__(self, port: int, cookie: str) -> None:
        """Join as this phone."""
        self._port, self._cookie = port, cookie
        self._line: http.client.HTTPConnection | None = None

    def post(self, path: str, form: str) -> tuple[int, Wait]:
        """Send a form as taps.js does; once more on a new connection if this one was closed."""
        try:
            return self._post(path, form, tries=1)
        except (ConnectionError, http.client.RemoteDisconnected):
            self.close()
            return self._post(path, form, tries=2)

    def close(self) -> None:
        """Hang up."""
        if self._line is not None:
            self._line.close()
            self._line = None

    def _post(self, path: str, form: str, tries: int) -> tuple[int, Wait]:
        began = connected = time.perf_counter()
        if self._line is None:
            self._line = http.client.HTTPConnection("127.0.0.1", self._port, timeout=PATIENCE_S)
            self._line.connect()
            connected = time.perf_counter()
        headers = {
            "Cookie": self._cookie,
            "Accept": "application/json",
            "Content-Type": "application/x-www-form-urlencoded",
        }
        self._line.request("POST", path, form, headers)
        answer = self._line.getresponse()
        first = time.perf_counter()
        answer.read()
        ended = time.perf_counter()
        return answer.status, Wait(connected - began, first - connected, ended - first, tries)


def tap_until(at: Table, until: float, number: int, seen: Taps) -> None:
    """Tap as one phone does."""
    phone = Phone(at.port, at.cookies[number])
    tap = 0
    while time.perf_counter() < until:
        began, tap = time.perf_counter(), tap + 1
        try:
            form = f"colour=red&gold=1&back=/&key={number}-{began}"
            status, wait = phone.post("/do/GainGold", form)
            seen.waits.append(wait)
        except OSError as error:
            seen.refused.append(repr(error))
            continue
        seen.seconds.append(time.perf_counter() - began)
        if status != 200:
            seen.refused.append(str(status))
        time.sleep(max(0.0, TAP_EVERY_S - (time.perf_counter() - began)))
    phone.close()


def honest(at: Table, seconds: float) -> Taps:
    """Let the honest phones tap, and return what they saw."""
    seen, until = Taps(), time.perf_counter() + seconds
    phones = [
        threading.Thread(target=tap_until, args=(at, until, number, seen))
        for number in range(PHONES)
    ]
    for phone in phones:
        phone.start()
    for phone in phones:
        phone.join()
    return seen


@dataclass
class Flooding:
    """The process that floods, and what it counted by its end."""

    pid: int
    opened: int = 0
    answered: int = 0


@contextmanager
def hostile(at: Table, clients: dict[str, int]) -> Iterator[Flooding]:
    """Flood the table until the block ends."""
    # Hostile guests have cookies of their own; the honest ones are the first.
    words = [str(at.port), ",".join(at.cookies[PHONES:])]
    process = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "tests.bench.load.hostile",
            *words,
            *(f"{k}={n}" for k, n in clients.items()),
        ],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == b"ready\n"
    flooding = Flooding(process.pid)
    try:
        yield flooding
    finally:
        counted, _ = process.communicate(b"\n")
        flooding.opened, flooding.answered = map(int, counted.split())


def burn(share: float, ended: Event) -> None:
    """Use so much of a processor."""
    while not ended.is_set():
        until = time.process_time() + 0.01 * share
        began = time.perf_counter()
        while time.process_time() < until:
            pass
        time.sleep(max(0.0, 0.01 - (time.perf_counter() - began)))


@contextmanager
def load(cores: float) -> Iterator[None]:
    """Use so much processor time outside the server, in several processes."""
    ended = multiprocessing.get_context("spawn").Event()
    count = max(1, round(cores + 0.5))
    burners = [
        multiprocessing.get_context("spawn").Process(target=burn, args=(cores / count, ended))
        for _ in range(count)
    ]
    for burner in burners:
        burner.start()
    try:
        yield
    finally:
        ended.set()
        for burner in burners:
            burner.join()


def flood() -> list[Row]:
    """Measure honest taps in quiet, in a flood, and beside the same processor load."""
    with table(PHONES + 12) as at:
        honest(at, SETTLE_S)
        spent = cpu_s(at.pid)
        quiet = honest(at, MEASURE_S)
        usual = (cpu_s(at.pid) - spent) / MEASURE_S
        with hostile(at, CLIENTS) as flooding:
            time.sleep(SETTLE_S)  # until all limits are reached
            spent = cpu_s(at.pid) + cpu_s(flooding.pid)
            flooded = honest(at, MEASURE_S)
            cores = (cpu_s(at.pid) + cpu_s(flooding.pid) - spent) / MEASURE_S - usual
    with table(PHONES) as at, load(cores):
        honest(at, SETTLE_S)
        loaded = honest(at, MEASURE_S)
    return [*rows(quiet, flooded, loaded), Row("processor load of the flood", f"{cores:.2f} cores")]


def costs() -> list[Row]:
    """Measure the processor time that each kind of hostile clients costs a table at rest."""
    measured = []
    for kind, count in CLIENTS.items():
        with table(PHONES + 12) as at, hostile(at, {kind: count}) as flooding:
            time.sleep(MEASURE_S)  # until all limits are reached
            spent = cpu_s(at.pid)
            time.sleep(MEASURE_S)
            spent = cpu_s(at.pid) - spent
        done = f"{flooding.opened} connections, {flooding.answered} answers"
        what = f"{count} hostile clients, {kind}: processor ({done} in {2 * MEASURE_S:.0f} s)"
        measured.append(Row(what, f"{spent / MEASURE_S:.3f} cores"))
    return measured


def rows(quiet: Taps, flooded: Taps, loaded: Taps) -> list[Row]:
    """Return the table: what must hold is a ratio under 3 for the median and 5 for the 99th."""
    (median, p99), (least, least_p99) = spread(flooded.seconds), spread(loaded.seconds)
    calm, calm_p99 = spread(quiet.seconds)
    return [
        Row("honest tap in quiet, median / p99", f"{calm:.2f} / {calm_p99:.2f} ms"),
        Row(
            f"honest tap among {sum(CLIENTS.values())} hostile clients",
            f"{median:.2f} / {p99:.2f} ms",
            f"{least:.2f} / {least_p99:.2f} ms (same load outside)",
            f"{median / least:.1f} / {p99 / least_p99:.1f}",
        ),
        Row("honest taps, refused", f"{len(flooded.seconds)}, {len(flooded.refused)}"),
        *slowest(flooded.waits),
    ]


def slowest(waits: list[Wait]) -> list[Row]:
    """Return where the slowest taps waited, so that one sees what to mend."""
    worst = sorted(waits, key=lambda each: each.total_s, reverse=True)[:SLOWEST]
    on_new = [each for each in worst if each.connect_s]
    most = max((each.connect_s for each in worst), default=0.0)
    again = sum(each.tries > 1 for each in worst)
    firsts = ", ".join(f"{each.answer_s:.2f}" for each in worst)
    return [
        Row(f"the {len(worst)} slowest among them, to the first byte", f"{firsts} s"),
        Row(
            "... on a new connection, sent twice, longest connect",
            f"{len(on_new)}, {again}, {most * 1e3:.1f} ms",
        ),
    ]
