"""What the doctor says of the camera, without opening it."""

from importlib.util import find_spec
from pathlib import Path

import pytest

from companion.app.doctor.camera import check_camera
from companion.app.doctor.machine import Finding, Verdict
from companion.app.settings import Settings
from tests.support.video_nodes import video_nodes

pytest.importorskip("cv2", reason="no OpenCV here (a 32-bit Pi takes it from apt)")


def found(tmp_path: Path, kind: str) -> dict[str, Finding]:
    settings = Settings(data_dir=tmp_path / "data", camera=kind)
    return {
        finding.name: finding for finding in check_camera(settings, tmp_path, tmp_path / "nodes")
    }


def test_a_table_without_a_camera_has_nothing_to_be_said(tmp_path: Path) -> None:
    assert found(tmp_path, "none") == {}


def test_a_usb_camera_is_looked_for_among_the_devices(tmp_path: Path) -> None:
    assert found(tmp_path, "usb:1")["camera"].verdict is Verdict.BAD
    (tmp_path / "video1").touch()
    assert found(tmp_path, "usb:1")["camera"].verdict is Verdict.FINE
    assert found(tmp_path, "usb:2")["camera"].verdict is Verdict.BAD


def test_a_usb_camera_is_looked_for_in_the_ports_not_among_the_pis_own(tmp_path: Path) -> None:
    (tmp_path / "video0").touch()
    video_nodes(tmp_path / "nodes", "platform/rp1/cfe#0")
    assert found(tmp_path, "usb")["camera"].text.one == "No USB camera is connected."
    video_nodes(tmp_path / "nodes", "platform/rp1/cfe#0", "usb1/1-5#0")
    assert found(tmp_path, "usb")["camera"].verdict is Verdict.FINE


def test_a_pi_camera_needs_picamera2(tmp_path: Path) -> None:
    wanted = Verdict.BAD if find_spec("picamera2") is None else Verdict.FINE
    assert found(tmp_path, "pi")["camera"].verdict is wanted


def test_a_camera_that_there_is_not_is_named(tmp_path: Path) -> None:
    missing = str(tmp_path / "periscope")
    finding = found(tmp_path, missing)["camera"]
    assert (finding.verdict, finding.text.facts) == (Verdict.BAD, {"kind": missing})
    assert found(tmp_path, str(tmp_path))["camera"].verdict is Verdict.FINE


def test_a_camera_that_was_never_calibrated_is_worth_a_note(tmp_path: Path) -> None:
    assert found(tmp_path, str(tmp_path))["calibration"].verdict is Verdict.NOTE
    (tmp_path / "data" / "tray").mkdir(parents=True)
    (tmp_path / "data" / "tray" / "colours.png").touch()
    assert found(tmp_path, str(tmp_path))["calibration"].verdict is Verdict.FINE
