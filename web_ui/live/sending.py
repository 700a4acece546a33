"""One non-blocking send for each event of a stream, and how a stream ends."""

import logging
import socket
import struct

DEAD_MS = 10_000  # unacknowledged bytes older than this drop a vanished phone
BUFFER_BYTES = 64 * 1024  # a whole page is under 30 kB

log = logging.getLogger(__name__)


def tune(stream: socket.socket) -> None:
    """Set a stream up: events go at once, and a vanished phone is noticed."""
    stream.setblocking(False)
    stream.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    stream.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, BUFFER_BYTES)
    if hasattr(socket, "TCP_USER_TIMEOUT"):  # Linux; elsewhere a vanished phone lasts longer
        stream.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, DEAD_MS)


def send(stream: socket.socket, event: bytes) -> bool:
    """Send the whole event at once, or say that this phone cannot take it."""
    try:
        return stream.send(event) == len(event)
    except OSError:
        return False


def drop(stream: socket.socket) -> None:
    """Close with a reset, so that half an event is not taken for a whole one."""
    try:
        stream.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    except OSError:
        log.debug("a stream was already gone")
    stream.close()
