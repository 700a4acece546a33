"""Other prints on the floors of photographs that there are, under the cubes and their shadows.

The same print lies on the photograph and on the empty tray, so what equals the empty tray is no
cube, whatever it looks like. Every example can have a floor of its own.
"""

from functools import cache

import cv2
import numpy as np

from hardware.tray.reader.training.scenes.camera import Photo
from hardware.tray.reader.training.scenes.lens import Floats
from hardware.tray.reader.training.scenes.prints import LEARN, LEARNED
from hardware.tray.reader.training.scenes.trays import random_floor

Rng = np.random.Generator
TEXTURES, SEED = 160, 820_000
TONE = 1 / 2.2  # from linear light to the levels of a photograph
DARKEST, BRIGHTEST = 0.2, 2.0  # how much a print may change the floor


@cache
def _textures() -> tuple[Photo, ...]:
    rng = np.random.default_rng(SEED)
    kinds = LEARN * 3 + LEARNED
    floors = (random_floor(rng, kinds) for _ in range(TEXTURES))
    return tuple(np.asarray(floor**TONE * 255, np.uint8) for floor in floors)


def random_print(rng: Rng) -> Photo:
    """Return a print (H, W, 3), in levels of a photograph."""
    textures = _textures()
    return textures[int(rng.integers(len(textures)))]


def factors_of(rng: Rng, print_: Photo, side: int, size: float) -> Floats:
    """Return by how much a print changes each level of a square (side, side, 3)."""
    angle, scale = float(rng.uniform(0, 7)), size * float(np.exp(rng.uniform(-0.3, 0.7)))
    turn = scale * np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    centre = rng.uniform(0, 1, 2) * print_.shape[1::-1]
    pose = np.column_stack([turn, np.full(2, side / 2) - turn @ centre])
    shown = cv2.warpAffine(print_, pose, (side, side), borderMode=cv2.BORDER_REFLECT)
    usual = np.quantile(shown.reshape(-1, 3).max(1), rng.uniform(0.4, 0.95))
    return np.asarray((shown / max(float(usual), 8.0)).clip(DARKEST, BRIGHTEST), np.float32)


def bare(codes: Photo, pose: Floats, side: int) -> Floats:
    """Return where nothing lies on the floor (side, side, 1); `codes` are at half size."""
    whole = np.asarray(pose, np.float32).copy()
    whole[:, :2] *= 2  # from places of the codes
    seen = cv2.warpAffine(
        (codes == 0).astype(np.float32), whole, (side, side), flags=cv2.INTER_LINEAR
    )
    return np.asarray(seen[..., None], np.float32)


def reprinted(
    photo: Photo, blank: Photo, factors: Floats, is_bare: Floats, between: Floats
) -> tuple[Photo, Photo]:
    """Return both with a print on their floor; `between` (2, 3) leads from one to the other."""
    moved = cv2.warpAffine(
        factors,
        between,
        factors.shape[1::-1],
        flags=cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REFLECT,
    )
    now = photo * (1 + is_bare * (factors - 1))
    return _levels(now), _levels(blank * moved)


def _levels(values: Floats) -> Photo:
    return np.asarray(values.clip(0, 255), np.uint8)


def from_one_to_other(one: Floats, other: Floats) -> Floats:
    """Return the map (2, 3) from what one map shows to what another shows."""
    back = np.linalg.inv(np.vstack([one, [0, 0, 1]]))
    return np.asarray((np.vstack([other, [0, 0, 1]]) @ back)[:2], np.float32)
