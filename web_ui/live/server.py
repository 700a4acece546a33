"""Flask on waitress, listening on a port; loop.py says what is not as in waitress."""

import io
import socket
import sys
import threading
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Self

from flask import Flask

from companion.engine.errors import DragonbagError
from companion.engine.sentence import Sentence
from web_ui.access.askers import Asker, network_of
from web_ui.live.limits import Limits
from web_ui.live.loop import Askers, Loop, Sizes, Streams
from web_ui.live.sending import DEAD_MS

THREADS = 4  # a request takes about a millisecond
BODY_BYTES = 26 * 1024 * 1024  # a phone's photograph
BACKLOG = 1024  # newcomers that wait to be let in; one more is heard again after a second
HEADER_BYTES = 16 * 1024  # a browser sends under 1 kB, two small cookies with it
READ_BYTES = 64 * 1024
KEPT_BYTES = 64 * 1024  # of a body or an answer in memory; the rest is in a temporary file

TAKEN = Sentence("Dragonbag cannot listen on {host}:{port}: {error}.")


class PortTaken(DragonbagError):
    """The port cannot be listened on; the text is the reason."""


def anybody(headers: Mapping[str, str], address: str) -> Asker:
    """Count every request to its address, as if everybody had joined."""
    network = network_of(address)
    return Asker(network, has_joined=True, connections=1000, streams=1000)


class _Probe:
    """A request for /healthz that no connection has brought."""

    owner, is_strangers = "watchdog", False

    def __init__(self, app: Callable[..., Iterable[bytes]]) -> None:
        self._app = app
        self._answered = threading.Event()
        self._status = ""

    def service(self) -> None:
        asked = {
            "REQUEST_METHOD": "GET",
            "PATH_INFO": "/healthz",
            "SERVER_NAME": "localhost",
            "SERVER_PORT": "80",
            "SERVER_PROTOCOL": "HTTP/1.1",
            "REMOTE_ADDR": self.owner,
            "wsgi.version": (1, 0),
            "wsgi.url_scheme": "http",
            "wsgi.input": io.BytesIO(),
            "wsgi.errors": sys.stderr,
        }
        b"".join(self._app(asked, self._begin))
        self._answered.set()

    def _begin(self, status: str, *_: object) -> None:
        self._status = status

    def cancel(self) -> None:
        """Nothing is left behind: the server ends."""

    def is_answered(self, timeout_s: float) -> bool:
        return self._answered.wait(timeout_s) and self._status.startswith("200 ")


class LiveServer:
    """Serves an application and its streams until it is closed."""

    def __init__(
        self,
        app: Flask,
        host: str,
        port: int,
        streams: Streams,
        askers: Askers = anybody,
        *,
        sizes: Sizes = lambda path, has_joined: BODY_BYTES,
        limits: Limits | None = None,
    ) -> None:
        """Listen on host and port (0: any); PortTaken if that is not possible.

        `askers` says whom a request counts to, `sizes` how large a body may be.
        """
        limits = limits or Limits()
        listener = _listen(host, port, limits.unheard_s)
        # Any: the published types of waitress leave out most of its server.
        server: Any = Loop(
            app,
            _start=False,
            _sock=listener,
            sockinfo=(listener.family, listener.type, None, listener.getsockname()),
            bind_socket=False,
            threads=THREADS,
            ident=None,
            log_socket_errors=False,
            max_request_body_size=BODY_BYTES,
            max_request_header_size=HEADER_BYTES,
            recv_bytes=READ_BYTES,
            inbuf_overflow=KEPT_BYTES,
            outbuf_overflow=KEPT_BYTES,
        )
        server.streams, server.askers, server.sizes = streams, askers, sizes
        server.limits = limits
        server.begin()
        self._server = server
        self._thread = threading.Thread(target=self._run, name="server", daemon=True)

    @property
    def port(self) -> int:
        """Return the port that is really listened on."""
        return int(self._server.effective_port)

    @property
    def connections(self) -> int:
        """Count the open connections, without the streams."""
        return len(self._server.active_channels)

    def is_answering(self, timeout_s: float = 5.0) -> bool:
        """Does it answer a request? Asked inside, so that strangers' connections do not count."""
        server = self._server
        probe = _Probe(server.application)
        server.pull_trigger(lambda: server.task_dispatcher.add_task(probe))
        return probe.is_answered(timeout_s) and bool(server.accepting)

    def __enter__(self) -> Self:
        """Start answering."""
        self._thread.start()
        return self

    def __exit__(self, *failure: object) -> None:
        """Stop answering, at once for idle connections."""
        server = self._server
        server.end()
        self._thread.join()
        # Closed here and not in the loop: its trigger must be open until it has been pulled.
        server.task_dispatcher.shutdown(timeout=server.limits.last_s)
        for channel in list(server.active_channels.values()):
            channel.handle_close()
        server.close()

    def _run(self) -> None:
        server = self._server
        server.loop_thread = threading.get_ident()
        while not server.is_closing.is_set():
            server.turn()


def _listen(host: str, port: int, unheard_s: int) -> socket.socket:
    try:
        listener = socket.create_server((host, port), backlog=BACKLOG)
    except (OSError, OverflowError) as error:
        raise PortTaken(TAKEN.about(host=host, port=port, error=str(error))) from error
    # Inherited by every accepted socket: an answer must not wait for a phone's late ACK, nor for a
    # phone that has vanished.
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    if hasattr(socket, "TCP_USER_TIMEOUT"):  # Linux
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, DEAD_MS)
        # Whoever says nothing is no business of ours so long: the kernel keeps them for less.
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_DEFER_ACCEPT, unheard_s)
    return listener
