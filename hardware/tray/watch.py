"""Watch the tray while an attack waits for its draw, and propose what has come to rest there."""

import threading
from pathlib import Path
from typing import Self

from companion.engine.errors import TrayError
from companion.table.reading import Purpose, Seen
from hardware.tray.reader.read import read_cubes
from hardware.tray.reader.reading import CubeReaderError, Reading
from hardware.tray.steady import Steady, agree
from hardware.tray.tray import Camera, Tray

LOOKS_PER_S = 3
CAMERA = "camera"  # who has drawn, in the command of any game that draws


class TrayWatch:
    """A thread that looks only while a draw is awaited."""

    def __init__(self, tray: Tray, camera: Camera, evidence: Path | None = None) -> None:
        """Watch by this camera; keep a still of each confirmed draw in `evidence`, if given."""
        self._tray, self._camera, self._evidence = tray, camera, evidence
        self._steady = Steady()
        self._led: Reading | None = None  # of a small picture, to what everybody sees
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="tray", daemon=True)

    def __enter__(self) -> Self:
        """Begin to watch."""
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
                self._led = None
                table.wait_newer(snapshot.version, None, self._ended.is_set)
            version = self._confirmed(version)
            if table.is_closed:
                return

    def _look(self, shown: Seen | None) -> None:
        """Read one small picture; when the tray is at rest and holds something new, show it."""
        tray = self._tray
        try:
            now = read_cubes(self._camera.watch(), tray.calibration)
            if self._led and not agree(self._led, now):
                self._led = None  # a hand, a cube: the tray may lie otherwise when it rests again
            reading = self._steady.take(now)
            if reading and reading.cubes and _is_new(reading, shown, self._led):
                tray.read(Purpose.DRAW)
                self._led = reading
                self._steady.forget()
            tray.table.notice(CAMERA, None)
        except (TrayError, CubeReaderError) as error:
            tray.table.notice(CAMERA, error.sentence)

    def _confirmed(self, version: int) -> int:
        """Keep the picture behind a draw that was confirmed since; return the newest version."""
        now = self._tray.table.snapshot
        for entry in now.story:
            is_read = any(getattr(event, "drawn_by", None) == CAMERA for event in entry.events)
            if self._evidence and is_read and entry.seq > version:
                self._tray.keep_evidence(self._evidence, f"{now.game_id}-{entry.seq}")
        return now.version


def _is_new(reading: Reading, shown: Seen | None, led: Reading | None) -> bool:
    """Tell whether a small picture says something else than what everybody sees.

    Not while it still says what `led` to that: a still tells more, and would be taken again and
    again under the thumb that is about to confirm it.
    """
    if shown is None or shown.purpose is not Purpose.DRAW:
        return True
    if led is not None:
        return False
    return (reading.is_sure and not shown.is_sure) or any(
        shown.counts.get(colour, 0) != cubes for colour, cubes in reading.counts.items()
    )
