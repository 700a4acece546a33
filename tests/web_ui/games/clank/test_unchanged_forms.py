"""No correction drops what it does not show: every form, saved as it is shown, changes nothing."""

from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion.games.clank import CLANK
from companion.games.clank import commands as co
from companion.games.clank.box import Colour, Secret, Token
from companion.games.clank.values import Seat, Status
from companion.table.table import Table
from tests.support.contract.games import play_at, steps_of, table_for
from tests.support.pages import Form, Page, create_app
from web_ui.app import Options

RED, GREEN = Colour.RED, Colour.GREEN
PAGES = ("/correct", "/score", "/people")
CORRECTIONS = {
    "/do/CountHoldings",
    *(f"/do/{kind.__name__}" for kind in CLANK.commands if kind.__name__.startswith("Correct")),
    "/do/RecordDeck",
    "/do/RecordDeckPoints",
    "/do/Withdraw",
    "/do/AddPlayers",
}
# With three players, before the end.
NOT_ALWAYS = {"/do/CorrectRemovedArtifacts", "/do/Withdraw", "/do/AddPlayers"}
NO = (400, 409)  # it says nothing, or nothing that would change
SEEDS, EVERY = range(3), 9  # which games of bots, and of which steps the forms are saved


def corrections_of(client: FlaskClient) -> list[Form]:
    """Return every form that sets something right, from every page that has some."""
    pages = [Page(client.get(path).text) for path in PAGES]
    return [form for page in pages for form in page.forms if form.action in CORRECTIONS]


def save_all(client: FlaskClient, table: Table) -> set[str]:
    """Save every form as it is shown; return which there were."""
    before = table.snapshot.state
    forms = corrections_of(client)
    for form in forms:
        sent = form.sent()
        if "reason" in sent:
            sent["reason"] = "looked again"
        answer = client.post(form.action, data=sent, headers={"Accept": "application/json"})
        assert answer.status_code in (200, *NO), (form, answer.text)
        assert table.snapshot.state == before, form
    return {form.action for form in forms}


@pytest.mark.parametrize("seed", SEEDS)
def test_a_form_that_is_saved_unchanged_changes_nothing(seed: int, tmp_path: Path) -> None:
    """In the states that bots come through, an attack that waits and the end among them."""
    seen = set[str]()
    with table_for(tmp_path, "clank", seed) as table:
        client = create_app(
            table, Options(address=lambda: "http://t/", version="test")
        ).test_client()
        for number in range(len(steps_of("clank", seed))):
            play_at(table, "clank", seed, number, number + 1)
            if number % EVERY == seed or number + 1 == len(steps_of("clank", seed)):
                seen |= save_all(client, table)
    assert seen <= CORRECTIONS <= seen | NOT_ALWAYS


@pytest.fixture
def begun(table: Table) -> Table:
    table.open_game("cli", "clank")
    table.submit(co.StartGame((Seat(RED, "Ann"), Seat(GREEN, "Bo")), RED), "cli")
    return table


def save(client: FlaskClient, colour: Colour, page: str = "/correct", **more: str) -> None:
    """Save the holdings of a player with these fields changed."""
    forms = Page(client.get(page).text).to("/do/CountHoldings")
    form = next(form for form in forms if form.fields["colour"] == colour)
    if "reason" in form.fields:
        more["reason"] = "miscounted"
    answer = client.post(form.action, data=form.sent() | more)
    assert answer.status_code == 303, answer.text


def test_saving_gold_keeps_an_artifact_without_a_number(begun: Table, client: FlaskClient) -> None:
    begun.submit(co.TakeArtifact(RED), "panel")
    save(client, RED, gold="3")
    ann = begun.snapshot.state.player(RED)
    assert (ann.gold, ann.artifacts) == (3, (0,))
    save(client, RED, **{"tokens[chalice]": "1"})
    assert begun.snapshot.state.player(RED).artifacts == (0,)


def test_who_was_rescued_stays_rescued_when_gold_is_counted(
    begun: Table, client: FlaskClient
) -> None:
    """EN 378: the Artifact whose number nobody said is the one that saves them."""
    for command in (
        co.TakeArtifact(RED),
        co.CorrectStatus(RED, Status.RESCUED, "they fell above the Depths"),
    ):
        begun.submit(command, "panel")
    save(client, RED, page="/score", gold="11")
    ann = begun.snapshot.state.player(RED)
    assert (ann.gold, ann.artifacts, ann.status) == (11, (0,), Status.RESCUED)


def test_an_artifact_without_a_number_can_be_counted_away(
    begun: Table, client: FlaskClient
) -> None:
    begun.submit(co.TakeArtifact(RED), "panel")
    save(client, RED, **{"artifacts[0]": "0"})
    assert begun.snapshot.state.player(RED).artifacts == ()


def test_a_form_that_was_shown_before_takes_nothing_back(begun: Table, client: FlaskClient) -> None:
    """Ann's form is open while her Artifact and her Chalice are logged on another phone."""
    form = Page(client.get("/correct").text).to("/do/CountHoldings")[0]
    begun.submit(co.TakeArtifact(RED, 20), "phone:green")
    begun.submit(co.DiscoverSecret(RED, Secret.CHALICE), "phone:green")
    client.post(form.action, data=form.sent(gold="4", reason="miscounted"))
    ann = begun.snapshot.state.player(RED)
    assert (ann.gold, ann.artifacts, ann.tokens) == (4, (20,), (Token.CHALICE,))


def test_an_empty_card_list_does_not_replace_a_counted_deck(
    begun: Table, client: FlaskClient
) -> None:
    for command in (
        co.CorrectStatus(RED, Status.LOST, "left early"),
        co.RecordDeckPoints(RED, 12),
    ):
        begun.submit(command, "cli")
    form = Page(client.get("/score").text).to("/do/RecordDeck")[0]
    answer = client.post(form.action, data=form.sent(), headers={"Accept": "application/json"})
    assert (answer.status_code, answer.get_json()["code"]) == (409, "nothing_changes")
    assert begun.snapshot.state.player(RED).deck_points == 12
