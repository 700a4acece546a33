"""Uniform draws without replacement that anybody can repeat and check.

Each draw is a function of the game's secret seed, the phones' numbers, the number of the draw and
what is in the bag. So undoing a draw and drawing again from the same bag gives the same cubes. The
seed is committed to before the game and shown after it, so that anybody can check every draw.
The whole method, with test vectors: companion/draws/FAIR_DRAWS.md.
"""

import hashlib
import hmac
import secrets
from collections.abc import Iterable, Iterator, Mapping

SEED_BYTES = 32
_WORD_BYTES = 4  # 2^32 is far above any bag, so few words are rejected


def new_seed() -> bytes:
    """Return a fresh secret of SEED_BYTES bytes from the operating system."""
    return secrets.token_bytes(SEED_BYTES)


def commitment(seed: bytes) -> str:
    """Return the seed's SHA-256, 64 hexadecimal digits, which is published before the game."""
    return hashlib.sha256(seed).hexdigest()


def key(seed: bytes, numbers: Iterable[str] = ()) -> bytes:
    """Return the key of a game's draws: the seed with the phones' numbers (hex) mixed in."""
    mixed = "\n".join(["dragonbag", *numbers])
    return hmac.new(seed, mixed.encode(), hashlib.sha256).digest()


def draw(key: bytes, number: int, bag: Mapping[str, int], cubes: int) -> tuple[str, ...]:
    """Return the names of `cubes` cubes in the order drawn; ValueError if the bag holds fewer."""
    if cubes > sum(bag.values()):
        raise ValueError(f"{cubes} cubes cannot be drawn from {sum(bag.values())}")
    words = _words(key, f"draw {number} from {content_of(bag)}")
    left = [name for name in sorted(bag) for _ in range(bag[name])]
    return tuple(left.pop(_below(len(left), words)) for _ in range(cubes))


def content_of(bag: Mapping[str, int]) -> str:
    """Return what is in a bag as text: its colours in alphabetical order with their counts."""
    return ",".join(f"{name}={bag[name]}" for name in sorted(bag) if bag[name])


def _words(key: bytes, what: str) -> Iterator[int]:
    """Yield 32-bit words of HMAC-SHA-256(key, what and a block number) without end."""
    block = 0
    while True:
        stream = hmac.new(key, f"{what} block {block}".encode(), hashlib.sha256).digest()
        for start in range(0, len(stream), _WORD_BYTES):
            yield int.from_bytes(stream[start : start + _WORD_BYTES])
        block += 1


def _below(limit: int, words: Iterator[int]) -> int:
    """Return a uniform number below `limit`; words that would favour small numbers are rejected."""
    span = 1 << (8 * _WORD_BYTES)
    fair = span - span % limit
    return next(word for word in words if word < fair) % limit
