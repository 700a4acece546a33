"""Connections that want nothing good: idle, slow, half and greedy ones, against a real server."""

import http.client
import select
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import pytest
from flask import Flask, Response, request

from tests.web_ui.live.test_hub import Board, Looker, Phone, Shown, connect, hang_up, render
from web_ui.access.askers import Asker, network_of
from web_ui.live.hub import Hub, Stream
from web_ui.live.limits import Limits
from web_ui.live.loop import Streams
from web_ui.live.server import LiveServer

WAIT_S = 30.0
__all__ = ["hang_up"]  # an autouse fixture
SOON = Limits(unheard_s=0, first_s=0.2, header_s=0.2, idle_s=0.2, slow_s=0.2, look_s=0.05)
RESTING = Limits(rests=1e9, longest_rest_s=WAIT_S)  # after the first thing that they do
FEW = Limits(unheard_s=0, connections=12, per_address=8)
PAUSE = threading.Event()  # is never set
BIG = b"x" * (16 * 1024 * 1024)


def app() -> Flask:
    app = Flask("small")
    app.add_url_rule("/healthz", "health", lambda: "well")
    app.add_url_rule("/from", "from", lambda: str(request.remote_addr))
    app.add_url_rule("/big", "big", lambda: Response(BIG))
    app.add_url_rule("/take", "take", lambda: str(len(request.data)), methods=["POST"])
    return app


def by_cookie(headers: dict[str, str], address: str) -> Asker:
    """A phone is whoever shows a cookie; it may have four connections."""
    name = headers.get("COOKIE", "")
    if name:
        return Asker(name, has_joined=True, connections=4, streams=2)
    return Asker(network_of(address), has_joined=False, connections=400, streams=0)


@contextmanager
def serving(
    limits: Limits, of: Flask | None = None, streams: Streams = lambda *_: None
) -> Iterator[LiveServer]:
    server = LiveServer(
        of or app(),
        "127.0.0.1",
        0,
        streams,
        by_cookie,  # type: ignore[arg-type]  # a plain dict is what waitress gives
        sizes=lambda path, has_joined: 1000 if not has_joined else 1 << 20,
        limits=limits,
    )
    with server:
        yield server


def call(server: LiveServer, source: str = "127.0.0.1") -> socket.socket:
    line = socket.create_connection(("127.0.0.1", server.port), WAIT_S, (source, 0))
    lines.append(line)
    return line


lines: list[http.client.HTTPConnection | socket.socket] = []


@pytest.fixture(autouse=True)
def hang_up_all() -> Iterator[None]:
    yield
    while lines:
        lines.pop().close()


def browser(server: LiveServer, cookie: str = "") -> "Browser":
    return Browser(server, cookie)


class Browser:
    """One kept-alive connection."""

    def __init__(self, server: LiveServer, cookie: str = "") -> None:
        self.line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=WAIT_S)
        lines.append(self.line)
        self.headers = {"Cookie": cookie} if cookie else {}

    def ask(self, path: str = "/healthz", **headers: str) -> tuple[int, str]:
        self.line.request("GET", path, headers={**self.headers, **headers})
        answer = self.line.getresponse()
        return answer.status, answer.read().decode()

    def is_still_open(self) -> bool:
        """Asked on the same connection, and on no new one."""
        self.line.auto_open = 0
        try:
            return self.ask()[0] == 200
        except (OSError, http.client.HTTPException):
            return False


def answers(server: LiveServer) -> bool:
    """Ask, and again if this computer was so busy that the server took it for an idle stranger."""
    for _ in range(20):
        with suppress(OSError, http.client.HTTPException):
            return browser(server).ask()[0] == 200
    return False


def is_closed(line: socket.socket) -> bool:
    """Wait until the server has hung up; False if it has not."""
    try:
        while line.recv(1 << 16):
            pass
    except ConnectionError:
        return True
    except TimeoutError:
        return False
    return True


@pytest.mark.parametrize(
    "said",
    [
        b"",
        b"GET / HT",
        b"POST /take HTTP/1.1\r\nHost: t\r\nContent-Length: 900\r\n\r\nhalf",
        b"GET /healthz HTTP/1.1\r\nHost: t\r\n\r\n",
    ],
    ids=["nothing", "half a header", "half a body", "a whole request, and then nothing"],
)
def test_whoever_says_no_more_is_hung_up_on(said: bytes) -> None:
    with serving(SOON) as server, call(server) as line:
        line.sendall(said)
        assert is_closed(line)
        assert server.connections == 0
        assert answers(server)


def test_a_header_that_comes_byte_by_byte_is_not_waited_for() -> None:
    with serving(Limits(header_s=60.0, header_reads=10)) as server, call(server) as line:
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        line.sendall(b"GET /healthz HTTP/1.1\r\nX-Long: ")
        with pytest.raises(ConnectionError):
            trickle(line)
        assert browser(server).ask()[0] == 200


def trickle(line: socket.socket) -> None:
    for _ in range(500):
        line.sendall(b"a")
        PAUSE.wait(0.03)  # so that each comes by itself


def test_an_answer_that_nobody_takes_is_given_up() -> None:
    with serving(SOON) as server, call(server) as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.sendall(b"GET /big HTTP/1.1\r\nHost: t\r\nCookie: ann\r\n\r\n")
        assert line.recv(1)
        until_gone(server)
        assert answers(server)


def until_gone(server: LiveServer) -> None:
    for _ in range(600):
        if server.connections == 0:
            return
        PAUSE.wait(0.05)
    raise AssertionError(f"{server.connections} connections are left")


def test_a_phone_that_goes_on_taking_a_large_answer_gets_it_whole() -> None:
    with serving(Limits(unheard_s=0, slow_s=1.0, look_s=0.05)) as server:
        assert len(browser(server, "ann").ask("/big")[1]) == len(BIG)


def test_idle_connections_of_one_address_keep_nobody_out() -> None:
    with serving(FEW) as server:
        honest = browser(server, "ann")
        assert honest.ask()[0] == 200
        for _ in range(100):
            call(server, "127.0.0.9")
        assert browser(server, "bo").ask()[0] == 200
        # One more for a moment: a newcomer that has not made room yet.
        assert server.connections <= FEW.connections + 1
        assert honest.is_still_open(), "the greedy address made room, not a phone"


def test_idle_connections_of_many_addresses_keep_nobody_out() -> None:
    with serving(FEW) as server:
        for number in range(1, 100):
            call(server, f"127.0.1.{number}")
        assert [browser(server, "ann").ask()[0] for _ in range(5)] == [200] * 5
        # One more for a moment: a newcomer that has not made room yet.
        assert server.connections <= FEW.connections + 1


def test_sixty_browsers_behind_one_router_keep_their_six_connections() -> None:
    with serving(Limits()) as server:
        all_of_them = [browser(server, f"{n // 4}") for n in range(240)]
        all_of_them += [browser(server) for _ in range(120)]
        assert {each.ask()[0] for each in all_of_them} == {200}
        assert server.connections == 360
        assert all(each.is_still_open() for each in all_of_them)


def test_a_greedy_phone_loses_its_own_idlest_connection() -> None:
    with serving(Limits()) as server:
        other, mine = browser(server, "bo"), [browser(server, "ann") for _ in range(6)]
        assert {each.ask()[0] for each in (other, *mine)} == {200}
        assert [each.is_still_open() for each in mine] == [False] * 2 + [True] * 4
        assert other.is_still_open()


def test_a_stranger_sends_no_large_body() -> None:
    head = "POST /take HTTP/1.1\r\nHost: t\r\nContent-Length: 5000\r\n{cookie}\r\n"
    with serving(Limits()) as server:
        with call(server) as line:
            line.sendall(head.format(cookie="").encode())
            assert line.recv(1 << 12).startswith(b"HTTP/1.1 413")
        with call(server) as line:
            line.sendall(head.format(cookie="Cookie: ann\r\n").encode() + b"x" * 5000)
            assert line.recv(1 << 12).startswith(b"HTTP/1.1 200")
        with call(server) as line:
            line.sendall(b"POST /take HTTP/1.1\r\nHost: t\r\nTransfer-Encoding: chunked\r\n\r\n")
            line.sendall(b"800\r\n" + b"x" * 0x800)
            assert line.recv(1 << 12).startswith(b"HTTP/1.1 413")


def test_of_many_requests_at_once_the_first_is_answered() -> None:
    """Else 200 answers that nobody reads could keep all threads of the server."""
    with serving(Limits()) as server, call(server) as line:
        line.sendall(b"GET /from HTTP/1.1\r\nHost: t\r\n\r\n" * 200)
        told = b""
        while data := line.recv(1 << 16):
            told += data
        assert told.count(b"HTTP/1.1 200") == 1


def test_a_proxy_on_this_machine_tells_whose_request_it_is() -> None:
    with serving(Limits()) as server:
        assert browser(server).ask("/from")[1] == "127.0.0.1"
        told = {"X-Forwarded-For": "10.6.6.6, 10.0.0.7"}
        assert browser(server).ask("/from", **told)[1] == "10.0.0.7"


def test_while_strangers_rest_phones_are_answered_on_kept_and_new_connections() -> None:
    with serving(RESTING) as server, call(server) as stranger:
        kept = browser(server, "ann")
        assert kept.ask()[0] == 200
        for _ in range(3):  # a newcomer is read at once; then it rests
            stranger.sendall(b"GET /healthz HTTP/1.1\r\nHost: t\r\n\r\n")
            assert kept.ask()[0] == browser(server, "bo").ask()[0] == 200
        stranger.setblocking(False)
        assert stranger.recv(1 << 16).count(b"HTTP/1.1 200") == 1


def test_an_answer_that_outlasts_its_server_disturbs_nothing(
    caplog: pytest.LogCaptureFixture,
) -> None:
    slow, stuck, begun = app(), threading.Event(), threading.Event()

    def hang() -> str:
        begun.set()
        return str(stuck.wait(WAIT_S))

    slow.add_url_rule("/stuck", "stuck", hang)
    with serving(Limits(last_s=0.05), slow) as server:
        call(server).sendall(b"GET /stuck HTTP/1.1\r\nHost: t\r\nCookie: ann\r\n\r\n")
        assert begun.wait(WAIT_S)
    stuck.set()
    for thread in threading.enumerate():
        if thread.name.startswith("waitress-"):
            thread.join(WAIT_S)
    assert not [each for each in caplog.records if each.exc_info]


def test_the_watchdog_sees_a_table_that_answers_through_a_flood() -> None:
    with serving(FEW) as server:
        for number in range(1, 50):
            call(server, f"127.0.1.{number}").sendall(b"GET / HTTP/1.1\r\nX: ")
        assert server.is_answering()


def test_the_watchdog_sees_a_table_that_hangs() -> None:
    hung, stuck, begun = app(), threading.Event(), threading.Semaphore(0)

    def hang() -> str:
        begun.release()
        return str(stuck.wait(WAIT_S))

    hung.add_url_rule("/stuck", "stuck", hang)
    with serving(Limits(), hung) as server:
        for _ in range(4):
            call(server).sendall(b"GET /stuck HTTP/1.1\r\nHost: t\r\nCookie: ann\r\n\r\n")
            assert begun.acquire(timeout=WAIT_S)
        assert not server.is_answering(0.3)
        stuck.set()
        assert server.is_answering()


def test_the_watchdog_sees_a_table_that_only_says_that_it_is_not_well() -> None:
    broken = Flask("broken")
    with serving(Limits(), broken) as server:
        assert not server.is_answering(1.0), "there is no /healthz"


# Streams.


def test_a_busy_hub_holds_up_nobody_else_and_few_streams_of_one_phone_wait_for_it() -> None:
    free, begun = threading.Event(), threading.Semaphore(0)

    def adopt(line: socket.socket) -> None:
        begun.release()
        free.wait(WAIT_S)
        line.close()

    def live(path: str, *_: object) -> Stream | None:
        return Stream(RED, adopt) if path == "/live" else None

    with serving(Limits(), streams=live) as server:
        ask = "GET /live HTTP/1.1\r\nCookie: {}\r\n\r\n"
        for who in ("ann", "bo"):
            call(server).sendall(ask.format(who).encode())
            assert begun.acquire(timeout=WAIT_S)
        assert browser(server, "eve").ask()[0] == 200
        for who in ("cy", "di"):  # now all four threads wait for the hub
            call(server).sendall(ask.format(who).encode())
            assert begun.acquire(timeout=WAIT_S)
        mine = [call(server) for _ in range(3)]
        for line in mine:
            line.sendall(ask.format("ann").encode())
        hung_up, _, _ = select.select(mine, [], [], WAIT_S)
        assert [line.recv(1) for line in hung_up] == [b""]
        free.set()


RED, BO = Looker("red"), Looker("bo")


def owned(hub: Hub[Looker, Shown], role: Looker, owner: str, most: int = 3) -> Phone:
    return connect(hub, role, owner=owner, most=most)


def is_open(phone: Phone, board: Board) -> bool:
    version = board.show(noise=str(board.snapshot.version))
    try:
        while phone.event()["version"] != version:
            pass
    except (EOFError, ConnectionError):
        return False
    return True


def test_a_phone_that_opens_too_many_streams_loses_its_oldest() -> None:
    board = Board()
    with Hub(board, render) as hub:
        other = owned(hub, BO, "bo")
        mine = [owned(hub, RED, "ann") for _ in range(5)]
        assert hub.count == 4
        assert [is_open(each, board) for each in mine] == [False] * 2 + [True] * 3
        assert is_open(other, board)


def test_when_all_streams_are_taken_the_greediest_makes_room() -> None:
    board = Board()
    with Hub(board, render, most=4) as hub:
        greedy = [owned(hub, RED, "greedy", 9) for _ in range(4)]
        new = owned(hub, BO, "bo")
        assert is_open(new, board)
        assert [is_open(each, board) for each in greedy] == [False, True, True, True]
