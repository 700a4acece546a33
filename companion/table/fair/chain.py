"""One SHA-256 chain for each game: the hash after a line depends on it and on all lines before.

    link = Link()
    for line in lines:
        link = link.after(digest(line.blind, ...))

The format for other programs, with test vectors: CHAIN.md. A line goes in through its digest, and
the digest through a random value of the line's own (`blind`). So a hash that is published tells
nothing about hands, dice or names until somebody shows the blind, too.
"""

import hashlib
import secrets

from companion.engine.codec import JsonObject, canonical
from companion.engine.value import Value

FORMAT = 1  # of the chain; a change of what is hashed, or how, counts it up
BLIND_BYTES = 16
LINE, HEAD = b"dragonbag line\n", b"dragonbag head\n"  # so that no hash can stand for the other


def new_blind() -> bytes:
    """Return a fresh random value for one line."""
    return secrets.token_bytes(BLIND_BYTES)


def digest(blind: bytes, line: JsonObject) -> bytes:
    """Return what a line puts into the chain; `line` has the fields that CHAIN.md lists."""
    return hashlib.sha256(LINE + blind + canonical(line)).digest()


class Link(Value, frozen=True):
    """Where a chain stands: how many lines it has, and the hash after the last of them."""

    number: int = 0
    hash: bytes = bytes(32)

    def after(self, digest: bytes) -> "Link":
        """Return where the chain stands after one more line."""
        return Link(self.number + 1, hashlib.sha256(HEAD + self.hash + digest).digest())
