"""On a Pi with a camera: picamera2 still answers as recorded, and PiCamera takes photos."""

import pytest

pytestmark = pytest.mark.pi

SAME_EVERYWHERE = (
    "a camera that is not there",
    "a stream with an unknown key",
    "an unknown format",
    "a capture before the start",
    "starting twice",
    "configuring while it runs",
    "a stream that is not configured",
    "a capture after the stop",
    "closing twice",
    "a capture after the close",
    "opening again",
)


def test_picamera2_answers_as_recorded() -> None:
    picamera2 = pytest.importorskip("picamera2", reason="no picamera2 (python3-picamera2)")
    from tests.support.picamera2_questions import agrees, answers, recorded

    record, told = recorded(), dict(answers(picamera2.Picamera2))
    wrong = {
        asked: told[asked] for asked in SAME_EVERYWHERE if not agrees(told[asked], record[asked])
    }
    assert wrong == {}


def test_the_camera_gives_stills_and_small_pictures_with_its_light_held() -> None:
    pytest.importorskip("picamera2", reason="no picamera2 (python3-picamera2)")
    from hardware.tray.cameras.pi import PiCamera

    camera = PiCamera()
    try:
        assert {"ExposureTime", "AnalogueGain"} <= camera.lock().keys()
        assert camera.watch().shape[2] == 3
        assert camera.still().std() > 0
    finally:
        camera.close()
