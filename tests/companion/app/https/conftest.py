"""A real HAProxy with a real authority, in front of a real server."""

import socket
import ssl
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from companion.app.https.places import Places, Wishes, wish
from companion.app.https.terminator import Front, Terminator

NAMES = ("127.0.0.1", "dragonbag.local")
WAIT_S = 20.0


@pytest.fixture
def places(tmp_path: Path) -> Places:
    found = Places(tmp_path / "wishes", tmp_path / "secrets", tmp_path / "public")
    wish(found.wishes, Wishes(is_on=True))
    return found


Serve = Callable[..., Terminator]


@pytest.fixture
def serve(places: Places) -> Iterator[Serve]:
    """Return what puts HTTPS in front of a port."""
    with ExitStack() as running:

        def start(port: int, names: Callable[[], tuple[str, ...]] = lambda: NAMES) -> Terminator:
            front = Front("127.0.0.1", 0, ("127.0.0.1", port))
            return running.enter_context(Terminator(places, front, names))

        yield start


def phone(
    places: Places, port: int, name: str = "127.0.0.1", own: str = "127.0.0.1"
) -> ssl.SSLSocket:
    """Connect as a phone does that has installed the authority; `own` is the phone's address."""
    context = ssl.create_default_context(cafile=places.public / "authority.crt")
    line = socket.create_connection(("127.0.0.1", port), WAIT_S, source_address=(own, 0))
    return context.wrap_socket(line, server_hostname=name)
