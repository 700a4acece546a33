"""Two sets of set-ups to choose margins by and to judge by: drawn, photographed, with truth.

Arguments: choose|judge DRAWN DATASET SETUPS. The README of the training shows the command.

They share no floor, lamp or camera with each other or with what is learned from: half of the floors
are of kinds that no other set has, and all seeds differ. Every other set-up lies on such a floor.
"""

import json
import sys
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np

from hardware.tray.reader.training.scenes import prints, trays
from hardware.tray.reader.training.scenes.data_set import write
from hardware.tray.reader.training.scenes.develop import develop
from hardware.tray.reader.training.scenes.drawing import draw
from hardware.tray.reader.training.scenes.generate import Plan, make_setup
from hardware.tray.reader.training.scenes.lens import Floats

PLAN = Plan(piled=0.2, scenes=8, most_cubes=45, lamps_moved=0.25)
SETS = {"choose": (prints.CHOOSE, 600_000), "judge": (prints.JUDGE, 700_000)}  # floors, first seed


def name_of(kinds: prints.Kinds, number: int) -> str:
    """Return a set-up's name, which says on which kind of floor it is."""
    kind = kinds[number // 2 % len(kinds)].__name__ if number % 2 == 0 else "usual"
    return f"{kind}_{number:03}"


def make(name: str, drawn: Path, number: int) -> Path:
    """Draw and photograph one set-up, unless that is done; return its file."""
    kinds, seed = SETS[name]
    is_own = number % 2 == 0
    path = drawn / f"{name_of(kinds, number)}.npz"
    if not path.exists():
        floors = (kinds[number // 2 % len(kinds)],) if is_own else trays.KINDS
        light = make_setup(seed + number, PLAN, draw, floors)
        save: Callable[..., None] = np.savez  # its own type takes no dict of arrays
        save(path, **develop(np.random.default_rng([seed, number]), whole(light)))
    return path


def whole(light: dict[str, Floats]) -> dict[str, Floats]:
    """Return light as numbers to reckon with; it is kept in half as many digits."""
    return {
        name: part.astype(np.float32) if part.dtype == np.float16 else part
        for name, part in light.items()
    }


def main(name: str, drawn: Path, data_set: Path, count: int) -> None:
    """Write a data set of so many set-ups; it grows with every one."""
    drawn.mkdir(parents=True, exist_ok=True)
    (data_set / "images").mkdir(parents=True, exist_ok=True)
    setups, lines = {}, []
    for number in range(count):
        path = make(name, drawn, number)
        setups[path.stem], more = write(path, data_set)
        lines += more
        (data_set / "setups.json").write_text(json.dumps(setups, indent=1))
        (data_set / "index.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))


if __name__ == "__main__":
    cv2.setNumThreads(1)
    main(sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3]), int(sys.argv[4]))
