"""Every photograph that was read surely and wrongly, small, on one sheet, each with its reason.

Arguments: DATASET PREDICTIONS OUT.jpg (what `dragonbag cubes DATASET` has printed). A ring is what
was counted as a cube. To be refused, but sure, is wrong too: the reason is why it should be.
"""

import json
import sys
from pathlib import Path
from textwrap import wrap
from typing import Any

import cv2
import numpy as np

from hardware.tray.photos import open_photo
from hardware.tray.reader.channels import Photo

WIDE, HIGH, TEXT = 200, 150, 44  # of one small picture, and below it
ACROSS, QUALITY = 4, 70
LETTERS = 30  # in a line
PAINTS = {
    "red": (40, 40, 230), "yellow": (0, 220, 250), "green": (60, 190, 60),
    "blue": (230, 110, 30), "black": (0, 0, 0),
}  # fmt: skip


def reason(truth: dict[str, Any], line: dict[str, Any]) -> str:
    """Return why a sure reading is wrong; "" if it is not, or not sure."""
    if not line["confident"]:
        return ""
    if truth["refuse"]:
        return str(truth["refuse_reason"]).replace("_", " ")
    more = {colour: line["counts"][colour] - count for colour, count in truth["counts"].items()}
    return ", ".join(f"{count:+} {colour}" for colour, count in more.items() if count)


def small(photo: Photo, line: dict[str, Any], told: str) -> Photo:
    """Return a photograph at its small size with rings, its name and the reason below."""
    scale = WIDE / photo.shape[1]
    picture = np.full((HIGH + TEXT, WIDE, 3), 255, np.uint8)
    picture[:HIGH] = cv2.resize(photo, (WIDE, HIGH), interpolation=cv2.INTER_AREA)
    for cube in line["cubes"]:
        place = (round(cube["x"] * scale), round(cube["y"] * scale))
        cv2.circle(picture, place, 6, (255, 255, 255), 3, cv2.LINE_AA)
        cv2.circle(picture, place, 6, PAINTS[cube["color"]], 1, cv2.LINE_AA)
    for row, text in enumerate((line["image"], *wrap(told, LETTERS))):
        at = (3, HIGH + 12 + 14 * row)
        cv2.putText(picture, text, at, cv2.FONT_HERSHEY_SIMPLEX, 0.38, (0, 0, 0), 1, cv2.LINE_AA)
    return picture


def sheet(pictures: list[Photo]) -> Photo:
    """Return the small pictures in rows; none make a white one."""
    empty = np.full((HIGH + TEXT, WIDE, 3), 255, np.uint8)
    across = max(1, min(ACROSS, len(pictures)))
    filled = [*pictures, *[empty] * (-len(pictures) % across or (not pictures))]
    rows = [np.hstack(filled[start : start + across]) for start in range(0, len(filled), across)]
    return np.vstack(rows)


def pictures_of(folder: Path, predictions: Path) -> list[Photo]:
    """Return every sure but wrong photograph of a data set, small."""
    truths = {
        each["image"]: each
        for each in map(json.loads, (folder / "index.jsonl").read_text().splitlines())
    }
    lines = [json.loads(line) for line in predictions.read_text().splitlines()]
    return [
        small(open_photo(next(folder.glob(f"**/{line['image']}"))), line, told)
        for line in lines
        if (told := reason(truths[line["image"]], line))
    ]


def main(folder: Path, predictions: Path, out: Path) -> None:
    """Write the sheet and tell how many are on it."""
    pictures = pictures_of(folder, predictions)
    cv2.imwrite(str(out), sheet(pictures), [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    print(f"{len(pictures)} sure but wrong: {out}")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:4]))
