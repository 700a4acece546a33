"""A hundred phones in one loop: streams that are open, and how long the last one waits."""

import ctypes
import select
import socket
import struct
import time
from collections.abc import Callable, Sequence
from itertools import cycle
from typing import Self

WAIT_S = 10.0
HOMES = 10
SO_ATTACH_FILTER = 26


class DropAll:
    """A socket filter of one instruction, "return 0 bytes", kept alive for the kernel."""

    def __init__(self) -> None:
        """Build the struct sock_fprog."""
        self._instruction = ctypes.create_string_buffer(struct.pack("HBBI", 0x06, 0, 0, 0))
        self.program = struct.pack("HL", 1, ctypes.addressof(self._instruction))


DROP_ALL = DropAll()


def _home(number: int) -> str:
    """Return the header with which a proxy on this computer tells a request's address."""
    return f"X-Forwarded-For: 10.0.0.{number % HOMES + 1}"


class Crowd:
    """Open streams to one server; the same code listens to Dragonbag and to the floor."""

    def __init__(self, port: int, paths: Sequence[str]) -> None:
        """Connect to every path and take in the first event of each.

        They say that a proxy here has them from HOMES addresses, so that no address has too many.
        """
        self._loop = select.epoll()
        self._streams: dict[int, socket.socket] = {}
        for number, path in enumerate(paths):
            home = _home(number)
            stream = socket.create_connection(("127.0.0.1", port), timeout=WAIT_S)
            head = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n{home}\r\n\r\n"
            stream.sendall(head.encode())
            self._streams[stream.fileno()] = stream
            self._loop.register(stream, select.EPOLLIN)
        self.wait_for_all()

    def __enter__(self) -> Self:
        """Return the crowd."""
        return self

    def __exit__(self, *failure: object) -> None:
        """Hang up."""
        self._loop.close()
        for stream in self._streams.values():
            stream.close()

    def wait_for_all(self, limit_s: float = WAIT_S) -> float:
        """Wait until every stream has had one whole event; return when the last one had it."""
        waiting = dict.fromkeys(self._streams, b"")
        until = time.perf_counter() + limit_s
        while waiting:
            ready = self._loop.poll(limit_s)
            if not ready or time.perf_counter() > until:  # beats come all the time
                raise TimeoutError(f"{len(waiting)} phones heard nothing")
            for number, _ in ready:
                data = self._streams[number].recv(1 << 16)
                if not data:
                    raise ConnectionError("a stream was closed")
                if number in waiting:
                    waiting[number] += data
                    if is_event(waiting[number]):
                        del waiting[number]
        return time.perf_counter()

    def vanish(self) -> None:
        """Go deaf as a phone out of reach does: no byte comes in, none is acknowledged (Linux)."""
        for stream in self._streams.values():
            stream.setsockopt(socket.SOL_SOCKET, SO_ATTACH_FILTER, DROP_ALL.program)

    def time(self, trigger: Callable[[], object], limit_s: float = WAIT_S) -> float:
        """Return the seconds from the trigger to the last phone's event."""
        began = time.perf_counter()
        trigger()
        return self.wait_for_all(limit_s) - began


def is_event(text: bytes) -> bool:
    """Is there a whole event with a picture in it (beats do not count)?"""
    start = text.find(b"id: ")
    return start >= 0 and text.find(b"\n\n", start) >= 0


class Tapper:
    """A kept-alive connection: taps without reading the answer at once.

    The taps come from HOMES addresses in turn, as those of a whole table do. The table makes one
    phone that taps more often than a thumb wait behind the others, which is not measured here.
    """

    def __init__(self, port: int) -> None:
        """Connect."""
        self._port, self._homes = port, cycle(range(HOMES))
        self._line = socket.create_connection(("127.0.0.1", port), timeout=WAIT_S)
        self._line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def tap(self, path: str, body: bytes) -> None:
        """Send a POST of JSON."""
        home = _home(next(self._homes))
        head = (
            f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{self._port}\r\n{home}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        self._line.sendall(head.encode() + body)

    def answer(self) -> bytes:
        """Read the answer to the last tap."""
        text = self._line.recv(1 << 16)
        head, _, body = text.partition(b"\r\n\r\n")
        length = int(head.lower().partition(b"content-length:")[2].split()[0])
        while len(body) < length:
            body += self._line.recv(1 << 16)
        return head.split()[1]

    def close(self) -> None:
        """Hang up."""
        self._line.close()
