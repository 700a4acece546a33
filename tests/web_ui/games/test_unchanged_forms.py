"""No correction changes what nobody chose: every form, saved as it is shown, changes nothing.

Clank! has tests of its own (clank/test_unchanged_forms.py).
"""

import pytest
from flask.testing import FlaskClient

from companion.engine.value import replace
from companion.games import GAMES
from companion.games.the_game import commands as tg
from companion.table.table import Table
from tests.support.contract.games import steps_of
from tests.support.pages import Form, Page, create_app
from web_ui.app import Options

PAGES = ("/correct", "/people", "/", "/?seat=red")
MORE = {"AddPlayers", "Withdraw"}
SAYS_ALL = "CorrectEnd"  # its heading is what it says: the game is not over
NO = (400, 409)  # it says nothing, or nothing that would change
SEEDS, EVERY = range(3), 7  # which games of bots, and of which steps the forms are saved


def commands_of(name: str, seed: int) -> list[object]:
    """Return a bot's game; one of The Game with real cards, since practice corrects nothing."""
    commands = [step.command for step in steps_of(name, seed)]
    real = (
        replace(one, practice=False) if isinstance(one, tg.StartGame) else one
        for one in commands
        if not isinstance(one, tg.Shuffle)
    )
    return list(real)


def corrections_of(client: FlaskClient) -> list[Form]:
    """Return every form that sets something right, from every page that has some."""
    answers = (client.get(path) for path in PAGES)
    forms = [form for answer in answers for form in Page(answer.text).forms]
    kinds = [(form.action.removeprefix("/do/"), form) for form in forms]
    return [
        form
        for kind, form in kinds
        if kind in MORE or (kind.startswith("Correct") and kind != SAYS_ALL)
    ]


def save_all(client: FlaskClient, table: Table) -> set[str]:
    """Save every form as it is shown, with a reason; return which there were."""
    before = table.snapshot.state
    forms = corrections_of(client)
    for form in forms:
        sent = form.sent() | ({"reason": "looked again"} if "reason" in form.fields else {})
        answer = client.post(form.action, data=sent, headers={"Accept": "application/json"})
        assert answer.status_code in (200, *NO), (form, answer.text)
        assert table.snapshot.state == before, form
    return {form.action.removeprefix("/do/") for form in forms}


@pytest.mark.parametrize("name", ["the_game", "grave_robbers"])
@pytest.mark.parametrize("seed", SEEDS)
def test_a_form_that_is_saved_unchanged_changes_nothing(name: str, seed: int, table: Table) -> None:
    """In the states that bots come through, fights, rockfalls and the end among them."""
    seen, game = set[str](), GAMES[name]
    table.open_game("cli", name)
    client = create_app(table, Options(address=lambda: "http://t/", version="test")).test_client()
    commands = commands_of(name, seed)
    for number, command in enumerate(commands):
        table.submit(command, "bot")
        if number % EVERY == seed or number + 1 == len(commands):
            seen |= save_all(client, table)
    corrections = {kind.__name__ for kind in game.commands if kind.__name__.startswith("Correct")}
    assert corrections - {SAYS_ALL, "CorrectTreasure"} <= seen
