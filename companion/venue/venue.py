"""One process of a venue: it takes what tables tell, and asks again for what is missing.

    with Venue(settings, Store(engine)) as venue:
        venue.wall.tables()

The journals at the tables are the queue. A table's newest state says how far its numbers go; what
the database has not is asked for. So events that were on their way to a process that was killed,
or that a broker dropped, come again, and their numbers keep them from counting twice.
"""

import logging
import queue
import random
import threading
import time
from collections.abc import Iterable
from contextlib import suppress
from typing import Self

from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError, SQLAlchemyError

from companion.beyond.mqtt.settings import Mqtt
from companion.engine.codec import dump
from companion.engine.errors import BadMessage
from companion.venue.line import EVENTS, Line, Message
from companion.venue.messages import Event, event_of
from companion.venue.store import Series, Store
from companion.venue.wall import Wall

GROUP = "dragonbag-venue"
BATCH = 500  # events in one transaction
FIRST_WAIT_S, LONGEST_WAIT_S = 0.5, 15.0
LOOK_S = 2.0  # between two looks for gaps
LATE_S = 5.0  # what has not come by then is missing
ASK_S = 10.0  # between two questions to one table
REFRESH_S = 60.0
STOP_S = 10.0

log = logging.getLogger(__name__)


class Venue:
    """Two threads: one takes what comes, one looks for gaps. Nobody waits for either."""

    def __init__(
        self,
        settings: Mqtt,
        store: Store,
        *,
        group: str = GROUP,
        look_s: float = LOOK_S,
        late_s: float = LATE_S,
        ask_s: float = ASK_S,
        refresh_s: float = REFRESH_S,
        longest_wait_s: float = LONGEST_WAIT_S,
    ) -> None:
        """Connect to nothing yet."""
        self._settings, self._store, self._group = settings, store, group
        self._look_s, self._late_s, self._ask_s = look_s, late_s, ask_s
        self._refresh_s, self._longest_wait_s = refresh_s, longest_wait_s
        self.wall = Wall()
        self.trouble = ""  # why nothing comes, "" if all is well
        self.taken = 0  # events, doubles as well
        self.heard = threading.Event()  # set when the first message has come
        self._inbox: queue.Queue[Message | None] = queue.Queue()
        self._line: Line | None = None
        self._moved: dict[Series, tuple[int, float]] = {}  # how far it is known, and since when
        self._ended = threading.Event()
        self._threads = (
            threading.Thread(target=self._run, name="venue", daemon=True),
            threading.Thread(target=self._look, name="gaps", daemon=True),
        )

    def __enter__(self) -> Self:
        """Begin to listen."""
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *failure: object) -> None:
        """Stop; what was not kept yet is asked for next time."""
        self._ended.set()
        self._inbox.put(None)
        for thread in self._threads:
            thread.join(STOP_S)

    def answer(self, table: str, answer: str) -> None:
        """Answer a table's call: staff are "coming", or it is "done"."""
        line = self._line
        if line is None:
            return
        line.say(table, "staff", dump({"answer": answer}))
        if answer == "done":  # the table may be away, and nobody else would take the call down
            line.say(table, "call", dump({"at": "", "is_coming": False}), retain=True)

    # The thread "venue".

    def _run(self) -> None:
        wait_s = FIRST_WAIT_S
        while not self._is_over():
            try:
                with Line(self._settings, self._group, self._inbox.put, self._lose) as self._line:
                    if self._take_all(self._line):
                        wait_s = FIRST_WAIT_S
            except OSError as error:
                self._lose(str(error))
            self._line = None
            wait_s = min(wait_s, self._longest_wait_s)
            self._ended.wait(wait_s * random.uniform(0.5, 1.0))
            wait_s *= 2

    def _is_over(self) -> bool:
        """Forget what came on a line that is gone: it cannot be acknowledged any more."""
        with suppress(queue.Empty):
            while True:
                self._inbox.get_nowait()
        return self._ended.is_set()  # it is set before the inbox is told

    def _lose(self, why: str) -> None:
        """Note that the line is gone, and wake who waits for it."""
        if why != self.trouble and not self._ended.is_set():
            log.warning("no broker at %s: %s", self._settings.host, why)
        self.trouble = why
        self._inbox.put(None)

    def _take_all(self, line: Line) -> bool:
        """Take what comes until the line is lost; has anything come?"""
        has_heard = False
        while (messages := self._next()) is not None:
            has_heard = True
            self.heard.set()
            events: list[Event] = []
            for message in messages:
                with suppress(BadMessage):
                    if message.topic == EVENTS:
                        events.append(event_of(message.table, message.payload))
                    else:
                        self.wall.take(message.table, message.topic, message.payload)
            if not self._keep(events):
                break
            for message in messages:
                line.acknowledge(message)
            self.trouble = ""
        return has_heard

    def _next(self) -> list[Message] | None:
        """Wait for messages and return all that are there; None if the line is lost."""
        found = [self._inbox.get()]
        with suppress(queue.Empty):
            while len(found) < BATCH:
                found.append(self._inbox.get_nowait())
        messages = [each for each in found if each is not None]
        return messages if len(messages) == len(found) else None

    def _keep(self, events: list[Event]) -> bool:
        """Write events until they are written; False if the venue ends first."""
        wait_s = FIRST_WAIT_S
        while events and not self._ended.is_set():
            try:
                self._store.take(events)
                self.taken += len(events)
                return True
            except (OperationalError, InterfaceError) as error:
                self._fail(error)
                self._ended.wait(wait_s)
                wait_s = min(2 * wait_s, LONGEST_WAIT_S)
            except DBAPIError as error:  # one of them cannot be written: the others can
                if len(events) == 1:
                    log.warning("cannot keep %s: %s", events[0], error.orig)
                    return True
                return all(self._keep([event]) for event in events)
        return not events

    def _fail(self, error: SQLAlchemyError) -> None:
        why = str(getattr(error, "orig", error)).partition("\n")[0]
        if why != self.trouble:
            log.warning("the database does not answer: %s", why)
        self.trouble = why

    # The thread "gaps".

    def _look(self) -> None:
        refreshed_s = time.monotonic()
        while not self._ended.wait(self._look_s * random.uniform(0.5, 1.0)):
            line = self._line
            if line is None:
                continue
            try:
                self._ask(line)
            except SQLAlchemyError as error:
                self._fail(error)
            if time.monotonic() - refreshed_s > self._refresh_s:
                refreshed_s = time.monotonic()
                line.refresh()

    def _ask(self, line: Line) -> None:
        """Ask every table for what is missing of its numbers for too long."""
        states = self.wall.heads()
        known = self._store.advance({series: state.since for series, state in states.items()})
        # A broker may drop a state as well as an event, so both are looked at.
        behind = {
            each: known[each].upto
            for each, state in states.items()
            if known[each].upto < max(state.version, known[each].newest)
        }
        for series in self._store.may_ask(self._late(behind), self._ask_s):
            log.info("asking %s for what came after %s", series.table, behind[series])
            line.say(series.table, "resend", dump({"after": behind[series]}))

    def _late(self, behind: dict[Series, int]) -> Iterable[Series]:
        """Return the rows that are behind, and have not come further for a while."""
        now_s = time.monotonic()
        self._moved = {
            series: known
            if (known := self._moved.get(series)) and known[0] == upto
            else (upto, now_s)
            for series, upto in behind.items()
        }
        return [each for each, (_, at_s) in self._moved.items() if now_s - at_s >= self._late_s]
