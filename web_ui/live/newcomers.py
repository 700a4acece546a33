"""What a newcomer's first bytes say, before they are read: a hint at who it is, and no more.

While strangers have to wait, a phone that has joined and opens a new connection must not wait with
them. Who may do what is found out later, from the request as waitress reads it.
"""

import re
import socket

PEEK_BYTES = 4096  # a browser's header is under 1 kB
# The headers that say who asks, as askers.asker() reads them.
WHO = re.compile(rb"\r\n(cookie|authorization): *([^\r\n]*)", re.IGNORECASE)


def first_words(line: socket.socket) -> bytes | None:
    """Return what a newcomer has said, and leave it there; None: nothing yet, b"": gone again."""
    try:
        return line.recv(PEEK_BYTES, socket.MSG_PEEK | socket.MSG_DONTWAIT)
    except BlockingIOError:
        return None
    except OSError:
        return b""


def headers_in(said: bytes) -> dict[str, str]:
    """Return the headers that tell who asks, named as the server names them ("COOKIE")."""
    return {name.decode().upper(): value.decode("latin-1") for name, value in WHO.findall(said)}
