"""A data set's photographs.

Arguments: DATASET FOLDER [SETUP ...]. The README of the training shows the command.

Writes them with their truth as `generate` writes painted ones, so that both can be trained on;
only the set-ups named, or all. Set-ups left out here were never seen by a network so trained.
"""

import json
import sys
from pathlib import Path
from typing import Any, NamedTuple

import cv2
import numpy as np

from hardware.tray.reader.alignment.registration import find_move
from hardware.tray.reader.reading import COLOURS
from hardware.tray.reader.training.scenes.camera import Photo
from hardware.tray.reader.training.scenes.clutter import COVER
from hardware.tray.reader.training.scenes.develop import GLARE
from hardware.tray.reader.training.scenes.lens import HEIGHT, WIDTH, Floats

UNREADABLE = ("blur_motion", "blur_focus", "too_dark", "over_exposed")
LEANS_FROM_DEG = 8.0
NEAR_PX = (
    45.0  # of the photograph: a cube so near to a raised one, and partly hidden, lies under it
)


class Truth(NamedTuple):
    """A photograph at half size with what is seen where."""

    photo: Photo
    codes: Photo
    cubes: Floats
    unclear: float


def half(path: Path) -> Photo:
    """Return a photograph at the reader's size."""
    picture = cv2.imread(str(path))
    assert picture is not None, path
    return np.asarray(cv2.resize(picture, (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA), np.uint8)


def _polygon(cube: dict[str, Any]) -> Floats:
    return (np.array(cube["polygon"]) / 2 - 0.25).astype(np.float32)


def _is_raised(cube: dict[str, Any], others: list[dict[str, Any]]) -> bool:
    if cube["raised"] or cube["tilt_deg"] > LEANS_FROM_DEG:
        return True
    apart = (np.subtract(other["center"], cube["center"]) for other in others if other["raised"])
    return cube["visible_fraction"] < 0.97 and any(np.hypot(*away) < NEAR_PX for away in apart)


def _row(cube: dict[str, Any], others: list[dict[str, Any]]) -> list[float]:
    polygon = _polygon(cube)
    centre = (polygon.min(0) + polygon.max(0)) / 2
    radius = float(np.sqrt(cv2.contourArea(polygon))) / 2
    colour = COLOURS.index(cube["color"])
    return [*centre, colour, radius, cube["visible_fraction"], _is_raised(cube, others)]


def _codes(photo: Photo, blank: Photo, truth: dict[str, Any]) -> Photo:
    """Return what is seen where: cubes from their outlines, a hand from its change to the blank."""
    codes = np.zeros((HEIGHT, WIDTH), np.uint8)
    has_hand = truth["refuse_reason"] == "hand"
    if has_hand:
        changed = (np.abs(photo.astype(int) - blank).max(2) > 40).astype(np.uint8)
        codes[cv2.morphologyEx(changed, cv2.MORPH_OPEN, np.ones((5, 5), np.uint8)) > 0] = COVER
    cubes = list(enumerate(truth["cubes"]))
    for index, cube in sorted(
        cubes, key=lambda each: (each[1]["raised"], each[1]["visible_fraction"])
    ):
        if not (has_hand and cube["visible_fraction"] < 0.9):
            points = np.round(_polygon(cube) * 16).astype(np.int32)
            cv2.fillConvexPoly(codes, points, index + 1, cv2.LINE_8, 4)
    if truth["refuse_reason"] == "glare":
        codes[photo.min(2) > 235] = GLARE
    return codes[::2, ::2].copy()


def photograph(data_set: Path, name: str, blank: Photo) -> Truth:
    """Return one photograph with its truth."""
    photo = half(data_set / name)
    truth = json.loads((data_set / "truth" / f"{Path(name).stem}.json").read_text())
    rows = [_row(cube, truth["cubes"]) for cube in truth["cubes"]]
    unclear = 1.5 if truth.get("refuse_reason") in UNREADABLE else 0.2
    truth.setdefault("refuse_reason", None)
    codes = _codes(photo, blank, truth)
    return Truth(photo, codes, np.array(rows, np.float32).reshape(-1, 6), unclear)


def write(data_set: Path, folder: Path, name: str, setup: dict[str, Any]) -> None:
    """Write one set-up's photographs and calibration shots."""
    blank = half(data_set / setup["blank"])
    photos = [photograph(data_set, photo, blank) for photo in setup["photos"]]
    colours = photograph(data_set, setup["colors"], blank)
    truth = [
        np.column_stack([np.full(len(each.cubes), index), each.cubes])
        for index, each in enumerate(photos)
    ]
    np.savez(
        folder / f"{name}.npz",
        blank=blank,
        colours=colours.photo,
        colours_truth=colours.cubes,
        photos=np.stack([each.photo for each in photos]),
        slides=np.stack([find_move(each.photo, blank) for each in photos]),
        codes=np.stack([each.codes for each in photos]),
        cubes=np.concatenate(truth).astype(np.float32),
        unclear=np.array([each.unclear for each in photos], np.float32),
    )


def main(data_set: Path, folder: Path, names: list[str]) -> None:
    """Write the set-ups named, or all."""
    folder.mkdir(parents=True, exist_ok=True)
    setups = json.loads((data_set / "setups.json").read_text())
    for name in names or setups:
        write(data_set, folder, name, setups[name])


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3:])
