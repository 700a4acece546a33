"""What HTTPS in front of the server says of a phone, before the phone's first byte.

It is a line of text, the first version of HAProxy's PROXY protocol:

    PROXY TCP4 192.168.1.20 192.168.1.4 51234 443

The server hears plain HTTP on such a connection, and the phone spoke HTTPS.
"""

import ipaddress

BEGIN = b"PROXY "  # no method of HTTP is called so
LONGEST = 107  # the protocol's own bound, for two IPv6 addresses
END = b"\r\n"


class NotALine(Exception):
    """It begins like one, and is none."""


def begins_line(came: bytes) -> bool:
    """Tell whether the first bytes of a connection are such a line."""
    return came.startswith(BEGIN)


def told(came: bytes) -> tuple[str, bytes]:
    """Return the phone's address and what comes after the line.

    The line is sent in one piece (protocol, section 2), so half a line is refused.
    """
    line, end, rest = came.partition(END)
    words = line.decode("ascii", "replace").split(" ")
    if not end or len(line) > LONGEST or len(words) != 6 or words[1] not in ("TCP4", "TCP6"):
        raise NotALine
    try:
        return str(ipaddress.ip_address(words[2])), rest
    except ValueError as error:
        raise NotALine from error
