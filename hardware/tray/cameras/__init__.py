"""The cameras over a tray: on a Pi's ribbon cable, on USB, or a folder of photos in place of one.

Importing this package needs neither OpenCV nor NumPy; `open_camera` does.
"""

from pathlib import Path
from typing import TYPE_CHECKING

from companion.engine.errors import TrayError
from companion.engine.sentence import Sentence

if TYPE_CHECKING:
    from hardware.tray.cameras.camera import Camera

NONE = "none"
NO_SOURCE = Sentence("camera is {kind}. Choose none, pi, usb, usb:1 (a device) or a folder.")


def open_camera(kind: str, zoom: float = 1.0) -> "Camera | None":
    """Return the camera that the settings name, None for "none"; TrayError if there is no such.

    `kind` is "none", "pi", "usb" (the first camera in a USB port), "usb:DEVICE" or a folder of
    photos. Of a camera that sees more than the tray only the middle 1/`zoom` is used.

    camera = open_camera("usb:1", zoom=1.5)
    photo = camera.still()
    """
    camera = None if kind == NONE else _camera(kind)
    if camera is None or zoom == 1:
        return camera
    from hardware.tray.cameras.zoomed import ZoomedCamera

    return ZoomedCamera(camera, zoom)


def _camera(kind: str) -> "Camera":
    name, _, device = kind.partition(":")
    if name == "pi" and not device:
        from hardware.tray.cameras.pi import PiCamera
        from hardware.tray.cameras.reopening import ReopeningCamera

        return ReopeningCamera(PiCamera)
    if name == "usb" and (device or "0").isdecimal():
        from hardware.tray.cameras.reopening import ReopeningCamera
        from hardware.tray.cameras.usb import UsbPort

        return ReopeningCamera(UsbPort(int(device) if device else None).open)
    if Path(kind).is_dir():
        from hardware.tray.cameras.folder import FolderCamera

        return FolderCamera(Path(kind))
    raise TrayError(NO_SOURCE.about(kind=kind))
