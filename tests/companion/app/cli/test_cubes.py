"""`dragonbag cubes`: a data set's photographs in, a line of JSON each out."""

import json
import os
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from tests.support.places import PHOTOS, ROOT

pytest.importorskip("cv2", reason="no OpenCV here (a 32-bit Pi takes it from apt)")

import cv2

from companion.app.cli.main import main
from hardware.tray.photos import open_photo

IMAGES = (PHOTOS / "images").resolve()


def data_set(folder: Path, **setup: object) -> Path:
    calibration = {"blank": f"{IMAGES}/d02_blank.jpg", "colors": f"{IMAGES}/d02_colors.jpg"}
    photos = {"photos": [f"{IMAGES}/d02_06.jpg"]}
    (folder / "setups.json").write_text(json.dumps({"d02": {**calibration, **photos, **setup}}))
    return folder


def lines(capsys: pytest.CaptureFixture[str]) -> list[dict[str, object]]:
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


@pytest.mark.parametrize("options", [[], ["--no-calibration"]])
@pytest.mark.slow
def test_a_photograph_becomes_a_line_for_the_scorer(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], options: list[str]
) -> None:
    assert main(["cubes", str(data_set(tmp_path)), *options]) == 0
    (line,) = lines(capsys)
    assert line["image"] == "d02_06.jpg"
    assert line["counts"] == {"red": 0, "yellow": 7, "green": 1, "blue": 0, "black": 0}
    assert isinstance(line["cubes"], list)
    assert {"color", "x", "y"} == set(line["cubes"][0])
    assert {"confident", "confidence", "ms"} < set(line)


@pytest.mark.slow
def test_photographs_held_in_the_hand_are_laid_onto_the_empty_tray(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    photo = open_photo(IMAGES / "d10_06.jpg")
    cv2.imwrite(str(tmp_path / "half.png"), photo[:, photo.shape[1] // 3 :])
    shots = {shot: f"{IMAGES}/d10_{shot}.jpg" for shot in ("blank", "colors")}
    folder = data_set(tmp_path, photos=["half.png"], **shots, held=True)
    assert main(["cubes", str(folder)]) == 0
    (line,) = lines(capsys)
    assert "unseen" in line["doubts"]  # type: ignore[operator]


def test_a_set_up_without_calibration_shots_is_read_without(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "setups.json").write_text(json.dumps({"x": {"photos": [f"{IMAGES}/d01_02.jpg"]}}))
    assert main(["cubes", str(tmp_path)]) == 0
    assert lines(capsys)[0]["confident"] is True


def test_calibration_shots_that_do_not_serve_are_told_and_left_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = data_set(tmp_path, colors=f"{IMAGES}/d02_blank.jpg")
    assert main(["cubes", str(folder)]) == 0
    told = capsys.readouterr()
    assert "d02 is read without calibration: The camera sees 0 cubes" in told.err
    assert len(told.out.splitlines()) == 1


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (None, "setups.json: cannot be read"),
        ("{", "is no JSON"),
        ("[]", 'every set-up needs "photos"'),
        ('{"x": {}}', 'every set-up needs "photos"'),
        ('{"x": {"photos": ["gone.jpg"]}}', "gone.jpg: No such file"),
    ],
)
def test_a_folder_that_is_no_data_set_is_refused_with_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str | None, why: str
) -> None:
    if text is not None:
        (tmp_path / "setups.json").write_text(text)
    assert main(["cubes", str(tmp_path)]) == 1
    assert why in capsys.readouterr().err


def told_by_another_python(packages: Path, folder: Path, *flags: str) -> str:
    """Return what the command says in a Python that finds these packages first."""
    command = [sys.executable, *flags, "-m", "companion.app.cli", "cubes", str(folder)]
    environ = {"PYTHONPATH": f"{packages}{os.pathsep}{ROOT}", "LANG": "C.UTF-8"}
    ran = subprocess.run(command, env=environ, capture_output=True, text=True, check=False)
    assert ran.returncode == 1
    return ran.stderr


def test_an_opencv_that_does_not_work_is_not_called_missing(tmp_path: Path) -> None:
    (tmp_path / "cv2.py").write_text('raise ImportError("libGL.so.1: cannot open")')
    told = told_by_another_python(tmp_path, data_set(tmp_path))
    assert "cubes cannot be read here: libGL.so.1: cannot open" in told
    assert "needs OpenCV" not in told


def test_a_missing_opencv_is_told_with_the_way_to_get_it(tmp_path: Path) -> None:
    packages = tmp_path / "packages"
    packages.mkdir()
    (packages / "msgspec").symlink_to(Path(msgspec.__file__).parent)
    told = told_by_another_python(packages, data_set(tmp_path), "-S")
    assert "reading cubes needs OpenCV; try: sudo apt install python3-opencv" in told
