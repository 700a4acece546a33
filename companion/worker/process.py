"""The worker's process: it does the work it is told, and lets more urgent work pass in between.

`python -m companion.worker.process FD` with a connected socket. It ends when the other end closes.
"""

import logging
import sys
import time
from multiprocessing.connection import Connection

from companion.engine.errors import DragonbagError
from companion.worker.limits import step_back
from companion.worker.messages import Do, Done, Failed, Progress, Refused, Stop, Stopped, begun
from companion.worker.work import Job

BREATH_S = 0.05  # how often it looks whether there is something more urgent

log = logging.getLogger(__name__)


class Bench:
    """The work that has been begun: the last is being done, the others wait under it."""

    def __init__(self, line: Connection) -> None:
        """Be told on this line what to do."""
        self._line = line
        self._begun: list[tuple[int, Job[object]]] = []

    def work(self) -> None:
        """Do what is told until the line closes (EOFError)."""
        while True:
            while not self._begun or self._line.poll(0):
                self._hear(self._line.recv())
            self._go_on()

    def _hear(self, told: object) -> None:
        if isinstance(told, Do):
            self._begun.append((told.number, begun(told.packed)))
            self._line.send(Progress(told.number, None))  # the table's clock runs from now on
        elif isinstance(told, Stop):
            self._stop(told.number)

    def _stop(self, number: int) -> None:
        for one in [one for one in self._begun if one[0] == number]:
            one[1].close()
            self._begun.remove(one)
            self._line.send(Stopped(number))

    def _go_on(self) -> None:
        """Do the newest work for a moment, and tell how far it is or how it ended."""
        number, job = self._begun[-1]
        until = time.monotonic() + BREATH_S
        try:
            progress = next(job)
            while time.monotonic() < until:
                progress = next(job)
        except StopIteration as end:
            self._end(Done(number, end.value))
        except DragonbagError as error:
            self._end(Refused(number, error.told))
        except MemoryError:
            self._end(Failed(number, is_memory=True))
        except Exception:
            log.exception("a job failed")
            self._end(Failed(number))
        else:
            self._line.send(Progress(number, progress))

    def _end(self, told: object) -> None:
        self._begun.pop()
        self._line.send(told)


def main() -> None:
    """Work until the table closes the line."""
    step_back()
    try:
        Bench(Connection(int(sys.argv[1]))).work()
    except (EOFError, OSError):
        return  # the table has closed the line


if __name__ == "__main__":
    main()
