"""Taps to phones, cold start, memory, idle CPU, page weight: Dragonbag in a process of its own."""

import gzip
import json
import re
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager

from hardware.panel.buttons import SHORTEST_S
from tests.bench.load.crowd import Crowd, Tapper
from tests.bench.load.processes import (
    cpu_s,
    free_port,
    get,
    open_files,
    post,
    resident_mb,
    running,
    threads,
    written_bytes,
)
from tests.bench.report import Row, against

TAPS = 300
PRESSES = 150
WATCHERS = 500
VANISH_S = 40.0
WARM_UP = 20
REST_S = 0.03  # people do not tap faster; whoever does waits behind the others
STARTS = 9
SEATS = ("red", "green", "blue", "yellow")
CLANK = json.dumps({"type": "MakeClank", "colour": "red"}).encode()
GOLD = json.dumps({"type": "GainGold", "colour": "red"}).encode()


@contextmanager
def dragonbag(*more: str) -> Iterator[tuple[int, int, float]]:
    """Serve an empty table; give port, pid and seconds to the first answer."""
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        arguments = [
            "-m",
            "companion.app.cli",
            "serve",
            "--open",
            "--host",
            "127.0.0.1",
            "--port",
            str(port),
        ]
        arguments += ["--data-dir", folder, *(more or ("--panel", "mock"))]
        with running(arguments, port, "/healthz") as (pid, seconds):
            yield port, pid, seconds


def start_game(port: int) -> None:
    """Set up a game of four."""
    post(port, "/api/v1/games", b"")
    seats = [{"colour": seat} for seat in SEATS]
    command = {"type": "StartGame", "seats": seats, "first": "red"}
    assert post(port, "/api/v1/commands", json.dumps(command).encode()) == 200


def phones(count: int) -> list[str]:
    """Return the streams of so many phones: the seats first, watchers after them."""
    seats = [f"/live?page=play&seat={seat}&lang=en" for seat in SEATS]
    return (seats + ["/live?page=play&seat=watch&lang=en"] * count)[:count]


def taps(port: int, count: int, path: str = "/api/v1/commands") -> list[float]:
    """Return the seconds from each tap to the last of `count` phones."""
    tapper = Tapper(port)
    times = []
    with Crowd(port, phones(count)) as crowd:
        for number in range(WARM_UP + TAPS):
            body = CLANK if number % 2 else GOLD
            times.append(crowd.time(lambda body=body: tapper.tap(path, body)))  # type: ignore[misc]
            assert tapper.answer() == b"200"
            time.sleep(REST_S)
    tapper.close()
    return times[WARM_UP:]


def tap_to_phones() -> list[Row]:
    """Measure tap to the last of 1, 10 and 100 phones, beside bare sockets and one fdatasync."""
    rows = []
    with dragonbag() as (port, pid, _), tempfile.TemporaryDirectory() as folder:
        start_game(port)
        floor = free_port()
        arguments = ["-m", "tests.bench.floor", "sockets", str(floor), f"{folder}/floor"]
        with running(arguments, floor, "/healthz"):
            for count in (1, 10, 100):
                least, measured = taps(floor, count, "/tap"), taps(port, count)
                what = f"tap to last of {count} phones, median / p99"
                rows.append(against(what, measured, least, "sockets + fdatasync"))
        rows.append(Row("threads after 100 phones", str(threads(pid))))
    return rows


def tap_to_watchers() -> list[Row]:
    """Measure tap to the last of 500 watchers, beside bare sockets and one fdatasync."""
    with dragonbag() as (port, _, _), tempfile.TemporaryDirectory() as folder:
        start_game(port)
        floor = free_port()
        arguments = ["-m", "tests.bench.floor", "sockets", str(floor), f"{folder}/floor"]
        with running(arguments, floor, "/healthz"):
            least, measured = taps(floor, WATCHERS, "/tap"), taps(port, WATCHERS)
    what = f"tap to last of {WATCHERS} watchers, median / p99"
    return [against(what, measured, least, "sockets + fdatasync")]


def presses(port: int, count: int) -> list[float]:
    """Return the seconds from each press on the panel to the last of `count` phones."""
    finger = Tapper(port)
    times = []
    with Crowd(port, phones(count)) as crowd:
        for _ in range(WARM_UP + PRESSES):
            times.append(crowd.time(lambda: finger.tap("/panel/red/press", b"")))
            finger.answer()
            finger.tap("/panel/red/release", b"")
            finger.answer()
            time.sleep(2 * SHORTEST_S)  # a press within the debounce of the last one is a bounce
    finger.close()
    return times[WARM_UP:]


def press_to_phones() -> list[Row]:
    """Measure a press on the panel (mock pins) to the last phone, beside the floor of a tap."""
    rows = []
    with dragonbag() as (port, _, _), tempfile.TemporaryDirectory() as folder:
        start_game(port)
        floor = free_port()
        arguments = ["-m", "tests.bench.floor", "sockets", str(floor), f"{folder}/floor"]
        with running(arguments, floor, "/healthz"):
            for count in (1, 10, 100):
                least, measured = taps(floor, count, "/tap"), presses(port, count)
                what = f"press to last of {count} phones, median / p99"
                rows.append(against(what, measured, least, "sockets + fdatasync"))
    return rows


def bad_phones() -> list[Row]:
    """Measure taps while phones that never read, and phones that vanished, hang on the table."""
    with dragonbag() as (port, pid, _):
        start_game(port)
        alone = taps(port, 10)
        before = resident_mb(pid)
        with Crowd(port, phones(20)):  # opened, first event read, then never read again
            beside = taps(port, 10)
        grown = resident_mb(pid) - before
    return [
        against("10 phones beside 20 that never read", beside, alone, "10 phones alone"),
        Row("memory grown by them", f"{grown:.1f} MB"),
    ]


def vanished_phones() -> list[Row]:
    """Measure how long phones that went out of reach are kept while the table is played at."""
    with dragonbag() as (port, pid, _):
        start_game(port)
        tapper = Tapper(port)
        with Crowd(port, phones(10)) as crowd:
            before = open_files(pid)
            with Crowd(port, phones(5)) as gone:
                gone.vanish()
                began = time.perf_counter()
                waits = []
                while open_files(pid) > before and time.perf_counter() - began < VANISH_S:
                    waits.append(crowd.time(lambda: tapper.tap("/api/v1/commands", CLANK)))
                    tapper.answer()
                    time.sleep(0.1)
                kept = time.perf_counter() - began
        tapper.close()
    return [
        Row("5 vanished phones dropped after", f"{kept:.1f} s", "10 s (TCP_USER_TIMEOUT)"),
        Row("slowest tap of 10 others meanwhile", f"{max(waits) * 1e3:.1f} ms"),
    ]


def cold_start() -> list[Row]:
    """Measure process start to the first answer, beside a bare Flask hello."""
    ours, least = [], []
    for _ in range(STARTS):
        with dragonbag() as (_, _, seconds):
            ours.append(seconds)
        port = free_port()
        arguments = ["-m", "tests.bench.floor", "hello", str(port)]
        with running(arguments, port, "/healthz") as (_, seconds):
            least.append(seconds)
    return [against("start to first answer, median / worst", ours, least, "bare Flask")]


def idle(seconds: float) -> list[Row]:
    """Measure memory and CPU of a table with a game and one open phone while nobody plays."""
    with dragonbag() as (port, pid, _):
        start_game(port)
        with Crowd(port, phones(1)):
            time.sleep(1)  # let the start's work end: idling is what is measured
            before, written = cpu_s(pid), written_bytes(pid)
            time.sleep(seconds)
            used, written = cpu_s(pid) - before, written_bytes(pid) - written
            memory = resident_mb(pid)
    return [
        Row(f"CPU in {seconds:.0f} idle seconds, 1 phone", f"{used * 1e3:.0f} ms"),
        Row(f"bytes written in {seconds:.0f} idle seconds", f"{written}", "0"),
        Row("memory, idle, no camera", f"{memory:.1f} MB", "60 MB", f"{memory / 60:.2f}"),
    ]


def page_weight() -> list[Row]:
    """Measure what the first page of a seat loads, as sent and as gzip would send it."""
    with dragonbag() as (port, _, _):
        start_game(port)
        page = get(port, "/seat/red")[1]
        linked = re.findall(rb'(?:src|href)="(/static/[^"]+)"', page)
        files = [page, *(get(port, path.decode())[1] for path in linked)]
    sent, zipped = sum(map(len, files)), sum(len(gzip.compress(file)) for file in files)
    what = f"first page of a seat, {len(files)} requests"
    return [
        Row(
            what, f"{sent / 1e3:.1f} kB, gzip {zipped / 1e3:.1f} kB", "40 kB", f"{zipped / 4e4:.2f}"
        )
    ]
