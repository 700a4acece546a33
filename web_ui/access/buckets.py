"""How often somebody may do something: a burst, and then so many a second."""

import threading
import time
from collections.abc import Callable

from companion.engine.value import Value

MOST = 1000  # more than so many at once are forgotten, those first who have used least


class _Bucket(Value):
    """What somebody may still do."""

    left: float
    at_s: float


class Buckets:
    """One bucket for everybody, so that nobody is held up by others; safe in several threads."""

    def __init__(
        self, burst: float, per_s: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """Begin with everybody's burst whole."""
        self._burst, self._per_s, self._clock = burst, per_s, clock
        self._buckets: dict[str, _Bucket] = {}
        self._lock = threading.Lock()

    def allows(self, who: str) -> bool:
        """Take one of somebody's; False if it is one too many."""
        with self._lock:
            now_s = self._clock()
            if len(self._buckets) > MOST:
                self._forget_the_quiet(now_s)
            bucket = self._buckets.setdefault(who, _Bucket(self._burst, now_s))
            bucket.left, bucket.at_s = self._left(bucket, now_s), now_s
            if bucket.left < 1:
                return False
            bucket.left -= 1
            return True

    def _left(self, bucket: _Bucket, now_s: float) -> float:
        return min(self._burst, bucket.left + (now_s - bucket.at_s) * self._per_s)

    def _forget_the_quiet(self, now_s: float) -> None:
        """Keep the half that has used most: who asks under new names does not free the others."""
        fullest = sorted(self._buckets.items(), key=lambda each: self._left(each[1], now_s))
        self._buckets = dict(fullest[: MOST // 2])
