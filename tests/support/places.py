"""Where the project's files are, and where a server of a test may listen."""

import random
import socket
from contextlib import suppress
from pathlib import Path

ROOT = Path(__file__).parents[2]
TESTS = ROOT / "tests"
PHOTOS = TESTS / "data" / "photos"
RECORDS = TESTS / "data" / "records"
RELEASES = TESTS / "data" / "releases"
WIRING = ROOT / "wiring"
CHAIN = ROOT / "companion" / "table" / "fair" / "CHAIN.md"
FAIR_DRAWS = ROOT / "companion" / "draws" / "FAIR_DRAWS.md"
PORTS = range(20_000, 32_000)  # below those that Linux and macOS give to whoever asks for any


def free_port() -> int:
    """Return a port that stays free until it is listened on, also between a stop and a start."""
    for port in random.SystemRandom().sample(PORTS, 100):
        with suppress(OSError), socket.socket() as probe:
            probe.bind(("127.0.0.1", port))
            return port
    raise AssertionError("no port is free")
