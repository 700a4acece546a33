"""Flask on waitress, with the live streams taken out of it.

waitress gives a thread to each request that is being answered, and a stream is answered for hours.
So a request for a stream leaves waitress as soon as it is read, and its socket goes to a hub. This
uses waitress's internals (`add_task`, `del_channel`, `active_channels` of 3.0):
tests/web_ui/live/test_server.py fails if they change.
"""

import logging
import socket
import threading
from collections.abc import Callable, Mapping
from typing import Any, Self

from flask import Flask
from waitress.server import TcpWSGIServer

from companion.engine.errors import DragonbagError
from companion.engine.sentence import Sentence
from web_ui.live.hub import DEAD_MS, Stream

THREADS = 4  # a request takes about a millisecond
LOOP_S = 30.0  # waitress looks for idle connections this often; work wakes it at once
IDLE_S = 60  # a connection that says nothing, or half a request, is closed after this
BODY_BYTES = 26 * 1024 * 1024  # a phone's photograph; Flask holds forms to far less

HEADER_BYTES = 16 * 1024  # a browser sends under 1 kB, two small cookies with it

# Path, query and headers of a GET -> where its stream comes from, or None for an ordinary answer.
Streams = Callable[[str, str, Mapping[str, str]], Stream | None]

log = logging.getLogger(__name__)


TAKEN = Sentence("Dragonbag cannot listen on {host}:{port}: {error}.")


class PortTaken(DragonbagError):
    """The port cannot be listened on; the text is the reason."""


class _Waitress(TcpWSGIServer):
    """waitress that lets the streams go."""

    streams: Streams
    loop_thread = 0

    def add_task(self, channel: Any) -> None:
        """Hand a stream's socket to its hub, any other request to waitress's threads."""
        found = self._stream_of(channel)
        if found is None:
            super().add_task(channel)
            return
        channel.del_channel()  # out of the loop, the active channels and the connection limit
        found.adopt(channel.socket)

    def _stream_of(self, channel: Any) -> Stream | None:
        request = channel.requests[0]
        # Only the loop's own thread may take a channel out of the loop; a pipelined request, which
        # no browser sends for a stream, is answered in the ordinary way (404).
        if threading.get_ident() != self.loop_thread or request.error or request.command != "GET":
            return None
        return self.streams(request.path, request.query, request.headers)

    def handle_error(self) -> None:
        """Log an error in the loop; one broken connection must not end the server."""
        log.exception("error in the server's loop")


class LiveServer:
    """Serves an application and its streams until it is closed."""

    def __init__(self, app: Flask, host: str, port: int, streams: Streams) -> None:
        """Listen on host and port (0: any); PortTaken if that is not possible."""
        listener = _listen(host, port)
        # Any: the published types of waitress leave out most of its server.
        server: Any = _Waitress(
            app,
            _start=False,
            _sock=listener,
            sockinfo=(listener.family, listener.type, None, listener.getsockname()),
            bind_socket=False,
            threads=THREADS,
            ident=None,
            channel_timeout=IDLE_S,
            asyncore_loop_timeout=LOOP_S,
            max_request_body_size=BODY_BYTES,
            max_request_header_size=HEADER_BYTES,
        )
        server.streams = streams
        server.accept_connections()
        self._server = server
        self._is_closed = False
        self._thread = threading.Thread(target=self._run, name="server", daemon=True)

    @property
    def port(self) -> int:
        """Return the port that is really listened on."""
        return int(self._server.effective_port)

    def __enter__(self) -> Self:
        """Start answering."""
        self._thread.start()
        return self

    def __exit__(self, *failure: object) -> None:
        """Stop answering, at once for idle connections."""
        self._is_closed = True
        server = self._server
        server.pull_trigger()
        self._thread.join()
        # Closed here and not in the loop: its trigger must be open until it has been pulled.
        server.task_dispatcher.shutdown()
        for channel in list(server.active_channels.values()):
            channel.handle_close()
        server.close()

    def _run(self) -> None:
        server = self._server
        server.loop_thread = threading.get_ident()
        while not self._is_closed:
            server.asyncore.loop(timeout=LOOP_S, map=server._map, count=1)


def _listen(host: str, port: int) -> socket.socket:
    try:
        listener = socket.create_server((host, port))
    except (OSError, OverflowError) as error:
        raise PortTaken(TAKEN.about(host=host, port=port, error=str(error))) from error
    # Inherited by every accepted socket: an answer must not wait for a phone's late ACK, nor for a
    # phone that has vanished.
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    if hasattr(socket, "TCP_USER_TIMEOUT"):  # Linux
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, DEAD_MS)
    return listener
