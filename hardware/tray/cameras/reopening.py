"""A camera that comes back: closed when it fails, opened again after a while, never waited for."""

import logging
import time
from collections.abc import Callable, Mapping
from typing import Any, Protocol, TypeVar

from companion.engine.sentence import Sentence
from companion.table.reading import TrayError
from hardware.tray.reader.channels import Photo

T = TypeVar("T")
FIRST_WAIT_S, LONGEST_WAIT_S = 1.0, 30.0
GONE = Sentence("The camera does not answer: {why}. Is its cable in? Count by hand meanwhile.")

log = logging.getLogger(__name__)


class CameraLost(Exception):
    """A camera does not open, or gives no picture in time; the text says why."""


class Source(Protocol):
    """One opened camera; whatever fails is CameraLost, and nothing takes more than seconds."""

    def watch(self) -> Photo:
        """Return a small picture."""

    def still(self) -> Photo:
        """Return a picture to read from."""

    def lock(self) -> Mapping[str, Any]:
        """Hold the light's settings and return them."""

    def restore(self, locked: Mapping[str, Any]) -> None:
        """Hold them as they were."""

    def close(self) -> None:
        """Let the camera go; never fails."""


class ReopeningCamera:
    """A `hardware.tray.tray.Camera` made of sources that may fail."""

    def __init__(
        self, opens: Callable[[], Source], clock: Callable[[], float] = time.monotonic
    ) -> None:
        """Open when the first picture is asked for, or sooner by `check`."""
        self._opens, self._clock = opens, clock
        self._source: Source | None = None
        self._locked: Mapping[str, Any] | None = None
        self._wait_s, self._not_before = FIRST_WAIT_S, -float("inf")
        self._why = ""

    def watch(self) -> Photo:
        """Return a small picture; TrayError while the camera is away."""
        return self._ask(lambda source: source.watch())

    def still(self) -> Photo:
        """Return a picture to read from; TrayError while the camera is away."""
        return self._ask(lambda source: source.still())

    def lock(self) -> Mapping[str, Any]:
        """Hold the light's settings and return them; they are held again after a reopening."""
        self._locked = self._ask(lambda source: source.lock())
        return self._locked

    def restore(self, locked: Mapping[str, Any]) -> None:
        """Hold the light's settings from now on, as soon as the camera is there."""
        self._locked = locked
        if self._source is not None:
            self._ask(lambda source: source.restore(locked))

    def close(self) -> None:
        """Let the camera go."""
        if self._source is not None:
            self._source.close()
        self._source = None

    def _ask(self, question: Callable[[Source], T]) -> T:
        try:
            answer = question(self._opened())
        except CameraLost as error:
            self._lost(str(error))
            raise TrayError(GONE.about(why=self._why)) from error
        self._wait_s, self._why = FIRST_WAIT_S, ""
        return answer

    def _opened(self) -> Source:
        if self._source is None:
            if self._clock() < self._not_before:
                raise CameraLost(self._why)
            self._source = self._opens()
            log.info("the camera is open")
            if self._locked is not None:
                self._source.restore(self._locked)
        return self._source

    def _lost(self, why: str) -> None:
        if self._clock() < self._not_before:
            return  # only asked too soon
        if why != self._why:  # not again for every try
            log.info("the camera is away: %s", why)
        self.close()
        self._why, self._not_before = why, self._clock() + self._wait_s
        self._wait_s = min(self._wait_s * 2, LONGEST_WAIT_S)
