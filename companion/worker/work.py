"""A piece of long work, and the ticket of whoever asked for it."""

import threading
import time
from collections.abc import Callable, Generator
from enum import IntEnum
from typing import Generic, Protocol, TypeVar

from companion.engine.errors import DragonbagError
from companion.engine.sentence import Sentence
from companion.engine.value import Value

R = TypeVar("R")
X = TypeVar("X")
# A job yields its progress often, so that it can be stopped or let something urgent pass.
Job = Generator[object, None, R]

BUSY = Sentence("Dragonbag has too much to do now. Try again in a minute.")
STOPPED = Sentence("Dragonbag has stopped this, because nobody waited for it.")


class Urgency(IntEnum):
    """Which work comes first: a lower number. More urgent work interrupts what goes on."""

    PHOTO = 0  # somebody holds a phone over a tray
    FRAME = 1  # the table's own camera looks at the tray
    PAGE = 2  # somebody waits for a page: an import, luck, records
    ADVICE = 3  # play-outs, which are never complete anyway


class WorkRefused(DragonbagError):
    """The work itself says no; `told` is why."""


class WorkFailed(DragonbagError):
    """The work was stopped, or its process ended; nothing was changed, and `told` is why."""


class Work(Value, Generic[R], frozen=True):
    """What is to be done: a generator function of a module, and its arguments.

    Both go to another process, so they are pickled. limit_s: how long it may take there, without
    the time in which something more urgent interrupts it.
    """

    job: Callable[..., Job[R]]
    args: tuple[object, ...]
    urgency: Urgency
    limit_s: float


class Ticket(Generic[R]):
    """Tells how far a piece of work is; safe to use from several threads."""

    def __init__(self, patience_s: float | None = None) -> None:
        """Begin to wait; if nobody calls wait_on() for `patience_s`, the work is stopped."""
        self.place = 1  # in the line: 1 is being done
        self.progress: object = None  # what the job yielded last
        self.is_unwanted = False
        self._patience_s = patience_s
        self._asked = time.monotonic()
        self._done = threading.Event()
        self._result: R | None = None
        self._error: DragonbagError | None = None

    @property
    def is_done(self) -> bool:
        """Has it ended, in whatever way?"""
        return self._done.is_set()

    @property
    def is_forgotten(self) -> bool:
        """Does nobody wait for it any more?"""
        is_late = self._patience_s is not None and time.monotonic() - self._asked > self._patience_s
        return self.is_unwanted or is_late

    def wait_on(self) -> None:
        """Say that somebody still waits."""
        self._asked = time.monotonic()

    def cancel(self) -> None:
        """Say that nobody waits any more; the work stops at the next chance."""
        self.is_unwanted = True

    def result(self, timeout_s: float | None = None) -> R:
        """Return what came of it; WorkRefused or WorkFailed, or TimeoutError if it goes on."""
        if not self._done.wait(timeout_s):
            raise TimeoutError
        if self._error is not None:
            raise self._error
        return self._result  # type: ignore[return-value]  # None only where R is None

    def finish(self, result: R) -> None:
        """Take the result; only the desk calls this."""
        if not self.is_done:
            self._result = result
            self._done.set()

    def fail(self, error: DragonbagError) -> None:
        """Take the error; only the desk calls this."""
        if not self.is_done:
            self._error = error
            self._done.set()


class Desk(Protocol):
    """Where work is asked for."""

    def ask(
        self, work: Work[R], then: Callable[[R], X], patience_s: float | None = None
    ) -> Ticket[X]:
        """Return a ticket at once; its result is what `then` makes of that of the work.

        `then` is called in another thread of the table's process, and only if the work succeeds; it
        may refuse as well. WorkFailed if too much is waiting already. The work is stopped if nobody
        has called the ticket's wait_on() for `patience_s`.
        """


def as_it_is(result: R) -> R:
    """Return the result of the work itself: a `then` that does nothing."""
    return result


def settle(ticket: Ticket[X], then: Callable[[R], X], result: R) -> None:
    """Let a ticket end with what follows from the work's result."""
    try:
        ticket.finish(then(result))
    except DragonbagError as error:
        ticket.fail(error)


class AtOnce:
    """A desk that does the work while one waits: for commands, which serve nobody meanwhile."""

    def ask(
        self, work: Work[R], then: Callable[[R], X], patience_s: float | None = None
    ) -> Ticket[X]:
        """Do the work, and return its ticket when it has ended."""
        ticket = Ticket[X](patience_s)
        try:
            result = self._done(work, ticket)
        except DragonbagError as error:
            ticket.fail(WorkRefused(error.told))
        else:
            settle(ticket, then, result)
        return ticket

    @staticmethod
    def _done(work: Work[R], ticket: Ticket[X]) -> R:
        job = work.job(*work.args)
        while True:
            try:
                ticket.progress = next(job)
            except StopIteration as end:
                result: R = end.value
                return result
