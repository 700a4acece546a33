"""One rendering serves many set-ups: other floors, other batches of cubes, deeper shadows."""

from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.tray.reader.training.scenes.layout import COLOURS
from hardware.tray.reader.training.scenes.lens import Floats, random_lens
from hardware.tray.reader.training.scenes.setups import Setup, random_paints, random_setup
from hardware.tray.reader.training.scenes.trays import random_floor

Rng = np.random.Generator
Codes = NDArray[np.uint8]  # what is seen where: 0 the floor, then the cubes, then `clutter`'s
BLACK = COLOURS.index("black")
MOST_PAINT, MOST_DARK = 2.5, 1.4  # times as bright, and as dark
DARK = 0.06  # below this much of what comes back is gloss, which a paint does not change
TO_BLACK = 0.35  # of the cubes of every other scene
SHADE_BELOW = 0.85  # of the empty tray's light


def rendered_setup(seed: int) -> Setup:
    """Return the set-up that `generate` rendered from this seed."""
    rng = np.random.default_rng(seed)
    return random_setup(rng, random_lens(rng))


class Floor(NamedTuple):
    """What takes the place of a rendered tray's floor: factors of its light (H, W, 3)."""

    factors: Floats

    def under(self, rng: Rng, picture: Floats, codes: Codes, moves: bool = True) -> Floats:
        """Return a scene with the new floor wherever nothing lies on it."""
        slide = np.eye(2, 3, dtype=np.float32)
        slide[:, 2] = rng.normal(0, 0.7, 2) if moves else 0
        size = (picture.shape[1], picture.shape[0])
        moved = cv2.warpAffine(self.factors, slide, size, borderMode=cv2.BORDER_REFLECT)
        return np.asarray(picture * (1 + _bare(codes) * (moved - 1)), np.float32)


def _bare(codes: Codes) -> Floats:
    """Return where nothing lies (H, W, 1), soft at the edges."""
    soft = cv2.GaussianBlur((codes == 0).astype(np.float32), (0, 0), 0.6)
    return np.asarray(soft[..., None], np.float32)


def random_factors(rng: Rng, setup: Setup, size: tuple[int, int]) -> Floor:
    """Return another floor for a set-up."""
    angle, scale = rng.uniform(0, 2 * np.pi), np.exp(rng.uniform(-0.5, 0.6))
    turn = scale * np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    shift = np.array(size[::-1]) / 2 - turn @ np.array([320.0, 240.0])
    slide = np.column_stack([turn, shift]).astype(np.float32)
    floor = cv2.warpAffine(random_floor(rng), slide, size[::-1], borderMode=cv2.BORDER_REFLECT)
    return Floor(np.asarray(floor / np.maximum(setup.floor.mean((0, 1)), 0.01), np.float32))


def refloored(rng: Rng, setup: Setup, rendered: dict[str, Floats]) -> dict[str, Floats]:
    """Return a rendered set-up on another floor."""
    blank = rendered["blank"]
    floor = random_factors(rng, setup, blank.shape[:2])
    none = np.zeros(blank.shape[:2], np.uint8)
    scenes = [
        floor.under(rng, scene, codes)
        for scene, codes in zip(rendered["scenes"], rendered["codes"], strict=True)
    ]
    return {
        **rendered,
        "blank": floor.under(rng, blank, none, moves=False),
        "colours": floor.under(rng, rendered["colours"], _codes(rendered)),
        "scenes": np.stack(scenes),
    }


def _codes(rendered: dict[str, Floats]) -> Codes:
    """Return what is seen where in the calibration's shot of the five cubes."""
    return np.asarray(rendered["colours_codes"], np.uint8)


def repainted(rng: Rng, setup: Setup, rendered: dict[str, Floats]) -> dict[str, Floats]:
    """Return a rendered set-up with cubes of another batch; some are black now."""
    most = np.where(setup.paints < DARK, MOST_DARK, MOST_PAINT)
    factors = np.clip(random_paints(rng) / setup.paints, 1 / most, most)
    to_black = np.clip(setup.paints[BLACK] * factors[BLACK] / setup.paints, 0.003, 1)
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
