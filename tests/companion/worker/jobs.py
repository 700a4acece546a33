"""Jobs for the worker's tests: some behave, some do not; and one that is held by the test."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.connection import Client, Connection, Listener
from pathlib import Path
from typing import Any

from companion.engine.errors import BadMessage
from companion.worker.work import Job, Urgency, Work

WAIT_S = 60.0


def add(one: int, other: int) -> Job[int]:
    yield None
    return one + other


def who() -> Job[tuple[int, int]]:
    """Return the process and how low its priority is."""
    yield None
    return os.getpid(), os.getpriority(os.PRIO_PROCESS, 0)


def has_imported(module: str) -> Job[bool]:
    yield None
    return module in sys.modules


def note(file: Path, text: str) -> Job[None]:
    with file.open("a") as notes:
        notes.write(f"{text}\n")
    yield None


def hold(address: str) -> Job[str]:
    """Say that it has begun; go on until told what to return."""
    with Client(address) as line:
        line.send(os.getpid())
        while not line.poll(0.01):
            yield 1, 2
        told: str = line.recv()
        return told


def never_yields() -> Job[None]:
    while not os.environ.get("NEVER_SET"):
        pass
    yield None


def hoards() -> Job[None]:
    """Take more and more memory."""
    held = []
    while True:
        held.append(b"\1" * (1 << 23))
        yield None


def swells() -> Job[int]:
    """Take much memory in one step."""
    yield None
    return len(b"\1" * (1 << 30))


def dies(file: Path) -> Job[None]:
    yield from note(file, "died")
    os._exit(1)


def refuses() -> Job[None]:
    yield None
    raise BadMessage("no game")


def breaks() -> Job[None]:
    yield None
    raise ZeroDivisionError


def work(job: Any, *args: object, urgency: Urgency = Urgency.PAGE, limit_s: float = 60) -> Any:
    return Work(job, args, urgency, limit_s)


@dataclass
class Held:
    """A job that goes on until the test says what it returns."""

    listener: Listener

    @property
    def address(self) -> str:
        return str(self.listener.address)

    def began(self) -> tuple[Connection, int]:
        """Wait until it has begun; return the line to it, and its process."""
        line = self.listener.accept()
        return line, line.recv()


@contextmanager
def held(folder: Path) -> Iterator[Held]:
    with Listener(str(folder / "hold")) as listener:
        yield Held(listener)
