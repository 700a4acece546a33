"""Crops of photographs with the answers that the network should give, varied anew each time."""

import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
from numpy.lib import format as numpy_format
from numpy.typing import NDArray

from hardware.tray.reader import channels as inputs
from hardware.tray.reader.channels import channels, paint_at
from hardware.tray.reader.network import CELL, OUTPUTS
from hardware.tray.reader.training.networks import reprint
from hardware.tray.reader.training.scenes.camera import Photo
from hardware.tray.reader.training.scenes.clutter import COVER, THING
from hardware.tray.reader.training.scenes.develop import GLARE
from hardware.tray.reader.training.scenes.lens import HEIGHT, WIDTH, Floats

Rng = np.random.Generator
SIDE = 160
BLANK_FROM = 0.35  # of the crops have no blank
AT_A_CUBE = 0.7  # of the crops lie round a cube, the others anywhere
FITS = 0.85  # of the blanks are brought to their photographs; for some nothing is found
REPRINTED = 0.4  # of the crops have another print on their floor
PICTURES = 0.3  # of these prints are other photographs, cubes and all
AT_A_STACK = 0.4  # of those, where cubes lie on others
UNKNOWN = 103  # nobody knows what is seen here: it teaches nothing
CELLS = SIDE // CELL
AT = {name: index for index, name in enumerate(OUTPUTS)}


class Labelled(NamedTuple):
    """One photograph in memory with its set-up's calibration."""

    photo: Photo
    codes: Photo
    cubes: Floats
    unclear: float
    blank: Photo
    slide: Floats  # brings the blank to the photograph, as the reader does
    paints: Floats  # BGR of the five colours in the calibration shot


def mapped(path: Path, name: str) -> Photo:
    """Return one array of an .npz file as it lies on the disk, read where it is used.

    So ten times as many photographs as the memory holds can be learned from.
    """
    with zipfile.ZipFile(path) as pack:
        entry = pack.getinfo(f"{name}.npy")
        with pack.open(entry) as file:
            numpy_format.read_magic(file)
            shape, _, dtype = numpy_format.read_array_header_1_0(file)
            begins = file.tell()
    assert entry.compress_type == zipfile.ZIP_STORED, path
    with path.open("rb") as raw:
        raw.seek(entry.header_offset + 26)
        lengths = int.from_bytes(raw.read(2), "little") + int.from_bytes(raw.read(2), "little")
    offset = entry.header_offset + 30 + lengths + begins
    return np.asarray(np.memmap(path, dtype, "r", offset, shape))


def load(path: Path) -> list[Labelled]:
    """Return one set-up's photographs."""
    with np.load(path) as file:
        paints = np.zeros((5, 3), np.float32)
        for x, y, colour, *_ in file["colours_truth"]:
            paints[int(colour)] = paint_at(file["colours"], x, y)
        cubes, unclear, slides = file["cubes"], file["unclear"], file["slides"]
    blank, photos, codes = (mapped(path, name) for name in ("blank", "photos", "codes"))
    return [
        Labelled(
            photo,
            codes[index],
            cubes[cubes[:, 0] == index, 1:],
            float(unclear[index]),
            blank,
            slides[index],
            paints,
        )
        for index, photo in enumerate(photos)
    ]


class Crop(NamedTuple):
    """What the network is shown, what it should answer and how much each answer counts."""

    shown: Floats
    wanted: Floats
    weight: Floats


def _pose(rng: Rng, cubes: Floats) -> Floats:
    """Return an affine map from the photograph to the crop."""
    size = float(np.exp(rng.uniform(np.log(0.75), np.log(1.35))))
    angle = float(rng.integers(4) * np.pi / 2 + rng.normal(0, 0.25))
    turn = size * np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    if rng.uniform() < 0.5:
        turn[0] *= -1
    margin = SIDE / 2 / size * 0.95
    centre = [
        rng.uniform(min(margin, half), max(2 * half - margin, half))
        for half in (WIDTH / 2, HEIGHT / 2)
    ]
    if len(cubes) and rng.uniform() < AT_A_CUBE:
        raised = cubes[cubes[:, 5] > 0]
        some = raised if len(raised) and rng.uniform() < AT_A_STACK else cubes
        near = some[int(rng.integers(len(some))), :2] + rng.normal(0, 25, 2)
        centre = [
            float(np.clip(place, min(margin, half), max(2 * half - margin, half)))
            for place, half in zip(near, (WIDTH / 2, HEIGHT / 2), strict=True)
        ]
    shift = np.array([SIDE / 2, SIDE / 2]) - turn @ np.array(centre)
    return np.column_stack([turn, shift]).astype(np.float32)


def crop(rng: Rng, source: Labelled, pictures: list[Labelled] | None = None) -> Crop:
    """Return a crop of a photograph, turned, scaled, recoloured, some on another print.

    Some prints are of `pictures`, which have cubes in them.
    """
    pose = _pose(rng, source.cubes)
    fits = bool(rng.uniform() < FITS)
    before = _brought(rng, pose, source.slide, fits=fits)
    photo = _warp(source.photo, pose)
    blank: Photo | None = _warp(source.blank, before)
    paints: Floats | None = source.paints * np.exp(rng.normal(0, 0.03, (5, 3)).astype(np.float32))
    fate = rng.uniform()
    if rng.uniform() < REPRINTED and blank is not None:
        some = pictures if fits and fate >= BLANK_FROM else None
        factors = reprint.factors_of(rng, _print(rng, some), SIDE, _size(pose))
        is_bare = reprint.bare(source.codes, pose, SIDE)
        between = reprint.from_one_to_other(pose @ _whole(source.slide), before)
        photo, blank = reprint.reprinted(photo, blank, factors, is_bare, between)
    if fate < BLANK_FROM:
        blank = None
    if fate < 0.25 or fate > 0.88:  # as when calibrating: a blank, and no colours known yet
        paints = None
    photo, blank, paints = recoloured(rng, photo, blank, paints)
    wanted, weight = _answers(source, pose)
    known = None if paints is None else np.asarray(paints, np.float32)
    return Crop(channels(photo, blank, known, places(pose)), wanted, weight)


def _print(rng: Rng, pictures: list[Labelled] | None) -> Photo:
    """Return what is printed: a floor or, with a blank that fits, another photograph."""
    if pictures and rng.uniform() < PICTURES:
        return pictures[int(rng.integers(len(pictures)))].photo
    return reprint.random_print(rng)


def _size(pose: Floats) -> float:
    return float(np.sqrt(abs(np.linalg.det(pose[:, :2]))))


def _whole(move: Floats) -> Floats:
    return np.asarray(np.vstack([move, [0, 0, 1]]), np.float32)


def places(pose: Floats) -> inputs.Floats:
    """Return where each picture element of a crop lies in the photograph, turned as the crop is."""
    return inputs.places_shown(np.asarray(pose, np.float32), SIDE, HEIGHT, WIDTH)


def _brought(rng: Rng, pose: Floats, slide: Floats, *, fits: bool) -> Floats:
    """Return the map from the blank to the crop; it fits but for a little, and at times not."""
    other = pose @ (_whole(slide) if fits else np.eye(3))
    other[:, 2] += rng.normal(0, 0.5, 2)
    return np.asarray(other, np.float32)


def _warp(picture: Photo, pose: Floats) -> Photo:
    warped = cv2.warpAffine(
        picture, pose, (SIDE, SIDE), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(warped, np.uint8)


def recoloured(
    rng: Rng, photo: Photo, blank: Photo | None, paints: Floats | None
) -> tuple[Photo, Photo | None, Floats | None]:
    """Return all three under another light and another camera's tone, the same for all."""
    gain = np.exp(rng.normal(0, 0.08, 3) + rng.normal(0, 0.15))
    power = float(np.exp(rng.normal(0, 0.15)))
    table = np.arange(256)[:, None] / 255
    table = np.clip(table**power * gain * 255, 0, 255).astype(np.uint8)
    drift = np.clip(table * np.exp(rng.normal(0, 0.02, 3)), 0, 255).astype(np.uint8)
    photo = np.asarray(cv2.LUT(photo, drift[None]), np.uint8)
    if blank is not None:
        blank = np.asarray(cv2.LUT(blank, table[None]), np.uint8)
    if paints is not None:
        paints = np.clip(np.clip(paints / 255, 0, 1) ** power * gain * 255, 0, 255).astype(
            np.float32
        )
    if rng.uniform() < 0.35:
        noisy = photo + rng.standard_normal(photo.shape, np.float32) * rng.uniform(1, 9)
        photo = np.clip(noisy, 0, 255).astype(np.uint8)
    return photo, blank, paints


def _answers(source: Labelled, pose: Floats) -> tuple[Floats, Floats]:
    """Return the wanted answers and their weights, both (outputs, CELLS, CELLS)."""
    grid = pose.copy()
    grid[:, :2] = (
        grid[:, :2] * 2 / CELL
    )  # the codes are at half size, the answers at a quarter of the crop
    grid[:, 2] = grid[:, 2] / CELL - 0.5 + 0.5 / CELL
    codes = cv2.warpAffine(
        source.codes, grid, (CELLS, CELLS), flags=cv2.INTER_NEAREST, borderValue=UNKNOWN
    )
    wanted = np.zeros((len(OUTPUTS), CELLS, CELLS), np.float32)
    weight = np.ones_like(wanted)
    known = (codes != UNKNOWN).astype(np.float32)
    is_cube = np.zeros_like(known)
    weight[:] = known
    _cubes(source, pose, codes, wanted, weight, is_cube)
    wanted[AT["cube"]] = is_cube
    wanted[AT["cover"]] = codes == COVER
    wanted[AT["thing"]] = codes == THING
    wanted[AT["unclear"]] = codes == GLARE
    weight[AT["raised"]] *= 0.2 + 0.8 * is_cube
    weight[AT["cut"]] *= 0.2 + 0.8 * is_cube
    if source.unclear > 1:
        wanted[AT["unclear"]] = 1
        weight[: AT["unclear"]] *= 0.1
    elif source.unclear > 0.55:
        weight[AT["unclear"]] = 0
    if GLARE in source.codes:
        weight[: AT["unclear"]] *= (codes != GLARE) * 0.9 + 0.1
    return wanted, weight


def _cubes(
    source: Labelled,
    pose: Floats,
    codes: Floats,
    wanted: Floats,
    weight: Floats,
    is_cube: Floats,
) -> None:
    size = _size(pose)
    rows, columns = np.mgrid[0:CELLS, 0:CELLS].astype(np.float32)
    colours = slice(AT["red"], AT["black"] + 1)
    weight[colours] = 0
    for index, (x, y, colour, radius, visible, raised) in enumerate(source.cubes):
        where = codes == index + 1
        is_cube[where] = 1
        weight[colours, where] = 1
        wanted[AT["red"] + int(colour), where] = 1
        wanted[AT["raised"], where] = raised
        centre = pose @ np.array([x, y, 1], np.float32)
        place, reach = centre / CELL - 0.5 + 0.5 / CELL, radius * size
        edge = min(
            *centre, *(SIDE - centre), x * size, y * size, (WIDTH - x) * size, (HEIGHT - y) * size
        )
        wanted[AT["cut"], where] = edge < reach * 0.75
        if reach * 0.75 <= edge < reach * 1.15:
            weight[AT["cut"], where] = 0
        near = (columns - place[0]) ** 2 + (rows - place[1]) ** 2
        spread = np.clip(reach / CELL * 0.33, 0.7, 1.6)
        bump = np.exp(-near / (2 * spread**2))
        inside = near < (reach / CELL) ** 2 * 0.8
        if visible < 0.4 or edge < reach * 0.4:
            weight[AT["centre"]][inside] = 0
            continue
        wanted[AT["centre"]] = np.maximum(wanted[AT["centre"]], bump)
        hot = near < 2.0
        wanted[AT["radius"]][hot] = np.log(reach / 10)
    weight[AT["radius"]] = (wanted[AT["centre"]] > 0.5) * weight[AT["centre"]]


def chances(counts: list[int], shares: list[float] | None) -> NDArray[np.float64]:
    """Return how often each example is shown: so much of each folder, however full it is."""
    each = zip(counts, shares or [1.0] * len(counts), strict=True)
    often = np.concatenate([np.full(count, share / max(count, 1)) for count, share in each])
    return np.asarray(often / often.sum(), np.float64)


def endless(rng: Rng, photos: list[Labelled], often: Floats | None) -> Iterator[Crop]:
    """Yield crops for ever; `often` is each photograph's share."""
    while True:
        yield crop(rng, photos[int(rng.choice(len(photos), p=often))], photos)
