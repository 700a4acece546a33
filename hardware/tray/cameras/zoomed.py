"""The middle of a camera's picture: for a camera that sees more than the tray."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from hardware.tray.reader.channels import Photo
from hardware.tray.tray import Camera


class ZoomedCamera:
    """A camera of which only the middle is used; small pictures would be too small then."""

    def __init__(self, camera: Camera, zoom: float) -> None:
        """Use 1/zoom of each side of this camera's pictures."""
        self._camera, self._zoom = camera, zoom

    def watch(self) -> Photo:
        """Return the middle of a large picture."""
        return self.still()

    def still(self) -> Photo:
        """Return the middle of a large picture."""
        return middle(self._camera.still(), self._zoom)

    def lock(self) -> Mapping[str, Any]:
        """Hold the light's settings."""
        return self._camera.lock()

    def restore(self, locked: Mapping[str, Any]) -> None:
        """Hold them as they were."""
        self._camera.restore(locked)

    def close(self) -> None:
        """Let the camera go."""
        self._camera.close()


def middle(picture: Photo, zoom: float) -> Photo:
    """Return the middle 1/zoom of a picture's width and height."""
    height, width = picture.shape[:2]
    down, across = round(height / zoom), round(width / zoom)
    top, left = (height - down) // 2, (width - across) // 2
    return np.ascontiguousarray(picture[top : top + down, left : left + across])
