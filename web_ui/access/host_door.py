"""The host's door: whoever reads a code off the panel's lamps, and types it, becomes the host.

So it takes somebody at the panel. A phone that only asks often, from anywhere, gets nothing.
"""

import secrets
import threading
import unicodedata
from collections import Counter
from collections.abc import Callable

from companion.engine.errors import Rejected

NUMBERS, LAMPS = 5, 7  # so many numbers, each of 1 to so many lit lamps: 16,807 codes
OPEN_S = 120.0
TRIES, ALL_TRIES = 3, 15  # of one phone or address, and of all: a guess in 1,100 at best


class HostDoor:
    """Shut, or open for a while with a code; safe to use from several threads."""

    def __init__(self, clock: Callable[[], float]) -> None:
        """Begin shut; the clock counts seconds."""
        self._clock = clock
        self._lock = threading.Lock()
        self._code = ""
        self._until_s = 0.0
        self._tries: Counter[str] = Counter()
        self.on_shut: Callable[[], None] = lambda: None  # called when the lamps need not show it

    @property
    def is_open(self) -> bool:
        """Return whether a code would be taken now."""
        return bool(self._code) and self._clock() < self._until_s

    def open(self) -> tuple[int, ...]:
        """Open it with a new code, and return the numbers to show."""
        with self._lock:
            numbers = tuple(1 + secrets.randbelow(LAMPS) for _ in range(NUMBERS))
            self._code = "".join(map(str, numbers))
            self._until_s = self._clock() + OPEN_S
            self._tries.clear()
            return numbers

    def enter(self, code: str, who: str) -> None:
        """Use the code up; Rejected if it is not the right one, or the door is shut."""
        with self._lock:
            if not self.is_open:
                raise Rejected("door_is_shut")
            if self._tries[who] >= TRIES:
                raise Rejected("too_many_tries")
            self._tries[who] += 1
            is_right = secrets.compare_digest(_digits(code).encode(), self._code.encode())
            if is_right or self._tries.total() >= ALL_TRIES:
                self._code = ""
        if not self._code:
            self.on_shut()
        if not is_right:
            raise Rejected("wrong_code" if self._code else "too_many_tries")


def _digits(typed: str) -> str:
    """Return the digits that somebody has typed: a keyboard may write them in full width."""
    return "".join(str(unicodedata.decimal(sign)) for sign in typed if sign.isdecimal())
