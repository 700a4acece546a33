"""waitress's connection with a deadline for each of its phases, and with an owner.

    said nothing yet -> header -> body -> being answered -> answer on its way -> idle -> header ...

Only the server's loop calls what is here, but for service(), which waitress's threads call.
"""

import copy
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from enum import IntEnum
from typing import Any

from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser

from web_ui.access.askers import Asker, is_here, network_of
from web_ui.live.proxy_line import NotALine, begins_line, told

SMALL_BYTES = 512  # a piece that is smaller than this
FEW_READS = 2  # after so many pieces of one request
REST_S = 0.05  # lets the connection rest, longer each time, so that more of it comes at once
LONGEST_REST_S = 1.0
STALLED_S = 2.0  # half a request, or half an answer, that has not moved for so long, has stalled
GRACE_S = 0.1  # in this time a newcomer sends a request

# What the header of a request tells: whom it counts to, and how large a body it may have.
HeaderCame = Callable[[Any], int]


class Worth(IntEnum):
    """How much is lost if a connection is closed."""

    NOTHING = 0  # a stranger's that says nothing, or one that has stalled
    KEPT = 1  # a phone's, for its next tap: it opens another one
    NEW = 2  # nobody knows yet
    ANSWERED = 3


class Pipelined(Exception):
    """A second request has come before the first was answered; no browser does that."""


class NothingYet(Exception):
    """There is nothing to read."""


class Parser(HTTPRequestParser):
    """waitress's parser, which asks what a request may be as soon as its header is there."""

    def __init__(self, adj: Any, header_came: HeaderCame) -> None:
        """Ask `header_came` for the most bytes of a body."""
        super().__init__(adj)
        self.adj = adj
        self._header_came = header_came

    def parse_header(self, header_plus: bytes) -> None:
        """Read the header; a body that is too large is refused before it comes."""
        super().parse_header(header_plus)
        most = self._header_came(self)
        if self.content_length or self.chunked:
            self.adj = copy.copy(self.adj)
            self.adj.max_request_body_size = most


class Connection(HTTPChannel):
    """One connection of a phone, a program or a stranger."""

    def __init__(self, server: Any, line: Any, address: Any, adj: Any, map: Any = None) -> None:
        """Count it to its address until a request says whose it is."""
        self.peer = network_of(address[0])
        self.ends = address[0], line.getsockname()[0]
        self.owner = self.peer
        self.asker: Asker | None = None  # of the last request
        self._reads = 0
        self._began_s = 0.0  # the request that is not whole yet
        self._pace: tuple[float, int] | None = None  # since when, and how far it was then
        self._is_heard = False
        self.is_secure = False  # it comes through HTTPS
        self.rests_until_s = 0.0
        self.is_pipelined = False
        super().__init__(server, line, address, adj, map=map)

    # Monotonic, whatever waitress writes here: a Pi's clock jumps.
    @property
    def last_activity(self) -> float:
        """Return when bytes moved last."""
        return self._moved_s

    @last_activity.setter
    def last_activity(self, at_s: float) -> None:
        self._moved_s = time.monotonic()

    def parser_class(self, adj: Any) -> Parser:
        """Return what reads the next request; waitress's threads ask for one too, for an error."""
        if self.requests and threading.get_ident() == self.server.loop_thread:
            raise Pipelined
        return Parser(adj, lambda request: self.server.header_came(self, request))

    def belongs_to(self, asker: Asker) -> None:
        """Count this connection to whoever has asked on it."""
        self.asker = asker
        less(self.server.owners, self.owner)
        self.owner = asker.name
        self.server.owners[self.owner] += 1

    def add_channel(self, map: Any = None) -> None:
        """Count it."""
        super().add_channel(map)
        self.server.touched.append(self)
        self.server.owners[self.owner] += 1
        self.server.peers[self.peer] += 1

    def del_channel(self, map: Any = None) -> None:
        """Count it no more."""
        if self._fileno in self.server.active_channels:
            less(self.server.owners, self.owner)
            less(self.server.peers, self.peer)
            self.server.forget(self._fileno)
        super().del_channel(map)

    def handle_read(self) -> None:
        """Take in what has come; a newcomer may have said nothing."""
        with suppress(NothingYet):
            super().handle_read()

    def recv(self, buffer_size: int) -> bytes:
        """Return what has come, b"" at the end; NothingYet if there is nothing."""
        try:
            came = bytes(super().recv(buffer_size))
        except BlockingIOError as error:
            raise NothingYet from error
        if self._is_heard or not came:
            return came
        self._is_heard = True
        return self._from_phone(came) if begins_line(came) and is_here(*self.ends) else came

    def _from_phone(self, came: bytes) -> bytes:
        """Count it to the phone that the HTTPS in front of the server speaks for."""
        try:
            address, rest = told(came)
        except NotALine as error:
            self.handle_close()
            raise NothingYet from error
        self.is_secure = True
        self.ends = address, self.ends[1]
        self._move_to(network_of(address))
        self.server.make_room_for(self)
        if not rest:
            raise NothingYet
        return rest

    def _move_to(self, peer: str) -> None:
        less(self.server.owners, self.owner)
        less(self.server.peers, self.peer)
        self.peer = self.owner = peer
        self.server.owners[peer] += 1
        self.server.peers[peer] += 1

    def readable(self) -> bool:
        """Tell whether to wait for bytes."""
        return bool(super().readable()) and time.monotonic() >= self.rests_until_s

    def writable(self) -> bool:
        """Tell whether to wait until bytes can be sent."""
        return bool(super().writable()) and time.monotonic() >= self.rests_until_s

    def received(self, data: bytes) -> bool:
        """Take bytes in; many small pieces are taken at leisure, and a header has few."""
        if self.request is None:
            self._reads, self._began_s, self._pace = 0, time.monotonic(), None
        self._reads += 1
        try:
            is_taken = bool(super().received(data))
        except Pipelined:
            self.is_pipelined = True
            return True
        if self.request is None:
            return is_taken
        limits = self.server.limits
        if not self.request.headers_finished and self._reads > limits.header_reads:
            self.handle_close()
        elif self._reads > FEW_READS and len(data) < SMALL_BYTES:
            rest_s = min(LONGEST_REST_S, REST_S * (self._reads - FEW_READS))
            self.rests_until_s = time.monotonic() + rest_s
            self.server.wake_at(self.rests_until_s, self)
        return is_taken

    def service(self) -> None:
        """Answer a request, in one of waitress's threads, and count what that took."""
        began_s, used_s = time.monotonic(), time.thread_time()
        self.server.begins(self)
        try:
            super().service()
        finally:
            if self.is_pipelined:  # the others were thrown away: whoever sent them asks again
                self.close_when_flushed = True
                self.server.pull_trigger()
            took_s, used_s = time.monotonic() - began_s, time.thread_time() - used_s
            self.server.ended(self, took_s, used_s)

    @property
    def is_strangers(self) -> bool:
        """Return whether nobody has asked on it who has joined."""
        return self.asker is None or not self.asker.has_joined

    def is_late(self, now_s: float) -> bool:
        """Tell whether it has taken longer than its phase may."""
        limits = self.server.limits
        if self.total_outbufs_len:
            return self._is_slow(now_s, -self.total_outbufs_len)
        if self.requests:
            return False
        if self.request is None:
            quiet_s = now_s - self.last_activity
            return bool(quiet_s > (limits.first_s if self.asker is None else limits.idle_s))
        if not self.request.headers_finished:
            return bool(now_s - self._began_s > limits.header_s)
        return self._is_slow(now_s, self.request.body_bytes_received)

    def _is_slow(self, now_s: float, done: int) -> bool:
        """Tell whether less has moved of late than must; `done` grows as bytes move."""
        limits = self.server.limits
        if self._pace is None or done < self._pace[1]:
            self._pace = now_s, done
        since_s, before = self._pace
        if now_s - since_s <= limits.slow_s:
            return False
        self._pace = now_s, done
        return bool(done - before < limits.slow_s * limits.slow_bytes_per_s)

    def worth(self, now_s: float) -> Worth:
        """Return how much is lost if it is closed."""
        quiet_s = now_s - self.last_activity
        if self.requests and not self.total_outbufs_len:
            return Worth.ANSWERED
        if self.is_strangers:
            return Worth.NOTHING if quiet_s > GRACE_S else Worth.NEW
        has_stalled = bool(self.request or self.total_outbufs_len) and quiet_s > STALLED_S
        return Worth.NOTHING if has_stalled else Worth.KEPT


def less(counts: dict[str, int], name: str) -> None:
    """Count one less; whoever has none is forgotten."""
    counts[name] -= 1
    if not counts[name]:
        del counts[name]
