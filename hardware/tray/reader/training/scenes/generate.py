"""Rendered trays.

Arguments: FOLDER SETUPS SEED. The README of the training shows the command.

Needs bpy (see `rendering`). Writes what light comes from each tray; `develop` makes photographs.
Two of three trays have a plain grey floor, on which `variants` lays any other.
"""

import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import cv2
import numpy as np

from hardware.tray.reader.training.scenes.clutter import (
    Thing,
    card,
    coin,
    die,
    foreign_cube,
    strange_cube,
    token,
)
from hardware.tray.reader.training.scenes.layout import Cube, heap, rows, scatter, stack, turned
from hardware.tray.reader.training.scenes.lens import Floats, random_lens
from hardware.tray.reader.training.scenes.prints import LEARNED
from hardware.tray.reader.training.scenes.setups import Canvas, Setup, outline, random_setup
from hardware.tray.reader.training.scenes.trays import KINDS, neutral

Rng = np.random.Generator
Render = Callable[[Rng, Setup, Any, Floats], Canvas]  # `rendering.render`, or `drawing.draw`
SCENES = 5  # of each set-up, beside its two calibration shots
PILED = 0.36  # of the scenes, two thirds of them stacks, one third heaps


class Plan(NamedTuple):
    """What the scenes of a set-up shall be like."""

    piled: float = PILED
    scenes: int = SCENES
    most_cubes: int = 22
    lamps_moved: float = 0.0  # part of the scenes whose lamps have moved since the calibration
    rows: float = 0.0  # part of the scenes whose cubes lie in lines, face to face
    foreign: float = 0.0  # part of the scenes in which cubes of other games lie


RENDERED = Plan(scenes=6, most_cubes=45, lamps_moved=0.25, rows=0.25, foreign=0.3)
OWN_FLOOR_EVERY = 3  # so many set-ups; the others are grey


class Scene(NamedTuple):
    """What lies in the tray."""

    cubes: list[Cube]
    things: list[Thing]
    has_hand: bool


def random_scene(rng: Rng, setup: Setup, plan: Plan) -> Scene:
    """Return a random scene; almost half should be refused."""
    number = (
        0
        if rng.uniform() < 0.04
        else int(
            rng.integers(1, 7) if rng.uniform() < 0.45 else rng.integers(5, plan.most_cubes + 1)
        )
    )
    jitter = float(rng.choice([0.005, 0.015]))
    lay = rows if plan.rows and rng.uniform() < plan.rows else scatter
    cubes = lay(rng, number, setup.reach_mm * rng.choice([1, 1, 1.12]), setup.size_mm, jitter)
    fate = rng.uniform()
    if cubes and fate < plan.piled * 2 / 3:
        cubes = stack(rng, cubes, int(rng.choice([1, 1, 2, 3])))
    elif fate < plan.piled:
        cubes = heap(rng, cubes, int(rng.integers(1, 7)))
    things = _things(rng, setup, cubes) if rng.uniform() < 0.35 else []
    if plan.foreign and rng.uniform() < plan.foreign:
        things += _foreign(rng, setup, cubes)
    if rng.uniform() < 0.06:
        under = setup.size_mm if rng.uniform() < 0.7 else 0.0
        things.append(card(rng, (rng.uniform(-1, 1, 2) * setup.reach_mm).astype(np.float32), under))
    return Scene(cubes, things, bool(rng.uniform() < 0.1))


def _things(rng: Rng, setup: Setup, cubes: list[Cube]) -> list[Thing]:
    things: list[Thing] = []
    for _ in range(int(rng.integers(1, 5))):
        place = (rng.uniform(-1.05, 1.05, 2) * setup.reach_mm).astype(np.float32)
        if all(np.hypot(*(cube.centre[:2] - place)) > 19 for cube in cubes):
            kind = (coin, coin, die, token, token, strange_cube)[int(rng.integers(6))]
            things.append(kind(rng, place))
    return things


def _foreign(rng: Rng, setup: Setup, cubes: list[Cube]) -> list[Thing]:
    places = rng.uniform(-1, 1, (int(rng.integers(1, 7)), 2)) * setup.reach_mm
    return [
        foreign_cube(rng, place, setup.size_mm, setup.paints)
        for place in places.astype(np.float32)
        if all(np.hypot(*(cube.centre[:2] - place)) > 1.5 * setup.size_mm for cube in cubes)
    ]


def _truth(setup: Setup, cube: Cube, code: int, codes: Floats) -> list[float]:
    """Return x, y, colour, radius, visible share, whether it is raised."""
    polygon = outline(setup, cube)
    centre = (polygon.min(0) + polygon.max(0)) / 2
    area = float(cv2.contourArea(polygon))
    seen = float((codes == code).sum()) / max(area, 1)
    return [*centre, cube.colour, np.sqrt(area) / 2, min(seen, 1.0), cube.is_raised]


def truths(setup: Setup, scene: Scene, codes: Floats) -> Floats:
    """Return a row for each cube of a rendered scene (N, 6)."""
    rows = [_truth(setup, cube, index + 1, codes) for index, cube in enumerate(scene.cubes)]
    return np.array(rows, np.float32).reshape(-1, 6)


def pose_of(rng: Rng) -> Floats:
    """Return how the tray was nudged since its calibration: mostly a little, sometimes a lot."""
    wide = float(rng.choice([0.4, 1.0, 4.0], p=[0.6, 0.25, 0.15]))
    return np.array([*rng.normal(0, wide, 2), rng.normal(0, 0.004 * wide)], np.float32)


def colours_scene(rng: Rng, setup: Setup) -> Scene:
    """Return the calibration's scene: one cube of each colour, apart."""
    order, middle = rng.permutation(5), np.minimum(setup.reach_mm * 0.6, 50)
    spots = np.array([[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]]) * middle
    cubes = []
    for colour, spot in zip(order, spots, strict=True):
        place = spot + rng.normal(0, 3, 2)
        turn = turned(float(rng.uniform(0, 7)))
        cubes.append(Cube(int(colour), np.array([*place, 4], np.float32), turn, setup.size_mm))
    return Scene(cubes, [], False)


def make_setup(
    seed: int, plan: Plan, render: Render, floors: tuple[Callable[[Rng], Floats], ...] = KINDS
) -> dict[str, Floats]:
    """Return one set-up's blank, colour shot and scenes in linear light, with the truth."""
    rng = np.random.default_rng(seed)
    setup = random_setup(rng, random_lens(rng), floors)
    five = colours_scene(rng, setup)
    scenes = [random_scene(rng, setup, plan) for _ in range(plan.scenes)]
    scenes = [scene for scene in scenes if len(scene.cubes) < 90]
    blank = render(rng, setup, Scene([], [], False), np.zeros(3, np.float32))
    poses: list[Floats] = [np.asarray(pose_of(rng) * 0.2, np.float32)]
    colours = render(rng, setup, five, poses[0])
    lit = [lamps_moved(rng, setup) if rng.uniform() < plan.lamps_moved else setup for _ in scenes]
    seen = []
    for now, scene in zip(lit, scenes, strict=True):
        poses.append(pose_of(rng))
        seen.append(render(rng, now, scene, poses[-1]))
    rows = [truths(setup, scene, each.codes) for scene, each in zip(scenes, seen, strict=True)]
    numbered = [np.insert(each, 0, index, 1) for index, each in enumerate(rows)]
    return {
        "blank": _half(blank),
        "colours": _half(colours),
        "colours_codes": colours.codes,
        "colours_truth": truths(setup, five, colours.codes),
        "scenes": np.stack([_half(each) for each in seen]),
        "codes": np.stack([each.codes for each in seen]),
        "cubes": np.concatenate(numbered).astype(np.float32),
        **_what_varies(setup, poses),
    }


def _what_varies(setup: Setup, poses: list[Floats]) -> dict[str, Floats]:
    """Return what `variants` must know of a set-up; the first pose is that of the five cubes."""
    return {
        "paints": setup.paints,
        "floor_mean": setup.floor.mean((0, 1)).astype(np.float32),
        "floor_mm": setup.lens.floor,
        "half_mm": setup.wall.half_mm if setup.wall else np.full(2, np.inf, np.float32),
        "poses": np.stack(poses),
    }


def lamps_moved(rng: Rng, setup: Setup) -> Setup:
    """Return a set-up whose lamps were pushed aside, dimmed or turned up."""
    lamps = tuple(
        replace(
            lamp,
            place=lamp.place + rng.normal(0, 0.25, 3) * np.abs(lamp.place).max() * (1, 1, 0.3),
            light=lamp.light * float(np.exp(rng.normal(0, 0.25))),
        )
        for lamp in setup.lamps
    )
    return replace(setup, lamps=lamps)


def _half(canvas: Canvas) -> Floats:
    return canvas.picture.astype(np.float16)


def keep(path: Path, arrays: dict[str, Floats]) -> None:
    """Write a file of arrays; a process that is stopped half-way leaves none."""
    part = path.with_suffix(".part")
    save: Callable[..., None] = np.savez  # its own type takes no dict of arrays
    with part.open("wb") as file:
        save(file, **arrays)
    part.replace(path)


def whole(light: dict[str, Floats]) -> dict[str, Floats]:
    """Return light as numbers to reckon with; it is kept in half as many digits."""
    return {
        name: part.astype(np.float32) if part.dtype == np.float16 else part
        for name, part in light.items()
    }


def main(folder: Path, setups: int, seed: int) -> None:
    """Write the set-ups seed, seed + 1, ... as .npz files; those that are there are left alone."""
    from hardware.tray.reader.training.scenes.rendering import render

    folder.mkdir(parents=True, exist_ok=True)
    for number in range(seed, seed + setups):
        path = folder / f"{number:06}.npz"
        if not path.exists():
            floors = LEARNED if number % OWN_FLOOR_EVERY == 0 else (neutral,)
            keep(path, make_setup(number, RENDERED, render, floors))


if __name__ == "__main__":
    cv2.setNumThreads(1)
    main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
