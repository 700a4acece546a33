"""A camera that is closed when it fails, and opened again after a while without blocking."""

import logging
import time
from collections.abc import Callable
from typing import TypeVar

from companion.engine.errors import TrayError
from companion.engine.sentence import Sentence
from hardware.tray.cameras.camera import Camera, CameraLost, Controls
from hardware.tray.reader.channels import Photo

T = TypeVar("T")
FIRST_WAIT_S, LONGEST_WAIT_S = 1.0, 30.0
GONE = Sentence(
    "The camera does not answer: {why}. Check its cable. Until it works, count by hand."
)

log = logging.getLogger(__name__)


class ReopeningCamera:
    """A camera that may fail at any time; while it is away, TrayError says why."""

    def __init__(
        self, opens: Callable[[], Camera], clock: Callable[[], float] = time.monotonic
    ) -> None:
        """Open when the first photo is asked for."""
        self._opens, self._clock = opens, clock
        self._camera: Camera | None = None
        self._locked: Controls | None = None
        self._wait_s, self._not_before = FIRST_WAIT_S, -float("inf")
        self._why = ""

    def watch(self) -> Photo:
        """Return a small photo; TrayError while the camera is away."""
        return self._ask(lambda camera: camera.watch())

    def still(self) -> Photo:
        """Return a photo to read from; TrayError while the camera is away."""
        return self._ask(lambda camera: camera.still())

    def lock(self) -> Controls:
        """Hold the light's settings and return them; they are held again after a reopening."""
        self._locked = self._ask(lambda camera: camera.lock())
        return self._locked

    def restore(self, locked: Controls) -> None:
        """Hold the light's settings from now on, or as soon as the camera is there."""
        self._locked = locked
        if self._camera is not None:
            self._ask(lambda camera: camera.restore(locked))

    def rest(self) -> None:
        """Pass it on."""
        if self._camera is not None:
            self._camera.rest()

    def close(self) -> None:
        """Let the camera go."""
        if self._camera is not None:
            self._camera.close()
        self._camera = None

    def _ask(self, question: Callable[[Camera], T]) -> T:
        try:
            answer = question(self._opened())
        except CameraLost as error:
            self._lost(str(error))
            raise TrayError(GONE.about(why=self._why)) from error
        self._wait_s, self._why = FIRST_WAIT_S, ""
        return answer

    def _opened(self) -> Camera:
        if self._camera is None:
            if self._clock() < self._not_before:
                raise CameraLost(self._why)
            self._camera = self._opens()
            log.info("the camera is open")
            if self._locked is not None:
                self._camera.restore(self._locked)
        return self._camera

    def _lost(self, why: str) -> None:
        if self._clock() < self._not_before:
            return  # it was not asked at all: too soon
        if why != self._why:  # once, not at every try
            log.info("the camera is away: %s", why)
        self.close()
        self._why, self._not_before = why, self._clock() + self._wait_s
        self._wait_s = min(self._wait_s * 2, LONGEST_WAIT_S)
