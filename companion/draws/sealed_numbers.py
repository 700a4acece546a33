"""The phones' numbers in games that were begun with 0.1; links.py has taken their place.

Each phone seals a number (it shows the number's SHA-256) before the first attack, and opens it when
the first attack has begun. Whoever seals last has not seen the other numbers, so even somebody who
knows the seed cannot choose a number that fits. A number that is not opened before Dragonbag's
first draw is left out, and everybody can see that. The method for other programs: FAIR_DRAWS.md.
"""

import hashlib
import re
from dataclasses import dataclass, field
from enum import StrEnum

MOST_SEALS = 32  # phones at one table
DIGEST, NUMBER = re.compile(r"[0-9a-f]{64}"), re.compile(r"[0-9a-f]{32}")


class Phase(StrEnum):
    """What a phone may do."""

    SEAL = "seal"  # until the first attack
    OPEN = "open"  # until Dragonbag's first draw
    CLOSED = "closed"


def seal_of(number: str) -> str:
    """Return the seal of a number: the SHA-256 of its 32 hexadecimal digits as text."""
    return hashlib.sha256(number.encode()).hexdigest()


@dataclass(slots=True)
class SealedNumbers:
    """The seals and numbers of one game, in the order of the seals."""

    phase: Phase = Phase.SEAL
    seals: tuple[str, ...] = ()
    numbers: dict[str, str] = field(default_factory=dict)  # seal -> number, once opened

    def seal_refusal(self, digest: str) -> str:
        """Return why this seal does not count, as a code; "" if it does."""
        if self.phase is not Phase.SEAL:
            return "too_late_to_seal"
        if not DIGEST.fullmatch(digest) or digest in self.seals or len(self.seals) == MOST_SEALS:
            return "no_seal"
        return ""

    def seal(self, digest: str) -> None:
        """Take a seal; ValueError with the code of seal_refusal() if it does not count."""
        if code := self.seal_refusal(digest):
            raise ValueError(code)
        self.seals = (*self.seals, digest)

    def number_refusal(self, number: str) -> str:
        """Return why this number does not count, as a code; "" if it does."""
        if self.phase is not Phase.OPEN:
            return "not_the_time_to_open"
        seal = seal_of(number)
        if not NUMBER.fullmatch(number) or seal not in self.seals or seal in self.numbers:
            return "fits_no_seal"
        return ""

    def open(self, number: str) -> None:
        """Take the number behind a seal; ValueError with the code of number_refusal()."""
        if code := self.number_refusal(number):
            raise ValueError(code)
        self.numbers[seal_of(number)] = number

    def advance(self, *, attack_waits: bool, is_fair_draw: bool) -> None:
        """Follow the game: the first attack ends the sealing, the first fair draw the opening."""
        if is_fair_draw:
            self.phase = Phase.CLOSED
        elif attack_waits and self.phase is Phase.SEAL:
            self.phase = Phase.OPEN

    @property
    def opened(self) -> tuple[str, ...]:
        """Return the opened numbers in the order of their seals."""
        return tuple(self.numbers[seal] for seal in self.seals if seal in self.numbers)
