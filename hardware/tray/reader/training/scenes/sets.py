"""Two sets of set-ups to choose margins by and to judge by: photographed, with truth.

Arguments: choose|judge FOLDER DATASET SETUPS [--rendered] [--lines]. The README of the training
shows the command. They are drawn, or rendered with Blender (see `rendering`); with --lines all
cubes lie in lines, face to face. Each of these has seeds of its own.

They share no floor, lamp or camera with each other or with what is learned from: half of the floors
are of kinds that no other set has, and all seeds differ. Every other set-up lies on such a floor.
"""

import argparse
import json
from pathlib import Path

import cv2
import numpy as np

from hardware.tray.reader.training.scenes import prints, trays
from hardware.tray.reader.training.scenes.data_set import write
from hardware.tray.reader.training.scenes.develop import develop
from hardware.tray.reader.training.scenes.drawing import draw
from hardware.tray.reader.training.scenes.generate import Plan, Render, keep, make_setup, whole

PLAN = Plan(piled=0.2, scenes=8, most_cubes=45, lamps_moved=0.25)
LINES = Plan(piled=0.0, scenes=6, most_cubes=40, lamps_moved=0.25, rows=1.0)
RENDERED_FROM, LINES_FROM = 50_000, 80_000  # seeds of their own, so much further on
SETS = {"choose": (prints.CHOOSE, 600_000), "judge": (prints.JUDGE, 700_000)}  # floors, first seed


def name_of(kinds: prints.Kinds, number: int) -> str:
    """Return a set-up's name, which says on which kind of floor it is."""
    kind = kinds[number // 2 % len(kinds)].__name__ if number % 2 == 0 else "usual"
    return f"{kind}_{number:03}"


def make(
    name: str, folder: Path, number: int, render: Render | None = None, plan: Plan = PLAN
) -> Path:
    """Draw (or render) and photograph one set-up, unless that is done; return its file."""
    kinds, first = SETS[name]
    first += (RENDERED_FROM if render else 0) + (LINES_FROM if plan is LINES else 0)
    path = folder / f"{name_of(kinds, number)}.npz"
    if not path.exists():
        floors = (kinds[number // 2 % len(kinds)],) if number % 2 == 0 else trays.KINDS
        light = make_setup(first + number, plan, render or draw, floors)
        keep(path, develop(np.random.default_rng([first, number]), whole(light)))
    return path


def main(asked: argparse.Namespace) -> None:
    """Write a data set of so many set-ups; it grows with every one."""
    render: Render | None = None
    if asked.rendered:
        from hardware.tray.reader.training.scenes.rendering import render
    asked.folder.mkdir(parents=True, exist_ok=True)
    (asked.data_set / "images").mkdir(parents=True, exist_ok=True)
    plan = LINES if asked.lines else PLAN
    setups, lines = {}, []
    for number in range(asked.setups):
        path = make(asked.name, asked.folder, number, render, plan)
        setups[path.stem], more = write(path, asked.data_set)
        lines += more
        (asked.data_set / "setups.json").write_text(json.dumps(setups, indent=1))
        told = "".join(json.dumps(line) + "\n" for line in lines)
        (asked.data_set / "index.jsonl").write_text(told)


def parsed() -> argparse.Namespace:
    """Return what the command line asks."""
    parser = argparse.ArgumentParser()
    parser.add_argument("name", choices=SETS)
    parser.add_argument("folder", type=Path)
    parser.add_argument("data_set", type=Path)
    parser.add_argument("setups", type=int)
    parser.add_argument("--rendered", action="store_true")
    parser.add_argument("--lines", action="store_true")
    return parser.parse_args()


if __name__ == "__main__":
    cv2.setNumThreads(1)
    main(parsed())
