"""The worker's process as the table sees it: started, spoken to, looked at, ended."""

import os
import socket
import subprocess
import sys
from multiprocessing.connection import Connection
from pathlib import Path

import companion
from companion.worker import limits

PROGRAM = "companion.worker.process"


class Child:
    """One process; its line may be read by one thread and written by another."""

    def __init__(self) -> None:
        """Start the process; OSError if the system has no room for one more."""
        ours, theirs = socket.socketpair()
        with theirs:
            # Neither fork nor multiprocessing's spawn: the table has threads, and spawn would start
            # a second process that tracks resources. -P: not what lies in the current folder.
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-m", PROGRAM, str(theirs.fileno())],
                pass_fds=(theirs.fileno(),),
                stdin=subprocess.DEVNULL,
                env={**os.environ, **limits.SPARING, "PYTHONPATH": _python_path()},
                start_new_session=True,  # Ctrl+C is for the table, which ends this process itself
            )
        self._line = Connection(ours.detach())

    @property
    def pid(self) -> int:
        """Return its number."""
        return self._process.pid

    @property
    def resident_bytes(self) -> int:
        """Return the memory that it has."""
        return limits.resident_bytes(self.pid)

    def tell(self, message: object) -> None:
        """Send a message; OSError if it has ended. Waits while it is too busy to listen."""
        self._line.send(message)

    def hear(self, timeout_s: float) -> object:
        """Return its next message, None if there is none in time; EOFError if it has ended."""
        try:
            return self._line.recv() if self._line.poll(timeout_s) else None
        except OSError as error:
            raise EOFError from error

    def kill(self) -> None:
        """End it at once: it has nothing that could be lost. Whoever listens hears EOFError."""
        self._process.kill()

    def close(self) -> None:
        """End it and wait until it is gone."""
        self.kill()
        self._process.wait()
        self._line.close()


def _python_path() -> str:
    """Return where the process finds this program, wherever it was started from."""
    here = str(Path(companion.__file__).parent.parent)
    return os.pathsep.join([here, *filter(None, [os.environ.get("PYTHONPATH")])])
