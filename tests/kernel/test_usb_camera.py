"""A USB camera: the kernel's simulated one (vivid) under the unmodified OpenCV.

Time is the subject: how long a camera is away, silent, or not asked. It runs in virtual time, where
two minutes cost no minute.
"""

import threading
import time
from collections.abc import Iterator

import numpy as np
import pytest

from companion.engine.errors import TrayError
from hardware.tray.cameras import open_camera
from hardware.tray.cameras.camera import Camera, CameraLost
from hardware.tray.cameras.reopening import ReopeningCamera
from hardware.tray.cameras.usb import UsbCamera
from tests.kernel import simulated_camera as outside
from tests.kernel.simulated_camera import SimulatedCamera

pytestmark = pytest.mark.kernel
SCENES = {  # and their pixels, in OpenCV's order
    outside.RED: (0, 0, 255),
    outside.GREEN: (0, 255, 0),
    outside.BLUE: (255, 0, 0),
}


@pytest.fixture
def plug() -> Iterator[SimulatedCamera]:
    plug = SimulatedCamera()
    yield plug
    if plug.is_in:
        plug.pull()
    plug.push()  # as new, with every control at its default


@pytest.fixture
def camera(plug: SimulatedCamera) -> Iterator[Camera]:
    camera = open_camera("usb:0")
    assert camera is not None
    yield camera
    camera.close()


def seen(camera: Camera) -> tuple[int, ...]:
    """Return the pixel in the middle of a new photo."""
    photo = camera.still()
    return tuple(photo[photo.shape[0] // 2, photo.shape[1] // 2].tolist())


def test_pictures_have_the_size_that_was_asked_for(plug: SimulatedCamera, camera: Camera) -> None:
    plug.choose(outside.ANY_SIZE)
    assert camera.still().shape == (960, 1280, 3)
    assert camera.watch().shape == (960, 1280, 3)


def test_a_camera_that_has_not_this_size_gives_its_nearest(camera: Camera) -> None:
    assert camera.still().shape == (720, 1280, 3)
    assert camera.watch().shape == (720, 1280, 3)


def test_colours_come_in_opencvs_order(plug: SimulatedCamera, camera: Camera) -> None:
    for scene, pixel in SCENES.items():
        plug.turn(outside.SCENE, scene)
        assert seen(camera) == pixel


def test_a_picture_is_newer_than_the_question(plug: SimulatedCamera, camera: Camera) -> None:
    camera.still()
    for scene, pixel in SCENES.items():
        plug.wait_for_pictures(3)  # of the scene before, all that the driver can hold
        plug.turn(outside.SCENE, scene)
        assert seen(camera) == pixel


def test_the_gain_is_held_where_the_camera_turns_it_by_itself(
    plug: SimulatedCamera, camera: Camera
) -> None:
    before = plug.control(outside.GAIN)
    time.sleep(2)
    assert plug.control(outside.GAIN) != before
    held = camera.lock()
    time.sleep(5)
    assert plug.control(outside.GAIN) == held["gain"]


def test_only_what_the_camera_has_is_held(plug: SimulatedCamera, camera: Camera) -> None:
    assert set(camera.lock()) == {"gain"}
    camera.restore({"exposure": 100, "white_balance": 4600, "gain": 7})  # as another one had it
    assert plug.control(outside.GAIN) == 7


@pytest.mark.parametrize("gain", [0, 1, 255])
def test_the_light_is_held_again_after_an_unplug(
    plug: SimulatedCamera, camera: Camera, gain: int
) -> None:
    plug.turn(outside.AUTOMATIC_GAIN, 0)
    plug.turn(outside.GAIN, gain)
    camera.lock()
    plug.pull()
    with pytest.raises(TrayError):
        camera.still()
    plug.push()
    time.sleep(1)
    camera.still()
    assert plug.control(outside.GAIN) == gain
    time.sleep(5)
    assert plug.control(outside.GAIN) == gain


def test_an_unplugged_camera_is_told_in_words_and_comes_back(
    plug: SimulatedCamera, camera: Camera
) -> None:
    camera.still()
    plug.pull()
    with pytest.raises(TrayError, match=r"answer: /dev/video0 gives no photo\. Check its cable"):
        camera.still()
    time.sleep(1)
    with pytest.raises(TrayError, match=r"answer: /dev/video0 cannot be opened\. Check its cable"):
        camera.still()
    plug.push()
    plug.turn(outside.SCENE, outside.GREEN)
    with pytest.raises(TrayError, match="cannot be opened"):
        camera.still()  # it waits twice as long now
    time.sleep(2)
    assert seen(camera) == SCENES[outside.GREEN]


def test_a_camera_that_stays_away_is_opened_ever_less_often(plug: SimulatedCamera) -> None:
    opened_s = []

    def opens() -> UsbCamera:
        opened_s.append(round(time.monotonic()))
        return UsbCamera(0)

    camera = ReopeningCamera(opens)
    camera.still()
    plug.pull()
    for _ in range(120):
        with pytest.raises(TrayError):
            camera.watch()
        time.sleep(1)
    assert np.diff(opened_s[1:]).tolist() == [2, 4, 8, 16, 30, 30]
    plug.push()
    time.sleep(30)
    assert camera.watch().any()
    camera.close()


def test_a_camera_that_was_out_and_in_while_nobody_looked_is_found(
    plug: SimulatedCamera, camera: Camera
) -> None:
    camera.still()
    for number in (1, 0):  # the other one is taken as long as its picture was not asked for
        plug.pull()
        plug.push()
        assert plug.device.name == f"video{number}"
        plug.turn(outside.SCENE, outside.BLUE)
        with pytest.raises(TrayError, match="gives no photo"):
            camera.still()
        time.sleep(1)
        assert seen(camera) == SCENES[outside.BLUE]


def test_an_unplug_in_the_middle_of_a_picture_is_noticed_at_once(
    plug: SimulatedCamera, camera: Camera
) -> None:
    camera.still()
    plug.turn(outside.DROPPED_PERCENT, 100)
    pulled_s = []

    def pull() -> None:
        pulled_s.append(time.monotonic())
        plug.pull()

    hand = threading.Timer(1, pull)  # a second passes only while the camera is waited for
    hand.start()
    with pytest.raises(TrayError, match="gives no photo"):
        camera.still()
    hand.join()
    assert time.monotonic() - pulled_s[0] < 0.1


def test_a_camera_that_falls_silent_is_lost_after_five_seconds(
    plug: SimulatedCamera, camera: Camera
) -> None:
    camera.still()
    plug.turn(outside.DROPPED_PERCENT, 100)
    began_s = time.monotonic()
    with pytest.raises(TrayError, match="gives no photo"):
        camera.still()
    assert time.monotonic() - began_s == pytest.approx(5, abs=0.1)
    plug.turn(outside.DROPPED_PERCENT, 0)
    time.sleep(1)
    assert camera.still().any()


def test_a_camera_whose_stream_breaks_off_comes_back(plug: SimulatedCamera, camera: Camera) -> None:
    camera.still()
    plug.turn(outside.DISCONNECT, 1)  # until the last who has it open lets go
    with pytest.raises(TrayError, match="gives no photo"):
        camera.still()
    time.sleep(1)
    assert camera.still().any()


def test_a_camera_that_another_program_uses_is_taken_when_it_is_free(
    plug: SimulatedCamera, camera: Camera
) -> None:
    other = UsbCamera(0)  # to the kernel, whoever has it open besides
    other.still()
    with pytest.raises(TrayError, match="/dev/video0 cannot be opened"):
        camera.still()
    assert other.still().any()  # it does not suffer
    other.close()
    time.sleep(1)
    assert camera.still().any()


def test_a_closed_camera_can_be_opened_again_and_gives_nothing(plug: SimulatedCamera) -> None:
    for _ in range(3):
        camera = UsbCamera(0)
        camera.still()
        camera.close()
        with pytest.raises(CameraLost):
            camera.still()
