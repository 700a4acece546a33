"""Tells systemd that the table is up, alive or stopping (sd_notify); without systemd, nothing."""

import os
import socket
import threading
from collections.abc import Callable, Mapping
from types import TracebackType
from typing import Self


def notify(state: str, environ: Mapping[str, str] = os.environ) -> bool:
    """Send a state such as "READY=1" to the service manager; False if there is none."""
    address = environ.get("NOTIFY_SOCKET", "")
    if not address:
        return False
    if address.startswith("@"):
        address = "\0" + address[1:]  # an abstract socket
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.sendto(state.encode(), address)
    return True


def watchdog_s(environ: Mapping[str, str] = os.environ) -> float | None:
    """Return after how many silent seconds systemd restarts us; None if it does not watch."""
    if environ.get("WATCHDOG_PID", str(os.getpid())) != str(os.getpid()):
        return None
    micros = environ.get("WATCHDOG_USEC", "")
    return int(micros) / 1e6 if micros.isdecimal() and int(micros) else None


class Watch:
    """Reports READY on entry, then regularly that all is well, and STOPPING on exit.

    It reports nothing while `is_well` is false, so that systemd restarts a table that hangs.
    """

    def __init__(self, is_well: Callable[[], bool]) -> None:
        """Call `is_well` twice in the time that systemd allows; a call may take a second."""
        self._is_well = is_well
        self._ended = threading.Event()
        self._thread: threading.Thread | None = None

    def __enter__(self) -> Self:
        """Report that everything is up."""
        limit_s = watchdog_s()
        if notify("READY=1") and limit_s is not None:
            self._thread = threading.Thread(
                target=self._ping, args=(limit_s / 2,), name="watchdog", daemon=True
            )
            self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Report that the table stops."""
        notify("STOPPING=1")
        self._ended.set()
        if self._thread is not None:
            self._thread.join()

    def _ping(self, every_s: float) -> None:
        while not self._ended.wait(every_s):
            if self._is_well():
                notify("WATCHDOG=1")
