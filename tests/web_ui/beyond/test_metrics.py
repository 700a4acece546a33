"""What Prometheus is told, only if the settings ask for it, and the dashboard that shows it."""

import json
import re
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from prometheus_client import Metric
from prometheus_client.parser import text_string_to_metric_families

from companion.engine.sentence import Sentence
from companion.table.table import Table
from tests.companion.beyond.tables import begin, knock
from tests.support.pages import create_app
from tests.support.places import ROOT
from web_ui.access.guests import Guests
from web_ui.app import Options

DASHBOARD = ROOT / "docs" / "grafana" / "dragonbag.json"


@pytest.fixture
def measured(table: Table, tmp_path: Path) -> FlaskClient:
    """Return a program with the key at a table that is measured."""
    guests = Guests(tmp_path / "guests.json")
    app = create_app(
        table,
        Options(
            address=str,
            version="test",
            panel_kind="pins",
            camera_kind="usb",
            guests=guests,
            measures=True,
        ),
    )
    client = app.test_client()
    client.environ_base["HTTP_AUTHORIZATION"] = f"Bearer {guests.link('').rpartition('/')[2]}"
    return client


def families(client: FlaskClient) -> dict[str, Metric]:
    answer = client.get("/metrics")
    assert answer.status_code == 200
    return {each.name: each for each in text_string_to_metric_families(answer.text)}


def value(metric: Metric, name: str = "", **labels: str) -> float:
    found = [
        each.value
        for each in metric.samples
        if labels.items() <= each.labels.items() and each.name == (name or each.name)
    ]
    return sum(found)


def test_a_table_that_is_not_measured_has_no_such_page(client: FlaskClient) -> None:
    assert client.get("/metrics").status_code == 404


def test_a_stranger_is_told_nothing(measured: FlaskClient) -> None:
    measured.environ_base.pop("HTTP_AUTHORIZATION")
    assert measured.get("/metrics").status_code == 401


def test_presses_are_counted_by_who_made_them(table: Table, measured: FlaskClient) -> None:
    begin(table)
    knock(table, 3)
    table.undo("phone:red")
    lines = families(measured)["dragonbag_lines"]
    assert value(lines, source="panel", kind="command") == 6
    assert value(lines, source="phone", kind="undo") == 1
    knock(table)
    lines = families(measured)["dragonbag_lines"]
    assert value(lines, source="panel", kind="command") == 8, "nothing is counted twice"


def test_taps_are_timed(table: Table, measured: FlaskClient) -> None:
    begin(table)
    before = value(families(measured)["dragonbag_tap_seconds"], "dragonbag_tap_seconds_count")
    body = {"type": "MakeClank", "colour": "red", "cubes": 1}
    assert measured.post("/api/v1/commands", json=body).status_code == 200
    taps = families(measured)["dragonbag_tap_seconds"]
    assert value(taps, "dragonbag_tap_seconds_count") == before + 1
    assert value(taps, "dragonbag_tap_seconds_sum") > 0


def test_disk_camera_panel_and_games_are_told(table: Table, measured: FlaskClient) -> None:
    found = families(measured)
    assert (
        0 < value(found["dragonbag_disk_free_bytes"]) <= value(found["dragonbag_disk_size_bytes"])
    )
    assert value(found["dragonbag_journal_bytes"]) == table.journal.path.stat().st_size
    assert (value(found["dragonbag_camera_up"]), value(found["dragonbag_panel_up"])) == (1, 1)
    assert value(found["dragonbag_game_running"]) == 0
    assert value(found["dragonbag_phones"]) == 0
    begin(table)
    table.notice("camera", Sentence("The camera is gone."))
    found = families(measured)
    assert value(found["dragonbag_camera_up"]) == 0
    assert value(found["dragonbag_notices"]) == 1
    assert value(found["dragonbag_game_running"], game="clank") == 1


def test_the_dashboard_asks_only_for_what_there_is(measured: FlaskClient) -> None:
    board = json.loads(DASHBOARD.read_text())
    asked = {
        name
        for panel in board["panels"]
        for target in panel["targets"]
        for name in re.findall(r"dragonbag_\w+", target["expr"])
    }
    text = measured.get("/metrics").text
    told = set(re.findall(r"^(dragonbag_\w+)", text, re.MULTILINE)) | {"dragonbag_lines_total"}
    assert asked - told == set()
    assert {name.removesuffix("_bucket") for name in asked} >= {
        "dragonbag_tap_seconds",
        "dragonbag_phones",
        "dragonbag_camera_up",
        "dragonbag_disk_free_bytes",
    }
    ids = [panel["id"] for panel in board["panels"]]
    assert len(set(ids)) == len(ids)


def test_the_page_tells_every_metric() -> None:
    told = (ROOT / "docs" / "beyond-one-table.md").read_text()
    source = (ROOT / "web_ui" / "beyond" / "metrics.py").read_text()
    names = re.findall(r'"(?:dragonbag_)?(\w+_(?:seconds|bytes|up|running)|lines|phones)"', source)
    assert len(names) >= 8
    assert [name for name in names if f"`dragonbag_{name}" not in told] == []
