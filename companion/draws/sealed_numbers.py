"""Numbers of the phones' own that go into the draws, so that nobody can have chosen them.

Each phone seals a number (shows its SHA-256) before the first attack, and opens it when the first
attack has begun. Whoever seals last has not seen the others' numbers, so not even who knows the
seed can choose one that fits. What was not opened before Dragonbag's first draw stays out, for all
to see. The method for other programs: FAIR_DRAWS.md.
"""

import hashlib
import re
from dataclasses import dataclass, field
from enum import StrEnum

MOST_SEALS = 32  # phones at one table
DIGEST, NUMBER = re.compile(r"[0-9a-f]{64}"), re.compile(r"[0-9a-f]{32}")
CONSONANTS, VOWELS = "ksthnmrgzdbp", "aiueo"  # sayable in all three languages


class Phase(StrEnum):
    """What a phone may do."""

    SEAL = "seal"  # until the first attack
    OPEN = "open"  # until Dragonbag's first draw
    CLOSED = "closed"


class NotMixed(ValueError):
    """A seal or number that does not count; the text is a code."""


def sealed(number: str) -> str:
    """Return the seal of a number: the SHA-256 of its 32 hexadecimal digits as text."""
    return hashlib.sha256(number.encode()).hexdigest()


def phrase(digest: str) -> str:
    """Return the beginning of a digest as a word to be read aloud: "kasa-mito-runu"."""
    sounds = [
        CONSONANTS[byte % len(CONSONANTS)] + VOWELS[byte // len(CONSONANTS) % len(VOWELS)]
        for byte in bytes.fromhex(digest)[:6]
    ]
    return "-".join("".join(sounds[start : start + 2]) for start in (0, 2, 4))


@dataclass(slots=True)
class Mix:
    """The seals and numbers of one game, in the order of the seals."""

    phase: Phase = Phase.SEAL
    seals: tuple[str, ...] = ()
    numbers: dict[str, str] = field(default_factory=dict)  # seal -> number, once opened

    def seal(self, digest: str) -> None:
        """Take a seal, or raise NotMixed."""
        if self.phase is not Phase.SEAL:
            raise NotMixed("too_late_to_seal")
        if not DIGEST.fullmatch(digest) or digest in self.seals or len(self.seals) == MOST_SEALS:
            raise NotMixed("no_seal")
        self.seals = (*self.seals, digest)

    def open(self, number: str) -> None:
        """Take a number whose seal is known, or raise NotMixed."""
        if self.phase is not Phase.OPEN:
            raise NotMixed("not_the_time_to_open")
        seal = sealed(number)
        if not NUMBER.fullmatch(number) or seal not in self.seals or seal in self.numbers:
            raise NotMixed("fits_no_seal")
        self.numbers[seal] = number

    def went_on(self, *, attack_waits: bool, is_fair_draw: bool) -> None:
        """Know that the game has gone on: the first attack opens, the first fair draw closes."""
        if is_fair_draw:
            self.phase = Phase.CLOSED
        elif attack_waits and self.phase is Phase.SEAL:
            self.phase = Phase.OPEN

    @property
    def mixed(self) -> tuple[str, ...]:
        """Return the opened numbers in the order of their seals."""
        return tuple(self.numbers[seal] for seal in self.seals if seal in self.numbers)
