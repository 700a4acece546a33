"""`python -m tests.cube_training.develop RENDERED FOLDER TIMES SEED`: photos of rendered trays.

Each rendered set-up is photographed by TIMES cameras.
"""

import sys
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np

from tests.cube_training import camera as cameras
from tests.cube_training.camera import Camera, Picture
from tests.cube_training.lens import Floats, random_lens
from tests.cube_training.setups import random_setup
from tests.cube_training.trays import random_floor

Rng = np.random.Generator
NEW_FLOOR = 0.8
GLARE = 102  # beside the codes of `clutter`


class Photograph(NamedTuple):
    """A photograph, what is seen where in it (at half its size) and how unclear it is."""

    photo: Picture
    codes: Picture
    unclear: float


def photograph(
    rng: Rng, camera: Camera, nominal: float, picture: Floats, codes: Picture
) -> Photograph:
    """Return what a camera makes of linear light; glare is noted in the codes."""
    stained = cameras.stained(rng, picture.astype(np.float32))
    photo, glare, unclear = cameras.photograph(rng, camera, stained, nominal)
    seen = codes.copy()
    seen[glare > 0] = GLARE
    return Photograph(photo, seen[::2, ::2].copy(), unclear)


def drifted(rng: Rng, camera: Camera) -> Camera:
    """Return the camera some time after the calibration: mostly the same, sometimes spoiled."""
    drift = replace(camera, exposure=camera.exposure * float(np.exp(rng.normal(0, 0.04))))
    if rng.uniform() < 0.1:
        gains = camera.gains * np.exp(rng.normal(0, 0.12, 3)).astype(np.float32)
        exposure = drift.exposure * float(rng.uniform(0.6, 1.5))
        drift = replace(drift, gains=gains, exposure=exposure)
    return cameras.spoiled(rng, drift) if rng.uniform() < 0.1 else drift


class Floor(NamedTuple):
    """What takes the place of a rendered tray's floor: factors of its light (H, W, 3)."""

    factors: Floats

    def under(self, rng: Rng, picture: Floats, codes: Picture, moves: bool = True) -> Floats:
        """Return a scene with the new floor wherever nothing lies on it."""
        slide = np.eye(2, 3, dtype=np.float32)
        slide[:, 2] = rng.normal(0, 0.7, 2) if moves else 0
        size = (picture.shape[1], picture.shape[0])
        moved = cv2.warpAffine(self.factors, slide, size, borderMode=cv2.BORDER_REFLECT)
        bare = cv2.GaussianBlur((codes == 0).astype(np.float32), (0, 0), 0.6)[..., None]
        return np.asarray(picture * (1 + bare * (moved - 1)), np.float32)


def random_factors(rng: Rng, seed: int, size: tuple[int, int]) -> Floor:
    """Return another floor for the set-up of this seed: one rendering serves many trays."""
    setups = np.random.default_rng(seed)
    old = random_setup(setups, random_lens(setups)).floor.mean((0, 1))
    angle, scale = rng.uniform(0, 2 * np.pi), np.exp(rng.uniform(-0.5, 0.6))
    turn = scale * np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    shift = np.array(size[::-1]) / 2 - turn @ np.array([320.0, 240.0])
    slide = np.column_stack([turn, shift]).astype(np.float32)
    floor = cv2.warpAffine(random_floor(rng), slide, size[::-1], borderMode=cv2.BORDER_REFLECT)
    return Floor(np.asarray(floor / np.maximum(old, 0.01), np.float32))


def refloored(rng: Rng, seed: int, rendered: dict[str, Floats]) -> dict[str, Floats]:
    """Return a rendered set-up on another floor."""
    blank = rendered["blank"].astype(np.float32)
    floor = random_factors(rng, seed, blank.shape[:2])
    none = np.zeros(blank.shape[:2], np.uint8)
    colours = rendered["colours"].astype(np.float32)
    scenes = [
        floor.under(rng, scene.astype(np.float32), codes)
        for scene, codes in zip(rendered["scenes"], rendered["codes"], strict=True)
    ]
    return {
        **rendered,
        "blank": floor.under(rng, blank, none, moves=False),
        "colours": floor.under(rng, colours, _round_cubes(none, rendered["colours_truth"])),
        "scenes": np.stack(scenes),
    }


def _round_cubes(none: Picture, cubes: Floats) -> Picture:
    """Return where the calibration's cubes lie, roundly."""
    near = none.copy()
    for x, y, _, radius, *_ in cubes:
        cv2.circle(near, (round(float(x)), round(float(y))), round(float(radius * 1.05)), 1, -1)
    return np.asarray(near, np.uint8)


def develop(rng: Rng, rendered: dict[str, Floats]) -> dict[str, Floats]:
    """Return a set-up's photographs by one random camera, as the training reads them."""
    light = {name: rendered[name].astype(np.float32) for name in ("blank", "colours")}
    camera = cameras.random_camera(rng, light["blank"])
    none = np.zeros(light["blank"].shape[:2], np.uint8)
    blank, colours = (
        photograph(rng, camera, camera.exposure, light[name], none).photo
        for name in ("blank", "colours")
    )
    photos = [
        photograph(rng, drifted(rng, camera), camera.exposure, scene, codes)
        for scene, codes in zip(rendered["scenes"], rendered["codes"], strict=True)
    ]
    return {
        "blank": blank,
        "colours": colours,
        "colours_truth": rendered["colours_truth"],
        "photos": np.stack([each.photo for each in photos]),
        "codes": np.stack([each.codes for each in photos]),
        "cubes": rendered["cubes"],
        "unclear": np.array([each.unclear for each in photos], np.float32),
    }


def main(source: Path, folder: Path, times: int, seed: int) -> None:
    """Write TIMES files for each rendered set-up; those that are there are left alone."""
    folder.mkdir(parents=True, exist_ok=True)
    for path in sorted(source.glob("*.npz")):
        for number in range(times):
            target = folder / f"{path.stem}_{number}.npz"
            if not target.exists():
                with np.load(path) as file:
                    rendered = {name: file[name] for name in file}
                rng = np.random.default_rng([seed, int(path.stem), number])
                if rng.uniform() < NEW_FLOOR:
                    rendered = refloored(rng, int(path.stem), rendered)
                np.savez(target, **develop(rng, rendered))  # type: ignore[arg-type]


if __name__ == "__main__":
    cv2.setNumThreads(1)
    main(Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4]))
