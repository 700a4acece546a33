"""Checks of the camera that do not open it: a served table may have it open."""

from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

from companion.app.doctor.machine import Finding, bad, fine, note
from companion.app.settings import Settings
from companion.engine.sentence import N_
from hardware.tray.cameras.ports import NODES, first_plugged_in

OPENCV = N_("On a Pi: sudo apt install python3-opencv; elsewhere: make camera.")
PLUG_IN = N_('Plug it in, or choose another in dragonbag.toml: camera = "usb:1".')


def check_camera(
    settings: Settings, devices: Path = Path("/dev"), nodes: Path = NODES
) -> Iterator[Finding]:
    """Yield the findings about the camera; nothing if the table has none."""
    if settings.camera == "none":
        return
    if find_spec("cv2") is None:
        yield bad("camera", N_("Cubes cannot be read: OpenCV is missing."), OPENCV)
        return
    yield _source(settings.camera, devices, nodes)
    yield _calibration(settings.data_dir / "tray" / "colours.png")


def _source(kind: str, devices: Path, nodes: Path) -> Finding:
    name, _, number = kind.partition(":")
    if name == "pi" and find_spec("picamera2") is None:
        cure = N_("sudo apt install python3-picamera2")
        return bad("camera", N_("The Pi's camera cannot be used: picamera2 is missing."), cure)
    if kind == "usb" and first_plugged_in(nodes) is None:
        return bad("camera", N_("No camera is in a USB port."), PLUG_IN)
    device = devices / f"video{number}"
    if name == "usb" and number and not device.exists():
        return bad("camera", N_("There is no camera at {device}."), PLUG_IN, device=device)
    if name not in ("pi", "usb") and not Path(kind).is_dir():
        cure = N_("It may be none, pi, usb, usb:1 (a device) or a folder of pictures.")
        return bad("camera", N_("camera = {kind}: there is no such camera."), cure, kind=kind)
    return fine("camera", N_("camera: {kind}"), kind=kind)


def _calibration(shot: Path) -> Finding:
    if shot.exists():
        return fine("calibration", N_("the camera is calibrated"))
    cure = N_("On a phone: /tray, then Calibrate. It takes two pictures.")
    return note("calibration", N_("The camera is not calibrated: it reads less surely."), cure)
