"""The camera's geometry: from millimetres on the tray to picture elements and back."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from cv2.typing import MatLike as Floats  # arrays of any numbers, as OpenCV takes and gives them

__all__ = ["HEIGHT", "WIDTH", "Floats", "Lens", "random_lens"]

WIDTH, HEIGHT = 512, 384  # the reader's own size: half of a 1024x768 photograph


@dataclass(frozen=True)
class Lens:
    """A pinhole camera above the tray with one coefficient of distortion."""

    position: Floats  # mm
    rotation: Floats  # world to camera, 3x3
    focal_px: float
    distortion: float

    def project(self, points_mm: Floats) -> Floats:
        """Return the pictures of points (..., 3) as (..., 2)."""
        seen = (points_mm - self.position) @ self.rotation.T
        flat = seen[..., :2] / seen[..., 2:]
        radius2 = (flat**2).sum(-1, keepdims=True) * (self.focal_px / (WIDTH / 2)) ** 2
        bent = flat * (1 - self.distortion * radius2)
        return np.asarray(bent * self.focal_px + (WIDTH / 2, HEIGHT / 2), np.float32)

    @cached_property
    def floor(self) -> Floats:
        """Return for every picture element the place on the tray's floor (H, W, 2), in mm."""
        rows, columns = np.mgrid[0:HEIGHT, 0:WIDTH].astype(np.float32)
        bent = np.stack([columns - WIDTH / 2, rows - HEIGHT / 2], -1) / self.focal_px
        flat = bent.copy()
        for _ in range(3):
            radius2 = (flat**2).sum(-1, keepdims=True) * (self.focal_px / (WIDTH / 2)) ** 2
            flat = bent / (1 - self.distortion * radius2)
        rays = np.concatenate([flat, np.ones_like(flat[..., :1])], -1) @ self.rotation
        reach = -self.position[2] / rays[..., 2:]
        return np.asarray(self.position[:2] + rays[..., :2] * reach, np.float32)


def random_lens(rng: np.random.Generator) -> Lens:
    """Return a camera somewhere above the tray, looking down with a tilt of up to 16 degrees.

    Those of a Pi see 62 to 66 degrees, from three quarters of the picture's width (Raspberry Pi
    documentation, Camera: horizontal field of view); a phone that is zoomed in, from twice it.
    """
    width_mm = float(rng.uniform(140, 235))
    height_mm = width_mm * float(np.exp(rng.uniform(np.log(0.75), np.log(1.9))))
    tilt = np.radians(min(float(rng.exponential(5)), 16))
    turn = float(rng.uniform(0, 2 * np.pi))
    forward = np.array([np.sin(tilt) * np.cos(turn), np.sin(tilt) * np.sin(turn), -np.cos(tilt)])
    roll = rng.normal(0, 0.02)
    right = np.cross(forward, [np.sin(roll), np.cos(roll), 0.0])
    right = -right / np.linalg.norm(right) * -1
    down = np.cross(forward, right)
    aim = rng.normal(0, 3, 2)
    position = np.array([*aim, 0.0]) - forward * (height_mm / np.cos(tilt))
    return Lens(
        position.astype(np.float32),
        np.stack([right, down, forward]).astype(np.float32),
        float(height_mm * WIDTH / width_mm),
        float(rng.uniform(-0.01, 0.09)),
    )
