"""Watch the tray while an attack waits for its draw, and propose the cubes that lie at rest."""

import threading
from pathlib import Path
from typing import Self

from companion.engine.errors import TrayError
from companion.table.reading import Purpose, Seen
from companion.table.snapshot import Snapshot
from hardware.tray.cameras.camera import Camera
from hardware.tray.reader.reading import Reading
from hardware.tray.steady import Steady
from hardware.tray.tray import Tray

LOOKS_PER_S = 3.0  # while something moves
CALM_LOOKS_PER_S = 1.0  # while nothing does
CAMERA = "camera"  # the source of a draw, in the command of any game that draws


class TrayWatch:
    """A thread that takes photos only while a game waits for a draw.

    It compares small grey pictures, and has a photo read only when something new has come to rest.
    """

    def __init__(self, tray: Tray, camera: Camera, evidence: Path | None = None) -> None:
        """Watch through this camera; keep a photo of each confirmed draw in `evidence`."""
        self._tray, self._camera, self._evidence = tray, camera, evidence
        self._steady = Steady()
        self._is_resting = True
        self._proposed: int | None = None  # the table's version when it was shown
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
            if self._is_past(snapshot):
                self._rest()
            if snapshot.game.draws_cubes and snapshot.game.awaits_hand(snapshot.state):
                self._look(snapshot.seen)
                looks_per_s = CALM_LOOKS_PER_S if self._steady.is_calm else LOOKS_PER_S
                table.wait_newer(snapshot.version, 1 / looks_per_s, self._ended.is_set)
            else:
                self._rest()
                table.wait_newer(snapshot.version, None, self._ended.is_set)
            version = self._confirmed(version)
            if table.is_closed:
                return

    def _is_past(self, snapshot: Snapshot) -> bool:
        """Tell whether the proposed draw is recorded; the next attack may wait already."""
        return self._proposed is not None and (
            snapshot.seen is None and snapshot.version != self._proposed
        )

    def _rest(self) -> None:
        self._proposed = None
        if not self._is_resting:
            self._is_resting = True
            self._steady.forget()
            self._camera.rest()

    def _look(self, shown: Seen | None) -> None:
        """Take one small photo; if something new has come to rest, read it and propose it."""
        tray = self._tray
        self._is_resting = False
        try:
            photo = self._camera.watch()
            if self._steady.take(photo):
                reading = tray.look(photo)
                if reading.cubes and _is_new(reading, shown):
                    self._proposed = tray.table.snapshot.version
                    tray.read(Purpose.DRAW)
            tray.table.notice(CAMERA, None)
        except TrayError as error:
            self._steady.forget()
            tray.table.notice(CAMERA, error.sentence)

    def _confirmed(self, version: int) -> int:
        """Keep the photo of every draw that was confirmed since; return the newest version."""
        now = self._tray.table.snapshot
        for entry in now.story:
            is_read = any(getattr(event, "drawn_by", None) == CAMERA for event in entry.events)
            if self._evidence and is_read and entry.seq > version:
                self._tray.keep_evidence(self._evidence, f"{now.game_id}-{entry.seq}")
        return now.version


def _is_new(reading: Reading, shown: Seen | None) -> bool:
    """Tell whether a small photo says something else than what everybody is shown."""
    if shown is None or shown.purpose is not Purpose.DRAW:
        return True
    return (reading.is_sure and not shown.is_sure) or any(
        shown.counts.get(colour, 0) != cubes for colour, cubes in reading.counts.items()
    )
