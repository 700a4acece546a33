"""The live streams: every phone's open socket, one non-blocking send each, no thread per phone.

A phone gets the fragments of its role: when it comes all of them, or none if its page was loaded
with the same ones, then those that changed. A page gets what changed in those that it was sent
whole (patches.py). A phone that cannot take an event whole is dropped; it comes back by itself and
gets the newest snapshot. So a slow phone misses snapshots, never the newest, and never holds up the
table.
"""

from __future__ import annotations  # else those of a function within a function are made each time

import logging
import socket
import threading
from collections import Counter
from collections.abc import Callable, Mapping, Set
from secrets import token_hex
from typing import Generic, Protocol, Self, TypeVar

from companion.engine.codec import dump
from companion.engine.value import Value, field
from web_ui.live.patches import Patch, patch
from web_ui.live.sending import drop, send, tune

log = logging.getLogger(__name__)

BEAT_S = 5.0  # a silent line is dead after two and a half of these (stream.js)
LONGEST_DRAWN_S = 0.05  # a dozen phones take some milliseconds, and five hundred 25
MOST_STREAMS = 600
MOST_OF_ONE = 360  # streams of one owner, who is not said to have fewer

HEAD = (
    b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream; charset=utf-8\r\n"
    b"Cache-Control: no-store, no-transform\r\nX-Accel-Buffering: no\r\n"
    b"X-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\nretry: 1000\n\n"
)
LATER = (  # EventSource gives up after it; stream.js asks again a second later
    b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 5\r\n"
    b"Content-Length: 0\r\nConnection: close\r\n\r\n"
)


class Versioned(Protocol):
    """What is shown; a newer one has a larger version."""

    @property
    def version(self) -> int:
        """Return its number."""


S = TypeVar("S", bound=Versioned)
Shown = TypeVar("Shown", bound=Versioned, covariant=True)


class Source(Protocol[Shown]):
    """Where snapshots come from: a table, or something that is sampled (streams.LampSource).

    What is sampled is a source like any other, with a Hub of its own.
    """

    @property
    def snapshot(self) -> Shown:
        """Return the newest snapshot at once."""

    def wait_newer(
        self, version: int, timeout_s: float | None, or_when: Callable[[], bool]
    ) -> Shown | None:
        """Return a snapshot newer than `version`, or None.

        None without a time limit is the end: `or_when` became true, or the source has closed.
        """

    def wake(self) -> None:
        """Let wait_newer() look at its `or_when` again."""


class Role(Protocol):
    """Who looks: streams with equal roles get the same bytes; low priority values come first."""

    @property
    def priority(self) -> int:
        """Return 0 for players."""

    def __hash__(self) -> int:
        """Hash by value."""


R = TypeVar("R", bound=Role)


class Stream(Value, frozen=True):
    """Where the answer to a request for a stream comes from: give `adopt` its socket."""

    role: Role
    adopt: Callable[[socket.socket], None]


class _Audience(Value):
    """All streams of one role, and what they have been shown.

    A stream holds the fragments that it was sent, by their names; the others came with its page.
    """

    shown: Mapping[str, str]
    streams: dict[socket.socket, Set[str]] = field(default_factory=dict)


class Hub(Generic[R, S]):
    """Sends snapshots to the streams it has adopted."""

    def __init__(
        self,
        source: Source[S],
        render: Callable[[R, S], Mapping[str, str]],
        mark: Callable[[R, S], str] = lambda role, snapshot: "",
        *,
        is_patched: Callable[[R], bool] = lambda role: False,
        beat_s: float = BEAT_S,
        most: int = MOST_STREAMS,
        longest_drawn_s: float = LONGEST_DRAWN_S,
    ) -> None:
        """Show `source` as `render(role, snapshot)` has it: fragments by their id.

        mark: tells which fragments these are; a page that was loaded with them bears the same.
        is_patched: does a role take patches of the fragments that it holds?
        """
        self._source = source
        self._render = render
        self._mark = mark
        self._is_patched = is_patched
        self._beat_s = beat_s
        self._most = most
        self._longest_drawn_s = longest_drawn_s
        self._boot = token_hex(4)  # so that a phone notices a restart, whose versions may be lower
        # One lock for audiences and sends: a newcomer is shown exactly the snapshot after which the
        # next event is a difference, so it can neither miss nor repeat one.
        self._changed = threading.Condition()
        self._snapshot = source.snapshot
        self._audiences: dict[R, _Audience] = {}
        self._farewells: dict[socket.socket, Callable[[], None]] = {}
        self._owners: dict[socket.socket, str] = {}  # the oldest first
        self._undrawable: set[R] = set()  # roles whose failure is in the log already
        self._is_closed = False
        self._threads = [
            threading.Thread(target=self._follow, name="hub", daemon=True),
            threading.Thread(target=self._beat, name="hub-beat", daemon=True),
        ]

    def __enter__(self) -> Self:
        """Start following the source."""
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *failure: object) -> None:
        """Close all streams and end."""
        with self._changed:
            self._is_closed = True
            self._changed.notify_all()
            for role in list(self._audiences):
                self._dismiss(role)
        self._source.wake()
        for thread in self._threads:
            thread.join()

    @property
    def roles(self) -> list[R]:
        """Return who looks now; it takes no lock, so a role may just be coming or going."""
        return list(self._audiences)

    @property
    def count(self) -> int:
        """Count the open streams."""
        with self._changed:
            return self._count()

    def _count(self) -> int:
        return sum(len(audience.streams) for audience in self._audiences.values())

    def wait_until(self, is_so: Callable[[int], bool], timeout_s: float | None = None) -> bool:
        """Wait until the number of open streams is as wished; False on time-out or close."""
        with self._changed:
            self._changed.wait_for(lambda: self._is_closed or is_so(self._count()), timeout_s)
            return not self._is_closed and is_so(self._count())

    def wait_drawn(self) -> None:
        """Wait until what is being drawn now is sent, but not for long."""
        if self._changed.acquire(timeout=self._longest_drawn_s):
            self._changed.release()

    def stream(
        self,
        role: R,
        on_closed: Callable[[], None] = lambda: None,
        owner: str = "",
        most: int = MOST_OF_ONE,
        mark: str = "",
    ) -> Stream:
        """Return the stream of this hub for a role; `on_closed` is called when it ends."""
        return Stream(role, lambda line: self.adopt(line, role, on_closed, owner, most, mark))

    def adopt(
        self,
        stream: socket.socket,
        role: R,
        on_closed: Callable[[], None] = lambda: None,
        owner: str = "",
        most: int = MOST_OF_ONE,
        mark: str = "",
    ) -> None:
        """Take over a socket whose request was read, and show it the whole snapshot.

        If its page bears the `mark` of that snapshot there is nothing to show. An owner who has
        `most` already loses the oldest one. The stream is told to come back later if there are too
        many or its page cannot be drawn.
        """
        tune(stream)
        with self._changed:
            is_welcome = not self._is_closed and self._has_room(owner, most)
            self._farewells[stream], self._owners[stream] = on_closed, owner
            audience = self._audience(role) if is_welcome else None
            if audience is None:
                send(stream, LATER)
                self._end(stream)
                stream.close()
                return
            is_shown = bool(mark) and mark == self._mark(role, self._snapshot)
            self._welcome(stream, audience, {} if is_shown else audience.shown)
            self._changed.notify_all()

    def _has_room(self, owner: str, most: int) -> bool:
        """Tell whether one more may come; whoever has more than their share makes room for it."""
        had = Counter(self._owners.values())
        if had[owner] >= most:
            self._drop_oldest(owner)
        elif had.total() >= self._most:
            greedy, count = had.most_common(1)[0]
            if count <= had[owner] + 1:
                return False
            self._drop_oldest(greedy)
        return True

    def _drop_oldest(self, owner: str) -> None:
        oldest = next(stream for stream, its in self._owners.items() if its == owner)
        for role, audience in list(self._audiences.items()):
            if oldest in audience.streams:
                del audience.streams[oldest]
                if not audience.streams:
                    del self._audiences[role]
        self._drop(oldest)

    def _audience(self, role: R) -> _Audience | None:
        """Return who looks as this role already, or begin; None if its page cannot be drawn."""
        if role not in self._audiences:
            fragments = self._draw(role)
            if fragments is None:
                return None
            self._audiences[role] = _Audience(fragments)
        return self._audiences[role]

    def _draw(self, role: R) -> Mapping[str, str] | None:
        """Return the fragments of a role; None, and one line in the log, if that fails.

        A page that cannot be drawn must not silence the others, and its phones ask again for ever.
        """
        try:
            fragments = self._render(role, self._snapshot)
        except Exception:
            if role not in self._undrawable:
                log.exception("cannot draw for %s", role)
            self._undrawable.add(role)
            return None
        self._undrawable.discard(role)
        return fragments

    def _welcome(self, stream: socket.socket, audience: _Audience, news: Mapping[str, str]) -> None:
        if send(stream, HEAD + self._event(news)):
            audience.streams[stream] = news.keys()
        else:
            self._drop(stream)

    def _follow(self) -> None:
        while (snapshot := self._newer()) is not None:
            with self._changed:
                self._snapshot = snapshot
                for role in sorted(self._audiences, key=lambda role: int(role.priority)):
                    self._show(role, self._audiences[role])

    def _newer(self) -> S | None:
        """Return another snapshot than the shown one: a newer one, or one with other notices."""
        self._source.wait_newer(self._snapshot.version, None, self._has_other)
        newest = self._source.snapshot
        return None if self._is_closed or newest is self._snapshot else newest

    def _has_other(self) -> bool:
        return self._is_closed or self._source.snapshot is not self._snapshot

    def _show(self, role: R, audience: _Audience) -> None:
        fragments = self._draw(role)
        if fragments is None:
            self._dismiss(role)
            return
        before, audience.shown = audience.shown, fragments
        changed = {name: text for name, text in fragments.items() if before.get(name) != text}
        self._send_all(audience, self._differences(role, before, changed))
        for stream, held in audience.streams.items():
            audience.streams[stream] = held | changed.keys()
        if not audience.streams:
            del self._audiences[role]

    def _differences(
        self, role: R, before: Mapping[str, str], changed: Mapping[str, str]
    ) -> Callable[[Set[str]], bytes]:
        """Return what makes the event of a stream from what it holds."""
        is_patched = self._is_patched(role)
        events: dict[frozenset[str], bytes] = {}

        def event(held: Set[str]) -> bytes:
            known = frozenset(changed.keys() & held if is_patched else ())
            if known not in events:
                events[known] = self._event(
                    {
                        name: patch(before[name], text) if name in known else text
                        for name, text in changed.items()
                    }
                )
            return events[known]

        return event

    def dismiss_all(self) -> None:
        """Close all streams; whoever may still look comes back within a second."""
        with self._changed:
            for role in list(self._audiences):
                self._dismiss(role)

    def _dismiss(self, role: R) -> None:
        for stream in self._audiences.pop(role).streams:
            self._drop(stream)
        self._changed.notify_all()

    def _event(self, fragments: Mapping[str, str | Patch]) -> bytes:
        version = self._snapshot.version
        body = dump({"version": version, "boot": self._boot, "fragments": fragments})
        return b"id: %d\ndata: %s\n\n" % (version, body)

    def _send_all(self, audience: _Audience, event: Callable[[Set[str]], bytes]) -> None:
        """Send each stream the event for what it holds."""
        gone = [
            stream for stream, held in audience.streams.items() if not send(stream, event(held))
        ]
        for stream in gone:
            del audience.streams[stream]
            self._drop(stream)
        if gone:
            self._changed.notify_all()

    def _drop(self, stream: socket.socket) -> None:
        self._end(stream)
        drop(stream)

    def _end(self, stream: socket.socket) -> None:
        del self._owners[stream]
        self._farewells.pop(stream)()

    def _beat(self) -> None:
        """Speak to every phone now and then: it proves the line, and finds the dead ones."""
        with self._changed:
            while not self._is_closed:
                # Nobody looks: sleep without a time limit, so that an idle table costs nothing.
                self._changed.wait_for(lambda: self._is_closed or bool(self._audiences))
                self._changed.wait_for(lambda: self._is_closed, self._beat_s)
                self._beat_all(b"event: beat\ndata: %d\n\n" % self._snapshot.version)

    def _beat_all(self, event: bytes) -> None:
        for role, audience in list(self._audiences.items()):
            self._send_all(audience, lambda held: event)
            if not audience.streams:
                del self._audiences[role]
