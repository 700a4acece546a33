"""One rendering serves many set-ups: other floors, other batches of cubes, deeper shadows."""

from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.tray.reader.training.scenes.layout import COLOURS
from hardware.tray.reader.training.scenes.lens import Floats
from hardware.tray.reader.training.scenes.prints import LEARNED
from hardware.tray.reader.training.scenes.setups import random_paints
from hardware.tray.reader.training.scenes.trays import SIZE, SPAN_MM, random_floor

Rng = np.random.Generator
Codes = NDArray[np.uint8]  # what is seen where: 0 the floor, then the cubes, then `clutter`'s
BLACK = COLOURS.index("black")
MOST_PAINT, MOST_DARK = 2.5, 1.4  # times as bright, and as dark
DARK = 0.06  # below this much of what comes back is gloss, which a paint does not change
TO_BLACK = 0.35  # of the cubes of every other scene
TEXTURE_PER_MM = SIZE[0] / SPAN_MM[0]
SHADE_BELOW = 0.85  # of the empty tray's light


class Floor(NamedTuple):
    """What takes the place of a rendered tray's floor."""

    factors: Floats  # of its light, as a texture
    mm: Floats  # where each picture element looks on the floor (H, W, 2)
    turn: Floats  # from mm to places of the texture (2, 2)
    half_mm: Floats  # how far the floor reaches, up to its walls

    def under(self, picture: Floats, codes: Codes, pose: Floats) -> Floats:
        """Return a scene with the new floor wherever nothing lies on it."""
        c, s = np.cos(pose[2]), np.sin(pose[2])
        own = (self.mm - pose[:2]) @ np.array([[c, -s], [s, c]], np.float32)
        at = own @ self.turn.T + np.array(self.factors.shape[1::-1]) / 2
        factors = cv2.remap(
            self.factors, at[..., 0].astype(np.float32), at[..., 1].astype(np.float32),
            cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT,
        )  # fmt: skip
        is_floor = (np.abs(own) < self.half_mm).all(-1, keepdims=True)
        return np.asarray(picture * (1 + _bare(codes) * is_floor * (factors - 1)), np.float32)


def _bare(codes: Codes) -> Floats:
    """Return where nothing lies (H, W, 1), soft at the edges."""
    soft = cv2.GaussianBlur((codes == 0).astype(np.float32), (0, 0), 0.6)
    return np.asarray(soft[..., None], np.float32)


def random_factors(rng: Rng, rendered: dict[str, Floats]) -> Floor:
    """Return another floor for a set-up."""
    angle = rng.uniform(0, 2 * np.pi)
    scale = float(np.exp(rng.uniform(-0.5, 0.6))) * TEXTURE_PER_MM
    turn = scale * np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    new = random_floor(rng, LEARNED)
    factors = np.asarray(new / np.maximum(rendered["floor_mean"], 0.01), np.float32)
    return Floor(factors, rendered["floor_mm"], turn.astype(np.float32), rendered["half_mm"])


def refloored(rng: Rng, rendered: dict[str, Floats]) -> dict[str, Floats]:
    """Return a rendered set-up on another floor."""
    floor = random_factors(rng, rendered)
    blank, poses = rendered["blank"], rendered["poses"]
    none = np.zeros(blank.shape[:2], np.uint8)
    scenes = [
        floor.under(scene, codes, pose)
        for scene, codes, pose in zip(rendered["scenes"], rendered["codes"], poses[1:], strict=True)
    ]
    return {
        **rendered,
        "blank": floor.under(blank, none, np.zeros(3, np.float32)),
        "colours": floor.under(rendered["colours"], _codes(rendered), poses[0]),
        "scenes": np.stack(scenes),
    }


def _codes(rendered: dict[str, Floats]) -> Codes:
    """Return what is seen where in the calibration's shot of the five cubes."""
    return np.asarray(rendered["colours_codes"], np.uint8)


def repainted(rng: Rng, rendered: dict[str, Floats]) -> dict[str, Floats]:
    """Return a rendered set-up with cubes of another batch; some are black now."""
    paints = rendered["paints"]
    most = np.where(paints < DARK, MOST_DARK, MOST_PAINT)
    factors = np.clip(random_paints(rng) / paints, 1 / most, most)
    to_black = np.clip(paints[BLACK] * factors[BLACK] / paints, 0.003, 1)
    scenes, rows = [], rendered["cubes"].copy()
    for index, (scene, codes) in enumerate(zip(rendered["scenes"], rendered["codes"], strict=True)):
        mine = np.flatnonzero(rows[:, 0] == index)
        old = rows[mine, 3].astype(int)
        turned = rng.uniform(size=len(mine)) < TO_BLACK * (rng.uniform() < 0.5)
        paint = np.where(turned[:, None], to_black[old], factors[old])
        rows[mine, 3] = np.where(turned, BLACK, old)
        scenes.append(_painted(scene, codes, paint))
    five = rendered["colours_truth"]
    return {
        **rendered,
        "colours": _painted(rendered["colours"], _codes(rendered), factors[five[:, 2].astype(int)]),
        "scenes": np.stack(scenes),
        "cubes": rows,
    }


def _painted(scene: Floats, codes: Codes, paint: Floats) -> Floats:
    """Return a scene with the light of its cubes (codes 1, 2, ...) times their factors (N, 3)."""
    table = np.ones((256, 3), np.float32)
    table[1 : len(paint) + 1] = paint
    factors = cv2.GaussianBlur(table[codes], (0, 0), 0.5)
    return np.asarray(scene * factors, np.float32)


def reshaded(rng: Rng, rendered: dict[str, Floats]) -> dict[str, Floats]:
    """Return a rendered set-up with deeper or paler shadows on the floor."""
    depth = float(np.exp(rng.normal(0, 0.4))) - 1
    blank = np.maximum(cv2.blur(rendered["blank"], (3, 3)), 1e-4)
    scenes = [
        _shaded(scene, codes, blank, depth)
        for scene, codes in zip(rendered["scenes"], rendered["codes"], strict=True)
    ]
    return {**rendered, "scenes": np.stack(scenes)}


def _shaded(scene: Floats, codes: Codes, blank: Floats, depth: float) -> Floats:
    share = np.clip(cv2.blur(scene, (3, 3)) / blank / SHADE_BELOW, 0.03, 1)
    return np.asarray(scene * (1 + _bare(codes) * (share**depth - 1)), np.float32)
