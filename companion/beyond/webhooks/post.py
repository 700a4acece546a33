"""Sends one message to a web address, and says what became of it."""

import ipaddress
import socket
import ssl
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException
from urllib.parse import urlsplit

from companion.beyond.webhooks.settings import Webhook

TIMEOUT_S = 10.0
AGAIN = (408, 425, 429)  # a refusal that means: later
MOST_WAIT_S = 3600.0


@dataclass(frozen=True, slots=True)
class Answer:
    """What became of a message: received, refused for ever, or to be sent again later."""

    status: int  # 0: nobody answered
    why: str
    wait_s: float = 0.0  # what the receiver asked for

    @property
    def is_received(self) -> bool:
        """Has the receiver taken it?"""
        return 200 <= self.status < 300

    @property
    def is_final(self) -> bool:
        """Will it never be taken?"""
        return 400 <= self.status < 500 and self.status not in AGAIN


def post(hook: Webhook, body: bytes, headers: Mapping[str, str]) -> Answer:
    """Send one message; follows no redirect, which might lead into your own network."""
    try:
        line = _connect(hook)
    except (OSError, ValueError) as error:
        return Answer(0, str(error))
    try:
        parts = urlsplit(hook.url)
        path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        line.request("POST", path, body, {"Content-Type": "application/json", **headers})
        answer = line.getresponse()
        answer.read(1024)
        return Answer(answer.status, answer.reason, _seconds(answer.getheader("Retry-After")))
    except (OSError, HTTPException) as error:
        return Answer(0, str(error) or type(error).__name__)
    finally:
        line.close()


def _seconds(asked: str | None) -> float:
    return min(float(asked), MOST_WAIT_S) if asked is not None and asked.isdecimal() else 0.0


def _connect(hook: Webhook) -> HTTPConnection:
    """Connect to an address that was looked at, so that a name cannot change its mind meanwhile."""
    parts = urlsplit(hook.url)
    is_tls = parts.scheme == "https"
    host, port = parts.hostname or "", parts.port or (443 if is_tls else 80)
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    addresses = [str(address[0]) for *_, address in found]
    if not hook.private and not all(map(_is_public, addresses)):
        raise ValueError(f"{host} is in a private network; private = true allows that")
    line = HTTPConnection(host, port, timeout=TIMEOUT_S)
    plain = _first_that_answers(addresses, port)
    try:
        context = ssl.create_default_context() if is_tls else None
        line.sock = context.wrap_socket(plain, server_hostname=host) if context else plain
    except OSError:
        plain.close()
        raise
    return line


def _first_that_answers(addresses: Sequence[str], port: int) -> socket.socket:
    for address in addresses[:-1]:
        with suppress(OSError):
            return socket.create_connection((address, port), TIMEOUT_S)
    return socket.create_connection((addresses[-1], port), TIMEOUT_S)


def _is_public(address: str) -> bool:
    found = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(found, ipaddress.IPv6Address) and found.ipv4_mapped is not None:
        found = found.ipv4_mapped
    return found.is_global and not found.is_multicast
