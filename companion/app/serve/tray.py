"""The tray of a served table: what reads the cubes in its photos, and its camera if it has one."""

from contextlib import ExitStack
from typing import TYPE_CHECKING

from companion.app.settings import Settings
from companion.table.table import Table
from companion.worker.worker import Worker

if TYPE_CHECKING:
    from hardware.tray.tray import Tray


def can_read_cubes() -> bool:
    """Is OpenCV installed, which reads cubes in photos?"""
    from importlib.util import find_spec

    return find_spec("cv2") is not None


def open_tray(running: ExitStack, table: Table, settings: Settings, worker: Worker) -> "Tray":
    """Return what reads the tray. If the camera fails, show a notice; phones can send photos."""
    from companion.engine.errors import TrayError
    from hardware.tray.cameras import open_camera
    from hardware.tray.tray import Tray

    camera = None
    try:
        camera = open_camera(settings.camera, settings.zoom)
    except TrayError as error:
        table.notice("camera", error.sentence)
    tray = Tray(table, settings.data_dir / "tray", camera, worker)
    if camera is not None:
        from hardware.tray.watch import TrayWatch  # brings OpenCV, which phones' photos do not need

        evidence = settings.data_dir / "evidence" if settings.evidence else None
        running.callback(camera.close)
        running.enter_context(TrayWatch(tray, camera, evidence))
    return tray
