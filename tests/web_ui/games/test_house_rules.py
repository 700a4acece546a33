"""The form for house rules on the page of corrections: what was agreed on is ticked."""

import pytest
from flask.testing import FlaskClient

from companion.games.grave_robbers import commands as gr
from companion.games.grave_robbers.box import Colour
from companion.games.grave_robbers.values import Rulings as RobbersRulings
from companion.games.grave_robbers.values import Seat
from companion.games.the_game import commands as tg
from companion.games.the_game.values import Rulings
from companion.table.table import Table

ROBBERS = tuple(map(Seat, list(Colour)[:3]))
STARTS = {
    "the_game": (
        tg.StartGame(("", ""), practice=True),
        {"rulings.each_in_time": "on", "rulings.advice": "on"},
        Rulings(no_blue_on_top=False, advice=True),
    ),
    "grave_robbers": (
        gr.StartGame(ROBBERS, ROBBERS[0].colour),
        {"rulings.ties_win": "on"},
        RobbersRulings(ties_win=True, show_odds=False),
    ),
}


@pytest.mark.parametrize("name", STARTS)
def test_the_form_sets_what_is_ticked(name: str, table: Table, client: FlaskClient) -> None:
    start, ticked, agreed = STARTS[name]
    table.open_game("test", name)
    table.submit(start, "test")
    client.post("/do/CorrectRulings", data={"reason": "agreed", **ticked})
    assert table.snapshot.state.rulings == agreed
    page = client.get("/correct").text
    assert all(f'name="{each}"' in page for each in ticked)
