"""Where pictures of the tray come from; each source is a `hardware.tray.Camera`."""

from pathlib import Path

from companion.game import Sentence
from companion.tray import TrayError
from hardware.tray import Camera

NONE = "none"
NO_SOURCE = Sentence("camera is {kind}; it may be none, pi, usb, usb:1 (a device) or a folder.")


def open_camera(kind: str) -> Camera | None:
    """Return the camera that the settings name, opened; TrayError says why there is none.

    `kind` is "none", "pi", "usb" or "usb:DEVICE", or a folder of pictures.
    """
    if kind == NONE:
        return None
    if Path(kind).is_dir():
        from hardware.cameras.folder import FolderCamera

        return FolderCamera(Path(kind))
    raise TrayError(NO_SOURCE.about(kind=kind))
