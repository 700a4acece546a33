"""The overlay of a streamer: what a watcher sees, by one address, with nobody to tap."""

from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion.games import GAMES
from companion.table.table import Table
from tests.companion.beyond.tables import begin
from tests.support.contract.games import play_at, table_for
from tests.support.pages import create_app
from tests.web_ui.access.door import Door
from web_ui.app import Options


def test_the_overlay_follows_the_stream_of_the_table_display(
    client: FlaskClient, table: Table
) -> None:
    begin(table)
    page, display = client.get("/overlay").text, client.get("/table").text
    (line,) = [each for each in display.splitlines() if "data-live" in each]
    assert line in page
    assert "seat=watch" in line
    assert "overlay.css" not in display
    assert " overlay" in page


@pytest.mark.parametrize("name", GAMES)
def test_the_overlay_of_every_game_is_there_from_the_first_line_to_the_last(
    name: str, tmp_path: Path
) -> None:
    with table_for(tmp_path, name, 1) as table:
        client = create_app(table, Options(address=str, version="test")).test_client()
        assert client.get("/overlay").status_code == 200
        play_at(table, name, 1, 0, 8)
        assert client.get("/overlay").status_code == 200


def test_one_address_with_the_key_leads_to_the_overlay(door: Door) -> None:
    stranger = door.app.test_client()
    assert stranger.get("/overlay").status_code == 401
    link = door.guests.link("")
    assert stranger.get(f"{link}?to=overlay").headers["Location"] == "/overlay"
    assert stranger.get("/overlay").status_code == 200
    assert stranger.get(f"{link}?to=//evil.example").headers["Location"] == "/"
