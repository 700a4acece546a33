"""Speaks HTTPS in front of a served table: HAProxy, with certificates that are kept valid.

HAProxy hands on what phones say, byte by byte, on one connection for each of a phone's. So streams
are not held up, and the server's own limits hold: the first line says whose connection it is.
"""

import os
import queue
import shutil
import socket
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Self

from companion.app import addresses
from companion.app.https.authority import (
    CERTIFICATE,
    SERVER,
    Shown,
    fingerprint,
    is_due,
    make_authority,
    make_server,
    shown_by,
    signable,
)
from companion.app.https.places import Places, Status, publish, wishes_in, withdraw
from companion.engine.errors import StepFailed
from companion.engine.sentence import Sentence

EVERY_S = 5.0  # to look at the wish and at the addresses
END_S = 5.0
BACKLOG = 256
CONNECTIONS, PER_ADDRESS = 1024, 400  # as many of one address as the server itself lets in
NO_HAPROXY = Sentence("HAProxy is not installed. Run sudo apt install haproxy.")
ENDED = Sentence("HAProxy has ended: {why}")
NOT_LISTENING = Sentence("HTTPS cannot listen on {host}:{port}: {why}")
CONFIGURATION = """\
# Written by dragonbag; changes are lost.
global
    maxconn {connections}
    nbthread 1
    ssl-default-bind-options ssl-min-ver TLSv1.2
defaults
    mode tcp
    timeout connect 5s
    # Who does not say hello in this time is hung up on; after that the server has its own limits.
    timeout client 10s
    timeout server 10s
    timeout tunnel 1h
    timeout client-fin 5s
    timeout server-fin 5s
frontend phones
    bind fd@{listener} ssl crt {certificate} alpn http/1.1 tcp-ut 10s
    stick-table type ip size 4k expire 1m store conn_cur,conn_rate(10s)
    tcp-request connection track-sc0 src
    tcp-request connection reject if {{ sc0_conn_cur gt {per_address} }}
    tcp-request connection reject if {{ sc0_conn_rate gt {per_address} }}
    default_backend table
backend table
    server table {host}:{port} send-proxy
"""


@dataclass(frozen=True, slots=True)
class Front:
    """Where phones are heard, and where the table is."""

    host: str
    port: int
    table: tuple[str, int]


def reached_as() -> tuple[str, ...]:
    """Return the names by which phones reach this machine now, as far as they can be signed."""
    host = socket.gethostname().removesuffix(".local")
    return signable(host, [*addresses.numeric(), "127.0.0.1"])


def haproxy() -> str:
    """Return the program; StepFailed if it is not installed."""
    found = shutil.which("haproxy", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
    if found is None:
        raise StepFailed(NO_HAPROXY)
    return found


class Terminator:
    """Serves HTTPS while it is entered; step() keeps names and certificate right.

    with Terminator(places, Front("0.0.0.0", 443, ("127.0.0.1", 80))) as terminator:
        terminator.serve()
    """

    def __init__(
        self,
        places: Places,
        front: Front,
        names: Callable[[], tuple[str, ...]] = reached_as,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        """Listen at once, so that no phone is refused later; StepFailed if that is not possible."""
        self._places, self._front, self._names, self._now = places, front, names, now
        self._program = haproxy()
        self._running: subprocess.Popen[bytes] | None = None
        self._shown: Shown | None = None
        self._orders: queue.Queue[None] = queue.Queue()
        try:
            self._listener = socket.create_server((front.host, front.port), backlog=BACKLOG)
        except OSError as error:
            why = NOT_LISTENING.about(host=front.host, port=front.port, why=str(error))
            raise StepFailed(why) from error

    @property
    def port(self) -> int:
        """Return the port that is really listened on."""
        return int(self._listener.getsockname()[1])

    def __enter__(self) -> Self:
        """Serve."""
        try:
            self.step()
        except StepFailed:
            self._listener.close()
            raise
        return self

    def __exit__(self, *failure: object) -> None:
        """Serve no more."""
        withdraw(self._places.public)
        self._stop()
        self._listener.close()

    def serve(self, every_s: float = EVERY_S) -> None:
        """Serve until the host wishes none any more, or stop() is called."""
        while wishes_in(self._places.wishes).is_on:
            try:
                return self._orders.get(timeout=every_s)
            except queue.Empty:
                self.step()

    def stop(self) -> None:
        """End serve()."""
        self._orders.put(None)

    def step(self) -> None:
        """Renew the certificate if it must be, and see that HAProxy runs; StepFailed if not."""
        names = self._names()
        if self._running is not None and self._running.poll() is not None:
            raise StepFailed(ENDED.about(why=str(self._running.returncode)))
        if self._running is None or is_due(self._shown, names, self._now()):
            self._certify(names)
            self._stop()
            self._start()
            self._publish()

    def _certify(self, names: tuple[str, ...]) -> None:
        secrets = self._places.secrets
        make_authority(secrets, socket.gethostname().removesuffix(".local"), self._now())
        self._shown = shown_by(secrets / SERVER)
        if is_due(self._shown, names, self._now()):
            make_server(secrets, names, self._now())
            self._shown = shown_by(secrets / SERVER)

    def _publish(self) -> None:
        assert self._shown is not None, "a certificate was made"
        authority = self._places.secrets / CERTIFICATE
        until = f"{self._shown.until:%Y-%m-%d %H:%M}"
        names = tuple(sorted(self._shown.names))
        status = Status(self.port, until, fingerprint(authority), names)
        publish(self._places.public, status, authority.read_bytes())

    def _start(self) -> None:
        listener = self._listener.fileno()
        host, port = self._front.table
        file = self._places.secrets / "haproxy.cfg"
        file.write_text(
            CONFIGURATION.format(
                connections=CONNECTIONS,
                per_address=PER_ADDRESS,
                listener=listener,
                certificate=self._places.secrets / SERVER,
                host=host,
                port=port,
            )
        )
        words = (self._program, "-db", "-q", "-f", str(file))
        self._running = subprocess.Popen(words, pass_fds=[listener], stdin=subprocess.DEVNULL)

    def _stop(self) -> None:
        if self._running is None:
            return
        self._running.terminate()
        try:
            self._running.wait(END_S)
        except subprocess.TimeoutExpired:
            self._running.kill()
            self._running.wait()
        self._running = None


def front_of(host: str, port: int, own_port: int) -> Front:
    """Return where to listen for a table with these settings."""
    is_all = host in ("0.0.0.0", "::")
    return Front("0.0.0.0" if is_all else host, own_port, ("127.0.0.1" if is_all else host, port))


def remove(folder: Path) -> None:
    """Forget authority and certificate: phones that installed it install another one then."""
    shutil.rmtree(folder, ignore_errors=True)
