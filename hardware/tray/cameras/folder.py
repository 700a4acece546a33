"""A folder of photos in place of a camera: for tests, and to try everything on a laptop."""

import json
from collections.abc import Iterator
from itertools import chain, cycle
from pathlib import Path

from companion.engine.errors import TrayError
from companion.engine.sentence import Sentence
from hardware.tray.cameras.camera import Controls
from hardware.tray.photos import open_photo
from hardware.tray.reader.channels import Photo
from hardware.tray.reader.reading import CubeReaderError

EMPTY = Sentence("{folder}: there are no photos in this folder.")
KINDS = {".jpg", ".jpeg", ".png"}


class FolderCamera:
    """Shows one photo until a still of it is taken, then the next, and after the last the first.

    While somebody watches, the photo stays as it is, however often it is read: nobody's tray
    changes by itself. A folder that is a data set (setups.json) shows the two calibration photos of
    its first set-up once, then the photos of that set-up over and over.
    """

    def __init__(self, folder: Path) -> None:
        """Show the photos of this folder; TrayError if it has none."""
        first, again = _layout(folder)
        if not again:
            raise TrayError(EMPTY.about(folder=str(folder)))
        self._first, self._again = first, again
        self._coming: Iterator[Path] = chain(first, cycle(again))
        self._now = next(self._coming)
        self._is_watched = self._was_taken = False

    def watch(self) -> Photo:
        """Return the current photo."""
        self._is_watched = True
        return self._open(self._now)

    def still(self) -> Photo:
        """Return the current photo, and go on to the next unless somebody watches this one."""
        photo = self._open(self._now)
        self._was_taken = True
        if not self._is_watched or self._now in self._first:
            self._go_on()
        return photo

    def rest(self) -> None:
        """Go on to the next photo if this one was taken."""
        self._is_watched = False
        if self._was_taken:
            self._go_on()

    def _go_on(self) -> None:
        self._now, self._was_taken = next(self._coming), False

    def lock(self) -> Controls:
        """Return no settings (files keep their light); begin again with the calibration photos."""
        self._coming = chain(self._first, cycle(self._again))
        self._go_on()
        return {}

    def restore(self, locked: Controls) -> None:
        """Skip the calibration photos: they were taken on an earlier evening."""
        self._coming = cycle(self._again)
        self._go_on()

    def close(self) -> None:
        """Nothing is open."""

    def _open(self, path: Path) -> Photo:
        try:
            return open_photo(path)
        except CubeReaderError as error:
            raise TrayError(error.sentence) from error


def _layout(folder: Path) -> tuple[list[Path], list[Path]]:
    try:
        setups = json.loads((folder / "setups.json").read_text())
        setup = next(iter(setups.values()))
        shots = [folder / setup[name] for name in ("blank", "colors") if name in setup]
        return shots, [folder / name for name in setup["photos"]]
    except (OSError, ValueError, KeyError, TypeError, AttributeError, StopIteration):
        photos = sorted(path for path in folder.iterdir() if path.suffix.lower() in KINDS)
        return [], photos
