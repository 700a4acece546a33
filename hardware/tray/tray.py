"""The tray of a table: its camera's or a phone's pictures become readings that everybody sees."""

import json
import logging
import threading
from collections.abc import Mapping
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Any, Protocol

import cv2
import numpy as np

from companion.engine.sentence import Sentence
from companion.table.reading import Purpose, Seen, Spot, TrayError
from companion.table.table import Table
from hardware.tray.photos import decode, open_picture
from hardware.tray.reader.channels import Photo
from hardware.tray.reader.read import SENTENCES, Calibration, calibrate, read_cubes
from hardware.tray.reader.reading import CubeReaderError, Reading

NO_CAMERA = Sentence("This table has no camera. Take a photo with the phone instead.")
BLANK_FIRST = Sentence("First the empty tray, then the five cubes.")
SHOWN_PX = 1024  # the longer side of the picture that phones get
QUALITY = 80
KEPT = 4  # pictures that phones may still ask for
BLANK, COLOURS, LOCKED = "blank.png", "colours.png", "camera.json"

log = logging.getLogger(__name__)


class Camera(Protocol):
    """A camera over the tray. Pictures are BGR, as OpenCV has them."""

    def watch(self) -> Photo:
        """Return a small picture, quickly."""

    def still(self) -> Photo:
        """Return a picture to read cubes from."""

    def lock(self) -> Mapping[str, Any]:
        """Hold exposure, gain and colour gains where they are now, and return them."""

    def restore(self, locked: Mapping[str, Any]) -> None:
        """Hold them where they were."""

    def close(self) -> None:
        """Let the camera go."""


class Tray:
    """Reads cubes for a table; safe to use from several threads."""

    def __init__(self, table: Table, folder: Path, camera: Camera | None = None) -> None:
        """Keep the calibration in `folder`; without a camera phones' photographs are read."""
        self.table = table
        self.camera = camera
        self._folder = folder
        self._busy = (
            threading.RLock()
        )  # one picture at a time: there is one camera and little memory
        self._pictures: dict[int, bytes] = {}
        self._numbers = count(1)
        self._blank: Photo | None = None  # taken, while the colours are not
        self.calibration: Calibration | None = None
        self.shown: Seen | None = None  # last
        self.learnt: Seen | None = None  # the five cubes of today's calibration
        self._remember()

    @property
    def has_camera(self) -> bool:
        """Return whether the tray can be read without a phone."""
        return self.camera is not None

    @property
    def step(self) -> str:
        """Return where the calibration is: "blank", "colours" or "done"."""
        if self._blank is not None:
            return "colours"
        return "done" if self.calibration is not None else "blank"

    def read(self, purpose: Purpose, photo: bytes | None = None, *, adds: bool = False) -> Seen:
        """Read the tray, or a phone's photograph, and show everybody; TrayError says why not.

        `adds` counts it with the trays before: a bag holds more than one tray.
        """
        with self._busy:
            try:
                if photo is None:
                    picture, calibration = self._still(), self.calibration
                else:
                    picture, calibration = decode(photo), None
                reading = read_cubes(picture, calibration)
            except CubeReaderError as error:
                raise TrayError(error.sentence) from error
            return self.show(picture, reading, purpose, adds=adds)

    def show(self, picture: Photo, reading: Reading, purpose: Purpose, *, adds: bool) -> Seen:
        """Show everybody a picture and what was read in it."""
        earlier = self.table.snapshot.seen
        goes_on = adds and earlier is not None and earlier.purpose is purpose
        seen = Seen(
            self._keep(picture),
            purpose,
            picture.shape[1],
            picture.shape[0],
            tuple(Spot(cube.colour, cube.x, cube.y, cube.radius) for cube in reading.cubes),
            tuple(SENTENCES[doubt] for doubt in reading.doubts),
            tuple(SENTENCES[note] for note in reading.notes),
            earlier.counts if goes_on and earlier is not None else None,
        )
        self.shown = seen
        self.table.see(seen)
        return seen

    def picture(self, number: int) -> bytes | None:
        """Return a picture as JPEG, None if it is not kept any more."""
        return self._pictures.get(number)

    def _keep(self, picture: Photo) -> int:
        number = next(self._numbers)
        self._pictures[number] = jpeg(picture)
        self._pictures.pop(number - KEPT, None)
        return number

    def _still(self) -> Photo:
        if self.camera is None:
            raise TrayError(NO_CAMERA)
        return self.camera.still()

    def shoot_blank(self) -> int:
        """Take the empty tray, with the light held from now on; return the picture's number."""
        with self._busy:
            camera = self.camera
            if camera is None:
                raise TrayError(NO_CAMERA)
            locked = dict(camera.lock())
            picture = camera.still()
            self._folder.mkdir(parents=True, exist_ok=True)
            (self._folder / LOCKED).write_text(json.dumps(locked))
            self._blank = picture
            return self._keep(picture)

    def shoot_colours(self) -> Seen:
        """Take one cube of each colour and learn the colours; TrayError if they are not seen."""
        with self._busy:
            if self._blank is None:
                raise TrayError(BLANK_FIRST)
            picture = self._still()
            try:
                calibration = calibrate(self._blank, picture)
            except CubeReaderError as error:
                raise TrayError(error.sentence) from error
            self._store(self._blank, picture)
            self.calibration, self._blank = calibration, None
            spots = tuple(
                Spot(cube.colour, cube.x, cube.y, cube.radius) for cube in calibration.cubes
            )
            height, width = picture.shape[:2]
            self.learnt = Seen(self._keep(picture), Purpose.DRAW, width, height, spots)
            return self.learnt

    def forget(self) -> None:
        """Give the calibration up; the next one begins with the empty tray."""
        with self._busy:
            self.calibration = self._blank = self.learnt = None
            for name in (BLANK, COLOURS, LOCKED):
                (self._folder / name).unlink(missing_ok=True)

    def _store(self, blank: Photo, colours: Photo) -> None:
        for name, picture in ((BLANK, blank), (COLOURS, colours)):
            (self._folder / name).write_bytes(encoded(".png", picture))

    def _remember(self) -> None:
        """Take the calibration of an earlier evening, if it is whole."""
        if self.camera is None or not (self._folder / COLOURS).exists():
            return
        try:
            shots = [open_picture(self._folder / name) for name in (BLANK, COLOURS)]
            self.calibration = calibrate(*shots)
            self.camera.restore(json.loads((self._folder / LOCKED).read_text()))
        except (CubeReaderError, OSError, ValueError) as error:
            log.warning("the camera's calibration in %s is not used: %s", self._folder, error)

    def keep_evidence(self, folder: Path, name: str) -> None:
        """Write the picture shown last into a file; a full disk loses it, not the game."""
        picture = self.picture(self.shown.number) if self.shown else None
        if picture is None:
            return
        with suppress(OSError):
            folder.mkdir(parents=True, exist_ok=True)
            (folder / f"{name}.jpg").write_bytes(picture)


def jpeg(picture: Photo) -> bytes:
    """Return a picture as JPEG, at most SHOWN_PX wide or high."""
    scale = SHOWN_PX / max(picture.shape[:2])
    if scale < 1:
        smaller = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        picture = np.asarray(smaller, np.uint8)
    return encoded(".jpg", picture)


def encoded(kind: str, picture: Photo) -> bytes:
    """Return a picture's file."""
    settings = [cv2.IMWRITE_JPEG_QUALITY, QUALITY] if kind == ".jpg" else []
    return cv2.imencode(kind, picture, settings)[1].tobytes()
