"""The places that may be cubes in photographs of the training, with their signs and the truth.

They are read as the reader reads them, with and without a calibration, and kept beside the set-up
(NAME.places.npy).
"""

from pathlib import Path

import numpy as np

from hardware.tray.reader.belief.places import SIGNS
from hardware.tray.reader.channels import Floats
from hardware.tray.reader.read import Calibration, CubeReaderError, calibrate, looks
from hardware.tray.reader.training.networks.candidates import read_once

COLUMNS = ("is_cube", "is_calibrated", "look")  # of what is kept, before the signs
READABLE = 0.7  # of a photograph's unclearness
AT_A_CUBE, NEAR_A_CUBE = 0.75, 1.0  # radii: between them nobody knows
SEEN = 0.4  # of a cube: nobody knows of one of which less is seen


def calibration_of(given: dict[str, Floats]) -> Calibration | None:
    """Return what the reader learns from a set-up's two shots, None if it refuses them."""
    blank, colours = (np.asarray(given[name], np.uint8) for name in ("blank", "colours"))
    try:
        return calibrate(blank, colours)
    except CubeReaderError:
        return None


def labels(at: Floats, cubes: Floats) -> Floats:
    """Return for each place (N, 2) 1 if it is a cube, 0 if it is none, NaN if nobody knows.

    The first place at a cube is its own, and any other there is none.
    """
    told, taken = np.zeros(len(at), np.float32), set()
    for number, place in enumerate(at):
        away = np.hypot(*(cubes[:, :2] - place).T) / cubes[:, 3] if len(cubes) else np.ones(0) * 9
        nearest = int(away.argmin()) if len(away) else -1
        if nearest < 0 or away[nearest] >= NEAR_A_CUBE:
            continue
        if away[nearest] >= AT_A_CUBE or cubes[nearest, 4] < SEEN:
            told[number] = np.nan
        elif nearest not in taken:
            taken.add(nearest)
            told[number] = 1
    return told


def _rows(photo: Floats, calibration: Calibration | None, cubes: Floats) -> list[Floats]:
    """Return the places of one and of two looks at a photograph."""
    rows = []
    for look, each in enumerate(looks(np.asarray(photo, np.uint8), calibration)):
        told = labels(each.at, cubes)
        is_weighed = each.places[:, SIGNS.index("is_weighed")]
        head = np.column_stack([told, is_weighed, np.full(len(told), look)])
        rows.append(np.hstack([head, each.places])[~np.isnan(told)])
    return rows


def places_of(path: Path) -> Floats:
    """Return a row for each place of a set-up's photographs, COLUMNS and signs (N, ...)."""
    with np.load(path) as file:
        given = dict(file)
    calibration = calibration_of(given)
    rows: list[Floats] = [np.zeros((0, len(COLUMNS) + len(SIGNS)), np.float32)]
    for index, photo in enumerate(given["photos"]):
        if given["unclear"][index] > READABLE:
            continue
        cubes = given["cubes"][given["cubes"][:, 0] == index, 1:]
        for known in {None: None, id(calibration): calibration}.values():
            rows += _rows(photo, known, cubes)
    return np.concatenate(rows).astype(np.float32)


def gather(folders: list[Path]) -> Floats:
    """Return the places of all set-ups; what is not read yet is read now."""
    paths = [path for folder in folders for path in sorted(folder.glob("*.npz"))]
    return np.concatenate(read_once("places", places_of, paths))
