"""Checks of the camera that do not open it: a served table may have it open."""

from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

from companion.app.doctor.machine import Finding, bad, fine, note
from companion.app.settings import Settings
from companion.engine.sentence import N_
from hardware.tray.cameras.ports import NODES, first_plugged_in

OPENCV = N_("On a Pi, run sudo apt install python3-opencv. Elsewhere, run make camera.")
PLUG_IN = N_('Plug it in, or choose another in dragonbag.toml: camera = "usb:1".')


def check_camera(
    settings: Settings, devices: Path = Path("/dev"), nodes: Path = NODES
) -> Iterator[Finding]:
    """Yield the findings about the camera; nothing if the table has none."""
    if settings.camera == "none":
        return
    if find_spec("cv2") is None:
        yield bad(N_("camera"), N_("Dragonbag cannot read cubes: OpenCV is not installed."), OPENCV)
        return
    yield _source(settings.camera, devices, nodes)
    yield _calibration(settings.data_dir / "tray" / "colours.png")


def _source(kind: str, devices: Path, nodes: Path) -> Finding:
    name, _, number = kind.partition(":")
    if name == "pi" and find_spec("picamera2") is None:
        cure = N_("Run sudo apt install python3-picamera2.")
        return bad(
            N_("camera"),
            N_("Dragonbag cannot use the Pi's camera: picamera2 is not installed."),
            cure,
        )
    if kind == "usb" and first_plugged_in(nodes) is None:
        return bad(N_("camera"), N_("No USB camera is connected."), PLUG_IN)
    device = devices / f"video{number}"
    if name == "usb" and number and not device.exists():
        return bad(N_("camera"), N_("There is no camera at {device}."), PLUG_IN, device=device)
    if name not in ("pi", "usb") and not Path(kind).is_dir():
        cure = N_("Choose none, pi, usb, usb:1 (a device) or a folder of photos.")
        return bad(N_("camera"), N_("camera = {kind}: there is no such camera."), cure, kind=kind)
    return fine(N_("camera"), N_("camera: {kind}"), kind=kind)


def _calibration(shot: Path) -> Finding:
    if shot.exists():
        return fine(N_("calibration"), N_("the camera is calibrated"))
    cure = N_("Open /tray on a phone and press Calibrate. You take two photos.")
    return note(
        N_("calibration"), N_("The camera is not calibrated, so it reads less reliably."), cure
    )
