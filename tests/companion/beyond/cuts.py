"""A line to a server that is cut at any byte: a proxy on loopback."""

import random
import socket
import struct
import threading
from contextlib import suppress
from typing import Self

RESET = struct.pack("ii", 1, 0)  # SO_LINGER: close with a reset, nothing that waits is sent
CHUNK = 4096


class CutLine:
    """Passes bytes on, and cuts both ways: when told, or by chance after some bytes.

    `chance` None cuts only when told. `most` is the most bytes that a connection lives.
    """

    def __init__(self, to: int, chance: random.Random | None = None, most: int = 6000) -> None:
        self._to, self._chance, self._most = to, chance, most
        self.cuts = 0
        self.is_down = False  # takes connections and cuts them at once
        self._open: set[socket.socket] = set()
        self._lock = threading.Lock()
        self.enough = threading.Event()
        self.wanted = 0  # cuts after which `enough` is set and the line stays whole

    def __enter__(self) -> Self:
        self._door = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._door.getsockname()[1]
        self._thread = threading.Thread(target=self._accept, daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *failure: object) -> None:
        self._door.shutdown(socket.SHUT_RDWR)
        self._door.close()
        self._thread.join()
        self.cut()

    def cut(self) -> None:
        """Cut all connections now, without a goodbye."""
        with self._lock:
            for line in self._open:
                _reset(line)
            self._open.clear()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                phone, _ = self._door.accept()
                if self.is_down:
                    _reset(phone)
                    continue
                server = socket.create_connection(("127.0.0.1", self._to))
                with self._lock:
                    self._open |= {phone, server}
                budget = _Budget(self._life(), self)
                for here, there in ((phone, server), (server, phone)):
                    threading.Thread(target=self._pass, args=(here, there, budget)).start()

    def _life(self) -> int | None:
        is_over = self.wanted and self.cuts >= self.wanted
        return None if self._chance is None or is_over else self._chance.randrange(1, self._most)

    def _pass(self, here: socket.socket, there: socket.socket, budget: "_Budget") -> None:
        with suppress(OSError):
            while some := here.recv(CHUNK):
                may = budget.take(len(some))
                there.sendall(some[:may])
                if may < len(some):
                    break
        with self._lock:
            for line in (here, there):
                if line in self._open:
                    self._open.discard(line)
                    _reset(line)

    def was_cut(self) -> None:
        """Count one cut."""
        self.cuts += 1
        if self.wanted and self.cuts >= self.wanted:
            self.enough.set()


class _Budget:
    """How many bytes a connection may still pass, both ways together."""

    def __init__(self, left: int | None, line: CutLine) -> None:
        self._left, self._line = left, line
        self._lock = threading.Lock()
        self._is_cut = False

    def take(self, wanted: int) -> int:
        """Return how many of these bytes may pass."""
        with self._lock:
            if self._left is None:
                return wanted
            may = min(wanted, self._left)
            self._left -= may
            if may < wanted and not self._is_cut:
                self._is_cut = True
                self._line.was_cut()
            return may


def _reset(line: socket.socket) -> None:
    with suppress(OSError):
        line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
        line.shutdown(socket.SHUT_RDWR)
    line.close()
