"""Pins and camera by the host's phone: what passes the check is kept for the next start."""

import re
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from importlib.util import find_spec
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion.app.panel_build import panel_build
from companion.app.panel_keeper import PanelKeeper, ReadyPanel
from companion.app.settings import Settings, load
from companion.app.upkeep.again import Again
from companion.app.upkeep.choices import BEFORE, FILE, kept
from companion.app.upkeep.log_tail import LogTail
from companion.app.upkeep.upkeep import Upkeep
from companion.engine.errors import BadSettings
from companion.engine.sentence import Sentence
from companion.table.table import Table
from companion.worker.work import AtOnce
from hardware.panel.factories import PanelMissing
from tests.support.pages import create_app
from web_ui.access.guests import Guests
from web_ui.app import Options

PATHS = ("/upkeep/pins", "/upkeep/pins/forget", "/upkeep/camera")
CHECKED = re.compile(r'<div id="checked".*?</section>', re.DOTALL)


@dataclass
class Place:
    """A table whose host has a phone, and how often it was asked to start again."""

    table: Table
    settings: Settings
    guests: Guests
    ended: list[str] = field(default_factory=list)

    def phone(self, *, is_host: bool = True) -> FlaskClient:
        """Return the browser of a phone, at a table that has just started."""
        again = Again(lambda: self.ended.append("again"))
        panel = PanelKeeper(self.table, _no_panel)
        parts = (self.table, kept(self.settings), AtOnce(), panel, again, LogTail())
        link = self.guests.link("", is_host=is_host)
        app = create_app(
            self.table,
            Options(
                address=lambda: link,
                version="1",
                guests=self.guests,
                upkeep=Upkeep(*parts, root=self.settings.data_dir),
            ),
        )
        app.config["PROPAGATE_EXCEPTIONS"] = True
        client = app.test_client()
        client.get(link)
        return client

    def bcm(self, key: str) -> int:
        return panel_build(kept(self.settings)).pins.entries()[key]


def _no_panel(running: ExitStack) -> ReadyPanel:
    raise PanelMissing(Sentence("There is none here."))


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Place]:
    settings = Settings(data_dir=tmp_path)
    with Table.open(settings.journal) as table:
        yield Place(table, settings, Guests(tmp_path / "guests.json"))


def checked(answer: str) -> str:
    found = CHECKED.search(answer)
    assert found is not None
    return found[0]


def test_only_the_host_moves_pins(place: Place) -> None:
    guest = place.phone(is_host=False)
    assert guest.get("/upkeep/pins").status_code == 403
    assert {guest.post(path).status_code for path in PATHS} == {403}
    assert place.ended == []


def test_the_page_shows_every_part_on_its_pin_of_the_header(place: Place) -> None:
    page = place.phone().get("/upkeep/pins").text
    assert len(re.findall(r'<select name="', page)) == 19
    assert re.search(r'name="buttons\.red">.*?value="17" selected', page, re.DOTALL)
    (eleven,) = re.findall(r'<span class="hole ?">11</span>.*?</li>', page, re.DOTALL)
    assert "red button" in eleven
    assert "✓" in checked(page)
    assert 'name="save"' not in page  # nothing was changed


def test_a_move_is_checked_at_once_and_changes_nothing_yet(place: Place) -> None:
    phone = place.phone()
    good = phone.post("/upkeep/pins", data={"buttons.undo": 4}).text
    assert "✓" in checked(good)
    assert 'name="save"' in checked(good)
    for bcm, why in (
        (17, "red button and red lamp are both on BCM 17"),
        (3, "A resistor on the board"),
        (99, "no BCM 99"),
    ):
        bad = phone.post("/upkeep/pins", data={"lamps.red": bcm}).text
        assert why in checked(bad)
        assert 'name="save"' not in bad
    assert (place.bcm("buttons.undo"), place.bcm("lamps.red"), place.ended) == (5, 6, [])


def test_what_passes_is_kept_with_the_choice_before_and_starts_the_table_again(
    place: Place,
) -> None:
    phone = place.phone()
    assert phone.post("/upkeep/pins", data={"buttons.undo": 4, "save": 1}).status_code == 200
    assert place.bcm("buttons.undo") == 4
    phone = place.phone()
    phone.post("/upkeep/pins", data={"buttons.undo": 15, "save": 1})
    assert place.bcm("buttons.undo") == 15
    (place.settings.data_dir / BEFORE).replace(place.settings.data_dir / FILE)
    assert place.bcm("buttons.undo") == 4
    assert place.ended == ["again"] * 2
    place.phone().post("/upkeep/pins/forget")
    assert place.bcm("buttons.undo") == 5


def test_what_does_not_pass_is_not_kept_even_if_somebody_asks(place: Place) -> None:
    answer = place.phone().post("/upkeep/pins", data={"lamps.red": 17, "save": 1})
    assert answer.status_code == 409
    assert "both on BCM 17" in answer.text
    assert place.bcm("lamps.red") == 6
    assert place.ended == []


def test_dimming_keeps_the_pins(place: Place) -> None:
    place.phone().post("/upkeep/pins", data={"buttons.undo": 4, "save": 1})
    place.phone().post("/upkeep/brightness", data={"percent": 40})
    assert place.bcm("buttons.undo") == 4


def test_a_choice_that_fits_the_settings_no_more_does_not_stop_the_table(place: Place) -> None:
    place.phone().post("/upkeep/pins", data={"buttons.undo": 4, "save": 1})
    place.settings = replace(place.settings, buses={"one_wire": True})  # it takes BCM 4
    assert place.bcm("buttons.undo") == 5
    (place.settings.data_dir / FILE).write_text('{"pins": {"lamps": {"pink": 4}}}')
    assert place.bcm("buttons.undo") == 5


def test_the_pins_of_the_settings_file_stay_where_the_host_moved_others(
    place: Place, tmp_path: Path
) -> None:
    file = tmp_path / "dragonbag.toml"
    file.write_text("[pins.lamps]\nrage_5 = 5\n[pins.buttons]\nundo = 4\n")
    before = file.read_text()
    place.settings = load(file, {"data_dir": tmp_path})
    place.phone().post("/upkeep/pins", data={"buttons.next": 15, "save": 1})
    assert [place.bcm(f"{key}") for key in ("lamps.rage_5", "buttons.next")] == [5, 15]
    assert file.read_text() == before


def test_a_strips_wires_are_shown_and_cannot_be_moved(place: Place) -> None:
    place.settings = replace(place.settings, strip={"kind": "apa102"})
    page = place.phone().post("/upkeep/pins", data={"strip.data": 4, "buttons.undo": 8}).text
    assert "The strip" in page
    assert 'name="strip.data"' not in page
    assert "which SPI takes" in checked(page)


@pytest.mark.skipif(find_spec("cv2") is None, reason="without OpenCV there is no camera to choose")
def test_the_host_chooses_the_camera(place: Place) -> None:
    assert 'value="none" selected' in place.phone().get("/upkeep").text
    place.phone().post("/upkeep/camera", data={"camera": "usb"})
    assert kept(place.settings).camera == "usb"
    assert kept(place.settings, can_see=False).camera == "none"
    assert place.ended == ["again"]
    refused = place.phone().post("/upkeep/camera", data={"camera": "/etc"})
    assert refused.status_code == 409
    assert kept(place.settings).camera == "usb"


def test_a_wrong_settings_file_is_said_when_the_panel_is_built(place: Place) -> None:
    place.phone().post("/upkeep/pins", data={"buttons.undo": 4, "save": 1})
    wrong = replace(place.settings, lamps={"without": 7})
    with pytest.raises(BadSettings, match="a list in square brackets"):
        panel_build(kept(wrong))
