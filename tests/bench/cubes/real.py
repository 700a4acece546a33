"""Real photographs of painted wooden blocks as a data set for `dragonbag cubes`.

Arguments: REPOSITORIES OUT. The frames lie in public repositories, most without a licence, so only
our labels are kept here (real_labels.json): commit, path, and the place and colour of each block.
A clone of each is looked for in REPOSITORIES/OWNER/NAME; set-ups that lack one are left out.

Blocks of another frame can be added, with their shadows: all pixels are real, but such a photograph
was never taken. For that the labels name the empty frame of the same camera. Photographs that are
"held" are laid onto the empty tray's when they are read, as a phone's are.
"""

import json
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.tray.photos import decode_whole
from hardware.tray.reader.channels import Floats, Photo
from hardware.tray.reader.reading import COLOURS

LABELS = Path(__file__).with_name("real_labels.json")
QUALITY = 95
RING = 1.3  # of a block's reach: what is darker or brighter there is so by the light alone
FEATHER_PX = 2.0
PAINT_LAB, DARKER_LAB = 14, 32  # from here on a pixel is of the block, not of its shadow
BRIGHT_PERCENT, LEAST_WHITE = 95, 150  # what white paper would be on a floor
REACH_PX = 24
MOVED_PX, BRIGHTER, NOISE = 1.0, 0.05, 2.5

Labels = dict[str, Any]


class Frames:
    """The frames that the labels name, out of the clones of their repositories."""

    def __init__(self, repositories: Path, labels: Labels) -> None:
        """Keep where the clones lie, and what each frame is."""
        self._repositories, self._labels = repositories, labels
        self.read = cache(self._read)

    def _read(self, name: str) -> Photo:
        frame = self._labels["frames"][name]
        owner_and_name = frame["repository"]
        commit = self._labels["repositories"][owner_and_name]["commit"]
        where = self._repositories / owner_and_name
        said = subprocess.run(
            ["git", "-C", where, "show", f"{commit}:{frame['path']}"],
            capture_output=True, check=True,
        )  # fmt: skip
        photo = decode_whole(said.stdout)
        if "width" in frame:
            photo = _narrowed(photo, frame["width"])
        return _bytes(photo[..., ::-1]) if frame.get("swapped") else photo

    def empty(self, name: str) -> Photo:
        """Return the frame of the same camera without blocks."""
        return self.read(self._labels["frames"][name]["empty"])

    def blocks(self, name: str) -> list[tuple[float, float, str]]:
        """Return where the blocks of a frame lie, and their colours."""
        return [tuple(block) for block in self._labels["frames"][name].get("blocks", [])]

    def reach(self, name: str) -> int:
        """Return how far a block reaches with its sides and shadow."""
        return int(self._labels["frames"][name].get("reach", REACH_PX))

    def has_all_of(self, setup: Labels) -> bool:
        """Return whether the repositories of all frames of a set-up are there."""
        named = set(_frames_of(setup))
        named |= {self._labels["frames"][name].get("empty", name) for name in named}
        return all(
            (self._repositories / self._labels["frames"][name]["repository"]).exists()
            for name in named
        )


def _frames_of(value: object) -> list[str]:
    if isinstance(value, dict):
        own = [value["frame"]] if "frame" in value else []
        return own + [name for part in value.values() for name in _frames_of(part)]
    if isinstance(value, list):
        added = [value[0]] if value and isinstance(value[0], str) else []
        return added + [name for part in value for name in _frames_of(part)]
    return []


def _narrowed(photo: Photo, width: int) -> Photo:
    height = round(photo.shape[0] * width / photo.shape[1])
    return np.asarray(cv2.resize(photo, (width, height), interpolation=cv2.INTER_AREA), np.uint8)


def _disc(shape: tuple[int, ...], at: tuple[float, float], radius: float) -> Floats:
    disc = np.zeros(shape[:2], np.float32)
    cv2.circle(disc, (round(at[0]), round(at[1])), round(radius), 1, -1)
    return disc


def _soft(mask: Floats) -> Floats:
    return np.asarray(cv2.GaussianBlur(mask, (0, 0), FEATHER_PX), np.float32)[..., None]


def _gain(photo: Photo, empty: Photo, at: tuple[float, float], reach: int) -> Floats:
    ring = _disc(photo.shape, at, reach * RING) - _disc(photo.shape, at, reach)
    places = ring > 0
    now, before = photo[places].astype(np.float32), empty[places].astype(np.float32)
    return np.asarray(np.median((now + 1) / (before + 1), axis=0), np.float32)


def _bytes(photo: NDArray[Any]) -> Photo:
    return np.asarray(np.clip(np.round(photo), 0, 255), np.uint8)


def _lab(photo: Floats) -> Floats:
    return np.asarray(cv2.cvtColor(np.clip(photo, 0, 255) / 255, cv2.COLOR_BGR2LAB), np.float32)


def block_and_shadow(
    photo: Photo, empty: Photo, at: tuple[float, float], reach: int
) -> tuple[Floats, Floats, Floats]:
    """Return a block's pixels, where they are its own (0 to 1), and how far it darkens the rest."""
    x, y, half = round(at[0]), round(at[1]), round(reach * RING) + 1
    part = np.s_[y - half : y + half + 1, x - half : x + half + 1]
    gained = empty[part].astype(np.float32)
    block = photo[part].astype(np.float32) / _gain(photo, empty, at, reach)
    apart = _lab(block) - _lab(gained)
    is_block = (np.hypot(apart[..., 1], apart[..., 2]) > PAINT_LAB) | (apart[..., 0] < -DARKER_LAB)
    near = _disc(block.shape, (half, half), reach)
    filled = cv2.morphologyEx(is_block.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
    mask = np.asarray(cv2.GaussianBlur(filled * near, (0, 0), 0.7), np.float32)
    shade = np.clip((block + 1) / (gained + 1), 0, 1).mean(axis=2)
    outside = _soft(_disc(block.shape, (half, half), reach * RING))[..., 0]
    return block, mask, 1 - (1 - shade) * outside


def added(photo: Photo, cut: tuple[Floats, Floats, Floats], at: tuple[float, float]) -> Photo:
    """Return the photograph with a block and its shadow put down at a place."""
    block, mask, shade = cut
    half = block.shape[0] // 2
    result = cv2.copyMakeBorder(photo, half, half, half, half, cv2.BORDER_REFLECT)
    x, y = round(at[0]), round(at[1])
    part = np.s_[y : y + block.shape[0], x : x + block.shape[1]]
    floor = result[part] * shade[..., None]
    result[part] = _bytes(floor * (1 - mask[..., None]) + block * mask[..., None])
    return _bytes(result[half:-half, half:-half])


def _white(photo: Photo) -> Floats:
    white = np.percentile(photo.reshape(-1, 3), BRIGHT_PERCENT, axis=0)
    return np.asarray(np.maximum(white, LEAST_WHITE), np.float32)


def changed(photo: Photo, seed: int) -> Photo:
    """Return the photograph taken once more: a little brighter or darker, moved, with new noise."""
    chance = np.random.default_rng(seed)
    shift = chance.uniform(-MOVED_PX, MOVED_PX, 2)
    height, width = photo.shape[:2]
    moved = cv2.warpAffine(
        photo, np.array([[1, 0, shift[0]], [0, 1, shift[1]]]), (width, height),
        borderMode=cv2.BORDER_REFLECT,
    )  # fmt: skip
    gain = 1 + chance.uniform(-BRIGHTER, BRIGHTER)
    return _bytes(moved * gain + chance.normal(0, NOISE, photo.shape))


def made(frames: Frames, wanted: Labels) -> tuple[Photo, list[str]]:
    """Return a photograph as the labels want it, and the colours of the blocks in it."""
    name = wanted["frame"]
    photo = frames.read(name)
    left, top, width, height = wanted.get("crop", (0, 0, photo.shape[1], photo.shape[0]))
    photo = photo[top : top + height, left : left + width].copy()
    inside = [
        colour
        for x, y, colour in frames.blocks(name)
        if 0 <= x - left < width and 0 <= y - top < height
    ]
    for more in wanted.get("add", []):
        photo, colour = _with_added(frames, photo, more, (left, top))
        inside.append(colour)
    if "changed" in wanted:
        photo = changed(photo, wanted["changed"])
    if "enlarged" in wanted:
        photo = _bytes(cv2.resize(photo, None, fx=wanted["enlarged"], fy=wanted["enlarged"]))
    if "colours" in wanted:
        inside = [colour for colour, count in wanted["colours"].items() for _ in range(count)]
    return photo, inside


def _with_added(
    frames: Frames, photo: Photo, more: list[Any], corner: tuple[int, int]
) -> tuple[Photo, str]:
    source, index, *at = more
    x, y, colour = frames.blocks(source)[index]
    empty = frames.empty(source)
    block, mask, shade = block_and_shadow(frames.read(source), empty, (x, y), frames.reach(source))
    if at:
        block = np.clip(block * (_white(photo) / _white(empty)), 0, 255)
    place = tuple(at) or (x - corner[0], y - corner[1])
    return added(photo, (block, mask, shade), place), colour


def line_of(image: str, setup: str, wanted: Labels, colours: list[str]) -> dict[str, Any]:
    """Return a photograph's line of index.jsonl."""
    counts = {colour: colours.count(colour) for colour in COLOURS}
    strange = sorted({colour for colour in colours if colour not in COLOURS})
    return {
        "image": image, "setup": setup, "counts": counts, "total": sum(counts.values()),
        "refuse": "refuse" in wanted, "refuse_reason": wanted.get("refuse"),
        "distractors": strange,
    }  # fmt: skip


def write(frames: Frames, labels: Labels, out: Path) -> None:
    """Write the data set: images, setups.json, index.jsonl."""
    (out / "images").mkdir(parents=True, exist_ok=True)
    setups, lines = {}, []
    for name, setup in labels["setups"].items():
        if not frames.has_all_of(setup):
            print(f"{name} is left out: a repository of it is missing")
            continue
        setups[name], more = _write_setup(frames, name, setup, out)
        lines += more
    (out / "setups.json").write_text(json.dumps(setups, indent=1))
    (out / "index.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))


def _write_setup(
    frames: Frames, name: str, setup: Labels, out: Path
) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    def put(wanted: Labels, what: str) -> tuple[str, list[str]]:
        photo, colours = made(frames, wanted)
        path = f"images/{name}_{what}.jpg"
        cv2.imwrite(str(out / path), photo, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
        return path, colours

    shots: dict[str, Any] = {
        shot: put(setup[shot], shot)[0] for shot in ("blank", "colors") if shot in setup
    }
    photos, lines = [], []
    for number, wanted in enumerate(setup["photos"], 1):
        path, colours = put(wanted, f"{number:02}")
        photos.append(path)
        lines.append(line_of(Path(path).name, name, wanted, colours))
    is_held = {"held": True} if setup.get("held") else {}
    return {"photos": photos, "floor": setup["floor"], **shots, **is_held}, lines


def main(repositories: Path, out: Path) -> None:
    """Write the data set of all frames whose repositories are there."""
    labels = json.loads(LABELS.read_text())
    write(Frames(repositories, labels), labels, out)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
