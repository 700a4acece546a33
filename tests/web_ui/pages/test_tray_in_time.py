"""The tray's pages and the reader's process: it is ready before a photo, and holds no page up."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from tests.support.pages import create_app
from tests.support.places import PHOTOS
from web_ui.app import Options

pytest.importorskip("cv2", reason="no OpenCV here (a 32-bit Pi takes it from apt)")

from companion.table.reading import Purpose
from companion.table.table import Table
from companion.worker.work import Urgency, as_it_is
from companion.worker.worker import Worker
from hardware.tray.photos import encoded, open_photo
from hardware.tray.reader.reading import SENTENCES, Doubt
from hardware.tray.tray import BLANK, COLOURS, Tray
from tests.companion.worker.jobs import WAIT_S, has_imported, held, hold, work
from tests.support.presses import start_game

READER = "hardware.tray.reader.read"
IMAGES = PHOTOS / "images"


@pytest.fixture
def worker() -> Iterator[Worker]:
    with Worker() as worker:
        yield worker


@pytest.mark.parametrize("path", ["/tray", "/tray/calibrate"])
def test_a_page_that_takes_photos_has_the_reader_loaded_before_one_comes(
    table: Table, worker: Worker, tmp_path: Path, path: str
) -> None:
    start_game(table)
    tray = Tray(table, tmp_path / "tray", None, worker)
    app = create_app(
        table, Options(address=lambda: "", version="test", desk=worker, tray=lambda: tray)
    )
    last = partial(work, has_imported, READER, urgency=Urgency.ADVICE)
    assert not worker.ask(last(), as_it_is).result(WAIT_S)
    assert app.test_client().get(path).status_code == 200
    assert worker.ask(last(), as_it_is).result(WAIT_S)


def test_no_page_waits_for_the_calibration_of_an_earlier_evening(
    table: Table, worker: Worker, tmp_path: Path
) -> None:
    start_game(table)
    for kept, taken in ((BLANK, "d10_blank"), (COLOURS, "d10_colors")):
        (tmp_path / kept).write_bytes(encoded(".png", open_photo(IMAGES / f"{taken}.jpg")))
    with held(tmp_path) as holding:
        worker.ask(work(hold, holding.address, urgency=Urgency.PHOTO), as_it_is)
        line, _ = holding.began()
        tray = Tray(table, tmp_path, None, worker)
        assert tray.step == "done"
        line.send("go on")
        half = encoded(".png", open_photo(IMAGES / "d10_06.jpg")[:, 400:])
        seen = tray.read(Purpose.DRAW, half)
    assert SENTENCES[Doubt.UNSEEN] in seen.doubts, "only the calibration knows the other half"
    assert tray.step == "done"
