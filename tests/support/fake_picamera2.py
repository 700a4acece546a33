"""A stand-in for picamera2 that is held to what the real one was recorded to do."""

import time
from collections.abc import Mapping
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from companion.engine.codec import JsonObject

BYTES = {"BGR888": 3, "RGB888": 3, "XBGR8888": 4, "XRGB8888": 4}
KEYS = ("format", "size", "stride", "preserve_ar")
STRIPES = ((191, 0, 0), (0, 191, 0), (0, 0, 191))  # red, green and blue, in R, G, B
LIGHT = {"ExposureTime": 20_000, "AnalogueGain": 2.0, "ColourGains": (1.7, 1.4)}


class FakePicamera2:
    """The camera of the recording: one sensor, BGR888 only, no second stream, no controls."""

    formats: ClassVar[tuple[str, ...]] = ("BGR888",)
    has_lores: ClassVar[bool] = False
    light: ClassVar[JsonObject] = {}
    open_cameras: ClassVar[set[int]] = set()

    def __init__(self, number: int = 0) -> None:
        if number > 0:
            raise RuntimeError(f"No camera number {number} found - use ...")
        if number in self.open_cameras:
            raise RuntimeError("Camera __init__ sequence did not complete.")
        self.open_cameras.add(number)
        self._number, self._is_running, self.is_dead = number, False, False
        self._given: JsonObject = {}
        self.controls: JsonObject = {}

    def create_still_configuration(self, **streams: object) -> JsonObject:
        for stream in ("main", "lores"):
            given = streams.get(stream)
            for key in given if isinstance(given, Mapping) else ():
                if key not in KEYS:
                    raise ValueError(f"Bad key '{key}': valid stream configuration keys are {KEYS}")
        return {"main": {}, "lores": None, **streams}

    def configure(self, wanted: JsonObject) -> None:
        if self._is_running:
            raise RuntimeError("Camera must be stopped before configuring")
        main = dict(wanted["main"])
        if main["format"] not in BYTES:
            raise RuntimeError(f"Bad format {main['format']} in stream main")
        if main["format"] not in self.formats:
            main["format"] = self.formats[0]  # silently, as the real one does
        main["size"] = tuple(side - side % 2 for side in main["size"])
        lores = wanted.get("lores") if self.has_lores else None
        self._given = {"main": main, "lores": lores}

    def camera_configuration(self) -> JsonObject:
        return self._given

    def start(self) -> None:
        self._is_running = True

    def stop(self) -> None:
        self._is_running = False

    def close(self) -> None:
        self._is_running = False
        self.open_cameras.discard(self._number)

    def set_controls(self, controls: JsonObject) -> None:
        for name in controls:
            if (name not in self.light and name not in ("AeEnable", "AwbEnable")) or not self.light:
                raise RuntimeError(f"Control {name} is not advertised by libcamera")
        self.controls.update(controls)

    def capture_metadata(self, wait: float | None = None) -> JsonObject:
        self._arrives(wait)
        return {"SensorTimestamp": time.monotonic_ns(), **self.light}

    def capture_array(
        self, stream: str = "main", wait: float | None = None
    ) -> npt.NDArray[np.uint8]:
        self._arrives(wait)
        given = self._given.get(stream)
        if given is None:
            raise RuntimeError(f"Stream '{stream}' is not defined")
        width, height = given["size"]
        if given["format"] == "YUV420":
            return np.full((height * 3 // 2, width), 128, np.uint8)
        image = np.zeros((height, width, BYTES[given["format"]]), np.uint8)
        for stripe, colour in enumerate(STRIPES):
            columns = slice(stripe * width // 3, (stripe + 1) * width // 3)
            is_bgr = given["format"] in ("RGB888", "XRGB8888")
            image[:, columns, :3] = colour[::-1] if is_bgr else colour
        return image

    def _arrives(self, wait: float | None) -> None:
        if self._is_running and not self.is_dead:
            return
        assert wait is not None, "the real one would wait for ever"
        raise TimeoutError


class PiModule(FakePicamera2):
    """A camera as on a Pi: every format, a small stream, exposure and gains."""

    formats = tuple(BYTES)
    has_lores = True
    light = LIGHT
