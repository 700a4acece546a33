"""Photos of rendered trays.

Arguments: RENDERED FOLDER TIMES SEED. The README of the training shows the command.

Each rendered set-up is photographed by TIMES cameras.
"""

import os
import sys
from dataclasses import replace
from multiprocessing import Pool
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np

from hardware.tray.reader.alignment.registration import find_move
from hardware.tray.reader.training.scenes import camera as cameras
from hardware.tray.reader.training.scenes.camera import Camera, Photo
from hardware.tray.reader.training.scenes.generate import OWN_FLOOR_EVERY, keep, whole
from hardware.tray.reader.training.scenes.lens import Floats
from hardware.tray.reader.training.scenes.variants import refloored, repainted, reshaded

Rng = np.random.Generator
NEW_PAINT, NEW_SHADOWS = 0.7, 0.5
GLARE = 102  # beside the codes of `clutter`


class Photograph(NamedTuple):
    """A photograph, what is seen where in it (at half its size) and how unclear it is."""

    photo: Photo
    codes: Photo
    unclear: float


def photograph(
    rng: Rng, camera: Camera, nominal: float, picture: Floats, codes: Photo
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


def varied(rng: Rng, rendered: dict[str, Floats], is_grey: bool) -> dict[str, Floats]:
    """Return what was rendered, or another set-up made of it; a grey floor always is laid anew."""
    if rng.uniform() < NEW_SHADOWS:
        rendered = reshaded(rng, rendered)
    if rng.uniform() < NEW_PAINT:
        rendered = repainted(rng, rendered)
    return refloored(rng, rendered) if is_grey else rendered


def develop(rng: Rng, rendered: dict[str, Floats]) -> dict[str, Floats]:
    """Return a set-up's photographs by one random camera, as the training reads them."""
    camera = cameras.random_camera(rng, rendered["blank"])
    none = np.zeros(rendered["blank"].shape[:2], np.uint8)
    blank, colours = (
        photograph(rng, camera, camera.exposure, rendered[name], none).photo
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
        "slides": np.stack([find_move(each.photo, blank) for each in photos]),
        "codes": np.stack([each.codes for each in photos]),
        "cubes": rendered["cubes"],
        "unclear": np.array([each.unclear for each in photos], np.float32),
    }


def _write(source: Path, target: Path, time: int, seed: int) -> None:
    """Write the photographs that one camera takes of a rendered set-up."""
    cv2.setNumThreads(1)
    number = int(source.stem)
    with np.load(source) as file:
        rendered = whole(dict(file))
    rng = np.random.default_rng([seed, number, time])
    is_grey = number % OWN_FLOOR_EVERY != 0
    keep(target, develop(rng, varied(rng, rendered, is_grey)))


def main(source: Path, folder: Path, times: int, seed: int) -> None:
    """Write TIMES files for each rendered set-up; those that are there are left alone."""
    folder.mkdir(parents=True, exist_ok=True)
    wanted = [
        (path, folder / f"{path.stem}_{time}.npz", time, seed)
        for path in sorted(source.glob("*.npz"))
        for time in range(times)
    ]
    with Pool(os.cpu_count()) as pool:
        pool.starmap(_write, [each for each in wanted if not each[1].exists()], 1)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4]))
