"""Servers in processes of their own, and what the kernel says about them (Linux)."""

import http.client
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

WAIT_S = 30.0  # for an answer
START_S = 60.0  # a busy computer needs long, to stop one too


def free_port() -> int:
    """Return a port that nobody listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def running(
    arguments: list[str], port: int, path: str, before: Sequence[str] = ()
) -> Iterator[tuple[int, float]]:
    """Run a Python server; give its pid and the seconds until it answered `path` with 200.

    before: a command that becomes the server, such as one that enters a control group.
    """
    began = time.perf_counter()
    process = subprocess.Popen(
        [*before, sys.executable, *arguments],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        # Or every start would compile what has changed, and the floor nothing.
        env={key: told for key, told in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"},
    )
    try:
        _answered(port, path, began + START_S)
        yield process.pid, time.perf_counter() - began
    finally:
        process.terminate()
        process.wait(timeout=START_S)


def _answered(port: int, path: str, until: float) -> None:
    while time.perf_counter() < until:
        try:
            if get(port, path)[0] == 200:
                return
        except OSError:
            time.sleep(0.002)  # polling a process that is starting: there is no event to await
    raise TimeoutError(f"no answer on {port}{path}")


def get(port: int, path: str) -> tuple[int, bytes]:
    """Return status and body of a GET."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    try:
        connection.request("GET", path)
        answer = connection.getresponse()
        return answer.status, answer.read()
    finally:
        connection.close()


def post(port: int, path: str, body: bytes, kind: str = "application/json") -> int:
    """Return the status of a POST of JSON, or of what else is said."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=WAIT_S)
    try:
        connection.request("POST", path, body, {"Content-Type": kind})
        answer = connection.getresponse()
        answer.read()
        return answer.status
    finally:
        connection.close()


def resident_mb(pid: int) -> float:
    """Return the resident memory of a process in megabytes."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def cpu_s(pid: int) -> float:
    """Return the processor time that a process has used, in seconds (10 ms steps)."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def open_files(pid: int) -> int:
    """Count the files and sockets that a process has open."""
    return len(list(Path(f"/proc/{pid}/fd").iterdir()))


def threads(pid: int) -> int:
    """Count the threads of a process."""
    return len(list(Path(f"/proc/{pid}/task").iterdir()))


def written_bytes(pid: int) -> int:
    """Return how many bytes a process has had written to disks, in whole blocks."""
    told = Path(f"/proc/{pid}/io").read_text()
    return int(told.partition("\nwrite_bytes: ")[2].split()[0])
