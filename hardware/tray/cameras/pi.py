"""The camera on a Raspberry Pi's ribbon cable, through picamera2.

What picamera2 does is recorded in tests/data/records/picamera2.jsonl. Three traps: formats are
named the other way round ("RGB888" is B, G, R in memory), configure() may change what was asked
for, and a capture without a time limit waits for ever.
"""

from collections.abc import Callable, Mapping
from typing import Protocol, TypeVar

import cv2
import numpy as np

from hardware.tray.cameras.camera import CameraLost, Controls, ControlValue
from hardware.tray.reader.channels import Photo

STILL, SMALL = (1536, 1152), (640, 480)
WAIT_S = 3.0
HELD = ("ExposureTime", "AnalogueGain", "ColourGains")
AUTOMATIC_OFF: Controls = {"AeEnable": False, "AwbEnable": False}
# picamera2's name of a format -> which channels are blue, green and red
CHANNEL_ORDERS = {
    "RGB888": (0, 1, 2),
    "XRGB8888": (0, 1, 2),
    "BGR888": (2, 1, 0),
    "XBGR8888": (2, 1, 0),
}
T = TypeVar("T")


class Picamera(Protocol):
    """The part of picamera2.Picamera2 that is used here; the package has no types."""

    def create_still_configuration(
        self, *, main: Mapping[str, object], lores: Mapping[str, object], buffer_count: int
    ) -> dict[str, object]:
        """Return a configuration with these streams."""

    def configure(self, configuration: dict[str, object], /) -> None:
        """Set the streams up; it may choose another format or size."""

    def camera_configuration(self) -> Mapping[str, Mapping[str, object] | None]:
        """Return what was chosen: stream -> its format and size."""

    def start(self) -> None:
        """Begin to take photos."""

    def capture_array(self, name: str, /, *, wait: float) -> Photo:
        """Return the newest photo of a stream; TimeoutError after `wait` seconds."""

    def capture_metadata(self, *, wait: float) -> Controls:
        """Return the settings of the newest photo."""

    def set_controls(self, controls: dict[str, ControlValue], /) -> None:
        """Change settings."""

    def close(self) -> None:
        """Let the camera go."""


def connect() -> Picamera:
    """Return the first camera of libcamera; CameraLost if there is none, or no picamera2."""
    try:
        from picamera2 import Picamera2
    except ImportError as error:
        raise CameraLost("picamera2 is missing (sudo apt install python3-picamera2)") from error
    camera: Picamera = Picamera2()
    return camera


class PiCamera:
    """An open camera: a large stream for stills and, if it has one, a small stream to watch."""

    def __init__(self, connects: Callable[[], Picamera] = connect) -> None:
        """Open, configure and start; CameraLost if one of them fails."""
        camera = None
        try:
            camera = connects()
            self._order, self._has_small = _configured(camera)
            camera.start()
        except (CameraLost, RuntimeError, IndexError, ValueError, TimeoutError) as error:
            if camera is not None:
                camera.close()
            raise CameraLost(str(error) or "the camera does not start") from error
        self._camera = camera

    def watch(self) -> Photo:
        """Return a small photo, or a large one if the camera has no second stream."""
        if not self._has_small:
            return self.still()
        planes = self._taken("lores")
        return np.asarray(cv2.cvtColor(planes, cv2.COLOR_YUV2BGR_I420), np.uint8)

    def still(self) -> Photo:
        """Return a large photo."""
        return np.ascontiguousarray(self._taken("main")[..., self._order])

    def _taken(self, stream: str) -> Photo:
        taken = self._asked(lambda camera: camera.capture_array(stream, wait=WAIT_S))
        return np.asarray(taken, np.uint8)

    def _asked(self, question: Callable[[Picamera], T]) -> T:
        try:
            return question(self._camera)
        except TimeoutError as error:
            raise CameraLost("no photo came in time") from error
        except RuntimeError as error:
            raise CameraLost(str(error)) from error

    def lock(self) -> Controls:
        """Hold exposure and both gains as in the newest photo, if the camera tells them."""
        newest = self._asked(lambda camera: camera.capture_metadata(wait=WAIT_S))
        held = {name: newest[name] for name in HELD if name in newest}
        self.restore(held)
        return held

    def restore(self, locked: Controls) -> None:
        """Hold them at these values."""
        if locked:
            controls = {
                name: tuple(value) if isinstance(value, list) else value
                for name, value in {**AUTOMATIC_OFF, **locked}.items()
            }
            self._asked(lambda camera: camera.set_controls(controls))

    def rest(self) -> None:
        """Stay open: the next look may come at any time."""

    def close(self) -> None:
        """Let the camera go."""
        self._camera.close()


def _configured(camera: Picamera) -> tuple[tuple[int, ...], bool]:
    """Set the streams up; return the order of the channels, and whether there is a small stream."""
    wanted = camera.create_still_configuration(
        main={"format": "RGB888", "size": STILL},
        lores={"format": "YUV420", "size": SMALL},
        buffer_count=3,
    )
    camera.configure(wanted)
    given = camera.camera_configuration()
    main, small = given["main"] or {}, given.get("lores")
    kind = str(main.get("format"))
    if kind not in CHANNEL_ORDERS:
        raise CameraLost(f"the camera gives {kind}, which cannot be read")
    return CHANNEL_ORDERS[kind], small is not None and small["format"] == "YUV420"
