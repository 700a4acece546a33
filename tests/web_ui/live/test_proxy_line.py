"""HTTPS in front of the server: the line that says whose connection it is."""

import socket
from collections.abc import Iterator

import pytest
from flask import Flask, request

from tests.web_ui.live.test_hostile import FEW, WAIT_S, serving
from web_ui.live.limits import Limits
from web_ui.live.proxy_line import NotALine, told
from web_ui.live.server import LiveServer

AT_ONCE = Limits(unheard_s=0)


def app() -> Flask:
    app = Flask("small")
    app.add_url_rule("/", "from", lambda: f"{request.remote_addr} {request.scheme}")
    return app


@pytest.fixture
def server() -> Iterator[LiveServer]:
    with serving(AT_ONCE, app()) as server:
        yield server


def connect(server: LiveServer, begin: str = "") -> socket.socket:
    line = socket.create_connection(("127.0.0.1", server.port), timeout=WAIT_S)
    line.sendall(begin.encode())
    return line


def proxied(address: str) -> str:
    return f"PROXY TCP4 {address} 10.0.0.2 51234 443\r\n"


def ask(line: socket.socket, headers: str = "") -> str:
    """Ask on a connection, and return the body of the answer; "" if it is closed."""
    try:
        line.sendall(f"GET / HTTP/1.1\r\nHost: table\r\n{headers}\r\n".encode())
        return body(line)
    except ConnectionError:
        return ""


def body(line: socket.socket) -> str:
    """Return the body of the answer that comes; "" if the connection is closed."""
    came = b""
    while b"\r\n\r\n" not in came or came.endswith(b"\r\n\r\n"):
        more = line.recv(4096)
        if not more:
            return ""
        came += more
    return came.partition(b"\r\n\r\n")[2].decode()


def test_a_line_gives_the_address_and_leaves_the_request() -> None:
    assert told(b"PROXY TCP4 10.0.0.7 10.0.0.2 51234 443\r\nGET /") == ("10.0.0.7", b"GET /")
    assert told(b"PROXY TCP6 fd00::7 fd00::2 51234 443\r\n") == ("fd00::7", b"")


@pytest.mark.parametrize(
    "came",
    [
        b"PROXY TCP4 10.0.0.7 10.0.0.2 51234 443",
        b"PROXY TCP4 10.0.0.7\r\n",
        b"PROXY UNKNOWN\r\n",
        b"PROXY TCP4 nobody 10.0.0.2 51234 443\r\n",
        b"PROXY TCP4 10.0.0.7 10.0.0.2 51234 " + b"4" * 100 + b"\r\n",
    ],
)
def test_half_a_line_is_refused(came: bytes) -> None:
    with pytest.raises(NotALine):
        told(came)


def test_a_proxied_connection_is_the_phones_and_secure(server: LiveServer) -> None:
    with connect(server, proxied("10.0.0.7")) as line:
        assert ask(line) == "10.0.0.7 https"
        assert ask(line) == "10.0.0.7 https", "the line is sent once"


def test_the_line_may_come_with_the_request(server: LiveServer) -> None:
    with connect(server) as line:
        line.sendall(proxied("10.0.0.7").encode() + b"GET / HTTP/1.1\r\nHost: table\r\n\r\n")
        assert body(line) == "10.0.0.7 https"


def test_a_plain_connection_stays_plain(server: LiveServer) -> None:
    with connect(server) as line:
        assert ask(line) == "127.0.0.1 http"


def test_what_the_phone_itself_says_of_its_address_is_not_believed(server: LiveServer) -> None:
    with connect(server, proxied("10.0.0.7")) as line:
        assert ask(line, "X-Forwarded-For: 6.6.6.6\r\nX-Forwarded-Proto: http\r\n") == (
            "10.0.0.7 https"
        )


def test_a_second_line_is_no_request(server: LiveServer) -> None:
    with connect(server, proxied("10.0.0.7") + proxied("6.6.6.6")) as line:
        assert "6.6.6.6" not in ask(line)


def test_half_a_line_ends_the_connection(server: LiveServer) -> None:
    with connect(server, "PROXY TCP4 10.0.0.7 ") as line:
        assert line.recv(1) == b""


def test_each_phone_behind_https_has_its_own_limit() -> None:
    with serving(FEW, app()) as server:
        greedy = [connect(server, proxied("10.0.0.6")) for _ in range(FEW.per_address)]
        with connect(server, proxied("10.0.0.7")) as line:
            assert ask(line) == "10.0.0.7 https"
            assert ask(greedy[-1]) == "10.0.0.6 https"
            greedy.append(connect(server, proxied("10.0.0.6")))
            assert ask(greedy[-1]) == "10.0.0.6 https"
            assert server.connections <= FEW.per_address + 1, "one more closes its own"
            assert ask(line) == "10.0.0.7 https"
        for each in greedy:
            each.close()


def test_many_phones_behind_https_are_no_crowd_of_one_address() -> None:
    with serving(FEW, app()) as server:
        addresses = [f"10.0.0.{number}" for number in range(1, FEW.per_address + 3)]
        phones = [connect(server, proxied(address)) for address in addresses]
        for _ in range(2):
            assert [ask(line) for line in phones] == [f"{each} https" for each in addresses]
        for line in phones:
            line.close()
