"""The middle of a camera's photo: for a camera that sees more than the tray."""

import numpy as np

from hardware.tray.cameras.camera import Camera, Controls
from hardware.tray.reader.channels import Photo


class ZoomedCamera:
    """A camera of which only the middle is used. Its small photos would be too small then."""

    def __init__(self, camera: Camera, zoom: float) -> None:
        """Use 1/zoom of each side of this camera's photos."""
        self._camera, self._zoom = camera, zoom

    def watch(self) -> Photo:
        """Return the middle of a large photo."""
        return self.still()

    def still(self) -> Photo:
        """Return the middle of a large photo."""
        return middle(self._camera.still(), self._zoom)

    def lock(self) -> Controls:
        """Hold the light's settings."""
        return self._camera.lock()

    def restore(self, locked: Controls) -> None:
        """Hold them at these values."""
        self._camera.restore(locked)

    def rest(self) -> None:
        """Pass it on."""
        self._camera.rest()

    def close(self) -> None:
        """Let the camera go."""
        self._camera.close()


def middle(photo: Photo, zoom: float) -> Photo:
    """Return the middle 1/zoom of a photo's width and height."""
    height, width = photo.shape[:2]
    down, across = round(height / zoom), round(width / zoom)
    top, left = (height - down) // 2, (width - across) // 2
    return np.ascontiguousarray(photo[top : top + down, left : left + across])
