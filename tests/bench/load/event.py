"""What one event costs: processor time of the table's process, and bytes to each phone."""

import json
import socket
from itertools import cycle, islice

from tests.bench.load.crowd import Crowd, Tapper, is_event
from tests.bench.load.processes import cpu_s
from tests.bench.load.web import CLANK, SEATS, dragonbag, phones, start_game
from tests.bench.report import Row

EVENTS = 2000
REMOVE = json.dumps({"type": "RemoveClank", "colour": "red"}).encode()
COMMANDS = "/api/v1/commands"
GOAL_MS, GOAL_BYTES = 1.0, 600


def event(count: int = EVENTS) -> list[Row]:
    """Count the processor time of taps with no phone and with ten, and the bytes of Clank! +1."""
    with dragonbag() as (port, pid, _):
        start_game(port)
        _cpu_ms(port, pid, 0, 200)  # what is made once is made
        alone, ten = _cpu_ms(port, pid, 0, count), _cpu_ms(port, pid, 10, count)
        sizes = _bytes(port)
    told = ", ".join(f"{seat} {size}" for seat, size in sizes.items())
    return [
        Row("processor time of a tap, no phone", f"{alone:.2f} ms"),
        Row("... with 10 phones", f"{ten:.2f} ms", f"{GOAL_MS} ms", f"{ten / GOAL_MS:.1f}"),
        Row("bytes of Clank! +1", told, f"{GOAL_BYTES}", f"{max(sizes.values()) / GOAL_BYTES:.2f}"),
    ]


def _cpu_ms(port: int, pid: int, watching: int, count: int) -> float:
    tapper = Tapper(port)
    with Crowd(port, phones(watching)) as crowd:
        before_s = cpu_s(pid)
        for body in islice(cycle((CLANK, REMOVE)), count):
            tapper.tap(COMMANDS, body)
            if watching:
                crowd.wait_for_all()
            assert tapper.answer() == b"200"
        used_s = cpu_s(pid) - before_s
    tapper.close()
    return used_s / count * 1e3


def _bytes(port: int) -> dict[str, int]:
    """Return the bytes of the second event of a kind: the first brings fragments to be patched."""
    tapper, streams = Tapper(port), [_stream(port, path) for path in phones(len(SEATS) + 1)]
    for body in (CLANK, REMOVE, CLANK):
        tapper.tap(COMMANDS, body)
        assert tapper.answer() == b"200"
        sizes = [len(_next(stream)) for stream in streams]
    tapper.close()
    for stream in streams:
        stream.close()
    return dict(zip((*SEATS, "watch"), sizes, strict=True))


def _stream(port: int, path: str) -> socket.socket:
    stream = socket.create_connection(("127.0.0.1", port), timeout=10)
    stream.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
    _next(stream)
    return stream


def _next(stream: socket.socket) -> bytes:
    text = b""
    while not is_event(text):
        text += stream.recv(1 << 16)
    return text[text.find(b"id: ") :]
