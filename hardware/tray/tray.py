"""The tray of a table: has photos of a camera or of phones read, and shows everybody the readings.

The reading itself is done at a desk (companion.worker): a served table has a process for it.
"""

import json
import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from companion.engine.errors import TrayError
from companion.engine.sentence import Sentence
from companion.table.reading import Purpose, Seen
from companion.table.table import Table
from companion.worker.work import (
    BUSY,
    AtOnce,
    Desk,
    R,
    Ticket,
    Urgency,
    Work,
    WorkFailed,
    WorkRefused,
    as_it_is,
)
from hardware.tray import jobs
from hardware.tray.cameras.controls import controls_in
from hardware.tray.jobs import Calibrated, Read, marks, spot
from hardware.tray.reader.reading import SENTENCES, CubeReaderError, Reading
from hardware.tray.sizes import check_size

if TYPE_CHECKING:
    from hardware.tray.cameras.camera import Camera
    from hardware.tray.reader.channels import Photo

NO_CAMERA = Sentence("This table has no camera. Take a photo with your phone.")
BLANK_FIRST = Sentence("First take the photo of the empty tray, then the photo of the five cubes.")
CAMERA_BUSY = Sentence("The camera is taking another photo. Try again in a moment.")
KEPT_COUNT = 4  # photos that phones may still ask for
BLANK, COLOURS, LOCKED = "blank.png", "colours.png", "camera.json"
READ_S = 20.0  # one photo takes 0.1 s on a laptop, and perhaps 2 s on the slowest Pi
CALIBRATE_S = 60.0
PATIENCE_S = 15.0  # a phone that waits asks every second
WAIT_S = 90.0  # of whoever waits for it here, the line included
UNUSED = "the calibration in %s is not used: %s"  # for the log

log = logging.getLogger(__name__)


class Tray:
    """Reads cubes for a table; safe to use from several threads.

    tray = Tray(table, folder, open_camera("usb"))
    seen = tray.read(Purpose.DRAW)      # everybody at the table is shown it as well
    seen.counts["red"], seen.is_sure
    """

    def __init__(
        self,
        table: Table,
        folder: Path,
        camera: "Camera | None" = None,
        desk: Desk | None = None,
    ) -> None:
        """Keep the calibration in `folder`. Without a camera only phones' photos are read."""
        self.table = table
        self.camera = camera
        self._desk: Desk = desk or AtOnce()
        self._folder = folder
        self._camera_lock = threading.RLock()  # one photo at a time
        self._show_lock = threading.Lock()  # never held while something is waited for
        self._photos: dict[int, bytes] = {}  # as JPEG, by number
        self._numbers = count(1)
        # From the first step of a calibration to the second; without a camera, a phone's file.
        self._blank: Photo | bytes | None = None
        self._calibration: bytes | None = None  # packed: only the jobs look into it
        self._remembering: Ticket[bytes] | None = None  # a calibration of an earlier evening
        self._readiness: Ticket[None] | None = None
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
        remembering = self._remembering  # another thread may be done with it in between
        is_coming = remembering is not None and not remembering.is_done
        return "done" if is_coming or self._known() is not None else "blank"

    def _known(self) -> bytes | None:
        """Return the calibration; wait for that of an earlier evening if it is still being made.

        TrayError if that takes too long; the next photo waits for it again.
        """
        remembering = self._remembering
        if remembering is not None:
            try:
                found = remembering.result(WAIT_S)
            except TimeoutError as error:
                raise TrayError(BUSY) from error
            except (WorkRefused, WorkFailed) as error:
                log.warning(UNUSED, self._folder, error)
                found = None
            if self._remembering is remembering:  # nobody has begun another one meanwhile
                self._calibration, self._remembering = found, None
        return self._calibration

    def get_ready(self) -> None:
        """Have the reader loaded in the meantime, because a photo may come soon."""
        if self._readiness is None or self._readiness.is_done:
            work = Work(jobs.get_ready, (), Urgency.FRAME, READ_S)
            with suppress(WorkFailed):  # the photo will say so
                self._readiness = self._desk.ask(work, as_it_is)

    def ask(self, purpose: Purpose, photo: bytes | None = None, *, adds: bool) -> Ticket[Seen]:
        """Begin to read the tray, or a phone's photo; everybody is shown it when it is read.

        `adds`: add the counts to those of the trays before. A bag holds more than one tray.
        TrayError if it cannot be begun; what goes wrong later is the ticket's. The work is stopped
        when nobody waits on the ticket any more.
        """
        work = self._reading(photo)
        try:
            return self._desk.ask(
                work, lambda read: self.show(read, purpose, adds=adds), PATIENCE_S
            )
        except WorkFailed as error:
            raise TrayError(error.told) from error

    def read(self, purpose: Purpose, photo: bytes | None = None, *, adds: bool = False) -> Seen:
        """Read the tray, or a phone's photo, and show everybody; TrayError if it cannot be read."""
        return self.show(self._done(self._reading(photo)), purpose, adds=adds)

    def _reading(self, photo: bytes | None) -> Work[Read]:
        if photo is None:
            with self._camera_alone():
                taken, known = self._still(), self._known()
            return Work(jobs.read_still, (taken, known), Urgency.PHOTO, READ_S)
        _check(photo)
        known = None if self.has_camera else self._known()
        return Work(jobs.read_photo, (photo, known), Urgency.PHOTO, READ_S)

    def look(self, photo: "Photo") -> Reading:
        """Read a photo of the table's camera and show it to nobody; TrayError if that fails."""
        work = Work(jobs.look, (photo, self._known()), Urgency.FRAME, READ_S)
        return self._done(work)

    def _done(self, work: Work[R]) -> R:
        """Have work done and wait for it; TrayError if it fails."""
        try:
            return self._desk.ask(work, as_it_is).result(WAIT_S)
        except (WorkRefused, WorkFailed) as error:
            raise TrayError(error.told) from error
        except TimeoutError as error:
            raise TrayError(BUSY) from error

    @contextmanager
    def _camera_alone(self) -> Iterator[None]:
        """Keep the camera for a while; TrayError if somebody else has it: nobody waits in line."""
        if not self._camera_lock.acquire(blocking=False):
            raise TrayError(CAMERA_BUSY)
        try:
            yield
        finally:
            self._camera_lock.release()

    def show(self, read: Read, purpose: Purpose, *, adds: bool) -> Seen:
        """Show everybody a photo and its reading."""
        with self._show_lock:
            earlier = self.table.snapshot.seen
            goes_on = adds and earlier is not None and earlier.purpose is purpose
            reading = read.reading
            seen = Seen(
                self._keep(read.jpeg),
                purpose,
                read.width,
                read.height,
                tuple(map(spot, reading.cubes)),
                tuple(SENTENCES[doubt] for doubt in reading.doubts),
                tuple(SENTENCES[note] for note in reading.notes),
                earlier.counts if goes_on and earlier is not None else None,
                reading.ends_at,
                marks(reading),
            )
            self.shown = seen
            self.table.see(seen)
        return seen

    def photo(self, number: int) -> bytes | None:
        """Return a photo as JPEG, None if it is no longer kept."""
        return self._photos.get(number)

    def _keep(self, jpeg: bytes) -> int:
        number = next(self._numbers)
        self._photos[number] = jpeg
        self._photos.pop(number - KEPT_COUNT, None)
        return number

    def _still(self) -> "Photo":
        if self.camera is None:
            raise TrayError(NO_CAMERA)
        return self.camera.still()

    def shoot_blank(self, photo: bytes | None = None) -> int | None:
        """Photograph the empty tray, and hold the light from now on; return the photo's number.

        Without a camera it is a phone's photo, which has no number.
        """
        if self.camera is None and photo is not None:
            _check(photo)
            self._blank = photo
            return None
        with self._camera_alone():
            camera = self.camera
            if camera is None:
                raise TrayError(NO_CAMERA)
            locked = dict(camera.lock())
            taken = camera.still()
            self._folder.mkdir(parents=True, exist_ok=True)
            (self._folder / LOCKED).write_text(json.dumps(locked))
            self._blank = taken
            return self._keep(self._done(Work(jobs.as_jpeg, (taken,), Urgency.PHOTO, READ_S)))

    def shoot_colours(self, photo: bytes | None = None) -> Seen:
        """Photograph one cube of each colour, and calibrate; TrayError if they are not found.

        Without a camera it is a phone's photo.
        """
        with self._camera_alone():
            if self._blank is None:
                raise TrayError(BLANK_FIRST)
            if self.camera is None and photo is not None:
                _check(photo)
                shots: tuple[object, object] = (self._blank, photo)
                work = Work(jobs.learn_photos, shots, Urgency.PHOTO, CALIBRATE_S)
            else:
                shots = (self._blank, self._still())
                work = Work(jobs.learn, shots, Urgency.PHOTO, CALIBRATE_S)
            return self._learn(self._done(work))

    def _learn(self, found: Calibrated) -> Seen:
        self._folder.mkdir(parents=True, exist_ok=True)
        for name, png in ((BLANK, found.blank_png), (COLOURS, found.colours_png)):
            (self._folder / name).write_bytes(png)
        self._calibration, self._blank, self._remembering = found.packed, None, None
        number = self._keep(found.jpeg)
        self.learnt = Seen(number, Purpose.DRAW, found.width, found.height, found.spots)
        return self.learnt

    def forget(self) -> None:
        """Delete the calibration; the next one begins with the empty tray."""
        with self._camera_alone():
            self._calibration = self._blank = self.learnt = self._remembering = None
            for name in (BLANK, COLOURS, LOCKED):
                (self._folder / name).unlink(missing_ok=True)

    def _remember(self) -> None:
        """Use the calibration of an earlier evening, if it is complete.

        Without a camera nobody waits for it here: somebody waits for a page.
        """
        if not (self._folder / COLOURS).exists():
            return
        try:
            photos = [(self._folder / name).read_bytes() for name in (BLANK, COLOURS)]
            work = Work(jobs.remember, tuple(photos), Urgency.PHOTO, CALIBRATE_S)
            if self.camera is None:
                self._remembering = self._desk.ask(work, as_it_is)
                return
            locked = controls_in((self._folder / LOCKED).read_bytes())
            self._calibration = self._done(work)
            self.camera.restore(locked)
        except (WorkFailed, TrayError, OSError, ValueError) as error:
            log.warning(UNUSED, self._folder, error)

    def keep_evidence(self, folder: Path, name: str) -> None:
        """Write the photo shown last into a file. On a full disk only the file is lost."""
        photo = self.photo(self.shown.number) if self.shown else None
        if photo is None:
            return
        with suppress(OSError):
            folder.mkdir(parents=True, exist_ok=True)
            (folder / f"{name}.jpg").write_bytes(photo)


def _check(photo: bytes) -> None:
    """Refuse what is no photo or too large, before it is unpacked; TrayError says why."""
    try:
        check_size(photo)
    except CubeReaderError as error:
        raise TrayError(error.sentence) from error
