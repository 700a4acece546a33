"""When each phone was heard last: whether somebody is there, or the phone sleeps."""

import threading
from collections import Counter
from collections.abc import Callable


class Presence:
    """Kept in memory alone; safe to use from several threads."""

    def __init__(self, clock: Callable[[], float]) -> None:
        """Know nobody yet; the clock counts seconds."""
        self._clock = clock
        self._lock = threading.Lock()
        self._heard_s: dict[str, float] = {}
        self._streams: Counter[str] = Counter()

    def heard(self, phone_id: str) -> None:
        """Note that a phone asked for something."""
        with self._lock:
            self._heard_s[phone_id] = self._clock()

    def opened(self, phone_id: str) -> None:
        """Note that a phone follows the table; a page that is hidden does not."""
        with self._lock:
            self._streams[phone_id] += 1

    def closed(self, phone_id: str) -> None:
        """Note that one of its streams has ended."""
        with self._lock:
            self._streams[phone_id] -= 1
            self._heard_s[phone_id] = self._clock()

    def asleep_s(self, phone_id: str) -> float | None:
        """Return since when a phone was not heard, in seconds; None if it never was."""
        with self._lock:
            if self._streams[phone_id] > 0:
                return 0.0
            heard_s = self._heard_s.get(phone_id)
            return None if heard_s is None else self._clock() - heard_s
