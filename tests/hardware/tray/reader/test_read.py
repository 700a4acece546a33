"""The cube reader on a small share of tray photographs: counts, doubts, calibration, refusals."""

import hashlib
import json
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.support.places import PHOTOS

pytest.importorskip("cv2", reason="no OpenCV here (a 32-bit Pi takes it from apt)")

import cv2

from hardware.tray.photos import open_photo
from hardware.tray.reader import margins
from hardware.tray.reader.belief.marks import PLACES
from hardware.tray.reader.read import (
    SENTENCES,
    Calibration,
    CubeReaderError,
    Doubt,
    Reading,
    calibrate,
    read_cubes,
)
from hardware.tray.reader.reading import Cube, Mark
from hardware.tray.reader.training.networks.manifest import MANIFEST
from hardware.tray.reader.weights import CLOSER_LOOK, FIRST_LOOK

SETUPS: dict[str, Any] = json.loads((PHOTOS / "setups.json").read_text())
TRUTHS = {
    truth["image"].removesuffix(".jpg"): truth
    for truth in map(json.loads, (PHOTOS / "index.jsonl").read_text().splitlines())
}
READABLE = [name for name, truth in TRUTHS.items() if not truth["refuse"]]
# Its hidden cube shows in a shadow's length: only a calibration tells how long is too long.
UNTOLD = [name for name in TRUTHS if name != "d03_04"]
REASONS = {
    "stacked": Doubt.STACKED,
    "hand": Doubt.HAND,
    "blur_motion": Doubt.BLURRED,
    "too_dark": Doubt.TOO_DARK,
    "over_exposed": Doubt.OVEREXPOSED,
    "glare": Doubt.GLARE,
    "cut_off": Doubt.CUT_OFF,
}


@cache
def photo(name: str) -> NDArray[np.uint8]:
    return open_photo(PHOTOS / "images" / f"{name}.jpg")


@cache
def calibration(setup: str) -> Calibration:
    return calibrate(photo(f"{setup}_blank"), photo(f"{setup}_colors"))


@cache
def read(name: str, *, is_calibrated: bool = True) -> Reading:
    return read_cubes(photo(name), calibration(name[:3]) if is_calibrated else None)


@pytest.mark.parametrize("name", READABLE)
@pytest.mark.slow
def test_the_cubes_of_a_photograph_are_counted(name: str) -> None:
    assert dict(read(name).counts) == TRUTHS[name]["counts"]


@pytest.mark.parametrize("name", ["d02_02", "d01_02", "d07_12", "d08_10", "d10_06"])
def test_a_clear_photograph_is_read_for_sure(name: str) -> None:
    assert (read(name).is_sure, read(name).doubts) == (True, ())


@pytest.mark.parametrize("draw", ["draw_1", "draw_2", "draw_3", "draw_4"])
@pytest.mark.slow
def test_what_a_laptop_plays_is_read_for_sure(draw: str) -> None:
    blank, colours, drawn = (
        open_photo(PHOTOS / "table" / f"{name}.jpg") for name in ("blank", "colours", draw)
    )
    assert read_cubes(drawn, calibrate(blank, colours)).doubts == ()


@pytest.mark.parametrize(
    ("name", "is_calibrated"),
    [*product(TRUTHS, [True]), *product(UNTOLD, [False])],
)
@pytest.mark.slow
def test_no_photograph_is_read_wrongly_and_for_sure(name: str, is_calibrated: bool) -> None:
    reading = read(name, is_calibrated=is_calibrated)
    assert dict(reading.counts) == TRUTHS[name]["counts"] or not reading.is_sure


@pytest.mark.parametrize("name", [name for name in TRUTHS if name not in READABLE])
@pytest.mark.slow
def test_a_photograph_that_cannot_be_trusted_says_why(name: str) -> None:
    reading = read(name)
    assert REASONS[TRUTHS[name]["refuse_reason"]] in reading.doubts
    assert not reading.is_sure
    assert reading.confidence < margins.SURE_IN_DOUBT_TRUST


@pytest.mark.parametrize(
    ("name", "is_calibrated"),
    [*product(TRUTHS, [True]), *product(UNTOLD, [False])],
)
@pytest.mark.slow
def test_what_is_doubted_is_shown_where_it_lies(name: str, is_calibrated: bool) -> None:
    reading = read(name, is_calibrated=is_calibrated)
    shown: list[Cube | Mark] = [*reading.cubes, *reading.marks]
    told = set(PLACES) & set(reading.doubts)
    if not shown:  # a whole photo that is not trusted, with nothing in it to point at
        told -= {Doubt.UNCLEAR}
    assert told <= {each.doubt for each in shown}
    height, width = photo(name).shape[:2]
    assert all(0 <= mark.x <= width and 0 <= mark.y <= height for mark in reading.marks)


def test_a_cubes_place_is_told_in_the_photographs_own_measure() -> None:
    reading = read("d02_06")
    height, width = photo("d02_06").shape[:2]
    assert all(0 < cube.x < width and 0 < cube.y < height for cube in reading.cubes)
    small = read_cubes(photo("d02_06")[::2, ::2])
    for cube, other in zip(reading.cubes, small.cubes, strict=True):
        assert abs(cube.x - 2 * other.x) < 6
        assert abs(cube.y - 2 * other.y) < 6
        assert 15 < cube.radius < 40


def test_an_empty_tray_holds_nothing_for_sure() -> None:
    reading = read("d01_02")
    assert reading.cubes == ()
    assert reading.is_sure


@pytest.mark.parametrize("name", ["d01_01", "d02_02", "d02_06"])
@pytest.mark.parametrize("turn", range(4))
@pytest.mark.parametrize("step", [1, -1])
@pytest.mark.slow
def test_a_turned_or_mirrored_tray_counts_the_same(name: str, turn: int, step: int) -> None:
    def turned(shot: str) -> NDArray[np.uint8]:
        return np.ascontiguousarray(np.rot90(photo(shot), turn)[:, ::step])

    known = calibrate(turned(f"{name[:3]}_blank"), turned(f"{name[:3]}_colors"))
    assert dict(read_cubes(turned(name), known).counts) == TRUTHS[name]["counts"]


@pytest.mark.slow
def test_a_turned_or_mirrored_photograph_counts_the_same_without_calibration() -> None:
    for step in (1, -1):
        for turn in range(4):
            turned = np.ascontiguousarray(np.rot90(photo("d02_06"), turn)[:, ::step])
            assert dict(read_cubes(turned).counts) == TRUTHS["d02_06"]["counts"]


def test_the_same_photograph_reads_the_same() -> None:
    first = read_cubes(photo("d02_06"), calibration("d02"))
    assert read_cubes(photo("d02_06").copy(), calibration("d02")) == first


@pytest.mark.slow
def test_a_phone_and_the_camera_may_ask_at_once() -> None:
    asked = [(photo(name), calibration(name[:3])) for name in ("d02_06", "d10_06")]
    alone = [read_cubes(*each) for each in asked]
    with ThreadPoolExecutor(4) as several:
        together = several.map(lambda each: read_cubes(*each), asked * 6)
    assert list(together) == alone * 6


@pytest.mark.parametrize("name", ["d02_06", "d10_06"])
def test_a_tray_is_read_without_calibration(name: str) -> None:
    assert dict(read(name, is_calibrated=False).counts) == TRUTHS[name]["counts"]


def test_a_tray_that_moved_is_noticed_and_still_read() -> None:
    reading = read("d08_10")
    assert Doubt.TRAY_MOVED in reading.notes
    assert dict(reading.counts) == TRUTHS["d08_10"]["counts"]


def test_a_coin_is_noticed_and_not_counted() -> None:
    assert Doubt.UNKNOWN_THING in read("d10_06").notes


def test_light_that_changed_is_noticed() -> None:
    redder = np.clip(photo("d02_02") * np.array([0.7, 0.9, 1.25]), 0, 255).astype(np.uint8)
    reading = read_cubes(redder, calibration("d02"))
    assert Doubt.LIGHT_CHANGED in reading.notes
    assert dict(reading.counts) == TRUTHS["d02_02"]["counts"]


def test_a_calibration_of_another_camera_is_set_aside_and_told() -> None:
    reading = read_cubes(photo("d02_02")[:, 100:900].copy(), calibration("d02"))
    assert Doubt.TRAY_MOVED in reading.notes


def test_a_calibration_needs_five_cubes() -> None:
    with pytest.raises(CubeReaderError, match=r"sees 0 cubes\. Lay one of each colour, apart"):
        calibrate(photo("d02_blank"), photo("d02_blank"))


def test_a_calibration_needs_two_shots_of_one_camera() -> None:
    with pytest.raises(CubeReaderError, match="differ in size"):
        calibrate(photo("d02_blank"), photo("d02_colors")[:600])


def test_a_calibration_in_the_dark_is_refused() -> None:
    dark = photo("d02_blank") // 8
    with pytest.raises(
        CubeReaderError, match=r"empty tray is not good enough\. The photo is too dark"
    ):
        calibrate(dark, dark)


def test_every_doubt_has_a_sentence() -> None:
    assert set(SENTENCES) == set(Doubt)


@pytest.mark.parametrize(
    ("image", "why"),
    [
        (np.zeros((1, 1, 3), np.uint8), "1×1. Each side needs at least 160"),
        (np.zeros((200, 20_000, 3), np.uint8), "20000×200. Each side can have at most 10000"),
        (np.zeros((768, 1024), np.uint8), "not a colour photo"),
        (np.zeros((768, 1024, 4), np.uint8), "not a colour photo"),
        (np.zeros((768, 1024, 3), np.float32), "holds float32"),
        (None, "not a colour photo"),
    ],
)
def test_what_is_no_photograph_is_refused_with_a_sentence(image: Any, why: str) -> None:
    with pytest.raises(CubeReaderError, match=why):
        read_cubes(image)


def test_a_file_that_is_no_picture_is_refused_with_its_name(tmp_path: Path) -> None:
    (tmp_path / "empty.jpg").write_bytes(b"")
    (tmp_path / "text.jpg").write_text("no picture")
    for name in ("empty.jpg", "text.jpg", "missing.jpg"):
        with pytest.raises(CubeReaderError, match=name):
            open_photo(tmp_path / name)


def test_the_weights_are_those_that_the_training_names() -> None:
    manifest = json.loads(MANIFEST.read_text())
    weights = {"first_look": FIRST_LOOK, "closer_look": CLOSER_LOOK}
    assert {name: story["sha256"] for name, story in manifest.items()} == {
        name: hashlib.sha256(path.read_bytes()).hexdigest() for name, path in weights.items()
    }
    assert sum(path.stat().st_size for path in weights.values()) < 2_000_000


@pytest.mark.slow
def test_glare_that_is_there_without_cubes_belongs_to_the_tray() -> None:
    shots = [photo(f"d02_{name}").copy() for name in ("blank", "colors", "06")]
    for shot in shots:
        shot[:150, :180] = 255
    blank, colours, drawn = shots
    known = calibrate(blank, colours)
    assert Doubt.GLARE not in read_cubes(drawn, known).doubts
    assert Doubt.GLARE in read_cubes(drawn, calibration("d02")).doubts


def grain(size: tuple[int, int], depth: float, smooth_px: float) -> NDArray[np.uint8]:
    """Light of a sensor that sees nothing, smoothed as its software may do it."""
    noise = np.random.default_rng(1).normal(0, depth, (*size, 3))
    smooth = cv2.GaussianBlur(noise, (0, 0), smooth_px) if smooth_px else noise
    return np.asarray(np.clip(128 + smooth, 0, 255), np.uint8)


@pytest.mark.parametrize(
    ("size", "depth", "smooth_px"),
    [
        ((384, 512), 80, 0),
        ((1536, 2048), 60, 0),
        ((768, 1024), 25, 0),
        ((768, 1024), 10, 0),
        ((768, 1024), 300, 2),
    ],
)
def test_nothing_is_sure_in_pure_noise(
    size: tuple[int, int], depth: float, smooth_px: float
) -> None:
    assert Doubt.TOO_DARK in read_cubes(grain(size, depth, smooth_px)).doubts


@pytest.mark.slow
def test_a_smaller_photograph_of_the_same_camera_is_read_by_the_same_calibration() -> None:
    small = np.ascontiguousarray(photo("d02_06")[::2, ::2])
    reading = read_cubes(small, calibration("d02"))
    assert dict(reading.counts) == TRUTHS["d02_06"]["counts"]
    assert reading.is_sure
