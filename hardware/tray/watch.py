"""Watch the tray while an attack waits for its draw, and propose the cubes that lie at rest."""

import threading
from pathlib import Path
from typing import Self

from companion.engine.errors import TrayError
from companion.table.reading import Purpose, Seen
from hardware.tray.cameras.camera import Camera
from hardware.tray.reader.read import read_cubes
from hardware.tray.reader.reading import CubeReaderError, Reading
from hardware.tray.steady import Steady, agree
from hardware.tray.tray import Tray

LOOKS_PER_S = 3
CAMERA = "camera"  # the source of a draw, in the command of any game that draws


class TrayWatch:
    """A thread that takes photos only while a game waits for a draw."""

    def __init__(self, tray: Tray, camera: Camera, evidence: Path | None = None) -> None:
        """Watch through this camera; keep a photo of each confirmed draw in `evidence`."""
        self._tray, self._camera, self._evidence = tray, camera, evidence
        self._steady = Steady()
        self._proposed: Reading | None = None  # of the small photo that led to the proposal
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="tray", daemon=True)

    def __enter__(self) -> Self:
        """Start to watch."""
        self._thread.start()
        return self

    def __exit__(self, *failure: object) -> None:
        """Stop."""
        self._ended.set()
        self._tray.table.wake()
        self._thread.join()

    def _run(self) -> None:
        table, version = self._tray.table, self._tray.table.snapshot.version
        while not self._ended.is_set():
            snapshot = table.snapshot
            if snapshot.game.draws_cubes and snapshot.game.awaits_hand(snapshot.state):
                self._look(snapshot.seen)
                table.wait_newer(snapshot.version, 1 / LOOKS_PER_S, self._ended.is_set)
            else:
                self._steady.forget()
                self._proposed = None
                table.wait_newer(snapshot.version, None, self._ended.is_set)
            version = self._confirmed(version)
            if table.is_closed:
                return

    def _look(self, shown: Seen | None) -> None:
        """Read one small photo; if the tray is at rest and something new lies there, propose it."""
        tray = self._tray
        try:
            now = read_cubes(self._camera.watch(), tray.calibration)
            if self._proposed and not agree(self._proposed, now):
                self._proposed = None  # something moved: it may lie elsewhere when it rests again
            reading = self._steady.take(now)
            if reading and reading.cubes and _is_new(reading, shown, self._proposed):
                tray.read(Purpose.DRAW)
                self._proposed = reading
                self._steady.forget()
            tray.table.notice(CAMERA, None)
        except (TrayError, CubeReaderError) as error:
            tray.table.notice(CAMERA, error.sentence)

    def _confirmed(self, version: int) -> int:
        """Keep the photo of every draw that was confirmed since; return the newest version."""
        now = self._tray.table.snapshot
        for entry in now.story:
            is_read = any(getattr(event, "drawn_by", None) == CAMERA for event in entry.events)
            if self._evidence and is_read and entry.seq > version:
                self._tray.keep_evidence(self._evidence, f"{now.game_id}-{entry.seq}")
        return now.version


def _is_new(reading: Reading, shown: Seen | None, proposed: Reading | None) -> bool:
    """Tell whether a small photo says something else than what everybody is shown.

    It does not while the small photos still agree with `proposed`: a still says more than they do.
    Otherwise it would be replaced again and again while a player is about to confirm it.
    """
    if shown is None or shown.purpose is not Purpose.DRAW:
        return True
    if proposed is not None:
        return False
    return (reading.is_sure and not shown.is_sure) or any(
        shown.counts.get(colour, 0) != cubes for colour, cubes in reading.counts.items()
    )
