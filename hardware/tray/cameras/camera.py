"""What every camera over the tray can do."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from companion.engine.errors import DragonbagError
from hardware.tray.reader.channels import Photo

ControlValue = float | Sequence[float]
# Settings of the light by the camera's own names, such as {"gain": 2.0}; they can be kept as JSON.
Controls = Mapping[str, ControlValue]


class CameraLost(DragonbagError):
    """A camera does not open, or gives no photo in time; the text says why."""


class Camera(Protocol):
    """A camera over the tray; its photos are BGR, as in OpenCV.

    Of one camera (`PiCamera`, `UsbCamera`) every failure is CameraLost, and no call takes more than
    seconds. What `open_camera` returns raises TrayError instead, with a sentence for players.
    """

    def watch(self) -> Photo:
        """Return a small photo, quickly."""

    def still(self) -> Photo:
        """Return a photo to read cubes from."""

    def lock(self) -> Controls:
        """Hold exposure, gain and colour gains where they are now, and return them."""

    def restore(self, locked: Controls) -> None:
        """Hold them at these values."""

    def rest(self) -> None:
        """Learn that nobody watches for now; never fails."""

    def close(self) -> None:
        """Let the camera go; never fails."""
