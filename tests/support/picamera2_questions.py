"""Questions to picamera2, or to what stands in for it, with the recorded answers.

`python -m tests.support.picamera2_questions` on a machine with picamera2 prints its answers anew.
"""

import json
from collections.abc import Callable, Iterator
from typing import Protocol

import numpy as np
import numpy.typing as npt

from companion.engine.codec import JsonObject
from tests.support.places import RECORDS

RECORD = RECORDS / "picamera2.jsonl"
WAIT_S = 1.0
SIZE = (640, 480)
Answer = tuple[str, JsonObject]


class Camera(Protocol):
    """What is asked of Picamera2."""

    def create_still_configuration(self, *, main: JsonObject) -> JsonObject: ...

    def configure(self, wanted: JsonObject) -> None: ...

    def camera_configuration(self) -> JsonObject: ...

    def start(self) -> None: ...

    def stop(self) -> None: ...

    def close(self) -> None: ...

    def set_controls(self, controls: JsonObject) -> None: ...

    def capture_metadata(self, wait: float | None = None) -> JsonObject: ...

    def capture_array(
        self, stream: str = "main", wait: float | None = None
    ) -> npt.NDArray[np.uint8]: ...


def recorded() -> dict[str, JsonObject]:
    """Return question -> answer."""
    lines = [json.loads(line) for line in RECORD.read_text().splitlines()]
    return {line.pop("question"): line for line in lines if "question" in line}


def answers(opens: Callable[[int], Camera]) -> Iterator[Answer]:
    """Ask all questions; `opens` is Picamera2, or stands in for it."""
    yield _asked("a camera that is not there", lambda: opens(9))
    camera = opens(0)
    yield _asked("opening one twice", lambda: opens(0))
    yield from _configuring(camera)
    yield from _capturing(camera)
    yield _asked("closing twice", lambda: _close_twice(camera))
    yield _asked("a capture after the close", lambda: camera.capture_array(wait=WAIT_S))
    yield _asked("opening again", lambda: opens(0).close())


def _close_twice(camera: Camera) -> None:
    camera.close()
    camera.close()


def _configuring(camera: Camera) -> Iterator[Answer]:
    def configured(**main: object) -> JsonObject:
        camera.configure(camera.create_still_configuration(main=main))
        given = camera.camera_configuration()["main"]
        return {"format": given["format"], "size": list(given["size"])}

    yield _asked("a stream with an unknown key", lambda: configured(fmt="BGR888"))
    yield _asked("an unknown format", lambda: configured(format="RGB24", size=SIZE))
    yield _asked("an odd size", lambda: configured(format="BGR888", size=(641, 481)))
    other = {"format": "XBGR8888", "size": SIZE}
    yield _asked("a format that the camera has not", lambda: configured(**other))


def _capturing(camera: Camera) -> Iterator[Answer]:
    plain = camera.create_still_configuration(main={"format": "BGR888", "size": SIZE})
    camera.configure(plain)
    yield _asked("a capture before the start", lambda: camera.capture_array(wait=WAIT_S))
    camera.start()
    yield _asked("starting twice", camera.start)
    yield _asked("configuring while it runs", lambda: camera.configure(plain))
    yield _asked("a capture", lambda: _shape(camera.capture_array(wait=WAIT_S)))
    yield _asked("a stream that is not configured", lambda: camera.capture_array("lores"))
    yield _asked("what a picture tells", lambda: sorted(camera.capture_metadata(wait=WAIT_S)))
    yield _asked(
        "a control that the camera has not", lambda: camera.set_controls({"ExposureTime": 10_000})
    )
    camera.stop()
    yield _asked("a capture after the stop", lambda: camera.capture_array(wait=WAIT_S))


def _shape(array: npt.NDArray[np.uint8]) -> list[object]:
    return [list(array.shape), str(array.dtype), array.flags["OWNDATA"], array.flags["WRITEABLE"]]


def _asked(question: str, ask: Callable[[], object]) -> Answer:
    try:
        return question, {"answer": ask()}
    except Exception as error:  # noqa: BLE001 (whatever it raises is the answer)
        return question, {"raises": type(error).__name__, "text": str(error)}


def agrees(answer: JsonObject, record: JsonObject) -> bool:
    """Tell whether an answer is the recorded one; of a message only the beginning is kept."""
    if "raises" in record:
        text = str(answer.get("text"))
        return answer.get("raises") == record["raises"] and text.startswith(record["text"])
    return answer == record


if __name__ == "__main__":
    from picamera2 import Picamera2

    for asked, told in answers(Picamera2):
        print(json.dumps({"question": asked, **told}))
