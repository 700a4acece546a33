"""Taps while four phones have photos read, beside a quiet table; and what the worker takes."""

import http.client
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.bench.load.processes import resident_mb
from tests.bench.load.web import dragonbag, start_game, taps
from tests.bench.report import Row, against
from tests.support.places import PHOTOS

READERS = 4
PHOTO = PHOTOS / "images" / "d02_02.jpg"
BOUNDARY = "x"
FORM = (
    b'--x\r\nContent-Disposition: form-data; name="purpose"\r\n\r\narea\r\n'
    b'--x\r\nContent-Disposition: form-data; name="photo"; filename="a.jpg"\r\n\r\n'
    b"%s\r\n--x--\r\n"
)


class Reader:
    """A phone that has one photo read after the other."""

    def __init__(self, port: int, ended: threading.Event) -> None:
        """Begin when run."""
        self._port, self._ended = port, ended
        self.times: list[float] = []
        self.thread = threading.Thread(target=self._run, daemon=True)

    def _run(self) -> None:
        body = FORM % PHOTO.read_bytes()
        while not self._ended.is_set():
            began = time.perf_counter()
            path = self._ask("POST", "/tray/read", body)
            while path.startswith("/waiting/") and not self._ended.wait(0.2):
                path = self._ask("GET", path)
            self.times.append(time.perf_counter() - began)

    def _ask(self, method: str, path: str, body: bytes = b"") -> str:
        """Return where the answer leads to; the same page while the photo waits."""
        line = http.client.HTTPConnection("127.0.0.1", self._port, timeout=60)
        try:
            kind = {"Content-Type": f"multipart/form-data; boundary={BOUNDARY}"}
            line.request(method, path, body, kind if body else {})
            answer = line.getresponse()
            answer.read()
            return path if answer.status == 200 else answer.getheader("Location") or "/"
        finally:
            line.close()


@contextmanager
def reading(port: int) -> Iterator[list[Reader]]:
    """Let phones have photos read until the block ends; the first is read already."""
    ended = threading.Event()
    readers = [Reader(port, ended) for _ in range(READERS)]
    for reader in readers:
        reader.thread.start()
    while not all(reader.times for reader in readers):
        ended.wait(0.05)
    try:
        yield readers
    finally:
        ended.set()
        for reader in readers:
            reader.thread.join()


def child_of(pid: int) -> int:
    """Return the process that another has started, in whichever of its threads."""
    told = [file.read_text() for file in Path(f"/proc/{pid}/task").glob("*/children")]
    return int(" ".join(told).split()[0])


def peak_mb(pid: int) -> float:
    """Return the most memory that a process has had, in megabytes."""
    told = Path(f"/proc/{pid}/status").read_text()
    return int(told.partition("VmHWM:")[2].split()[0]) * 1024 / 1e6


def long_work() -> list[Row]:
    """Measure taps of a quiet table, then while four phones have photos read."""
    with dragonbag("--panel", "none") as (port, pid, _):
        start_game(port)
        quiet = taps(port, 4)
        before = resident_mb(pid)
        with reading(port) as readers:
            beside = taps(port, 4)
            worker = child_of(pid)
            peak = peak_mb(worker)
        after = resident_mb(pid)
        again = taps(port, 4)
    photos = sorted(each for reader in readers for each in reader.times)
    return [
        against("tap beside 4 phones reading photos, median / p99", beside, quiet, "quiet"),
        against("quiet again", again, quiet, "quiet"),
        Row(
            "photos read meanwhile, median wait", f"{len(photos)}, {photos[len(photos) // 2]:.1f} s"
        ),
        Row("memory of the table, before / after", f"{before:.1f} / {after:.1f} MB"),
        Row("memory of the worker at most", f"{peak:.1f} MB", "120 MB", f"{peak / 120:.2f}"),
    ]
