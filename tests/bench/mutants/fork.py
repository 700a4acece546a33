"""A piece of work in a fork: what it changes ends with it."""

import os
import pickle
import resource
import select
import signal
import time
from collections.abc import Callable
from typing import Any

WAITING_S = 120.0  # whoever waits for ever uses no processor time


class TooLongError(Exception):
    """The work used up its time."""


def forked(work: Callable[[], Any], cpu_s: int) -> Any:
    """Return what `work` returns in a fork; it has so many seconds of processor time."""
    reading, writing = os.pipe()
    pid = os.fork()
    if not pid:
        _in_the_fork(work, writing, cpu_s)
    os.close(writing)
    try:
        return pickle.loads(_all_of(reading))
    except (EOFError, TimeoutError) as error:
        raise TooLongError from error
    finally:
        os.close(reading)
        os.kill(pid, signal.SIGKILL)  # it is over, or has had its time
        os.waitpid(pid, 0)


def _in_the_fork(work: Callable[[], Any], writing: int, cpu_s: int) -> None:
    try:
        resource.setrlimit(resource.RLIMIT_CPU, (cpu_s, cpu_s + 1))
        silence = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(silence, stream)
        with os.fdopen(writing, "wb") as pipe:
            pipe.write(pickle.dumps(work()))
    finally:
        os._exit(0)  # nothing of what waits for the end of pytest may run in a fork


def _all_of(reading: int) -> bytes:
    """Return all that the fork writes until it closes the pipe."""
    parts: list[bytes] = []
    end = time.monotonic() + WAITING_S
    while True:
        if not select.select([reading], [], [], max(0.0, end - time.monotonic()))[0]:
            raise TimeoutError
        part = os.read(reading, 1 << 16)
        if not part:
            return b"".join(parts)
        parts.append(part)
