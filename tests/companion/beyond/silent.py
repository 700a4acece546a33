"""A server that takes connections and never says a word."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def silent_server() -> Iterator[int]:
    """Return its port; the kernel takes the connections, and nobody reads."""
    with socket.create_server(("127.0.0.1", 0), backlog=16) as door:
        yield door.getsockname()[1]
