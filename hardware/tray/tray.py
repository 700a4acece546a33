"""The tray of a table: reads photos of a camera or of phones and shows everybody the readings."""

import json
import logging
import threading
from contextlib import suppress
from itertools import count
from pathlib import Path

from companion.engine.errors import TrayError
from companion.engine.sentence import Sentence
from companion.table.reading import Purpose, Seen, Spot
from companion.table.table import Table
from hardware.tray.cameras.camera import Camera
from hardware.tray.photos import decode, encoded, open_photo, to_jpeg
from hardware.tray.reader.channels import Photo
from hardware.tray.reader.read import SENTENCES, Calibration, calibrate, read_cubes
from hardware.tray.reader.reading import CubeReaderError, Reading

NO_CAMERA = Sentence("This table has no camera. Take a photo with your phone.")
BLANK_FIRST = Sentence("First take the photo of the empty tray, then the photo of the five cubes.")
KEPT_COUNT = 4  # photos that phones may still ask for
BLANK, COLOURS, LOCKED = "blank.png", "colours.png", "camera.json"

log = logging.getLogger(__name__)


class Tray:
    """Reads cubes for a table; safe to use from several threads.

    tray = Tray(table, folder, open_camera("usb"))
    seen = tray.read(Purpose.DRAW)      # everybody at the table is shown it as well
    seen.counts["red"], seen.is_sure
    """

    def __init__(self, table: Table, folder: Path, camera: Camera | None = None) -> None:
        """Keep the calibration in `folder`. Without a camera only phones' photos are read."""
        self.table = table
        self.camera = camera
        self._folder = folder
        # One photo at a time: there is one camera, and little memory.
        self._lock = threading.RLock()
        self._photos: dict[int, bytes] = {}  # as JPEG, by number
        self._numbers = count(1)
        self._blank: Photo | None = None  # from the first step of a calibration to the second
        self.calibration: Calibration | None = None
        self.shown: Seen | None = None  # the last one
        self.learnt: Seen | None = None  # the five cubes of a calibration that was made today
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
        """Read the tray, or a phone's photo, and show everybody; TrayError if it cannot be read.

        `adds`: add the counts to those of the trays before. A bag holds more than one tray.
        """
        with self._lock:
            try:
                if photo is None:
                    taken, calibration = self._still(), self.calibration
                else:
                    taken, calibration = decode(photo), None
                reading = read_cubes(taken, calibration)
            except CubeReaderError as error:
                raise TrayError(error.sentence) from error
            return self.show(taken, reading, purpose, adds=adds)

    def show(self, photo: Photo, reading: Reading, purpose: Purpose, *, adds: bool) -> Seen:
        """Show everybody a photo and its reading."""
        earlier = self.table.snapshot.seen
        goes_on = adds and earlier is not None and earlier.purpose is purpose
        seen = Seen(
            self._keep(photo),
            purpose,
            photo.shape[1],
            photo.shape[0],
            tuple(Spot(cube.colour, cube.x, cube.y, cube.radius) for cube in reading.cubes),
            tuple(SENTENCES[doubt] for doubt in reading.doubts),
            tuple(SENTENCES[note] for note in reading.notes),
            earlier.counts if goes_on and earlier is not None else None,
        )
        self.shown = seen
        self.table.see(seen)
        return seen

    def photo(self, number: int) -> bytes | None:
        """Return a photo as JPEG, None if it is no longer kept."""
        return self._photos.get(number)

    def _keep(self, photo: Photo) -> int:
        number = next(self._numbers)
        self._photos[number] = to_jpeg(photo)
        self._photos.pop(number - KEPT_COUNT, None)
        return number

    def _still(self) -> Photo:
        if self.camera is None:
            raise TrayError(NO_CAMERA)
        return self.camera.still()

    def shoot_blank(self) -> int:
        """Photograph the empty tray, and hold the light from now on; return the photo's number."""
        with self._lock:
            camera = self.camera
            if camera is None:
                raise TrayError(NO_CAMERA)
            locked = dict(camera.lock())
            photo = camera.still()
            self._folder.mkdir(parents=True, exist_ok=True)
            (self._folder / LOCKED).write_text(json.dumps(locked))
            self._blank = photo
            return self._keep(photo)

    def shoot_colours(self) -> Seen:
        """Photograph one cube of each colour, and calibrate; TrayError if they are not found."""
        with self._lock:
            if self._blank is None:
                raise TrayError(BLANK_FIRST)
            photo = self._still()
            try:
                calibration = calibrate(self._blank, photo)
            except CubeReaderError as error:
                raise TrayError(error.sentence) from error
            self._store(self._blank, photo)
            self.calibration, self._blank = calibration, None
            spots = tuple(
                Spot(cube.colour, cube.x, cube.y, cube.radius) for cube in calibration.cubes
            )
            height, width = photo.shape[:2]
            self.learnt = Seen(self._keep(photo), Purpose.DRAW, width, height, spots)
            return self.learnt

    def forget(self) -> None:
        """Delete the calibration; the next one begins with the empty tray."""
        with self._lock:
            self.calibration = self._blank = self.learnt = None
            for name in (BLANK, COLOURS, LOCKED):
                (self._folder / name).unlink(missing_ok=True)

    def _store(self, blank: Photo, colours: Photo) -> None:
        for name, photo in ((BLANK, blank), (COLOURS, colours)):
            (self._folder / name).write_bytes(encoded(".png", photo))

    def _remember(self) -> None:
        """Use the calibration of an earlier evening, if it is complete."""
        if self.camera is None or not (self._folder / COLOURS).exists():
            return
        try:
            photos = [open_photo(self._folder / name) for name in (BLANK, COLOURS)]
            self.calibration = calibrate(*photos)
            self.camera.restore(json.loads((self._folder / LOCKED).read_text()))
        except (CubeReaderError, OSError, ValueError) as error:
            log.warning("the camera's calibration in %s is not used: %s", self._folder, error)

    def keep_evidence(self, folder: Path, name: str) -> None:
        """Write the photo shown last into a file. On a full disk only the file is lost."""
        photo = self.photo(self.shown.number) if self.shown else None
        if photo is None:
            return
        with suppress(OSError):
            folder.mkdir(parents=True, exist_ok=True)
            (folder / f"{name}.jpg").write_bytes(photo)
