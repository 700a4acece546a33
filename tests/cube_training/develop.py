"""`python -m tests.cube_training.develop RENDERED FOLDER TIMES SEED`: photographs of rendered trays.

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
from tests.cube_training.lens import Floats

Rng = np.random.Generator
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
                np.savez(target, **develop(rng, rendered))  # type: ignore[arg-type]


if __name__ == "__main__":
    cv2.setNumThreads(1)
    main(Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4]))
