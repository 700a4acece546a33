"""The outer side of the simulated camera (vivid): its plug and its scene, for tests only."""

import fcntl
import os
import struct
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

DRIVER = Path("/sys/bus/platform/drivers/vivid")
PLACE = "vivid.0"
ANY_SIZE = 1  # the input that scales; 0 is a webcam with six sizes
BUFFERS = 4  # that OpenCV lets the driver have

# linux/videodev2.h, linux/v4l2-controls.h
VIDIOC_QUERYBUF, VIDIOC_G_CTRL, VIDIOC_S_CTRL = 0xC0585609, 0xC008561B, 0xC008561C
VIDIOC_S_INPUT = 0xC0045627
BUFFER_BYTES, CAPTURE, DONE = 88, 1, 4  # the size is that of 64-bit systems
AUTOMATIC_GAIN, GAIN = 0x980912, 0x980913

# drivers/media/test-drivers/vivid/vivid-ctrls.c
SCENE, DROPPED_PERCENT, DISCONNECT = 0xF0F000, 0xF0F040, 0xF0F041
RED, GREEN, BLUE = 7, 8, 9  # scenes: nothing but this colour


class SimulatedCamera:
    """Plugs the camera in and out, changes its scene, and reads its controls."""

    def push(self) -> None:
        """Plug it in; the device exists when this returns."""
        (DRIVER / "bind").write_text(PLACE)

    def pull(self) -> None:
        """Pull the plug."""
        (DRIVER / "unbind").write_text(PLACE)

    @property
    def is_in(self) -> bool:
        """Return whether it is plugged in."""
        return (DRIVER / PLACE).exists()

    @property
    def device(self) -> Path:
        """Return its file in /dev."""
        (device,) = Path("/dev").glob("video*")
        return device

    def choose(self, number: int) -> None:
        """Switch to another input; only while no program takes photos."""
        with self._opened() as file:
            fcntl.ioctl(file, VIDIOC_S_INPUT, struct.pack("i", number))

    def control(self, number: int) -> int:
        """Return a control's value now."""
        with self._opened() as file:
            answer = fcntl.ioctl(file, VIDIOC_G_CTRL, struct.pack("Ii", number, 0))
        return int(struct.unpack("Ii", answer)[1])

    def turn(self, number: int, value: int) -> None:
        """Give a control a value."""
        with self._opened() as file:
            fcntl.ioctl(file, VIDIOC_S_CTRL, struct.pack("Ii", number, value))

    def wait_for_pictures(self, pictures: int) -> None:
        """Wait until so many photos are in the driver's queue."""
        while self._waiting() < pictures:
            time.sleep(0.01)  # the driver tells only who takes them

    def _waiting(self) -> int:
        with self._opened() as file:
            return sum(self._is_waiting(file, number) for number in range(BUFFERS))

    def _is_waiting(self, file: int, number: int) -> bool:
        asked = struct.pack("II", number, CAPTURE).ljust(BUFFER_BYTES, b"\0")
        answer = fcntl.ioctl(file, VIDIOC_QUERYBUF, asked)
        return bool(struct.unpack_from("I", answer, 12)[0] & DONE)

    @contextmanager
    def _opened(self) -> Iterator[int]:
        file = os.open(self.device, os.O_RDWR)
        try:
            yield file
        finally:
            os.close(file)
