"""Past games: the list, a game step by step, and the question before one is left."""

import pytest
from flask.testing import FlaskClient

from companion.engine.value import replace
from companion.games.clank import commands as co
from companion.games.clank.box import Colour, Cubes
from companion.games.clank.values import Seat
from companion.table.table import Table
from tests.support.pages import Page
from tests.web_ui.access.door import Door

RED, GREEN = Colour.RED, Colour.GREEN


def start(table: Table, *more: co.Command) -> str:
    table.open_game("cli", "clank")
    for command in (co.StartGame((Seat(RED, "Ann"), Seat(GREEN, "Bo")), RED), *more):
        table.submit(command, "cli")
    return table.snapshot.game_id


ODD_TIMES = (
    "9999-99-99T99:99:99",
    "2026-01-01T00:00:00",
    "9999-12-31T23:59:59.999-23:59",
    "0001-01-01T00:00:00.000+23:59",
    "9999-12-31T23:59:59.999+00:00",
    "",
)


def test_a_journal_with_a_time_that_no_clock_shows_can_be_looked_at(
    client: FlaskClient, table: Table
) -> None:
    game = start(table, co.TakeArtifact(RED, 30), co.MakeClank(GREEN, 1))
    lines = [line for line in table.journal.written(game) if line.kind == "command"]
    for number, odd in enumerate(ODD_TIMES):
        name = f"odd-{number}"
        told = [replace(line, at=odd) for line in lines]
        table.journal.write_lines(name, "clank", bytes(32), [lines[0], *told[1:]], name)
        table.return_to("cli", name)
        for page in (
            *("/games", f"/games/{name}", f"/games/{name}/summary", f"/games/{name}/bgg.xml"),
            *(f"/api/v1/games/{name}/results", "/api/v1/snapshot", "/log", "/times", "/table"),
            *("/games.csv", "/games.xml", "/statistics"),
        ):
            assert client.get(page).status_code == 200, (odd, page)


def text(client: FlaskClient, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200, path
    return Page(answer.text).text


def test_the_list_says_who_played_and_how_it_ended(client: FlaskClient, table: Table) -> None:
    start(table, co.TakeArtifact(RED, 30), co.LeaveDungeon(RED))
    table.submit(co.TakeArtifact(GREEN, 5), "cli")
    while not table.snapshot.state.ending:
        state = table.snapshot.state
        if state.attack:
            black = Cubes(black=state.attack.cubes_to_draw)
            table.submit(co.ReportDraw(black), "cli")
        else:
            table.submit(co.EndTurn(), "cli")
    assert "Over. The points are not all counted." in text(client, "/games")
    for colour in (RED, GREEN):
        table.submit(co.RecordDeckPoints(colour, 3), "cli")
    if table.snapshot.state.player(GREEN).status == "knocked_out":
        table.submit(co.TellDepths(GREEN, in_depths=True), "cli")
    shown = text(client, "/games")
    assert "Ann wins with 53 points" in shown
    assert "Bo" in shown
    start(table)
    assert "On the table now" in text(client, "/games")
    start(table)
    assert "Not played to the end" in text(client, "/games")


def test_a_game_is_looked_through_step_by_step_without_script(
    client: FlaskClient, table: Table
) -> None:
    game = start(table, co.MakeClank(RED, 2), co.MakeClank(GREEN, 1))
    shown = Page(client.get(f"/games/{game}").text)
    assert "Step 3 of 3" in shown.text
    (form,) = [form for form in shown.forms if form.method == "get"]
    back = form.buttons[0]
    assert back == {"step": "1"}
    before = Page(client.get(f"/games/{game}", query_string=back).text)
    assert "Step 2 of 3" in before.text
    assert "Ann: Clank! +2." in before.words["moment"]
    assert "Bo: Clank! +1." not in before.words["moment"]
    assert "Step 1 of 3" in text(client, f"/games/{game}?at=0")
    assert "Step 3 of 3" in text(client, f"/games/{game}?step=99")
    assert client.get("/games/x").status_code == 404


def test_the_list_has_pages(client: FlaskClient, table: Table) -> None:
    for _ in range(22):
        start(table)
    shown = Page(client.get("/games").text)
    assert "/games?from=20" in shown.links
    assert len([link for link in shown.links if link.startswith("/games/")]) == 20
    older = Page(client.get("/games?from=20").text)
    assert len([link for link in older.links if link.startswith("/games/")]) == 2


def test_a_new_game_asks_first_while_one_goes_on(client: FlaskClient, table: Table) -> None:
    old = start(table)
    form = Page(client.get("/new").text).to("/new")[0]
    sent = form.sent(name1="Cleo", name2="Dan")
    asked = Page(client.post("/new", data=sent).text)
    assert "with Ann, Bo" in asked.text
    assert table.snapshot.game_id == old
    assert client.post("/new", data=asked.to("/new")[0].sent()).status_code == 303
    assert [player.name for player in table.snapshot.state.players][:2] == ["Cleo", "Dan"]


@pytest.mark.parametrize(
    ("kind", "may"),
    [("watcher", False), ("red", True), ("host", True), ("program", False)],
)
def test_only_the_host_and_who_plays_take_a_game_from_the_table(
    door: Door, kind: str, may: bool
) -> None:
    game, first = door.table.snapshot.game_id, door.table.snapshot.game_id
    door.table.open_game("cli", "clank")
    seats = (Seat(RED, "Ann"), Seat(GREEN, "Bo"))
    door.table.submit(co.StartGame(seats, RED), "cli")
    client, now = door.client(kind), door.table.snapshot.game_id
    new = {"colour1": "red", "colour2": "green", "leave": now}
    for path, data in (
        ("/new", new),
        ("/games/open", {"game_id": first, "leave": now}),
        ("/api/v1/games", "{}"),
        (f"/api/v1/games/{game}/open", ""),
    ):
        answer = client.post(path, data=data)
        assert (answer.status_code == 409) is not may, (path, answer.text)
        if may and door.table.snapshot.game_id != now:
            door.table.return_to("cli", now)
    assert door.table.snapshot.game_id == now
