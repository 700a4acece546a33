"""The command that reads cubes from a data set of tray photographs: cubes."""

import argparse
import json
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.app.cli.errors import Sorry

if TYPE_CHECKING:
    from hardware.tray.reader.read import Calibration


def add(commands: Any) -> None:
    """Add this file's command to the parser's sub-commands (argparse's own type is private)."""
    parser = commands.add_parser("cubes", help="read the cubes in a data set of tray photographs")
    parser.add_argument("folder", type=Path, help="with setups.json and the photographs it names")
    parser.add_argument("--no-calibration", action="store_true", help="read each photograph alone")
    parser.set_defaults(run=cubes)


def cubes(parsed: argparse.Namespace) -> None:
    """Print one line of JSON for each photograph; Sorry if the data set cannot be read."""
    for line in predictions(parsed.folder, is_calibrated=not parsed.no_calibration):
        print(json.dumps(line), flush=True)


def predictions(folder: Path, *, is_calibrated: bool) -> Iterator[dict[str, Any]]:
    """Yield what the scorer wants to know of each photograph, set-up after set-up."""
    setups = _setups(folder)
    _need_opencv()
    for name, setup in setups.items():
        calibration = _calibration(folder, name, setup) if is_calibrated else None
        for photo in setup["photos"]:
            yield _prediction(folder, photo, calibration)


def _setups(folder: Path) -> dict[str, Any]:
    path = folder / "setups.json"
    try:
        setups = json.loads(path.read_text())
    except OSError as error:
        raise Sorry(f"{path}: cannot be read; a data set holds setups.json and images") from error
    except ValueError as error:
        raise Sorry(f"{path}: is no JSON ({error})") from error
    if not isinstance(setups, dict) or not all(_is_setup(setup) for setup in setups.values()):
        raise Sorry(f'{path}: every set-up needs "photos", a list of pictures')
    return setups


def _is_setup(setup: object) -> bool:
    return isinstance(setup, dict) and isinstance(setup.get("photos"), list)


def _need_opencv() -> None:
    try:
        import hardware.tray.reader.read  # noqa: F401 (it needs OpenCV)
    except ImportError:
        raise Sorry(
            "reading cubes needs OpenCV; try: sudo apt install python3-opencv (on a Pi), "
            "or: make camera"
        ) from None


def _calibration(folder: Path, name: str, setup: dict[str, Any]) -> "Calibration | None":
    from hardware.tray.photos import open_photo
    from hardware.tray.reader.read import CubeReaderError, calibrate

    if "blank" not in setup or "colors" not in setup:
        return None
    try:
        return calibrate(open_photo(folder / setup["blank"]), open_photo(folder / setup["colors"]))
    except CubeReaderError as error:
        print(f"dragonbag: {name} is read without calibration: {error}", file=sys.stderr)
        return None


def _prediction(folder: Path, photo: str, calibration: "Calibration | None") -> dict[str, Any]:
    from hardware.tray.photos import open_photo
    from hardware.tray.reader.read import CubeReaderError, read_cubes

    try:
        image = open_photo(folder / photo)
        started = time.perf_counter()
        reading = read_cubes(image, calibration)
    except CubeReaderError as error:
        raise Sorry(str(error)) from error
    return {
        "image": Path(photo).name,
        "counts": dict(reading.counts),
        "confident": reading.is_sure,
        "confidence": round(reading.confidence, 4),
        "ms": round((time.perf_counter() - started) * 1000),
        "cubes": [
            {"color": cube.colour, "x": round(cube.x, 1), "y": round(cube.y, 1)}
            for cube in reading.cubes
        ],
        "doubts": list(reading.doubts),
        "notes": list(reading.notes),
    }
