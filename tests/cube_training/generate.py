"""`python -m tests.cube_training.generate FOLDER SETUPS SEED`: photographs with their truth."""

import sys
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np

from tests.cube_training import camera as cameras
from tests.cube_training.camera import Camera, Picture
from tests.cube_training.clutter import (
    Canvas,
    Thing,
    card,
    coin,
    die,
    paint_hand,
    paint_thing,
    strange_cube,
    token,
)
from tests.cube_training.layout import Cube, heap, scatter, stack, turned
from tests.cube_training.lens import HEIGHT, WIDTH, Floats, random_lens
from tests.cube_training.painting import Setup, lit, outline, paint_cube, paint_floor, random_setup

Rng = np.random.Generator
GLARE = 102
PHOTOS = 6  # of each set-up


class Scene(NamedTuple):
    """What lies in the tray."""

    cubes: list[Cube]
    things: list[Thing]
    has_hand: bool


class Sample(NamedTuple):
    """A photograph with its truth; `cubes` has rows of x, y, colour, radius, visible, raised."""

    photo: Picture
    codes: Picture
    cubes: Floats
    unclear: float


def random_scene(rng: Rng, setup: Setup) -> Scene:
    """Return a random scene; about a third should be refused."""
    number = (
        0
        if rng.uniform() < 0.04
        else int(rng.integers(1, 7) if rng.uniform() < 0.45 else rng.integers(5, 23))
    )
    jitter = float(rng.choice([0.005, 0.015]))
    cubes = scatter(rng, number, setup.reach_mm * rng.choice([1, 1, 1.12]), setup.size_mm, jitter)
    fate = rng.uniform()
    if cubes and fate < 0.2:
        cubes = stack(rng, cubes, int(rng.choice([1, 1, 2, 3])))
    elif fate < 0.27:
        cubes = heap(rng, cubes, int(rng.integers(1, 7)))
    things = _things(rng, setup, cubes) if rng.uniform() < 0.35 else []
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


def paint(rng: Rng, setup: Setup, scene: Scene, pose: Floats) -> Canvas:
    """Return the scene in linear light and the map of what is seen where."""
    bodies = [cube.corners() for cube in scene.cubes] + [thing.corners() for thing in scene.things]
    picture = paint_floor(setup, pose, bodies, _glow(setup, scene))
    picture = cameras.stained(rng, picture)
    canvas = Canvas(picture, np.zeros((HEIGHT, WIDTH), np.uint8))
    high = [body for body in bodies if body[:, 2].max() > setup.size_mm * 1.2]
    full = np.ones((HEIGHT, WIDTH), np.float32)
    tops = [lit(setup, lamp, high, setup.size_mm, pose) if high else full for lamp in setup.lamps]
    for thing in scene.things:
        if not thing.under_mm:
            paint_thing(setup, thing, canvas, tops)
    far = [float(np.linalg.norm(cube.centre - setup.lens.position)) for cube in scene.cubes]
    for index in np.argsort(far)[::-1]:
        paint_cube(setup, scene.cubes[index], scene.cubes, canvas.picture, tops, rng)
        canvas.mark(outline(setup, scene.cubes[index]), int(index) + 1)
    for thing in scene.things:
        if thing.under_mm:
            paint_thing(setup, thing, canvas, tops)
    if scene.has_hand:
        paint_hand(rng, setup, canvas)
    return canvas


def _glow(setup: Setup, scene: Scene) -> Floats:
    """Return how cubes dim the ambient light at their feet, and the colour that they throw."""
    glow = np.zeros((HEIGHT, WIDTH, 4), np.float32)
    for cube in scene.cubes:
        points = outline(setup, cube).astype(np.int32)
        thrown = setup.paints[cube.colour] * setup.lamps[0].light
        cv2.fillConvexPoly(glow, points, (1.0, *(float(part) for part in thrown)))
    glow = np.asarray(cv2.GaussianBlur(glow, (0, 0), 6), np.float32)
    glow[..., 0] = 1 - 0.8 * np.minimum(1.3 * glow[..., 0], 1)
    glow[..., 1:] *= 0.12
    return np.asarray(glow, np.float32)


def sample(
    rng: Rng, setup: Setup, camera: Camera, nominal: float, scene: Scene, pose: Floats
) -> Sample:
    """Return a photograph of a scene with its truth."""
    canvas = paint(rng, setup, scene, pose)
    photo, glare, unclear = cameras.photograph(rng, camera, canvas.picture, nominal)
    codes = canvas.codes
    rows = [_truth(setup, cube, index + 1, codes) for index, cube in enumerate(scene.cubes)]
    codes[glare > 0] = GLARE
    return Sample(photo, codes[::2, ::2].copy(), np.array(rows, np.float32).reshape(-1, 6), unclear)


def _truth(setup: Setup, cube: Cube, code: int, codes: Picture) -> list[float]:
    polygon = outline(setup, cube)
    centre = (polygon.min(0) + polygon.max(0)) / 2
    area = float(cv2.contourArea(polygon))
    seen = float((codes == code).sum()) / max(area, 1)
    return [*centre, cube.colour, np.sqrt(area) / 2, min(seen, 1.0), cube.is_raised]


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


def make_setup(seed: int) -> dict[str, Floats]:
    """Return one set-up's blank, colours and photographs with truth as arrays."""
    rng = np.random.default_rng(seed)
    lens = random_lens(rng)
    setup = random_setup(rng, lens)
    still = np.zeros(3, np.float32)
    empty = Scene([], [], False)
    camera = cameras.random_camera(rng, paint(rng, setup, empty, still).picture)
    nominal = camera.exposure
    blank = sample(rng, setup, camera, nominal, empty, still)
    colours = sample(rng, setup, camera, nominal, colours_scene(rng, setup), pose_of(rng) * 0.2)
    photos = []
    for _ in range(PHOTOS):
        drift = replace(camera, exposure=camera.exposure * float(np.exp(rng.normal(0, 0.04))))
        if rng.uniform() < 0.1:
            gains = camera.gains * np.exp(rng.normal(0, 0.12, 3)).astype(np.float32)
            drift = replace(
                drift, gains=gains, exposure=drift.exposure * float(rng.uniform(0.6, 1.5))
            )
        if rng.uniform() < 0.13:
            drift = cameras.spoiled(rng, drift)
        scene = random_scene(rng, setup)
        if len(scene.cubes) < 90:
            photos.append(sample(rng, setup, drift, nominal, scene, pose_of(rng)))
    truth = [
        np.column_stack([np.full(len(photo.cubes), index), photo.cubes])
        for index, photo in enumerate(photos)
    ]
    return {
        "blank": blank.photo,
        "colours": colours.photo,
        "colours_truth": colours.cubes,
        "photos": np.stack([photo.photo for photo in photos]),
        "codes": np.stack([photo.codes for photo in photos]),
        "cubes": np.concatenate(truth).astype(np.float32),
        "unclear": np.array([photo.unclear for photo in photos], np.float32),
    }


def main(folder: Path, setups: int, seed: int) -> None:
    """Write the set-ups seed, seed + 1, ... as .npz files; those that are there are left alone."""
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(seed, seed + setups):
        path = folder / f"{number:06}.npz"
        if not path.exists():
            np.savez(path, **make_setup(number))  # type: ignore[arg-type]


if __name__ == "__main__":
    cv2.setNumThreads(1)
    main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
