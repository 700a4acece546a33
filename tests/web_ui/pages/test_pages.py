"""The pages and their forms, as a browser without script uses them."""

import itertools
import json
import re
from io import BytesIO

import pytest
from flask.testing import FlaskClient

from companion.games.clank import CLANK
from companion.games.clank import commands as co
from companion.games.clank.box import Colour, Cube, Cubes, Secret
from companion.games.clank.values import Place, Rulings, Seat
from companion.table.table import Table
from tests.support.pages import Page
from web_ui.app import FORM_BYTES
from web_ui.render.render import Renderer, Role

RED, GREEN, BLUE = Colour.RED, Colour.GREEN, Colour.BLUE
NASTY = '<b onload="x">&"\''
PAGES = [
    *("/", "/new", "/seat/red", "/seat/green", "/watch", "/score", "/odds", "/correct"),
    *("/log", "/games", "/luck", "/fair", "/people"),
]


def start(table: Table, *more: co.Command) -> None:
    table.open_game("cli", "clank")
    seats = (Seat(RED, NASTY), Seat(GREEN), Seat(BLUE))
    for command in (co.StartGame(seats, RED), *more):
        table.submit(command, "cli")


def fall(colour: Colour) -> tuple[co.Command, ...]:
    cube = Cube(colour.value)
    return (
        co.CorrectCubes(cube, Place.METER, 9, Place.SUPPLY, "test"),
        co.CorrectCubes(cube, Place.BAG, 1, Place.SUPPLY, "test"),
    )


RICH = (
    co.GainGold(RED, 20),
    co.TakeArtifact(RED),
    co.DiscoverSecret(RED, Secret.POTION_OF_HEALING),
    co.TakeTunnelDamage(RED, 2),
)
ATTACK = co.RefillRow(symbol_revealed=True, danger=1)
TWO_FELL = (
    co.TakeArtifact(GREEN),
    *fall(GREEN),
    *fall(BLUE),
    ATTACK,
    co.ReportDraw(Cubes(green=1, blue=1, black=2)),
)
STATES: dict[str, tuple[co.Command, ...]] = {
    "playing": (),
    "rich": RICH,
    "off turn": (co.TakeTunnelDamage(GREEN),),
    "attack": (*RICH, ATTACK),
    "questions": TWO_FELL,
    "countdown": (*TWO_FELL, co.TellFirstOut(BLUE), co.EndTurn()),
    "left": (co.TakeArtifact(RED, 5), co.LeaveDungeon(RED)),
    "over": (*TWO_FELL, co.TakeArtifact(RED, 5), co.LeaveDungeon(RED)),
}


def page(client: FlaskClient, path: str) -> Page:
    answer = client.get(path)
    assert answer.status_code == 200, path
    return Page(answer.text)


@pytest.mark.parametrize("path", [path for path in PAGES if "seat" not in path])
def test_every_page_is_there_before_a_game(client: FlaskClient, path: str) -> None:
    assert page(client, path).text


@pytest.mark.parametrize(("state", "path"), list(itertools.product(STATES, PAGES)))
@pytest.mark.slow
def test_every_page_is_there_in_every_state_and_shows_no_name_as_html(
    client: FlaskClient, table: Table, state: str, path: str
) -> None:
    start(table, *STATES[state])
    shown = page(client, path)
    assert "onload" not in client.get(path).text.replace("onload=&#34;", "")
    assert {"html", "body"} <= shown.tags
    for link in shown.links:
        if link.startswith("#"):
            continue  # a sheet of the same page
        assert client.get(link).status_code in (200, 404), link


def test_the_page_can_be_put_on_the_home_screen(client: FlaskClient) -> None:
    page = client.get("/").text
    assert '<link rel="manifest" href="/static/dragonbag.webmanifest?v=' in page
    with client.get("/static/dragonbag.webmanifest") as manifest:
        icons = json.loads(manifest.data)["icons"]
    for icon in icons:
        with client.get(icon["src"]) as file:
            assert file.mimetype == icon["type"]


@pytest.mark.parametrize("state", STATES)
@pytest.mark.slow
def test_no_form_of_any_page_breaks_when_sent_as_it_stands(
    client: FlaskClient, table: Table, state: str
) -> None:
    start(table, *STATES[state])
    for path in PAGES:
        for form in page(client, path).forms:
            if form.action == "/games/import" or form.method == "get":
                continue
            for button in range(len(form.buttons)):
                answer = client.post(form.action, data=form.sent(button))
                if form.action in ("/new", "/again", "/games/open") and answer.status_code == 200:
                    assert Page(answer.text).to(form.action), "a game goes on, so a page asks"
                    continue
                assert answer.status_code in (303, 400, 409, 422), (path, form.action)


# Commands that no form makes: the rules' own words for them are in the brackets.
NOT_ON_A_PAGE = {"ReturnDragonCubes"}  # the Shrine's Arrive does it (RefillRow, ReplaceRowCard)


def test_every_command_can_be_given_on_some_page(client: FlaskClient, table: Table) -> None:
    offered = {"StartGame"}
    for commands in STATES.values():
        start(table, *commands)
        for path in PAGES:
            offered |= {
                form.action.removeprefix("/do/")
                for form in page(client, path).forms
                if form.action.startswith("/do/")
            }
    missing = {kind.__name__ for kind in CLANK.commands} - offered
    assert missing == NOT_ON_A_PAGE


def test_a_game_is_set_up_by_the_form(client: FlaskClient, table: Table) -> None:
    form = page(client, "/new").to("/new")[0]
    answer = client.post(
        "/new", data=form.sent(name1="Ann", colour1="blue", colour3="", name3="Cleo", danger="1")
    )
    assert (answer.status_code, answer.headers["Location"]) == (303, "/")
    state = table.snapshot.state
    assert [(player.colour, player.name) for player in state.players] == [
        (BLUE, "Ann"),
        (GREEN, ""),
        (RED, "Cleo"),  # a name plays, also without a colour
    ]
    assert (state.turn, state.danger) == (BLUE, 1)
    assert state.rulings == CLANK.empty.rulings


def test_a_second_tap_on_start_opens_one_game(client: FlaskClient, table: Table) -> None:
    sent = page(client, "/new").to("/new")[0].sent()
    for _ in range(2):
        client.post("/new", data=sent)
    assert len(table.journal.games()) == 1


def test_a_refused_set_up_leaves_the_old_game_on_the_table(
    client: FlaskClient, table: Table
) -> None:
    start(table)
    before = table.snapshot
    answer = client.post("/new", data={"colour1": "red", "colour2": "red", "first": "1"})
    assert answer.status_code == 409
    assert "twice. Each player needs" in Page(answer.text).text
    assert table.snapshot is before


def test_a_tap_does_its_command_and_comes_back(client: FlaskClient, table: Table) -> None:
    start(table)
    sent = page(client, "/seat/red").to("/do/MakeClank")[0].sent()
    answer = client.post("/do/MakeClank", data=sent)
    assert (answer.status_code, answer.headers["Location"]) == (303, "/seat/red")
    assert table.snapshot.state.area.red == 4
    assert table.snapshot.source == "phone:red"


def test_a_second_tap_of_the_same_form_counts_once(client: FlaskClient, table: Table) -> None:
    start(table)
    sent = page(client, "/seat/red").to("/do/MakeClank")[0].sent()
    for _ in range(3):
        client.post("/do/MakeClank", data=sent)
    assert table.snapshot.state.area.red == 4


def test_a_tap_that_was_meant_for_another_game_is_refused(
    client: FlaskClient, table: Table
) -> None:
    start(table)
    shown = page(client, "/seat/red")
    old = [shown.to("/do/MakeClank")[0], shown.to("/undo")[0]]
    start(table)
    before = table.snapshot
    for form in old:
        answer = client.post(form.action, data=form.sent())
        assert answer.status_code == 409
        assert "for another game" in Page(answer.text).text
    assert table.snapshot is before


def test_a_refusal_is_a_page_with_a_sentence_and_a_way_back(
    client: FlaskClient, table: Table
) -> None:
    start(table)
    answer = client.post("/do/SpendGold", data={"colour": "green", "back": "/seat/green"})
    shown = Page(answer.text)
    assert answer.status_code == 409
    assert "Green has 0 Gold and needs 1." in shown.text
    assert "/seat/green" in shown.links


def test_the_script_gets_the_same_refusal_as_a_problem(client: FlaskClient, table: Table) -> None:
    start(table)
    answer = client.post(
        "/do/SpendGold", data={"colour": "green"}, headers={"Accept": "application/json"}
    )
    assert answer.mimetype == "application/problem+json"
    assert answer.json is not None
    assert answer.json["code"] == "not_enough_gold"
    assert answer.json["title"] == "Green has 0 Gold and needs 1."
    assert answer.json["facts"] == {"player": "green", "n": 0, "price": 1}


@pytest.mark.parametrize(
    ("command", "fields"),
    [("MakeClank", {"colour": "pink"}), ("Dance", {}), ("TellFirstOut", {"colour": "5"})],
)
def test_a_form_that_is_no_command_is_a_sentence_too(
    client: FlaskClient, table: Table, command: str, fields: dict[str, str]
) -> None:
    start(table)
    answer = client.post(f"/do/{command}", data=fields)
    assert answer.status_code == 400
    assert "could not be understood" in Page(answer.text).text


@pytest.mark.parametrize(
    "back", ["//evil.example/", "https://evil.example/", "/\\evil", "x", "/a\nb"]
)
def test_no_form_leads_to_another_site(client: FlaskClient, table: Table, back: str) -> None:
    start(table)
    answer = client.post("/do/MakeClank", data={"colour": "red", "back": back})
    assert answer.headers["Location"] == "/"


def test_another_sites_page_cannot_tap_here(client: FlaskClient, table: Table) -> None:
    start(table)
    for path in ("/do/MakeClank", "/undo", "/api/v1/undo", "/panel/red/press"):
        answer = client.post(
            path, data={"colour": "red"}, headers={"Origin": "http://evil.example"}
        )
        assert answer.status_code == 403
    step = {"step": table.snapshot.version}
    own = client.post("/undo", data=step, headers={"Origin": "http://localhost"})
    assert own.status_code == 303


def test_pages_run_no_foreign_or_inline_script_and_sit_in_no_frame(client: FlaskClient) -> None:
    headers = client.get("/").headers
    policy = headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self'" in policy
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Cache-Control"] == "no-store"
    with client.get("/static/stream.js") as script:
        assert script.headers["Cache-Control"] != "no-store"


def test_every_file_that_a_page_names_may_be_kept_for_ever(
    client: FlaskClient, table: Table
) -> None:
    start(table)
    named = {
        file for path in PAGES for file in re.findall(r'"(/static/[^"#]+)', client.get(path).text)
    }
    assert any("icons.svg" in file for file in named)
    for file in named:
        assert "immutable" in client.get(file).headers["Cache-Control"], file


def test_no_page_asks_another_host_for_anything(client: FlaskClient, table: Table) -> None:
    start(table)
    for path in PAGES:
        html = client.get(path).text
        assert 'src="http' not in html
        assert 'href="http' not in html


def test_a_form_that_is_too_large_is_refused(client: FlaskClient, table: Table) -> None:
    start(table)
    answer = client.post("/do/MakeClank", data={"colour": "r" * (FORM_BYTES + 1)})
    assert answer.status_code == 413


def test_a_seat_that_nobody_has_is_not_there(client: FlaskClient, table: Table) -> None:
    start(table)
    answer = client.get("/seat/yellow")
    assert answer.status_code == 404
    assert "A new game may have begun" in Page(answer.text).text


def test_a_deck_is_entered_card_by_card(client: FlaskClient, table: Table) -> None:
    start(table, *STATES["left"])
    form = page(client, "/score").to("/do/RecordDeck")[0]
    sent = {**form.sent(), "card:Wizard": "1", "card:Secret Tome": "2"}
    assert client.post(form.action, data=sent).status_code == 303
    deck = {entry.card: entry.copies for entry in table.snapshot.state.players[0].deck}
    assert deck == {"Wizard": 1, "Secret Tome": 2}
    assert "18" in page(client, "/score").words["podium"]


def test_a_game_file_comes_in_through_the_page(client: FlaskClient, table: Table) -> None:
    start(table)
    file = client.get(f"/api/v1/games/{table.snapshot.game_id}").data
    sent = {"file": (BytesIO(file), "game.json")}
    assert client.post("/games/import", data=sent).status_code == 303
    assert len(table.journal.games()) == 2
    bad = client.post("/games/import", data={"file": (BytesIO(b"no"), "game.json")})
    assert bad.status_code == 400
    assert client.post("/games/import").status_code == 400


def test_a_past_game_can_be_put_back_on_the_table(client: FlaskClient, table: Table) -> None:
    start(table, co.MakeClank(RED))
    first = table.snapshot.game_id
    start(table)
    form = page(client, f"/games/{first}").to("/games/open")[0]
    asked = Page(client.post(form.action, data=form.sent()).text)
    assert "A game is going on" in asked.text
    assert table.snapshot.game_id != first
    again = asked.to("/games/open")[0]
    assert client.post(again.action, data=again.sent()).status_code == 303
    assert table.snapshot.game_id == first


def test_the_join_page_shows_where_others_join(client: FlaskClient) -> None:
    assert "http://10.0.0.2:8000/" in page(client, "/").text
    assert client.get("/qr.svg").mimetype == "image/svg+xml"


def test_health_says_what_runs(client: FlaskClient, table: Table) -> None:
    start(table)
    assert client.get("/healthz").json == {
        "version": "test",
        "panel": "none",
        "camera": "none",
        "panel_away": False,
        "game": "clank",
        "game_id": table.snapshot.game_id,
        "seq": table.snapshot.version,
    }


def test_the_odds_follow_the_table_and_may_be_switched_off(
    table: Table, client: FlaskClient
) -> None:
    start(table)
    page = client.get("/odds").text
    assert "The next attack: 2 cubes" in page
    assert "With one more Clank!" in page
    table.submit(ATTACK, "cli")
    page = client.get("/odds").text
    assert "This attack: 3 cubes" in page
    assert "With one more Clank!" not in page
    table.open_game("cli", "clank")
    seats = (Seat(RED), Seat(GREEN))
    table.submit(co.StartGame(seats, RED, rulings=Rulings(show_odds=False)), "cli")
    assert "does not show the odds" in client.get("/odds").text
    assert "/odds" not in Page(client.get("/seat/red").text).links


def test_the_odds_of_the_whole_countdown_appear_with_it(table: Table, client: FlaskClient) -> None:
    start(table, *fall(RED), co.ProvokeDragon())
    assert table.snapshot.state.attack is not None
    cubes = table.snapshot.state.attack.cubes_to_draw
    assert "countdown together" not in client.get("/odds").text
    table.submit(co.ReportDraw(Cubes(red=1, black=cubes - 1)), "cli")
    assert "countdown together" in client.get("/odds").text
    renderer: Renderer = client.application.extensions["renderer"]
    live = renderer.fragments(Role("odds", "watch", "en"), table.snapshot)
    assert "countdown together" in live["odds"]
