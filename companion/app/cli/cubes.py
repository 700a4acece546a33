"""The command `dragonbag cubes`: reads the cubes in a data set of tray photographs."""

import argparse
import json
import sys
import time
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from companion.app.cli.parsers import Commands
from companion.engine.codec import convert
from companion.engine.errors import BadMessage, CommandError
from companion.engine.value import Value
from companion.language.terminal import _

if TYPE_CHECKING:
    from hardware.tray.reader.read import Calibration


def add(commands: Commands) -> None:
    """Add this file's command to the parser's sub-commands."""
    parser = commands.add_parser(
        "cubes", help=_("read the cubes in a data set of tray photographs")
    )
    parser.add_argument(
        "folder", type=Path, help=_("with setups.json and the photographs it names")
    )
    parser.add_argument(
        "--no-calibration", action="store_true", help=_("read each photograph alone")
    )
    parser.set_defaults(run=cubes)


def cubes(parsed: argparse.Namespace) -> None:
    """Print one line of JSON for each photograph of the data set."""
    for line in predictions(parsed.folder, is_calibrated=not parsed.no_calibration):
        print(json.dumps(line), flush=True)


class Setup(Value, frozen=True):
    """The photographs of one tray in one light; read with calibration if it has both shots.

    Those that were held in the hand are laid onto the empty tray's, as a phone's are.
    """

    photos: tuple[str, ...]
    blank: str | None = None
    colors: str | None = None
    held: bool = False


class DataSet(Value, frozen=True):
    """What setups.json holds: name -> set-up."""

    setups: dict[str, Setup]


def predictions(folder: Path, *, is_calibrated: bool) -> Iterator[dict[str, object]]:
    """Yield what was read in each photograph, set-up after set-up."""
    setups = _setups(folder)
    _need_opencv()
    for name, setup in setups.items():
        calibration = _calibration(folder, name, setup) if is_calibrated else None
        for photo in setup.photos:
            yield _prediction(folder, photo, calibration, is_held=setup.held)


def _setups(folder: Path) -> dict[str, Setup]:
    path = folder / "setups.json"
    try:
        given = json.loads(path.read_text())
    except OSError as error:
        raise CommandError(
            _("{path}: cannot be read; a data set holds setups.json and images", path=path)
        ) from error
    except ValueError as error:
        raise CommandError(_("{path}: is no JSON ({error})", path=path, error=error)) from error
    try:
        # is_own: a set-up may hold more fields than are needed here.
        return convert({"setups": given}, DataSet, is_own=True).setups
    except BadMessage as error:
        raise CommandError(
            _(
                '{path}: every set-up needs "photos", a list of file names ({error})',
                path=path,
                error=error,
            )
        ) from error


def _need_opencv() -> None:
    try:
        import hardware.tray.reader.read  # noqa: F401 (it needs OpenCV)
    except ImportError as error:
        if find_spec("cv2") is not None:
            raise CommandError(_("cubes cannot be read here: {why}", why=error)) from error
        raise CommandError(
            _(
                "reading cubes needs OpenCV; try: sudo apt install python3-opencv (on a Pi), "
                "or: make camera"
            )
        ) from None


def _calibration(folder: Path, name: str, setup: Setup) -> "Calibration | None":
    from hardware.tray.photos import open_photo
    from hardware.tray.reader.alignment.held import on_blank
    from hardware.tray.reader.read import CubeReaderError, calibrate

    if setup.blank is None or setup.colors is None:
        return None
    try:
        blank, colours = open_photo(folder / setup.blank), open_photo(folder / setup.colors)
        return calibrate(*on_blank(blank, colours)) if setup.held else calibrate(blank, colours)
    except CubeReaderError as error:
        print(f"dragonbag: {name} is read without calibration: {error}", file=sys.stderr)
        return None


def _prediction(
    folder: Path, photo: str, calibration: "Calibration | None", *, is_held: bool
) -> dict[str, object]:
    from hardware.tray.photos import open_photo
    from hardware.tray.reader.alignment.held import read_held
    from hardware.tray.reader.read import read_cubes

    image = open_photo(folder / photo)
    started = time.perf_counter()
    reading = (read_held if is_held else read_cubes)(image, calibration)
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
