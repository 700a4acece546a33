"""A USB camera through OpenCV and V4L2."""

import fcntl
import os
import struct
from contextlib import suppress
from pathlib import Path

import cv2
import numpy as np

from hardware.tray.cameras.camera import CameraLost, Controls
from hardware.tray.cameras.ports import NODES, at_place, first_plugged_in, place
from hardware.tray.reader.channels import Photo

WIDTH, HEIGHT = 1280, 960
QUEUE = 4  # photos that the driver holds: the oldest were taken before the cubes lay there
MANUAL = 1  # V4L2_EXPOSURE_MANUAL, as CAP_PROP_AUTO_EXPOSURE passes it on
VIDIOC_S_CTRL, AUTOMATIC_GAIN = 0xC008561C, 0x980912  # linux/videodev2.h, v4l2-controls.h
NO_CONTROL = -1  # OpenCV's answer where the camera does not say
HELD = {
    "exposure": cv2.CAP_PROP_EXPOSURE,
    "gain": cv2.CAP_PROP_GAIN,
    "white_balance": cv2.CAP_PROP_WB_TEMPERATURE,
}
# OpenCV reads it at its first wait. Its own value, 10 s, would block the next caller as well.
os.environ.setdefault("OPENCV_VIDEOIO_V4L_SELECT_TIMEOUT", "5")


class UsbCamera:
    """One opened device; `hardware.tray.cameras.reopening` opens it again after an unplug."""

    def __init__(self, device: int) -> None:
        """Open /dev/video<device>; CameraLost if that cannot be."""
        self._capture = cv2.VideoCapture(device, cv2.CAP_V4L2)
        if not self._capture.isOpened():
            self._capture.release()
            raise CameraLost(f"/dev/video{device} cannot be opened")
        self._name = f"/dev/video{device}"
        self._capture.set(cv2.CAP_PROP_FRAME_WIDTH, WIDTH)
        self._capture.set(cv2.CAP_PROP_FRAME_HEIGHT, HEIGHT)

    def watch(self) -> Photo:
        """Return the newest photo; the reader makes it smaller anyway."""
        return self.still()

    def still(self) -> Photo:
        """Return the newest photo; those in the driver's queue are thrown away."""
        if not all(self._capture.grab() for _ in range(QUEUE)):
            raise CameraLost(f"{self._name} gives no photo")
        is_there, photo = self._capture.retrieve()
        if not is_there:
            raise CameraLost(f"{self._name} gave a broken picture")
        return np.asarray(photo, np.uint8)

    def lock(self) -> Controls:
        """Hold exposure, gain and white balance where they are, if the camera has such controls."""
        self.still()  # after some photos the automatic has settled
        values = {name: self._capture.get(control) for name, control in HELD.items()}
        held = {name: value for name, value in values.items() if value != NO_CONTROL}
        self.restore(held)
        return held

    def restore(self, locked: Controls) -> None:
        """Hold them at these values; what the camera has no control for stays automatic."""
        self._capture.set(cv2.CAP_PROP_AUTO_EXPOSURE, MANUAL)
        self._capture.set(cv2.CAP_PROP_AUTO_WB, 0)
        self._hold_gain()
        for name, value in locked.items():
            # Older calibrations hold NO_CONTROL as well.
            if name in HELD and isinstance(value, float | int) and value != NO_CONTROL:
                self._capture.set(HELD[name], value)

    def _hold_gain(self) -> None:
        """Turn the automatic gain off; some cameras have one beside the automatic exposure."""
        with suppress(OSError):  # the camera has no such control, or is gone
            device = os.open(self._name, os.O_RDWR | os.O_NONBLOCK)
            try:  # OpenCV cannot set this control
                fcntl.ioctl(device, VIDIOC_S_CTRL, struct.pack("Ii", AUTOMATIC_GAIN, 0))
            finally:
                os.close(device)

    def rest(self) -> None:
        """Stay open: the next look may come at any time."""

    def close(self) -> None:
        """Let the device go."""
        self._capture.release()


class UsbPort:
    """Opens the camera in one USB port, whatever device number it has.

    The kernel gives it another number if it is plugged in again while its old device is open.
    """

    def __init__(self, device: int | None = None, nodes: Path = NODES) -> None:
        """Use the port that /dev/video<device> is in when it is first opened.

        None: the port of the first USB camera at that time.
        """
        self._wanted = device
        self._nodes = nodes
        self._place: tuple[Path, str] | None = None

    def open(self) -> UsbCamera:
        """Open the camera; CameraLost if that cannot be."""
        device = self.device()
        camera = UsbCamera(device)
        self._place = place(device, self._nodes)
        return camera

    def device(self) -> int:
        """Return the number that the camera has now; CameraLost if no USB camera is there."""
        same = at_place(self._place, self._nodes) if self._place else None
        if same is None:
            same = self._wanted if self._wanted is not None else first_plugged_in(self._nodes)
        if same is None:
            raise CameraLost("no camera is in a USB port")
        return same
