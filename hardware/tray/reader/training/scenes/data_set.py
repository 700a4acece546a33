"""A data set for `dragonbag cubes`.

Arguments: DEVELOPED FOLDER. The README of the training shows the command.

For set-ups that were not trained on: what the reader makes of them sets its margins. A photograph
of which nobody could say whether it should be refused is left out.
"""

import json
import sys
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from hardware.tray.reader.reading import COLOURS
from hardware.tray.reader.training.scenes.clutter import COVER
from hardware.tray.reader.training.scenes.develop import GLARE
from hardware.tray.reader.training.scenes.lens import HEIGHT, WIDTH, Floats

COVERED, GLARING = 0.006, 0.02  # of the picture: more is to be refused, half of it is unclear
HIDDEN, SEEN = 0.3, 0.6  # of a cube
SPOILED, SOUND = 1.0, 0.5  # of a photograph; see Camera.unclear


def refusal(cubes: Floats, codes: Floats, unclear: float) -> str | None:
    """Return why a photograph should be refused, "" if it should not, None if nobody knows."""
    reach = [radii_inside(cube) for cube in cubes]
    shares = {"hand": (codes == COVER).mean() / COVERED, "glare": (codes == GLARE).mean() / GLARING}
    sure = {
        "stacked": any(cube[5] for cube in cubes),
        "hand": shares["hand"] > 1,
        "glare": shares["glare"] > 1,
        "blurred": unclear > SPOILED,
        "cut_off": any(-0.3 < inside < 0.6 for inside in reach),
        "hidden": any(cube[4] < HIDDEN for cube in cubes),
    }
    perhaps = (
        any(share > 0.3 for share in shares.values()),
        unclear > SOUND,
        any(0.6 <= inside < 1.2 or -1.2 < inside <= -0.3 for inside in reach),
        any(HIDDEN <= cube[4] < SEEN for cube in cubes),
    )
    if why := next((name for name, is_so in sure.items() if is_so), ""):
        return why
    return None if any(perhaps) else ""


def radii_inside(cube: Floats) -> float:
    """Return how far a cube's middle lies inside the picture, in its radii."""
    x, y, radius = (float(cube[place]) for place in (0, 1, 3))
    return min(x, y, WIDTH - x, HEIGHT - y) / radius


def write(path: Path, folder: Path) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Write one set-up's photographs; return its entry and a line for each."""
    name, lines = path.stem, []
    with np.load(path) as file:
        given = {key: file[key] for key in file}
    for shot in ("blank", "colours"):
        cv2.imwrite(str(folder / "images" / f"{name}_{shot}.png"), given[shot])
    for index, photo in enumerate(given["photos"]):
        cubes = given["cubes"][given["cubes"][:, 0] == index, 1:]
        why = refusal(cubes, given["codes"][index], float(given["unclear"][index]))
        if why is None:
            continue
        image = f"{name}_{index:02}.png"
        cv2.imwrite(str(folder / "images" / image), photo)
        inside = [cube for cube in cubes if radii_inside(cube) > 0]
        seen = [COLOURS[int(cube[2])] for cube in inside]
        lines.append({
            "image": image, "setup": name, "counts": {each: seen.count(each) for each in COLOURS},
            "difficulty": "refuse" if why else "normal", "refuse": bool(why),
            "refuse_reason": why or None,
        })  # fmt: skip
    photos = [f"images/{line['image']}" for line in lines]
    shots = {"blank": f"images/{name}_blank.png", "colors": f"images/{name}_colours.png"}
    return {**shots, "photos": photos}, lines


def main(source: Path, folder: Path) -> None:
    """Write all set-ups of a folder that `develop` has made."""
    (folder / "images").mkdir(parents=True, exist_ok=True)
    setups, lines = {}, []
    for path in sorted(source.glob("*.npz")):
        setups[path.stem], more = write(path, folder)
        lines += more
    (folder / "setups.json").write_text(json.dumps(setups, indent=1))
    (folder / "index.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
