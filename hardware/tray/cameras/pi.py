"""The camera on a Raspberry Pi's ribbon cable, through picamera2.

What picamera2 does is recorded in tests/data/records/picamera2.jsonl. Formats are named the other
way round ("RGB888" is B, G, R in memory), configure() may change what was asked for, and a capture
waits for ever unless it is told how long.
"""

from collections.abc import Callable, Mapping
from typing import Any

import cv2
import numpy as np

from hardware.tray.cameras.reopening import CameraLost
from hardware.tray.reader.channels import Photo

STILL, SMALL = (1536, 1152), (640, 480)
WAIT_S = 3.0
HELD = ("ExposureTime", "AnalogueGain", "ColourGains")
AUTOMATIC_OFF = {"AeEnable": False, "AwbEnable": False}
# picamera2's name -> which parts of an element are blue, green and red
ORDERS = {
    "RGB888": (0, 1, 2),
    "XRGB8888": (0, 1, 2),
    "BGR888": (2, 1, 0),
    "XBGR8888": (2, 1, 0),
}


def connect() -> Any:
    """Return the first camera of libcamera; CameraLost if there is none, or no picamera2."""
    try:
        from picamera2 import Picamera2
    except ImportError as error:
        raise CameraLost("picamera2 is missing (sudo apt install python3-picamera2)") from error
    return Picamera2()


class PiCamera:
    """One opened camera: a large stream for stills and, where there is one, a small to watch."""

    def __init__(self, connects: Callable[[], Any] = connect) -> None:
        """Open, configure and start; CameraLost if one of them fails."""
        self._camera = None
        try:
            self._camera = connects()
            self._configure(self._camera)
            self._camera.start()
        except (RuntimeError, IndexError, ValueError, TimeoutError) as error:
            self.close()
            raise CameraLost(str(error) or "the camera does not start") from error

    def _configure(self, camera: Any) -> None:
        camera.configure(
            camera.create_still_configuration(
                main={"format": "RGB888", "size": STILL},
                lores={"format": "YUV420", "size": SMALL},
                buffer_count=3,
            )
        )
        given = camera.camera_configuration()
        kind = given["main"]["format"]
        if kind not in ORDERS:
            raise CameraLost(f"the camera gives {kind}, which cannot be read")
        self._order = ORDERS[kind]
        small = given.get("lores")
        self._has_small = small is not None and small["format"] == "YUV420"

    def watch(self) -> Photo:
        """Return a small picture, or a large one where the camera has no second stream."""
        if not self._has_small:
            return self.still()
        planes = self._taken("lores")
        return np.asarray(cv2.cvtColor(planes, cv2.COLOR_YUV2BGR_I420), np.uint8)

    def still(self) -> Photo:
        """Return a large picture."""
        return np.ascontiguousarray(self._taken("main")[..., self._order])

    def _taken(self, stream: str) -> Photo:
        taken = self._asked(lambda camera: camera.capture_array(stream, wait=WAIT_S))
        return np.asarray(taken, np.uint8)

    def _asked(self, question: Callable[[Any], Any]) -> Any:
        try:
            return question(self._camera)
        except TimeoutError as error:
            raise CameraLost("no picture came in time") from error
        except RuntimeError as error:
            raise CameraLost(str(error)) from error

    def lock(self) -> Mapping[str, Any]:
        """Hold exposure and both gains as in the newest picture, as far as the camera tells."""
        told = self._asked(lambda camera: camera.capture_metadata(wait=WAIT_S))
        held = {name: told[name] for name in HELD if name in told}
        self.restore(held)
        return held

    def restore(self, locked: Mapping[str, Any]) -> None:
        """Hold them as they were."""
        if locked:
            controls = AUTOMATIC_OFF | {
                name: tuple(value) if isinstance(value, list) else value
                for name, value in locked.items()
            }
            self._asked(lambda camera: camera.set_controls(controls))

    def close(self) -> None:
        """Let the camera go."""
        if self._camera is not None:
            self._camera.close()
