"""Tells a broker of the table: the newest state, and every line of the journal until it has it.

    with Bridge(table, outbox, settings):
        ...

One thread of ours waits for the table and for the broker. The game never waits for it.
"""

import logging
import random
import sqlite3
import threading
import time
from collections import deque
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Self

from companion.beyond.mqtt import home
from companion.beyond.mqtt.door import Door
from companion.beyond.mqtt.session import Arrived, Greeted, Happening, Lost, Received, Session
from companion.beyond.mqtt.settings import Mqtt
from companion.beyond.mqtt.standing import standing
from companion.beyond.mqtt.topics import OFFLINE, ONLINE, PRESSES, Topics
from companion.beyond.outbox import Outbox, Told
from companion.beyond.staff import Calling, StaffCall
from companion.engine.codec import dump, parse, plain
from companion.engine.errors import BadMessage, DragonbagError
from companion.table.line import Kind
from companion.table.snapshot import Snapshot
from companion.table.table import Table
from companion.table.told import snapshot_body

NAME = "mqtt"  # of the receiver, in the outbox
FIRST_WAIT_S, LONGEST_WAIT_S = 1.0, 60.0
WINDOW = 20  # lines on their way; paho's own limit, too
SAVE_S = 5.0  # a crash sends again what was received since, with the same numbers
FRESH_S = 30.0  # an older attack is told, but lights no lamp
FINISH_S = 1.0
STOP_S = 6.0

log = logging.getLogger(__name__)


@dataclass(slots=True)
class _Sent:
    """What is on its way in one session."""

    state: int | None = None  # its number, until the broker has it
    snapshot: Snapshot | None = None  # what that was
    lines: deque[tuple[int, Told]] = field(default_factory=deque)
    received: set[int] = field(default_factory=set)
    read_to: int = 0
    is_greeted: bool = False
    call: Calling | None = None  # what was said of it last


class Bridge:
    """Keeps one broker told, through lost connections and restarts."""

    def __init__(
        self,
        table: Table,
        outbox: Outbox,
        settings: Mqtt,
        *,
        door: Door | None = None,
        staff: StaffCall | None = None,
        version: str = "",
        first_wait_s: float = FIRST_WAIT_S,
    ) -> None:
        """Connect to nothing yet. Without a `door` nothing that arrives changes the game."""
        self._table, self._settings, self._door = table, settings, door
        self._staff = staff
        self._version = version
        self._topics = Topics.of(settings)
        self._reader = outbox.reader(NAME)
        self._first_wait_s = self._wait_s = first_wait_s
        self.longest_wait_s = LONGEST_WAIT_S
        self._inbox: deque[Happening] = deque()
        self._sent = _Sent()
        self._shown: Snapshot | None = None  # the newest that the broker has
        self._seen = -1  # version of the snapshot that was looked at last
        self._alarmed = 0
        self._saved_s = time.monotonic()
        self._trouble = ""
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="mqtt", daemon=True)

    def __enter__(self) -> Self:
        """Begin to connect."""
        self._thread.start()
        return self

    def __exit__(self, *failure: object) -> None:
        """Say goodbye and stop; what the broker does not have yet is told next time."""
        self._ended.set()
        self._table.wake()
        self._thread.join(STOP_S)

    def _run(self) -> None:
        while not self._is_ending():
            try:
                self._one_session()
            except (OSError, sqlite3.Error, DragonbagError) as error:
                self._lose(str(error))
            self._save(at_once=True)
            self._ended.wait(self._wait_s * random.uniform(0.5, 1.0))
            self._wait_s = min(2 * self._wait_s, self.longest_wait_s)

    def _is_ending(self) -> bool:
        return self._ended.is_set() or self._table.is_closed

    def _lose(self, why: str) -> None:
        if why != self._trouble:  # once, not at every try
            log.warning("no broker at %s: %s", self._settings.host, why)
        self._trouble = why

    def _one_session(self) -> None:
        self._inbox.clear()
        self._sent = _Sent(read_to=self._reader.position)
        with Session(self._settings, self._topics, self._note) as session:
            while not self._is_ending():
                if not self._take(session):
                    return
                self._wait()
            self._finish(session)
            session.publish(self._topics.availability, OFFLINE.encode(), retain=True)

    def _finish(self, session: Session) -> None:
        """Wait a moment for what is on its way, so that it need not be told again."""
        until_s = time.monotonic() + FINISH_S
        while self._sent.lines and (left_s := until_s - time.monotonic()) > 0:
            self._table.wait_newer(self._seen, left_s, lambda: bool(self._inbox))
            if self._table.is_closed or not self._take(session):
                return

    def _note(self, happening: Happening) -> None:
        """Take in what happened, in paho's thread."""
        self._inbox.append(happening)
        self._table.wake()

    def _wait(self) -> None:
        """Wait until the table or the broker has something new, or it is time to save."""
        self._table.wait_newer(self._seen, SAVE_S, self._has_news)

    def _has_news(self) -> bool:
        is_called = self._sent.is_greeted and self._calling() != self._sent.call
        return bool(self._inbox) or self._ended.is_set() or is_called

    def _calling(self) -> Calling | None:
        return None if self._staff is None else self._staff.now

    def _take(self, session: Session) -> bool:
        """Do what has to be done now; False when the connection is gone."""
        self._seen = self._table.snapshot.version
        while self._inbox:
            happening = self._inbox.popleft()
            if isinstance(happening, Lost):
                self._lose(happening.why)
                return False
            self._happened(session, happening)
        if self._sent.is_greeted:
            self._show(session)
            self._tell(session)
            self._call(session)
            self._save()
        return True

    def _happened(self, session: Session, happening: Happening) -> None:
        match happening:
            case Greeted():
                self._greet(session)
            case Received():
                self._received(happening.number)
            case Arrived():
                self._arrived(session, happening)

    def _greet(self, session: Session) -> None:
        """Say everything that a broker may have forgotten, and listen."""
        log.info("told the broker at %s of the table", self._settings.host)
        self._trouble, self._wait_s = "", self._first_wait_s
        topics, settings = self._topics, self._settings
        session.listen(topics.resend)
        if self._staff is not None:
            session.listen(topics.staff)
        if self._door is not None:
            session.listen(topics.command)
            for button in PRESSES:
                session.listen(topics.press(button))
        if settings.home_assistant:
            where = home.discovery_topic(settings)
            device = home.device(settings, topics, self._version, may_press=self._door is not None)
            session.publish(where, dump(device), retain=True)
        session.publish(topics.availability, ONLINE.encode(), retain=True)
        self._sent.is_greeted = True

    def _show(self, session: Session) -> None:
        """Publish the newest state, one at a time: a slow broker gets fewer, never older ones."""
        snapshot, sent = self._table.snapshot, self._sent
        if sent.state is not None or (sent.snapshot and snapshot.version == sent.snapshot.version):
            return
        topics = self._topics
        if self._settings.home_assistant:
            session.publish(topics.home, dump(home.values(snapshot)), retain=True)
        # By these a venue finds what it has missed.
        told = {"series": self._reader.series, "since": self._reader.since}
        body = {**snapshot_body(snapshot), **told, "standing": standing(snapshot)}
        sent.state = session.publish(topics.state, dump(body), retain=True)
        sent.snapshot = snapshot

    def _call(self, session: Session) -> None:
        """Say whether staff are wanted; a table that does not know leaves what was said before."""
        now = self._calling()
        if now is not None and now != self._sent.call:
            session.publish(self._topics.call, dump(plain(now)), retain=True)
            self._sent.call = now

    def _answered(self, answer: object) -> None:
        """Take an answer of the staff: they come, or the call is done."""
        wish = answer.get("answer") if isinstance(answer, dict) else None
        if self._staff is not None and wish == "coming":
            self._staff.come()
        elif self._staff is not None and wish == "done":
            self._staff.end()

    def _tell(self, session: Session) -> None:
        """Send the next lines, as many as may be on their way."""
        sent, room = self._sent, WINDOW - len(self._sent.lines)
        for told in self._reader.after(sent.read_to, room) if room else ():
            body = {"table": self._settings.table, **told.body}
            number = session.publish(self._topics.events, dump(body))
            sent.lines.append((number, told))
            sent.read_to = told.seq
            self._warn(session, told)

    def _warn(self, session: Session, told: Told) -> None:
        """Tell of an attack at once, if it is new; what was undone or done again is not."""
        if told.seq <= self._alarmed or told.kind is not Kind.COMMAND:
            return
        age_s = (datetime.now(UTC) - datetime.fromisoformat(told.at)).total_seconds()
        for event in told.events if age_s < FRESH_S else ():
            if name := told.game.house.alarm(event):
                alarm = {"event_type": name, "seq": told.seq}
                session.publish(self._topics.alarm, dump(alarm))
                self._alarmed = told.seq

    def _received(self, number: int) -> None:
        sent = self._sent
        if number == sent.state:
            sent.state, self._shown = None, sent.snapshot
            return
        if any(number == waiting for waiting, _ in sent.lines):  # numbers are used again in time
            sent.received.add(number)
        while sent.lines and sent.lines[0][0] in sent.received:
            number, told = sent.lines.popleft()
            sent.received.discard(number)
            self._reader.acknowledge(told.seq)

    def _arrived(self, session: Session, message: Arrived) -> None:
        if message.topic == self._topics.resend:
            with suppress(BadMessage):
                self._send_again(parse(message.payload))
        elif message.topic == self._topics.staff:
            with suppress(BadMessage):
                self._answered(parse(message.payload))
        elif self._door is not None:
            answer = (
                self._door.command(message.payload)
                if message.topic == self._topics.command
                else self._door.press(message.topic.rpartition("/")[2], self._shown)
            )
            if "code" in answer:
                log.info("%s refused: %s", message.topic, answer["code"])
            session.answer(message.answer_to or self._topics.answer, dump(answer), message.mark)

    def _send_again(self, asked: object) -> None:
        """Go back to the line after which somebody misses some."""
        after = asked.get("after") if isinstance(asked, dict) else None
        if isinstance(after, int) and 0 <= after < self._sent.read_to:
            self._sent.read_to = after

    def _save(self, *, at_once: bool = False) -> None:
        now_s = time.monotonic()
        if at_once or now_s - self._saved_s > SAVE_S:
            self._saved_s = now_s
            self._reader.save()
