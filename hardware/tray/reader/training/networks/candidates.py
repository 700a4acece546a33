"""What the first look takes for cubes in them.

Arguments: PHOTOS. The README of the training shows the command.

Writes NAME.seen.npy beside each NAME.npz: what is no cube there teaches the closer look.
"""

import os
import sys
from collections.abc import Callable
from functools import partial
from multiprocessing import Pool
from pathlib import Path

import cv2
import numpy as np

from hardware.tray.reader.alignment.registration import moved
from hardware.tray.reader.channels import Floats, channels
from hardware.tray.reader.channels import places as whole_places
from hardware.tray.reader.first_look import peaks
from hardware.tray.reader.network import CELL, first_look
from hardware.tray.reader.training.networks.crops import Labelled, load
from hardware.tray.reader.training.scenes.lens import HEIGHT, WIDTH

LEAST = 0.08  # believed
READABLE = 0.7  # of a photograph's unclearness
Read = Callable[[Path], Floats]  # what a set-up's file tells


def seen(photo: Labelled) -> list[tuple[float, float]]:
    """Return the middles of what may be cubes (x, y)."""
    slide, paints = (np.asarray(each, np.float32) for each in (photo.slide, photo.paints))
    blank = moved(photo.blank, slide)
    answer = first_look(channels(photo.photo, blank, paints, whole_places(HEIGHT, WIDTH)))
    middle = (CELL - 1) / 2
    return [
        (peak.column * CELL + middle, peak.row * CELL + middle) for peak in peaks(answer, LEAST)
    ]


def all_seen(photos: list[Labelled]) -> Floats:
    """Return a row for each in any photograph: its number, x, y (N, 3)."""
    rows = [
        (index, *place)
        for index, photo in enumerate(photos)
        if photo.unclear <= READABLE
        for place in seen(photo)
    ]
    return np.array(rows, np.float32).reshape(-1, 3)


def beside(path: Path, kind: str) -> Path:
    """Return the file of what was read of a set-up: "seen", "places" or "signs"."""
    return path.with_suffix(f".{kind}.npy")


def _keep(kind: str, read: Read, path: Path) -> None:
    cv2.setNumThreads(1)
    part = path.with_suffix(".part")
    with part.open("wb") as file:
        np.save(file, read(path))
    part.replace(beside(path, kind))


def read_once(kind: str, read: Read, paths: list[Path]) -> list[Floats]:
    """Return what is read of each set-up, by all cores; what lies beside it is not read again."""
    left = [path for path in paths if not beside(path, kind).exists()]
    with Pool(os.cpu_count()) as pool:
        pool.map(partial(_keep, kind, read), left, 1)
    return [np.load(beside(path, kind)) for path in paths]


def _seen_in(path: Path) -> Floats:
    return all_seen(load(path))


def main(folder: Path) -> None:
    """Look at every photograph of a folder that `develop` or `compose` has made."""
    read_once("seen", _seen_in, sorted(folder.glob("*.npz")))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
