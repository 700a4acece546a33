"""waitress with the streams taken out of it: ordinary answers, limits, ports and a quick end."""

import http.client
import socket
import threading
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import pytest
from flask import Flask

from companion.table.table import Table
from tests.support.pages import create_app
from tests.web_ui.live.test_hub import Board, Looker, Phone, Shown, hang_up, render
from web_ui.access.askers import Asker
from web_ui.app import Options
from web_ui.live.hub import Hub, Stream
from web_ui.live.limits import Limits
from web_ui.live.server import BODY_BYTES, LiveServer, PortTaken

WAIT_S = 20.0
QUICK = 500  # taps one right after the other
__all__ = ["hang_up"]  # an autouse fixture


@pytest.fixture
def board() -> Board:
    return Board()


@pytest.fixture
def hub(board: Board) -> Iterator[Hub[Looker, Shown]]:
    with Hub(board, render) as hub:
        yield hub


@pytest.fixture
def server(tmp_path: Path, hub: Hub[Looker, Shown]) -> Iterator[LiveServer]:
    def streams(path: str, query: str, *_: object) -> Stream | None:
        return hub.stream(Looker(query)) if path == "/live" else None

    with Table.open(tmp_path / "journal.sqlite") as table:
        app = create_app(table, Options(address=lambda: "http://table/", version="test"))
        with LiveServer(app, "127.0.0.1", 0, streams) as server:
            yield server


def listen(server: LiveServer, who: str = "red") -> Phone:
    line = socket.create_connection(("127.0.0.1", server.port), timeout=WAIT_S)
    line.sendall(f"GET /live?{who} HTTP/1.1\r\nHost: table\r\n\r\n".encode())
    return Phone(line)


def ask(server: LiveServer, method: str, path: str, body: bytes = b"") -> tuple[int, bytes]:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=WAIT_S)
    connection.request(method, path, body)
    answer = connection.getresponse()
    text = answer.read()
    connection.close()
    return answer.status, text


def test_a_stream_leaves_waitress_and_pages_are_still_answered(
    server: LiveServer, board: Board
) -> None:
    phones = [listen(server) for _ in range(8)]  # twice as many as waitress has threads
    for phone in phones:
        assert phone.event()["version"] == 1
    assert ask(server, "GET", "/healthz")[0] == 200
    board.show(noise="1")
    assert [phone.event()["fragments"] for phone in phones] == [{"noise": "1"}] * 8


def test_the_stream_begins_with_its_head(server: LiveServer) -> None:
    head = listen(server).block()
    assert head.startswith("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream")


def test_only_a_get_is_a_stream(server: LiveServer) -> None:
    assert ask(server, "POST", "/live")[0] in (404, 405)


def test_a_connection_is_kept_for_the_next_tap(server: LiveServer) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=WAIT_S)
    connection.request("GET", "/healthz")
    connection.getresponse().read()
    line = connection.sock
    connection.request("GET", "/healthz")
    assert connection.getresponse().read()
    assert connection.sock is line
    connection.close()


def test_whoever_asks_again_as_soon_as_the_answer_has_come_is_answered() -> None:
    app, answered = Flask("quick"), Counter[int]()
    app.add_url_rule("/", view_func=lambda: "done")

    def ask_on(number: int, port: int) -> None:
        line = http.client.HTTPConnection("127.0.0.1", port, timeout=WAIT_S)
        for _ in range(QUICK):
            line.request("GET", "/")
            answered[number] += line.getresponse().read() == b"done"
        line.close()

    with LiveServer(app, "127.0.0.1", 0, lambda *_: None) as server:
        phones = [threading.Thread(target=ask_on, args=(n, server.port)) for n in range(3)]
        for phone in phones:
            phone.start()
        for phone in phones:
            phone.join(3 * WAIT_S)
    assert answered == dict.fromkeys(range(3), QUICK)


@dataclass(frozen=True)
class Slow:
    """A server whose answer waits until the test lets it go."""

    server: LiveServer
    begun: threading.Semaphore
    go_on: threading.Event

    def ask(self) -> socket.socket:
        line = socket.create_connection(("127.0.0.1", self.server.port), timeout=WAIT_S)
        line.sendall(b"GET / HTTP/1.1\r\nHost: t\r\n\r\n")
        assert self.begun.acquire(timeout=WAIT_S)
        return line


@pytest.fixture
def slow() -> Iterator[Slow]:
    app, begun, go_on = Flask("slow"), threading.Semaphore(0), threading.Event()

    @app.get("/")
    def answer() -> str:
        begun.release()
        assert go_on.wait(WAIT_S)
        return "done"

    with LiveServer(app, "127.0.0.1", 0, lambda *_: None) as server:
        yield Slow(server, begun, go_on)
        go_on.set()


def test_whoever_speaks_before_the_answer_has_come_is_heard_after_it(slow: Slow) -> None:
    line = slow.ask()
    line.sendall(b"GET / HTTP/1.1\r\nHost: t\r\nConnection: close\r\n\r\n")
    other = slow.ask()  # the loop has seen both by now, and goes on
    slow.go_on.set()
    with line, line.makefile("rb") as answers:
        assert answers.read().count(b"done") == 2
    with other:
        assert b"200 OK" in other.recv(1 << 12)


def test_whoever_hangs_up_before_the_answer_has_come_is_forgotten(slow: Slow) -> None:
    slow.ask().close()
    with slow.ask():
        assert slow.server.connections == 2
        slow.go_on.set()
        until = time.monotonic() + WAIT_S
        while slow.server.connections > 1 and time.monotonic() < until:
            threading.Event().wait(0.01)
        assert slow.server.connections == 1


def test_a_body_that_is_too_large_is_refused(server: LiveServer) -> None:
    line = socket.create_connection(("127.0.0.1", server.port), timeout=WAIT_S)
    head = (
        f"POST /api/v1/games/import HTTP/1.1\r\nHost: t\r\nContent-Length: {BODY_BYTES + 1}\r\n\r\n"
    )
    line.sendall(head.encode())
    assert line.recv(1 << 12).startswith(b"HTTP/1.1 413")
    line.close()


def test_a_port_in_use_is_named(server: LiveServer) -> None:
    with pytest.raises(PortTaken, match=f"127.0.0.1:{server.port}"):
        LiveServer(Flask("other"), "127.0.0.1", server.port, lambda *_: None)


def test_a_broken_request_does_not_end_the_server(server: LiveServer) -> None:
    line = socket.create_connection(("127.0.0.1", server.port), timeout=WAIT_S)
    line.sendall(b"\x00\xff nonsense\r\n\r\n")
    assert b" 400 " in line.recv(1 << 12)
    line.close()
    assert ask(server, "GET", "/healthz")[0] == 200


def test_closing_is_prompt_with_streams_and_idle_connections(
    tmp_path: Path, hub: Hub[Looker, Shown]
) -> None:
    with Table.open(tmp_path / "j.sqlite") as table:
        app = create_app(table, Options(address=lambda: "http://table/", version="test"))
        server = LiveServer(app, "127.0.0.1", 0, lambda *_: hub.stream(Looker("red")))
        with server:
            idle = socket.create_connection(("127.0.0.1", server.port))
            listen(server).event()
            began = time.monotonic()
        assert time.monotonic() - began < WAIT_S  # not a speed: waitress's own loop waits 30 s
        idle.close()
    assert not [thread for thread in threading.enumerate() if thread.name == "server"]


def test_strangers_whose_streams_still_wait_are_hung_up_on_at_the_end(tmp_path: Path) -> None:
    came, goes_on = threading.Semaphore(0), threading.Event()

    def adopt(line: socket.socket) -> None:
        goes_on.wait(WAIT_S)
        line.close()

    def streams(*_: object) -> Stream:
        came.release()
        return Stream(Looker("red"), adopt)

    def stranger(headers: Mapping[str, str], address: str) -> Asker:
        return Asker(address, has_joined=False, connections=9, streams=9)

    limits = Limits(last_s=0.1)
    with Table.open(tmp_path / "j.sqlite") as table, ExitStack() as lines:
        app = create_app(table, Options(address=lambda: "http://table/", version="test"))
        server = LiveServer(app, "127.0.0.1", 0, streams, stranger, limits=limits)
        with server:
            phones = [lines.enter_context(listen(server).line) for _ in range(4)]
            assert all(came.acquire(timeout=WAIT_S) for _ in phones)
            assert server.is_answering(WAIT_S), "one holds a thread up, and three wait for it"
        goes_on.set()
        assert [phone.recv(1) for phone in phones] == [b""] * 4
