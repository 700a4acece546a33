"""Whom a limit counts: a phone that has joined, a program with a key, or else an address."""

import ipaddress
from collections.abc import Mapping
from functools import lru_cache

from companion.engine.value import Value
from web_ui.access.guests import PROGRAM
from web_ui.access.policy import Access

IPV6_HOME = 64  # one home, and one phone, has all addresses of such a network
BROWSERS = 60  # so many may share one router, and with it one address
PER_BROWSER = 6  # connections that a browser opens to one host, streams among them


class Asker(Value, frozen=True):
    """Whom to count a request to, and how much they may take at once."""

    name: str
    has_joined: bool
    connections: int
    streams: int


def asker(access: Access, headers: Mapping[str, str], address: str) -> Asker:
    """Return who sent a request; `headers` as the server names them ("COOKIE", "HOST")."""
    network = network_of(address)
    router = BROWSERS * PER_BROWSER
    if access.guests is None:
        return Asker(network, has_joined=True, connections=router, streams=router)
    phone = access.who_asks(headers.get("COOKIE", ""), headers.get("AUTHORIZATION", ""))
    if phone is None:
        return Asker(network, has_joined=False, connections=router, streams=0)
    if phone.id == PROGRAM:  # all of them show the same key
        return Asker(f"{PROGRAM} {network}", has_joined=True, connections=32, streams=16)
    # More connections than a browser opens: old ones of a phone that moved last for a while.
    return Asker(f"phone {phone.id}", has_joined=True, connections=16, streams=PER_BROWSER)


@lru_cache(maxsize=4096)  # floods ask it of every connection
def network_of(address: str) -> str:
    """Return what limits per address count: an IPv4 address, or the network of an IPv6 one."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((found, IPV6_HOME), strict=False))


def sent_from(peer: str, own: str, forwarded_for: str) -> str:
    """Return the address that a request came from.

    `peer` and `own` are the two ends of its connection. Only a proxy on this very machine is
    believed what it says in X-Forwarded-For, and of that only the address that it added itself.
    """
    last = forwarded_for.rpartition(",")[2].strip()
    if not last or not is_here(peer, own):
        return peer
    try:
        return str(ipaddress.ip_address(last.strip("[]")))
    except ValueError:
        return peer


def is_here(peer: str, own: str) -> bool:
    """Tell whether these two ends of a connection are on one machine."""
    return peer == own or ipaddress.ip_address(peer.partition("%")[0]).is_loopback
