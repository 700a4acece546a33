"""Cameras: picamera2 by a stand-in that is held to a recording, USB, and coming back."""

from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("cv2", reason="no OpenCV here (a 32-bit Pi takes it from apt)")

import numpy as np

from companion.engine.errors import TrayError
from hardware.tray.cameras import open_camera
from hardware.tray.cameras.camera import CameraLost, Controls
from hardware.tray.cameras.pi import PiCamera, connect
from hardware.tray.cameras.reopening import LONGEST_WAIT_S, ReopeningCamera
from hardware.tray.cameras.usb import UsbCamera, UsbPort
from hardware.tray.cameras.zoomed import middle
from hardware.tray.photos import encoded
from hardware.tray.reader.channels import Photo
from tests.support.fake_picamera2 import LIGHT, FakePicamera2, PiModule
from tests.support.picamera2_questions import agrees, answers, recorded
from tests.support.video_nodes import video_nodes

RED, GREEN, BLUE = (0, 0, 191), (0, 191, 0), (191, 0, 0)


@pytest.fixture(autouse=True)
def all_closed() -> Iterator[None]:
    FakePicamera2.open_cameras.clear()
    yield
    FakePicamera2.open_cameras.clear()


def test_the_stand_in_answers_as_the_real_one_was_recorded_to() -> None:
    record = recorded()
    told = dict(answers(FakePicamera2))
    assert told.keys() == record.keys()
    wrong = {asked: told[asked] for asked in record if not agrees(told[asked], record[asked])}
    assert wrong == {}


@pytest.mark.parametrize("make", [FakePicamera2, PiModule])
def test_colours_come_in_opencvs_order_whatever_the_camera_makes_of_the_format(
    make: type[FakePicamera2],
) -> None:
    camera = PiCamera(make)
    picture = camera.still()
    height, width = picture.shape[:2]
    third = width // 6
    assert picture.flags["C_CONTIGUOUS"]
    seen = [tuple(picture[height // 2, third * place]) for place in (1, 3, 5)]
    assert seen == [RED, GREEN, BLUE]


def test_the_small_stream_is_watched_where_there_is_one() -> None:
    assert PiCamera(PiModule).watch().shape == (480, 640, 3)
    FakePicamera2.open_cameras.clear()
    assert PiCamera(FakePicamera2).watch().shape == (1152, 1536, 3)


def test_the_light_is_held_and_can_be_held_again() -> None:
    made: list[PiModule] = []

    def connects() -> PiModule:
        made.append(PiModule())
        return made[-1]

    locked = PiCamera(connects).lock()
    assert dict(locked) == LIGHT
    assert made[0].controls == {"AeEnable": False, "AwbEnable": False, **LIGHT}
    made[0].close()
    PiCamera(connects).restore({**locked, "ColourGains": [1.7, 1.4]})  # as JSON gives it back
    assert made[1].controls == made[0].controls


def test_a_camera_without_controls_keeps_its_automatic() -> None:
    assert PiCamera(FakePicamera2).lock() == {}


def test_a_camera_that_gives_no_picture_is_lost_after_seconds_not_for_ever() -> None:
    made: list[FakePicamera2] = []

    def connects() -> FakePicamera2:
        made.append(FakePicamera2())
        return made[-1]

    camera = PiCamera(connects)
    made[0].is_dead = True
    with pytest.raises(CameraLost, match="no photo came in time"):
        camera.still()


def test_a_camera_that_does_not_open_is_lost_and_closed() -> None:
    with pytest.raises(CameraLost, match="No camera number 9"):
        PiCamera(lambda: FakePicamera2(9))
    FakePicamera2.open_cameras.add(0)
    with pytest.raises(CameraLost, match="did not complete"):
        PiCamera(FakePicamera2)


def test_without_picamera2_the_cure_is_named() -> None:
    try:
        import picamera2  # noqa: F401
    except ImportError:
        with pytest.raises(CameraLost, match="apt install python3-picamera2"):
            connect()


class Scripted:
    """A source that fails when it is told to."""

    def __init__(self, fails: dict[str, bool], restored: list[Controls]) -> None:
        self.fails, self.restored = fails, restored
        if fails["open"]:
            raise CameraLost("unplugged")

    def watch(self) -> Photo:
        return self.still()

    def still(self) -> Photo:
        if self.fails["picture"]:
            raise CameraLost("silent")
        return np.zeros((2, 2, 3), np.uint8)

    def lock(self) -> Controls:
        return {"gain": 2}

    def restore(self, locked: Controls) -> None:
        self.restored.append(locked)

    def rest(self) -> None:
        """Nobody looks."""

    def close(self) -> None:
        self.fails["closed"] = True


def test_a_camera_comes_back_by_itself_with_its_light_held() -> None:
    fails, now = {"open": False, "picture": False}, [100.0]
    restored: list[Controls] = []
    camera = ReopeningCamera(lambda: Scripted(fails, restored), lambda: now[0])
    camera.lock()
    fails["picture"] = True
    with pytest.raises(TrayError, match="silent"):
        camera.still()
    assert fails["closed"]
    fails["picture"] = False
    with pytest.raises(TrayError, match="silent"):
        camera.still()  # too soon
    now[0] += 1
    assert camera.still().shape == (2, 2, 3)
    assert restored == [{"gain": 2}]


def test_a_camera_that_stays_away_is_asked_ever_less_often_and_logged_once(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level("INFO")
    opened: list[float] = []
    now = [0.0]

    def opens() -> Scripted:
        opened.append(now[0])
        return Scripted({"open": True}, [])

    camera = ReopeningCamera(opens, lambda: now[0])
    for second in range(200):
        now[0] = float(second)
        with pytest.raises(TrayError, match="unplugged"):
            camera.watch()
    waits = np.diff(opened)
    assert list(waits[:5]) == [1, 2, 4, 8, 16]
    assert waits.max() == LONGEST_WAIT_S
    assert [record.getMessage() for record in caplog.records] == ["the camera is away: unplugged"]


@pytest.mark.parametrize(
    ("places", "device"),
    [
        (("platform/rp1/cfe#0", "platform/rp1/cfe#1", "usb3/3-1/3-1:1.0#0", "usb3/3-1#1"), 2),
        (("usb1/1-5/1-5:1.0#1", "usb1/1-5/1-5:1.0#0"), 1),
    ],
)
def test_the_first_camera_in_a_usb_port_is_taken_not_the_pis_own(
    tmp_path: Path, places: tuple[str, ...], device: int
) -> None:
    assert UsbPort(nodes=video_nodes(tmp_path / "nodes", *places)).device() == device


@pytest.mark.parametrize("places", [(), ("platform/vivid.0#0",)])
def test_without_a_camera_in_a_usb_port_one_must_be_named(
    tmp_path: Path, places: tuple[str, ...]
) -> None:
    known = video_nodes(tmp_path / "nodes", *places)
    with pytest.raises(CameraLost, match="no camera is in a USB port"):
        UsbPort(nodes=known).open()
    assert UsbPort(7, known).device() == 7


def test_a_usb_camera_that_is_not_there_is_told_by_its_name() -> None:
    with pytest.raises(CameraLost, match="/dev/video77 cannot be opened"):
        UsbCamera(77)
    camera = open_camera("usb:77")
    assert camera is not None
    with pytest.raises(TrayError, match="/dev/video77"):
        camera.still()
    camera.close()


def test_of_a_camera_that_sees_too_much_the_middle_is_used(tmp_path: Path) -> None:
    picture = np.zeros((120, 160, 3), np.uint8)
    picture[30:90, 40:120] = 255
    (tmp_path / "tray.png").write_bytes(encoded(".png", picture))
    camera = open_camera(str(tmp_path), zoom=2)
    assert camera is not None
    for seen in (camera.watch(), camera.still()):
        assert (seen.shape, seen.min()) == ((60, 80, 3), 255)
    assert middle(picture, 3).shape == (40, 53, 3)
    camera.restore(camera.lock())
    camera.close()


def test_a_pi_camera_is_opened_when_it_is_needed() -> None:
    camera = open_camera("pi")
    assert isinstance(camera, ReopeningCamera)
    camera.restore({"ExposureTime": 1})
    camera.close()
