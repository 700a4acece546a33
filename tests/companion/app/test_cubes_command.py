"""`dragonbag cubes`: a data set's photographs in, a line of JSON each out."""

import json
from pathlib import Path

import pytest

from tests.support.places import PHOTOS

pytest.importorskip("cv2", reason="no OpenCV here (a 32-bit Pi takes it from apt)")

from companion.app.cli.main import main

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
