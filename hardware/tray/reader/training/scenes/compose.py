"""Photographs of drawn trays, ready to be trained on: several set-ups a second, from seeds alone.

Arguments: FOLDER SETUPS SEED. The README of the training shows the command.
"""

import os
import sys
from multiprocessing import Pool
from pathlib import Path

import cv2
import numpy as np

from hardware.tray.reader.training.scenes.develop import develop
from hardware.tray.reader.training.scenes.drawing import draw
from hardware.tray.reader.training.scenes.generate import Plan, keep, make_setup, whole
from hardware.tray.reader.training.scenes.lens import Floats
from hardware.tray.reader.training.scenes.prints import LEARNED

PLAN = Plan(piled=0.36, scenes=8, most_cubes=45, lamps_moved=0.25, rows=0.25, foreign=0.3)


def composed(seed: int) -> dict[str, Floats]:
    """Return one set-up's photographs with their truth."""
    light = make_setup(seed, PLAN, draw, LEARNED)
    return develop(np.random.default_rng([seed, 1]), whole(light))


def _write(path: Path) -> None:
    """Write the set-up that a file is named after."""
    cv2.setNumThreads(1)
    keep(path, composed(int(path.stem)))


def main(folder: Path, count: int, seed: int) -> None:
    """Write the set-ups seed, seed + 1, ... as .npz files; those that are there are left alone."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = [folder / f"{number:06}.npz" for number in range(seed, seed + count)]
    with Pool(os.cpu_count()) as pool:
        pool.map(_write, [path for path in paths if not path.exists()], 1)


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
