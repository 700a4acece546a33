"""A rematch, and names that are put right after the start."""

from dataclasses import replace

from flask.testing import FlaskClient

from companion.games.clank.box import Colour
from companion.table.table import Table
from tests.web_ui.pages.test_pages import NASTY, RICH, STATES, page, start

RED, GREEN, BLUE = Colour.RED, Colour.GREEN, Colour.BLUE


def test_a_rematch_has_the_same_people_and_the_next_one_goes_first(
    client: FlaskClient, table: Table
) -> None:
    start(table, *STATES["over"])
    form = page(client, "/score").to("/again")[0]
    assert client.post("/again", data=form.sent()).status_code == 303
    state = table.snapshot.state
    assert [player.name for player in state.players] == [NASTY, "", ""]
    assert (state.turn, state.turn_number, state.artifacts_out) == (GREEN, 1, ())
    client.post("/again", data={"leave": table.snapshot.game_id})
    assert table.snapshot.state.turn is BLUE


def test_names_and_order_are_put_right_and_no_score_is_lost(
    client: FlaskClient, table: Table
) -> None:
    start(table, *RICH)
    before = {player.colour: player for player in table.snapshot.state.players}
    form = page(client, "/people").to("/do/CorrectSeats")[0]
    seats = {"colour1": "blue", "name1": "Cleo", "colour2": "red", "name2": "Ann"}
    sent = {**form.sent(), **seats, "colour3": "green", "name3": "Bo"}
    assert client.post(form.action, data=sent).status_code == 303
    after = table.snapshot.state.players
    assert [(player.colour, player.name) for player in after] == [
        (BLUE, "Cleo"),
        (RED, "Ann"),
        (GREEN, "Bo"),
    ]
    as_before = [replace(player, name=before[player.colour].name) for player in after]
    assert set(as_before) == set(before.values())
    assert table.snapshot.state.turn is RED
    assert "Clockwise sit Cleo, Ann, Bo." in client.get("/log").text
