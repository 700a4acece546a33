"""Where pictures of the tray come from; each source is a `hardware.tray.Camera`."""

from functools import partial
from pathlib import Path

from companion.game import Sentence
from companion.tray import TrayError
from hardware.cameras.reopening import ReopeningCamera
from hardware.tray import Camera

NONE = "none"
NO_SOURCE = Sentence("camera is {kind}; it may be none, pi, usb, usb:1 (a device) or a folder.")


def open_camera(kind: str) -> Camera | None:
    """Return the camera that the settings name, opened; TrayError says why there is none.

    `kind` is "none", "pi", "usb" or "usb:DEVICE", or a folder of pictures.
    """
    if kind == NONE:
        return None
    name, _, device = kind.partition(":")
    if name == "pi" and not device:
        from hardware.cameras.pi import PiCamera

        return ReopeningCamera(PiCamera)
    if name == "usb" and (device or "0").isdecimal():
        from hardware.cameras.usb import UsbCamera

        return ReopeningCamera(partial(UsbCamera, int(device or "0")))
    if Path(kind).is_dir():
        from hardware.cameras.folder import FolderCamera

        return FolderCamera(Path(kind))
    raise TrayError(NO_SOURCE.about(kind=kind))
