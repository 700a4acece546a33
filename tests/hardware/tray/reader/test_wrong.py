"""The sheet of photographs that were read surely and wrongly."""

import json
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("cv2", reason="no OpenCV here (a 32-bit Pi takes it from apt)")

from tests.bench.cubes.wrong import ACROSS, HIGH, TEXT, WIDE, pictures_of, reason, sheet
from tests.support.places import PHOTOS

COUNTS = {"red": 2, "yellow": 0, "green": 0, "blue": 1, "black": 3}
TO_READ = {"counts": COUNTS, "refuse": False, "refuse_reason": None}
TO_REFUSE = {"counts": COUNTS, "refuse": True, "refuse_reason": "cut_off"}


def line(image: str = "", *, is_sure: bool = True, **counts: int) -> dict[str, Any]:
    """Return what was read in a photograph of COUNTS."""
    cube = {"color": "red", "x": 400.0, "y": 300.0}
    read = COUNTS | counts
    return {"image": image, "counts": read, "confident": is_sure, "cubes": [cube]}


def test_a_sure_reading_says_what_it_has_too_many_and_too_few() -> None:
    assert reason(TO_READ, line(red=1, black=4)) == "-1 red, +1 black"
    assert reason(TO_READ, line()) == ""


def test_a_sure_reading_of_a_photograph_to_refuse_says_why_it_should_be() -> None:
    assert reason(TO_REFUSE, line()) == "cut off"


def test_what_was_not_answered_is_not_sure_but_wrong() -> None:
    assert reason(TO_READ, line(red=0, is_sure=False)) == ""
    assert reason(TO_REFUSE, line(is_sure=False)) == ""


def test_only_the_wrong_ones_are_on_the_sheet(tmp_path: Path) -> None:
    truths = [json.loads(each) for each in (PHOTOS / "index.jsonl").read_text().splitlines()]
    one, other, third = [each for each in truths if not each["refuse"]][:3]
    right = line(one["image"]) | {"counts": one["counts"]}
    wrong = [
        line(each["image"]) | {"counts": each["counts"] | {"red": 99}} for each in (other, third)
    ]
    said = tmp_path / "said.jsonl"
    said.write_text("\n".join(map(json.dumps, [right, *wrong])))
    found = pictures_of(PHOTOS, said)
    assert len(found) == 2
    assert sheet(found).shape == (HIGH + TEXT, 2 * WIDE, 3)
    assert sheet(found * ACROSS).shape == (2 * (HIGH + TEXT), ACROSS * WIDE, 3)
    assert (sheet([]) == 255).all()
