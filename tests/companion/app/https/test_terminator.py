"""HTTPS in front of a server, asked by a real TLS client: requests, streams, limits, renewal."""

import socket
import ssl
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from threading import Thread

import pytest

from companion.app.https.places import Places, Wishes, authority_in, status_in, wish
from companion.app.https.terminator import PER_ADDRESS, Front, Terminator
from companion.engine.errors import StepFailed
from tests.companion.app.https.conftest import NAMES, WAIT_S, Serve, phone
from tests.web_ui.live.test_hostile import serving
from tests.web_ui.live.test_hub import Board, Looker, Phone, Shown, hang_up, render
from tests.web_ui.live.test_proxy_line import app, ask
from web_ui.live.hub import Hub, Stream
from web_ui.live.limits import Limits
from web_ui.live.server import LiveServer

__all__ = ["hang_up"]  # an autouse fixture


@pytest.fixture
def board() -> Board:
    return Board()


@pytest.fixture
def server(board: Board) -> Iterator[LiveServer]:
    with Hub[Looker, Shown](board, render) as hub:

        def streams(path: str, query: str, *_: object) -> Stream | None:
            return hub.stream(Looker(query)) if path == "/live" else None

        with serving(Limits(unheard_s=0, per_address=8), app(), streams) as server:
            yield server


def test_a_phone_with_the_authority_reaches_the_table(
    server: LiveServer, serve: Serve, places: Places
) -> None:
    with phone(places, serve(server.port).port) as line:
        assert line.version() == "TLSv1.3"
        assert ask(line) == "127.0.0.1 https"
        assert ask(line) == "127.0.0.1 https", "the connection is kept for the next tap"


def test_a_phone_counts_by_its_own_address(
    server: LiveServer, serve: Serve, places: Places
) -> None:
    port = serve(server.port).port
    with phone(places, port, own="127.0.0.7") as line:
        assert ask(line) == "127.0.0.7 https"


def test_a_phone_without_the_authority_refuses(server: LiveServer, serve: Serve) -> None:
    port = serve(server.port).port
    stranger = ssl.create_default_context()
    with (
        socket.create_connection(("127.0.0.1", port), WAIT_S) as line,
        pytest.raises(ssl.SSLCertVerificationError),
    ):
        stranger.wrap_socket(line, server_hostname="127.0.0.1")


def test_http_goes_on_beside_it(server: LiveServer, serve: Serve) -> None:
    serve(server.port)
    with socket.create_connection(("127.0.0.1", server.port), WAIT_S) as line:
        assert ask(line) == "127.0.0.1 http"


def test_a_stream_tells_at_once(
    server: LiveServer, serve: Serve, places: Places, board: Board
) -> None:
    port = serve(server.port).port
    phones = []
    for number in range(3):
        line = phone(places, port)
        line.sendall(
            f"GET /live?{number} HTTP/1.1\r\nHost: t\r\nCookie: a{number}\r\n\r\n".encode()
        )
        phones.append(Phone(line))
    for each in phones:
        assert each.event()["version"] == 1
    for noise in ("1", "2", "3"):  # each is read before the next is told: nothing is held back
        board.show(noise=noise)
        assert [each.event()["fragments"] for each in phones] == [{"noise": noise}] * 3


def test_connections_of_one_address_close_none_of_another(
    server: LiveServer, serve: Serve, places: Places
) -> None:
    port = serve(server.port).port
    with ExitStack() as open_:
        mine = open_.enter_context(phone(places, port, own="127.0.0.7"))
        assert ask(mine) == "127.0.0.7 https"
        for _ in range(12):
            line = open_.enter_context(phone(places, port, own="127.0.0.6"))
            assert ask(line) == "127.0.0.6 https"
        assert server.connections <= 9, "eight of the one, and one of the other"
        assert ask(mine) == "127.0.0.7 https"


def test_the_hosts_wish_ends_it(server: LiveServer, serve: Serve, places: Places) -> None:
    terminator = serve(server.port)
    serves = Thread(target=terminator.serve, args=(0.05,), daemon=True)
    serves.start()
    with phone(places, terminator.port) as line:
        assert ask(line) == "127.0.0.1 https"
    assert serves.is_alive()
    wish(places.wishes, Wishes())
    serves.join(WAIT_S)
    assert not serves.is_alive()


def test_another_address_brings_another_certificate(
    server: LiveServer, serve: Serve, places: Places
) -> None:
    names: list[tuple[str, ...]] = [NAMES[1:]]
    terminator = serve(server.port, lambda: names[0])
    authority = authority_in(places.public)
    with pytest.raises(ssl.SSLCertVerificationError, match="mismatch"):
        phone(places, terminator.port)
    names[0] = NAMES
    terminator.step()
    with phone(places, terminator.port) as line:
        assert ask(line) == "127.0.0.1 https"
    assert authority_in(places.public) == authority, "phones have installed it"
    status = status_in(places.public)
    assert status is not None
    assert status.names == NAMES


def test_a_certificate_is_renewed_before_its_end(server: LiveServer, places: Places) -> None:
    now = [datetime.now(UTC) - timedelta(days=390)]
    front = Front("127.0.0.1", 0, ("127.0.0.1", server.port))
    with Terminator(places, front, lambda: NAMES, lambda: now[0]) as terminator:
        before = status_in(places.public)
        now[0] = datetime.now(UTC)
        terminator.step()
        after = status_in(places.public)
        assert before is not None
        assert after is not None
        assert before.until < after.until
        assert before.fingerprint == after.fingerprint
        with phone(places, terminator.port) as line:
            assert ask(line) == "127.0.0.1 https"


def test_what_ends_is_not_offered_any_more(server: LiveServer, places: Places) -> None:
    front = Front("127.0.0.1", 0, ("127.0.0.1", server.port))
    with Terminator(places, front, lambda: NAMES):
        assert status_in(places.public) is not None
    assert status_in(places.public) is None


def test_keys_are_closed_to_others(server: LiveServer, serve: Serve, places: Places) -> None:
    serve(server.port)
    kept = {file.name: file.stat().st_mode & 0o777 for file in places.secrets.iterdir()}
    assert kept.pop("haproxy.cfg")
    assert kept == dict.fromkeys(("authority.crt", "authority.key", "server.pem"), 0o600)
    assert places.secrets.stat().st_mode & 0o777 == 0o700
    assert b"PRIVATE" not in authority_in(places.public)


def test_a_port_that_is_taken_is_named(server: LiveServer, places: Places) -> None:
    with pytest.raises(StepFailed, match=str(server.port)):
        Terminator(places, Front("127.0.0.1", server.port, ("127.0.0.1", server.port)))


def test_who_says_nothing_holds_up_only_itself(
    server: LiveServer, serve: Serve, places: Places
) -> None:
    port = serve(server.port).port
    with ExitStack() as open_:
        silent = [
            open_.enter_context(socket.create_connection(("127.0.0.1", port), WAIT_S, (own, 0)))
            for own in ["127.0.0.6"] * (PER_ADDRESS + 1)
        ]
        with pytest.raises(ConnectionResetError):  # one too many is hung up on
            silent[-1].recv(1)
        with phone(places, port, own="127.0.0.7") as line:
            assert ask(line) == "127.0.0.7 https"
