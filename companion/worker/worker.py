"""The desk of a table: one process does the long work, and the table's own never does.

    with Worker() as worker:
        ticket = worker.ask(Work(read_photo, (content,), Urgency.PHOTO, limit_s=20), as_it_is)
        ticket.place, ticket.progress, ticket.result(timeout_s=30)

The process is started by the first work and ended when there was none for a while. If it dies or
takes too much, the work it did then fails with a sentence, and the next work starts another.
"""

import logging
import threading
import time
from collections.abc import Callable
from itertools import count
from typing import TYPE_CHECKING, Self

from companion.engine.errors import DragonbagError
from companion.engine.sentence import Sentence
from companion.engine.value import Value
from companion.worker import messages
from companion.worker.limits import MOST_RESIDENT_BYTES
from companion.worker.line import Line, Waiting
from companion.worker.work import (
    STOPPED,
    R,
    Ticket,
    Urgency,
    Work,
    WorkFailed,
    WorkRefused,
    X,
    settle,
)

if TYPE_CHECKING:
    from companion.worker.child import Child

LOOK_S = 0.2  # how often time, memory and patience are looked at while something is done
IDLE_S = 300.0  # then the process ends and gives its memory back
MOST_DEATHS = 2  # work during which so many processes died is not tried again
TOO_LONG = Sentence("This took too long, so Dragonbag has stopped it. Nothing was changed.")
TOO_MUCH = Sentence("This needs too much memory, so Dragonbag has stopped it. Nothing was changed.")
BROKEN = Sentence("Dragonbag could not do that. Nothing was changed. Try again.")

log = logging.getLogger(__name__)


class Doing(Value):
    """Work that the process has begun, and how long it was at it."""

    waiting: Waiting
    spent_s: float = 0.0
    since: float | None = None  # None: something more urgent interrupts it
    is_told_to_stop: bool = False

    def go_on(self) -> None:
        """Let the time run."""
        self.since = time.monotonic()

    def pause(self) -> None:
        """Stop the time."""
        self.spent_s, self.since = self.took_s, None

    @property
    def took_s(self) -> float:
        """Return the seconds so far, without interruptions."""
        return self.spent_s + (0.0 if self.since is None else time.monotonic() - self.since)

    @property
    def is_over_time(self) -> bool:
        """Has it had more time than it may have?"""
        return self.took_s > self.waiting.limit_s


class Worker:
    """Asks the process for work and watches it; safe to use from several threads."""

    def __init__(self, idle_s: float = IDLE_S, most_bytes: int = MOST_RESIDENT_BYTES) -> None:
        """Start nothing yet. The process ends above `most_bytes` or after `idle_s` without work."""
        self._idle_s, self._most_bytes = idle_s, most_bytes
        self._changed = threading.Condition()
        self._line = Line()
        self._doing: list[Doing] = []  # the last is being done, the others are interrupted
        self._numbers = count(1)
        self._child: Child | None = None
        self._is_closed = False
        self._was_killed = False  # by us: then nothing that it had begun is to blame
        self._threads: list[threading.Thread] = []

    def __enter__(self) -> Self:
        """Return the desk; its process and threads begin with the first work."""
        return self

    def __exit__(self, *failure: object) -> None:
        """End the process; work that was not done fails."""
        with self._changed:
            self._is_closed = True
            left = [*(each.waiting for each in self._doing), *self._line.waiting]
            if self._child is not None:
                self._child.kill()
            self._changed.notify_all()
        for thread in self._threads:
            thread.join()
        for one in left:
            one.ticket.fail(WorkFailed(STOPPED))

    @property
    def pid(self) -> int | None:
        """Return the number of the process, None while there is none."""
        child = self._child
        return None if child is None else child.pid

    def ask(
        self, work: Work[R], then: Callable[[R], X], patience_s: float | None = None
    ) -> Ticket[X]:
        """Put work into the line; see Desk."""
        ticket = Ticket[X](patience_s)
        packed = messages.packed(work)
        with self._changed:
            if self._is_closed:
                raise WorkFailed(STOPPED)
            number = next(self._numbers)
            self._line.add(Waiting(number, ticket, then, packed, work.urgency, work.limit_s))
            self._line.tell_places(self._in_work)
            self._begin_threads()
            self._changed.notify_all()
        return ticket

    @property
    def _in_work(self) -> list[Waiting]:
        return [each.waiting for each in self._doing]

    def _begin_threads(self) -> None:
        if not self._threads:
            for run, name in ((self._feed, "worker-feed"), (self._listen, "worker")):
                thread = threading.Thread(target=run, name=name, daemon=True)
                self._threads.append(thread)
                thread.start()

    # The feeding thread: it may have to wait until the process listens, so it does nothing else.

    def _feed(self) -> None:
        while (message := self._next_message()) is not None:
            child, told = message
            try:
                child.tell(told)
            except OSError:
                log.debug("the worker has ended; the other thread hears it")

    def _next_message(self) -> "tuple[Child, object] | None":
        """Wait for something to tell the process, which is started if need be; None at the end."""
        with self._changed:
            while not self._is_closed:
                forgotten = self._forgotten()
                if forgotten is not None and self._child is not None:
                    forgotten.is_told_to_stop = True
                    return self._child, messages.Stop(forgotten.waiting.number)
                if self._line.has_before(self._urgency_now()) and self._start():
                    assert self._child is not None, "it was started"
                    return self._child, self._begin(self._line.take())
                self._changed.wait()
            return None

    def _forgotten(self) -> Doing | None:
        """Return work that was begun and that nobody waits for, if the process does not know it."""
        return next(
            (
                doing
                for doing in self._doing
                if doing.waiting.ticket.is_forgotten and not doing.is_told_to_stop
            ),
            None,
        )

    def _urgency_now(self) -> Urgency | None:
        return self._doing[-1].waiting.urgency if self._doing else None

    def _start(self) -> bool:
        """Make sure that there is a process; if the system has no room for one, all work fails."""
        if self._child is None:
            from companion.worker.child import Child  # most evenings need none

            try:
                self._child = Child()
            except OSError as error:
                log.warning("the worker cannot be started: %s", error)
                while self._line.waiting:
                    self._line.take().ticket.fail(WorkFailed(BROKEN))
                return False
            self._changed.notify_all()
        return True

    def _begin(self, one: Waiting) -> messages.Do:
        for doing in self._doing:
            doing.pause()
        doing = Doing(one)
        doing.go_on()
        self._doing.append(doing)
        self._line.tell_places(self._in_work)
        self._changed.notify_all()
        return messages.Do(one.number, one.packed)

    # The listening thread: it hears the process, and looks after it.

    def _listen(self) -> None:
        while (child := self._wait_for_child()) is not None:
            self._follow(child)
            child.close()

    def _wait_for_child(self) -> "Child | None":
        with self._changed:
            self._changed.wait_for(lambda: self._is_closed or self._child is not None)
            return self._child

    def _follow(self, child: "Child") -> None:
        """Hear a process until it has ended, or there is nothing to do for a long time."""
        looked, idle_since = 0.0, time.monotonic()
        while True:
            try:
                told = child.hear(LOOK_S if self._doing else self._idle_s)
            except EOFError:
                self._after_death()
                return
            now = time.monotonic()
            if told is not None:
                self._take(told)
            if now - looked > LOOK_S:
                looked = now
                self._look_after(child)
            idle_since = now if self._doing or told is not None else idle_since
            if now - idle_since >= self._idle_s and self._let_go():
                return

    def _let_go(self) -> bool:
        """Give the process up, unless there is work again."""
        with self._changed:
            if self._doing or self._line.waiting:
                return False
            self._child = None
            return True

    def _take(self, told: object) -> None:
        match told:
            case messages.Progress():
                with self._changed:
                    for doing in self._doing:
                        if doing.waiting.number == told.number:
                            doing.waiting.ticket.progress = told.progress
            case messages.Done():
                self._end(told.number, told.result)
            case messages.Refused():
                self._fail(told.number, WorkRefused(told.told))
            case messages.Failed():
                self._fail(told.number, WorkFailed(TOO_MUCH if told.is_memory else BROKEN))
            case messages.Stopped():
                self._fail(told.number, WorkFailed(STOPPED))

    def _end(self, number: int, result: object) -> None:
        """Let follow what was asked for; a fault in it must not end this thread."""
        done = self._ended(number)
        if done is None:
            return
        try:
            settle(done.ticket, done.then, result)
        except Exception:
            log.exception("what was to follow a piece of work failed")
            done.ticket.fail(WorkFailed(BROKEN))

    def _fail(self, number: int, error: DragonbagError) -> None:
        done = self._ended(number)
        if done is not None:
            done.ticket.fail(error)

    def _ended(self, number: int) -> Waiting | None:
        """Return the work of this number, which has ended; what it interrupted goes on."""
        with self._changed:
            done = next((each for each in self._doing if each.waiting.number == number), None)
            if done is None:
                return None  # it took too much and was given up a moment ago
            self._doing.remove(done)
            if self._doing and self._doing[-1].since is None:
                self._doing[-1].go_on()
            self._line.tell_places(self._in_work)
            self._changed.notify_all()
            return done.waiting

    def _look_after(self, child: "Child") -> None:
        """Drop what nobody waits for; end a process that takes too much."""
        with self._changed:
            gone = self._line.drop_forgotten()
            self._changed.notify_all()  # the feeder stops what was begun
            now = self._doing[-1] if self._doing else None
            why = None
            if now is not None and now.is_over_time:
                why = TOO_LONG
            elif now is not None and child.resident_bytes > self._most_bytes:
                why = TOO_MUCH
            if now is not None and why is not None:
                self._doing.remove(now)
                log.warning("the worker is stopped: %s", why)
                self._was_killed = True
                child.kill()
        for one in gone:
            one.ticket.fail(WorkFailed(STOPPED))
        if now is not None and why is not None:
            now.waiting.ticket.fail(WorkFailed(why))

    def _after_death(self) -> None:
        """Put the work back into the line; work that the process dies of twice fails."""
        failed: list[Waiting] = []
        with self._changed:
            self._child = None
            if not self._is_closed:
                for at, doing in enumerate(reversed(self._doing)):
                    one = doing.waiting
                    one.deaths += at == 0 and not self._was_killed
                    failed += [one] if one.deaths >= MOST_DEATHS else []
                    if one.deaths < MOST_DEATHS:
                        self._line.give_back(one)
            self._doing.clear()
            self._was_killed = False
            self._line.tell_places([])
            self._changed.notify_all()
        for one in failed:
            one.ticket.fail(WorkFailed(BROKEN))
