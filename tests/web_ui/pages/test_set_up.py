"""A rematch, and names that are put right after the start."""

import pytest
from flask.testing import FlaskClient

from companion.engine.value import replace
from companion.games.clank.box import Colour
from companion.games.clank.commands import (
    CorrectStatus,
    RecordDeckPoints,
    StartGame,
    TakeArtifact,
)
from companion.games.clank.values import Seat, Status
from companion.games.grave_robbers import commands as robbers
from companion.games.grave_robbers.values import Seat as Robber
from companion.games.the_game import commands as the_game
from companion.games.the_game.box import Who
from companion.table.table import Table
from tests.support.pages import Page
from tests.web_ui.pages.test_pages import NASTY, RICH, STATES, page, start

RED, GREEN, BLUE = Colour.RED, Colour.GREEN, Colour.BLUE
NAMES = {"en": "Name", "ja": "名前", "ru": "Имя"}


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


def test_a_colour_that_nobody_had_is_the_new_one_of_that_row(
    client: FlaskClient, table: Table
) -> None:
    start(table, *RICH)
    gold = table.snapshot.state.player(RED).gold
    form = page(client, "/people").to("/do/CorrectSeats")[0]
    row = next(name[-1] for name, value in form.sent().items() if value == "red")
    sent = {**form.sent(), f"colour{row}": "yellow"}
    assert client.post(form.action, data=sent).status_code == 303
    assert table.snapshot.state.player(Colour.YELLOW).gold == gold
    assert not table.snapshot.state.has(RED)


def test_the_script_says_that_rows_have_kept_their_players(
    client: FlaskClient, table: Table
) -> None:
    start(table, *RICH)
    before = {player.colour: player.gold for player in table.snapshot.state.players}
    sent = {"recolour": "true"}
    for row, (old, new) in enumerate(((RED, GREEN), (GREEN, RED), (BLUE, BLUE)), start=1):
        sent |= {f"colour{row}": new, f"was{row}": old, f"name{row}": ""}
    assert client.post("/do/CorrectSeats", data=sent).status_code == 303
    after = {player.colour: player.gold for player in table.snapshot.state.players}
    assert after == {GREEN: before[RED], RED: before[GREEN], BLUE: before[BLUE]}


def test_names_are_put_right_in_the_game_too(client: FlaskClient, table: Table) -> None:
    table.open_game("cli", "the_game")
    table.submit(the_game.StartGame(("Ann", "", ""), Who.FIRST), "cli")
    form = page(client, "/people").to("/do/CorrectNames")[0]
    sent = {**form.sent(), "name1": "Bo", "name2": " Ann ", "name3": ""}
    assert client.post(form.action, data=sent).status_code == 303
    assert table.snapshot.state.names == ("Bo", "Ann", "")


def test_seats_are_put_right_in_grave_robbers_too(client: FlaskClient, table: Table) -> None:
    table.open_game("cli", "grave_robbers")
    seats = tuple(Robber(colour) for colour in (RED, GREEN, BLUE))
    table.submit(robbers.StartGame(seats, RED), "cli")
    form = page(client, "/people").to("/do/CorrectSeats")[0]
    sent = {**form.sent(), "colour1": "blue", "colour3": "red", "name1": "Cleo"}
    assert client.post(form.action, data=sent).status_code == 303
    assert [each.colour for each in table.snapshot.state.players] == [BLUE, GREEN, RED]
    assert table.snapshot.state.players[0].name == "Cleo"


def test_a_game_without_all_points_is_left_after_a_question(
    client: FlaskClient, table: Table
) -> None:
    table.open_game("cli", "clank")
    seats = (Seat(Colour.RED, "Ann"), Seat(Colour.GREEN, "Bo"))
    table.submit(StartGame(seats, Colour.RED), "cli")
    for seat, value in zip(seats, (5, 7), strict=True):
        table.submit(TakeArtifact(seat.colour, value), "cli")
        table.submit(CorrectStatus(seat.colour, Status.ESCAPED, "x"), "cli")
    missing = "Points are still missing."
    assert missing in client.get("/score").text
    for seat in seats:
        table.submit(RecordDeckPoints(seat.colour, 3), "cli")
    told = client.get("/score").text
    assert (missing in told, 'action="/again"' in told) == (False, True)


CHOSEN = {
    "clank": {
        "colour1": "yellow",
        "danger": "4",
        "artifacts_out[7]": "1",
        "arrivals[shrine]": "2",
        "rulings.artifact_later": "on",
        "rulings.off_turn": "false",
    },
    "the_game": {"players": "4", "first": "2", "level": "expert_1", "on_fire": "on"},
    "grave_robbers": {"colour1": "yellow", "colour4": "red", "rulings.ties_win": "on"},
}


@pytest.mark.parametrize("name", ["Bo\u202e", 'x" value="y' * 3])
@pytest.mark.parametrize("language", ["en", "ja", "ru"])
@pytest.mark.parametrize("game", CHOSEN)
def test_a_refused_set_up_shows_the_form_as_it_was_sent(
    game: str, language: str, name: str, client: FlaskClient, table: Table
) -> None:
    start(table)
    form = page(client, f"/new?game={game}").to("/new")[-1]
    sent = form.sent(name1="Ann", name2=name, name3="Cleo & Co") | CHOSEN[game]
    sent.pop("rulings.show_odds", "")  # a box that was ticked is not ticked any more
    answer = client.post("/new", data=sent, headers={"Accept-Language": language})
    assert answer.status_code == 400
    again = Page(answer.text).to("/new")[-1]
    assert {**again.sent(), "key": ""} == {**sent, "key": ""}
    assert f'role="alert">⚠ {NAMES[language]}' in answer.text
    put_right = client.post("/new", data=again.sent(name2="Bo", leave=table.snapshot.game_id))
    assert put_right.status_code == 303
    assert table.snapshot.game.name == game


def test_what_the_rules_refuse_is_told_on_the_form_too(client: FlaskClient, table: Table) -> None:
    form = page(client, "/new?game=clank").to("/new")[-1]
    answer = client.post("/new", data=form.sent(name1="Ann", colour1="red", colour2="red"))
    assert answer.status_code == 409
    assert "You chose Red twice." in Page(answer.text).text
    assert Page(answer.text).to("/new")[-1].fields["name1"] == "Ann"
    program = {"Accept": "application/json"}
    assert client.post("/new", data=form.sent(colour2="red"), headers=program).get_json()["code"]
