"""The report: what it tells of a computer and its panel, and what it never tells.

The finger that is timed sleeps: only time tells a press from a bounce.
"""

import io
import json
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.app.cli.main import main
from companion.app.report.panel_times import PRESSES, Stopwatch, lead_through
from companion.app.report.private import Private
from companion.engine.sentence import Sentence
from companion.games.clank.box import Colour
from companion.games.clank.commands import StartGame
from companion.games.clank.values import Seat
from companion.table.table import Table
from hardware.panel.panel import Callbacks, Panel
from hardware.panel.pins import Pins
from hardware.panel.self_test import SelfTest, Verdict, parts_of
from tests.support.documents import DOCS, rows, text_of
from tests.support.panel_finger import WAIT_S, Finger, WatchedFactory
from tests.support.places import PHOTOS
from tests.support.presses import REST_S
from web_ui.access.guests import Guests

BAG = "report.zip"


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    with Table.open(tmp_path / "journal.sqlite") as table:
        yield table


def members(file: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(file) as bag:
        return {name: bag.read(name) for name in bag.namelist()}


def timed_panel(table: Table, factory: WatchedFactory) -> tuple[Panel, Stopwatch]:
    watch = Stopwatch(table)
    panel = Panel(table, factory, callbacks=Callbacks(on_edge=watch.note_edge))
    watch.time_lamps(panel)
    return panel, watch


def test_a_panel_is_tested_and_ten_presses_are_timed_up_to_their_lamp(table: Table) -> None:
    factory = WatchedFactory()
    panel, watch = timed_panel(table, factory)
    self_test = SelfTest(parts_of(Pins()))
    finger = Finger(table, panel, factory)

    def press_what_is_asked(told: Sentence) -> None:
        if told.one.startswith("Press the"):
            finger.drawn.press(str(told.facts["name"]).lower())
            time.sleep(REST_S)  # a finger is no quicker
            finger.drawn.release(str(told.facts["name"]).lower())
            time.sleep(REST_S)

    with panel:
        took = lead_through(
            table, panel, watch, self_test, press_what_is_asked, lambda asked: Verdict.GOOD, WAIT_S
        )
    assert {verdict for _, verdict in self_test.verdicts} == {Verdict.GOOD}
    assert len(took) == PRESSES
    assert all(0 < took_ms < 1000 * WAIT_S for took_ms in took)
    assert table.snapshot.state.area.yellow > 3  # the presses counted, each through the journal


def test_a_panel_without_one_good_button_with_its_lamp_is_not_timed(table: Table) -> None:
    panel, watch = timed_panel(table, WatchedFactory())
    self_test = SelfTest(parts_of(Pins(), ("red", "rage_1")))
    with panel:
        assert not lead_through(
            table, panel, watch, self_test, lambda told: None, lambda asked: Verdict.GOOD, 0.01
        )


@pytest.mark.parametrize(
    ("text", "hidden"),
    [
        ("/home/ann/dragonbag and /home/ann", "~/dragonbag and ~"),
        ("/home/bert/x", "/home/USER/x"),
        ("ann has it; annual stays", "USER has it; annual stays"),
        ("http://tower.local:8000", "http://HOST.local:8000"),
        ("192.168.1.23, fe80::1:2ff:fe03:4, 2001:db8:0:1:2:3:4:5", "ADDRESS, ADDRESS, ADDRESS"),
        ("b8:27:eb:01:02:03 at 12:30:05", "ADDRESS at 12:30:05"),
        ("0.1.0, Python 3.11.7, BCM 17", "0.1.0, Python 3.11.7, BCM 17"),
    ],
)
def test_who_and_where_is_taken_out(text: str, hidden: str) -> None:
    assert Private("ann", "tower", Path("/home/ann")).hide(text) == hidden


def test_what_every_pi_is_called_stays() -> None:
    text = "pi at raspberrypi.local runs dragonbag"
    assert Private("pi", "raspberrypi", Path("/root")).hide(text) == text


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the home of somebody who has played, with keys, names and settings."""
    home = tmp_path / "home" / "annabella"
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("LOGNAME", "annabella")
    folder = home / "evenings"
    with Table.open(folder / "journal.sqlite") as table:
        table.open_game("cli", "clank")
        seats = (Seat(Colour.RED, "Zacharias"), Seat(Colour.BLUE))
        table.submit(StartGame(seats, Colour.RED), "cli")
    Guests(folder / "guests.json").link("http://table/")
    (folder / "dragonbag.toml").write_text("[pins.buttons]\nundo = 4\n")
    return folder


def test_the_file_tells_of_the_computer_and_of_nobody(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / BAG
    where = ("--data-dir", str(home), "--settings", str(home / "dragonbag.toml"))
    assert main(["report", str(file), "--ask-nothing", *where]) == 0
    assert str(file) in capsys.readouterr().out
    found = members(file)
    assert set(found) == {"report.md", "report.json"}
    told = json.loads(found["report.json"])
    assert told["kernel"]
    assert told["libraries"]["gpiozero"]
    assert told["memory_mb"]["all"] > 0
    assert {finding["name"] for finding in told["doctor"]} >= {"version", "disk", "journal"}
    assert told["own_panel"] == {"pins": {"buttons": {"undo": 4}}}
    secrets = json.loads((home / "guests.json").read_text())
    words = [each for each in _texts(secrets) if len(each) >= 8]
    assert words
    for text in (found["report.md"].decode(), found["report.json"].decode()):
        for secret in ("annabella", "Zacharias", str(tmp_path), *words):
            assert secret not in text


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, dict):
        for each in value.values():
            yield from _texts(each)
    elif isinstance(value, list):
        for each in value:
            yield from _texts(each)
    elif isinstance(value, str):
        yield value


def test_photos_are_added_only_if_somebody_agrees(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    photo = next(PHOTOS.rglob("*.jpg"))
    (home / "dragonbag.toml").write_text(f'camera = "{photo.parent}"\npanel = "none"\n')
    (home / "tray").mkdir()
    for name in ("blank.png", "colours.png"):
        (home / "tray" / name).write_bytes(b"png")
    where = ("--data-dir", str(home), "--settings", str(home / "dragonbag.toml"))
    all_photos = {"empty-tray.jpg", "calibration-blank.png", "calibration-colours.png"}
    for answers, photos in (("n\nn\n", set()), ("y\ny\n", all_photos)):
        monkeypatch.setattr("sys.stdin", io.StringIO(answers))
        assert main(["report", str(tmp_path / BAG), *where]) == 0
        found = members(tmp_path / BAG)
        assert set(found) - {"report.md", "report.json"} == photos
        assert set(json.loads(found["report.json"])["photos"]) == photos


def test_a_report_replaces_an_older_one_and_nothing_else(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    where = ("--ask-nothing", "--data-dir", str(home))
    assert main(["report", str(tmp_path / BAG), *where]) == 0
    assert main(["report", str(tmp_path / BAG), *where]) == 0
    mine = tmp_path / "mysettings.toml"
    mine.write_text("port = 8080\n")
    assert main(["report", str(mine), *where]) == 1
    assert "this command did not make it" in capsys.readouterr().err
    assert mine.read_text() == "port = 8080\n"
    assert main(["report", str(home / "journal.sqlite"), *where]) == 1
    assert "is the table's own folder" in capsys.readouterr().err


def test_its_row_fits_the_table_of_reports(home: Path, tmp_path: Path) -> None:
    file = tmp_path / BAG
    assert main(["report", str(file), "--ask-nothing", "--data-dir", str(home)]) == 0
    (row,) = rows(members(file)["report.md"].decode())
    (heading, *_) = rows(text_of(DOCS / "tested-on.md"))
    assert len(row) == len(heading)
