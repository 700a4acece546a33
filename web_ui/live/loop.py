"""waitress's loop with bounds for hostile clients, and without the streams.

waitress gives a thread to each request that is being answered, and a stream is answered for hours.
So a request for a stream leaves waitress as soon as it is read, and its socket goes to a hub.

waitress by itself stops listening when it has a hundred connections, and an idle one stays for a
minute. Here a newcomer is always let in: the idlest connection of whoever has most makes room.

This uses waitress's internals (those of 3.0): tests/web_ui/live/ fails if they change.
"""

import heapq
import itertools
import logging
import math
import select
import threading
import time
from collections import Counter, deque
from collections.abc import Callable, Mapping
from typing import Any

from waitress import wasyncore
from waitress.server import TcpWSGIServer

from web_ui.access.askers import Asker, sent_from
from web_ui.live.connections import Connection, Worth, less
from web_ui.live.hub import Stream
from web_ui.live.limits import Limits, Task, Turns, Use

LOOP_S = 30.0  # how long it sleeps while there is no connection; work wakes it at once
ACCEPTS_S = 0.01  # so long it lets newcomers in before it looks at phones again
STRANGERS = 8  # so many connections of strangers, and of those who use much, at once
SEVERAL = 16
FULL_S = 0.5  # if no file can be had, it listens again after this

# Path, query, headers of a GET, and who asks -> where its stream comes from, or None for an
# ordinary answer.
Streams = Callable[[str, str, Mapping[str, str], Asker], Stream | None]
# Headers and address of a request -> who asks.
Askers = Callable[[Mapping[str, str], str], Asker]
# Path of a request, and whether whoever asks has joined -> the most bytes of its body.
Sizes = Callable[[str, bool], int]

Ready = tuple[int, Any, int]  # number of the file, whose it is, and for what it is ready

log = logging.getLogger(__name__)


class Loop(TcpWSGIServer):
    """waitress that lets the streams go, and whose connections have bounds."""

    channel_class = Connection
    streams: Streams
    askers: Askers
    sizes: Sizes
    limits: Limits
    loop_thread = 0

    def begin(self) -> None:
        """Get ready to accept; the rest of __init__, which waitress calls."""
        self.owners: Counter[str] = Counter()
        self.peers: Counter[str] = Counter()
        self.coming: Counter[str] = Counter()  # streams that no hub has yet, by owner
        self.use = Use()
        self.task_dispatcher.queue = Turns(self.use)
        self._poll, self._phones = select.poll(), select.poll()  # everybody, and phones alone
        # What is waited for, and whether for a phone, by the number of the file.
        self._polled: dict[int, tuple[int, bool]] = {}
        self._rest_until_s = 0.0  # until then nothing is heard of strangers and the greedy
        self._wakes: list[tuple[float, int, Connection]] = []
        self._count = itertools.count()
        # What may wait for something else now; waitress's threads add to it, and pull the trigger.
        self.touched: deque[Any] = deque([self.trigger])
        self._trigger_lock = threading.Lock()
        self._answers = threading.local()  # its connection: what this thread of waitress's answers
        self.is_closing, self._is_closed = threading.Event(), False
        self._look_s = 0.0
        self._shift = 0
        self._deaf_until_s = 0.0
        self.accept_connections()

    # The loop.

    def turn(self) -> None:
        """Wait until something happens on a connection, and do that."""
        first, others = self._in_turn(self._wait())
        self._do(first)
        now_s = time.monotonic()
        if others:
            self._do(others[:STRANGERS])
            took_s = time.monotonic() - now_s  # phones have the processor after that
            self._rest_until_s = now_s + took_s + self.limits.rest_s(took_s)
        if now_s >= self._look_s:
            self._look_s = now_s + self.limits.look_s
            for channel in list(self.active_channels.values()):
                if channel.is_late(now_s):
                    channel.handle_close()

    def _wait(self) -> list[Ready]:
        """Return what is ready. Only what was touched is asked what it waits for now."""
        self.touched.append(self)
        now_s = time.monotonic()
        while self._wakes and self._wakes[0][0] <= now_s:
            self.touched.append(heapq.heappop(self._wakes)[2])
        for _ in range(len(self.touched)):
            self._listen_to(self.touched.popleft())
        rest_s, sleep_s = self._rest_until_s - now_s, self._sleep_s(now_s)
        if rest_s > 0:
            found = self._phones.poll(math.ceil(min(rest_s, sleep_s) * 1000))
        else:
            found = self._poll.poll(sleep_s * 1000)
        return [(n, self._map[n], flags) for n, flags in found if self._is_due(n, flags)]

    def _is_due(self, number: int, flags: int) -> bool:
        """Tell whether what is ready may be done; who is being answered is not heard meanwhile."""
        each = self._map.get(number)
        if each is None:
            return False
        if not _is_answered(each) or flags & _flags(each):
            return True
        self.forget(number)
        self.touched.append(each)  # the answer may just have ended
        return False

    def _listen_to(self, each: Any) -> None:
        number = each._fileno  # noqa: SLF001  # wasyncore has no public name for it
        if number is None or self._map.get(number) is not each:
            return  # it was closed
        is_answered = _is_answered(each)  # asked first: the answer may end at any time
        flags, is_phones = _flags(each), not self._is_greedy(each)
        known = self._polled.get(number, (0, is_phones))
        if not flags and is_answered:
            flags = known[0] & select.POLLIN  # hardly any phone speaks before it has its answer
        if (flags, is_phones) == known:
            return
        self.forget(number)
        if flags:
            self._polled[number] = flags, is_phones
            self._poll.register(number, flags)
            if is_phones:
                self._phones.register(number, flags)

    def forget(self, number: int) -> None:
        """Wait no more for what happens on this file."""
        if number in self._polled:
            self._poll.unregister(number)
            if self._polled.pop(number)[1]:
                self._phones.unregister(number)

    def _do(self, ready: list[Ready]) -> None:
        for number, each, flags in ready:
            if self._map.get(number) is each:  # not closed, and its number given to a newcomer
                wasyncore.readwrite(each, flags)
                self.touched.append(each)

    def _in_turn(self, ready: list[Ready]) -> tuple[list[Ready], list[Ready]]:
        """Return what to do now, and whose turn it is after that: strangers and the greedy."""
        first = [each for each in ready if not self._is_greedy(each[1])]
        first.sort(key=lambda each: each[1] is self)  # newcomers after phones
        others = [each for each in ready if self._is_greedy(each[1])]
        self._shift = (self._shift + STRANGERS) % max(1, len(others))
        return first, others[self._shift :] + others[: self._shift]

    def _is_greedy(self, each: Any) -> bool:
        if not isinstance(each, Connection):
            return False
        return each.is_strangers or self.use.is_greedy(each.owner)

    def _sleep_s(self, now_s: float) -> float:
        is_idle = not self.active_channels and self._deaf_until_s < now_s
        longest_s = LOOP_S if is_idle else self.limits.look_s
        return min(longest_s, self._wakes[0][0] - now_s) if self._wakes else longest_s

    def pull_trigger(self, thunk: Callable[[], object] | None = None) -> None:
        """Wake the loop, and let it call `thunk`; nothing happens once the server has closed.

        A thread that has not ended by then would write to whatever file has that number now. One
        that answers wakes it only if its connection has to wait for something else now.
        """
        if thunk is None and (channel := getattr(self._answers, "channel", None)) is not None:
            if not channel.writable() and channel._fileno in self._polled:  # noqa: SLF001
                return
            self.touched.append(channel)
        with self._trigger_lock:
            if not self._is_closed:
                self.trigger.pull_trigger(thunk)

    def end(self) -> None:
        """Let the loop end after this turn."""
        self.is_closing.set()
        with self.task_dispatcher.lock:
            self.task_dispatcher.queue.hold_nobody_back()
        self.pull_trigger()

    def close(self) -> None:
        """Close what is listened to, and what wakes the loop."""
        with self._trigger_lock:
            self._is_closed = True
            super().close()

    def wake_at(self, when_s: float, channel: Connection) -> None:
        """Ask a connection again at this time of the monotonic clock what it waits for."""
        heapq.heappush(self._wakes, (when_s, next(self._count), channel))

    def handle_error(self) -> None:
        """Log an error in the loop; one broken connection must not end the server."""
        log.exception("error in the server's loop")

    # Newcomers.

    def readable(self) -> bool:
        """Tell whether to listen: always, but for a moment when there is no file to be had."""
        return bool(self.accepting) and time.monotonic() >= self._deaf_until_s

    def handle_accept(self) -> None:
        """Let newcomers in, and make room for them."""
        until_s = time.monotonic() + ACCEPTS_S
        while time.monotonic() < until_s:
            try:
                found = self.accept()
                if found is not None:
                    self.set_socket_options(found[0])
            except OSError as error:
                log.warning("no connection can be opened: %s", error)
                _close_least(list(self.active_channels.values()))
                self._deaf_until_s = time.monotonic() + FULL_S
                return
            if found is None:
                return
            line, address = found
            newcomer = Connection(self, line, address, self.adj, map=self._map)
            # At once: who it is decides whether it may stay.
            wasyncore.read(newcomer)
            self.make_room_for(newcomer)

    def make_room_for(self, newcomer: Connection) -> None:
        """Close what is worth least if a newcomer is one too many."""
        is_crowd = self.peers[newcomer.peer] > self.limits.per_address
        if not is_crowd and len(self.active_channels) <= self.limits.connections:
            return
        others = [each for each in self.active_channels.values() if each is not newcomer]
        if is_crowd:
            others = [each for each in others if each.peer == newcomer.peer]
        _close_least(others)

    # Requests.

    def header_came(self, channel: Connection, request: Any) -> int:
        """Find out whose request it is; return how large a body may come with it."""
        if channel.is_secure:
            request.url_scheme = "https"
        peer, own = channel.ends
        address = sent_from(peer, own, request.headers.get("X_FORWARDED_FOR", ""))
        channel.addr = address, *channel.addr[1:]  # what Flask has as remote_addr
        asker = self.askers(request.headers, address)
        channel.belongs_to(asker)
        if self.owners[asker.name] > asker.connections:
            theirs = [each for each in self.active_channels.values() if each.owner == asker.name]
            _close_least([each for each in theirs if each is not channel])
        return self.sizes(request.path, asker.has_joined)

    def add_task(self, channel: Any) -> None:
        """Hand a stream's socket to its hub, any other request to waitress's threads."""
        found = self._stream_of(channel)
        if found is None:
            super().add_task(channel)
            return
        channel.del_channel()  # out of the loop and the limits of connections
        with self.task_dispatcher.lock:
            is_full = self.coming.total() >= self.limits.connections
            has_room = not is_full and self.coming[channel.owner] < channel.asker.streams
            self.coming[channel.owner] += has_room
        if has_room:
            self.task_dispatcher.add_task(Coming(self, channel, found))
        else:
            channel.socket.close()

    def _stream_of(self, channel: Connection) -> Stream | None:
        request, asker = channel.requests[0], channel.asker
        if request.error or request.command != "GET" or asker is None:
            return None
        return self.streams(request.path, request.query, request.headers, asker)

    def begins(self, channel: Connection) -> None:
        """Note what this thread answers."""
        self._answers.channel = channel

    def ended(self, channel: Task, took_s: float, used_s: float) -> None:
        """Count what a request has used, in the thread that answered it.

        A stranger's, or one of somebody who uses much, leaves the processor to others afterwards;
        the longer, the less of it there was for them.
        """
        self._answers.channel = None
        dispatcher = self.task_dispatcher
        if dispatcher.queue.is_apart(channel):
            self.is_closing.wait(self.limits.rest_s(took_s))
        with dispatcher.lock:
            self.use.add(channel.owner, used_s)
            dispatcher.queue.ended(channel)
            dispatcher.queue_cv.notify()


class Coming:
    """A request for a stream, on its way from the loop to its hub.

    One of waitress's threads takes it there: the hub may have to draw a page first, or be busy.
    """

    def __init__(self, server: Loop, channel: Connection, stream: Stream) -> None:
        """Take the socket from a connection that has left the loop."""
        self.owner, self.is_strangers = channel.owner, channel.is_strangers
        self._server, self._line, self._stream = server, channel.socket, stream

    def service(self) -> None:
        """Give the socket to the hub, and count what that took."""
        began_s, used_s = time.monotonic(), time.thread_time()
        with self._server.task_dispatcher.lock:
            less(self._server.coming, self.owner)
        try:
            self._stream.adopt(self._line)
        finally:
            took_s, used_s = time.monotonic() - began_s, time.thread_time() - used_s
            self._server.ended(self, took_s, used_s)

    def cancel(self) -> None:
        """Hang up: the server ends."""
        self._line.close()


def _close_least(channels: list[Connection]) -> None:
    """Close the connection that is worth least: the quietest one of whoever has most of such.

    If they are worth nothing, several are closed, so that not every newcomer needs such a search.
    """
    now_s = time.monotonic()
    worth = {each: each.worth(now_s) for each in channels}
    least = min(worth.values(), default=Worth.KEPT)
    cheap = [each for each in channels if worth[each] is least]
    if cheap:
        greedy = Counter(each.owner for each in cheap).most_common(1)[0][0]
        theirs = [each for each in cheap if each.owner == greedy]
        theirs.sort(key=lambda each: each.last_activity)
        for each in theirs[: SEVERAL if least is Worth.NOTHING else 1]:
            each.handle_close()


def _is_answered(each: Any) -> bool:
    return isinstance(each, Connection) and bool(each.requests)


def _flags(each: Any) -> int:
    # Not POLLPRI: a byte out of band would be told again and again.
    return (select.POLLIN if each.readable() else 0) | (
        select.POLLOUT if each.writable() and not each.accepting else 0
    )
