"""A locked table of Clank! on which Red begins."""

from itertools import count
from pathlib import Path

import pytest

from companion.games.clank import commands as clank
from companion.games.clank.box import Colour
from companion.games.clank.values import Seat
from companion.table.table import Table
from tests.support.pages import locked_app
from tests.web_ui.access.door import Door
from web_ui.access.guests import Guests


@pytest.fixture
def door(table: Table, tmp_path: Path) -> Door:
    table.open_game("cli", "clank")
    seats = (Seat(Colour.RED, "Ann"), Seat(Colour.GREEN, "Bo"))
    table.submit(clank.StartGame(seats, Colour.RED), "cli")
    # Time goes on with every request: a test that asks a hundred addresses is not too quick for it.
    guests = Guests(tmp_path / "guests.json", clock=count(0.0, 0.1).__next__)
    app = locked_app(table, guests)
    return Door(table, guests, app)
