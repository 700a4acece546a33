"""Whatever is sent, the answer is a sentence and never a 5xx, and nothing is written."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from werkzeug.datastructures import MultiDict

from companion.engine.codec import DEEPEST, LONGEST, Codec, parse
from companion.engine.errors import BadMessage, Rejected
from companion.games import GAMES
from companion.games.clank import CLANK
from companion.games.clank.box import Colour
from companion.games.clank.commands import GainGold, StartGame
from companion.games.clank.values import Seat
from companion.table.table import Table
from tests.support.pages import create_app
from web_ui.app import Options
from web_ui.render.reading import fields
from web_ui.views import VIEWS

GOLD = {"type": "GainGold", "colour": "red"}
SLOW = [HealthCheck.too_slow, HealthCheck.function_scoped_fixture]


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    with Table.open(Path(tmp_path_factory.mktemp("table")) / "journal.sqlite") as table:
        table.open_game("cli", "clank")
        table.submit(StartGame((Seat(Colour.RED), Seat(Colour.GREEN)), Colour.RED), "cli")
        yield table


@pytest.fixture(scope="module")
def client(table: Table) -> FlaskClient:
    return create_app(table, Options(address=lambda: "http://t/", version="test")).test_client()


def refusal(client: FlaskClient, path: str, body: object, **headers: str) -> tuple[int, str]:
    text = body if isinstance(body, str | bytes) else json.dumps(body)
    answer = client.post(path, data=text, headers=headers)
    assert answer.status_code < 500, answer.text
    return answer.status_code, answer.get_json()["title"] if answer.status_code >= 400 else ""


# JSON.


@pytest.mark.parametrize("kind", [[], {}, ["GainGold"], {"a": 1}, None, 1, True, ""])
def test_a_type_that_is_no_name_is_refused(client: FlaskClient, kind: object) -> None:
    status, told = refusal(client, "/api/v1/commands", {"type": kind})
    assert status == 400
    assert "no such message" in told


@pytest.mark.parametrize("name", [[], {}, 1, None, "chess"])
def test_a_game_that_is_no_name_is_refused(client: FlaskClient, name: object) -> None:
    assert refusal(client, "/api/v1/games", {"game": name})[0] == 400


def test_a_misspelt_field_of_a_new_game_opens_none(client: FlaskClient, table: Table) -> None:
    before = table.snapshot
    status, title = refusal(client, "/api/v1/games", {"game": "clank", "setup": {}})
    assert (status, "no such field: 'setup'" in title) == (400, True)
    assert table.snapshot == before


@pytest.mark.parametrize("depth", [DEEPEST + 1, 500, 20_000])
@pytest.mark.parametrize("brackets", ["[]", '{"a":}'], ids=["lists", "objects"])
def test_json_that_nests_too_deep_is_refused(
    client: FlaskClient, depth: int, brackets: str
) -> None:
    text = brackets[:-1] * depth + "1" + brackets[-1] * depth
    for path in ("/api/v1/commands", "/api/v1/games", "/api/v1/games/import"):
        status, told = refusal(client, path, text)
        is_told = "deeper" in told or "This is no game file" in told
        assert (status, is_told) in ((400, True), (413, False)), told


def test_json_as_deep_as_allowed_is_read() -> None:
    assert parse("[" * DEEPEST + "]" * DEEPEST)
    with pytest.raises(BadMessage, match="deeper"):
        parse("[" * (DEEPEST + 1) + "]" * (DEEPEST + 1))


def test_an_answer_repeats_no_more_than_a_line_of_what_was_sent(client: FlaskClient) -> None:
    told = refusal(client, "/api/v1/commands", {"type": "x" * 50_000})[1]
    assert len(told) < LONGEST + 100


# Forms.


@pytest.mark.parametrize(
    "form",
    ["a=1&a.b=1", "a.b=1&a=1", "a=1&a[x]=2", "a[x]=2&a=1", "a.b[x]=1&a.b=1", "a.b.c.d.e.f=1"],
)
def test_fields_that_contradict_one_another_are_refused(client: FlaskClient, form: str) -> None:
    kind = "application/x-www-form-urlencoded"
    answer = client.post("/do/GainGold", data=form, content_type=kind)
    assert answer.status_code == 400, answer.text


@pytest.mark.parametrize("path", ["/undo", "/redo", "/api/v1/undo", "/api/v1/redo"])
@pytest.mark.parametrize("step", ["junk", "1.5", "-1", "0x1", "1e3", "\u0661", "9" * 40])
def test_a_step_that_is_no_number_undoes_nothing(
    client: FlaskClient, table: Table, path: str, step: str
) -> None:
    before = table.snapshot.version
    if "api" in path:
        answer = client.post(path, query_string={"step": step})
    else:
        answer = client.post(path, data={"step": step})
    assert answer.status_code == 400
    assert "no whole number" in answer.text
    assert table.snapshot.version == before


@pytest.mark.parametrize(
    "asked",
    [
        "snapshot?step=-1",
        "snapshot?step=null",
        "digests?after=x",
        "digests?after=",
        "digests?after=&after=",
    ],
)
def test_a_line_that_is_no_number_is_refused(client: FlaskClient, table: Table, asked: str) -> None:
    answer = client.get(f"/api/v1/games/{table.snapshot.game_id}/{asked}")
    assert answer.status_code == 400
    assert "no whole number" in answer.text


def test_a_method_that_there_is_not_is_told_which_there_are(client: FlaskClient) -> None:
    for path in ("/api/v1/undo", "/do/GainGold"):
        answer = client.delete(path)
        assert (answer.status_code, answer.headers["Allow"]) == (405, "OPTIONS, POST")


def test_a_moment_that_is_no_number_is_refused(client: FlaskClient) -> None:
    answer = client.post("/api/v1/commands?moment=soon", data=json.dumps(GOLD))
    assert answer.status_code == 400


# Keys.


def keyed(client: FlaskClient, path: str, key: str, body: object = None) -> int:
    text = "" if body is None else json.dumps(body)
    return client.post(path, data=text, headers={"Idempotency-Key": key}).status_code


def test_the_same_key_with_another_command_is_refused(client: FlaskClient, table: Table) -> None:
    assert keyed(client, "/api/v1/commands", "one", GOLD) == 200
    version = table.snapshot.version
    assert keyed(client, "/api/v1/commands", "one", GOLD) == 200
    assert keyed(client, "/api/v1/commands", "one", {**GOLD, "gold": 2}) == 422
    assert keyed(client, f"/api/v1/undo?step={version}", "one") == 422
    assert keyed(client, "/api/v1/games", "one", {"game": "clank"}) == 422
    assert keyed(client, f"/api/v1/draw?moment={version}", "one") == 422
    assert table.snapshot.version == version


def test_the_same_key_with_another_step_is_refused(client: FlaskClient, table: Table) -> None:
    first = table.submit(GainGold(Colour.RED, 3), "cli").version
    second = table.submit(GainGold(Colour.RED, 4), "cli").version
    assert keyed(client, f"/api/v1/undo?step={second}", "undo") == 200
    version = table.snapshot.version
    assert keyed(client, f"/api/v1/undo?step={second}", "undo") == 200
    assert keyed(client, f"/api/v1/undo?step={first}", "undo") == 422
    assert keyed(client, f"/api/v1/redo?step={second}", "undo") == 422
    assert table.snapshot.version == version


# Anything.

anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)
names = st.sampled_from(sorted(command.__name__ for command in CLANK.commands))
commands = st.dictionaries(
    st.sampled_from(["colour", "cubes", "gold", "seats", "first", "x", "name"]),
    anything | st.sampled_from(["red", "green"]),
    max_size=4,
)


@settings(max_examples=150, deadline=None, suppress_health_check=SLOW)
@given(name=names, body=commands)
def test_no_command_is_a_5xx(client: FlaskClient, name: str, body: dict[str, object]) -> None:
    refusal(client, "/api/v1/commands", {**body, "type": name})


@settings(max_examples=100, deadline=None, suppress_health_check=SLOW)
@given(body=st.binary(max_size=300) | anything.map(lambda value: json.dumps(value).encode()))
def test_no_body_is_a_5xx(client: FlaskClient, body: bytes) -> None:
    for path in ("/api/v1/commands", "/api/v1/games/import"):
        refusal(client, path, body)


paths = st.lists(st.sampled_from(["a", "b", "cubes", "red", ""]), min_size=1, max_size=6)
form_fields = st.lists(
    st.tuples(
        st.builds(lambda path, end: ".".join(path) + end, paths, st.sampled_from(["", "[x]", "]"])),
        st.text(max_size=5) | st.integers(0, 99).map(str),
    ),
    max_size=6,
)


@settings(max_examples=200, deadline=None)
@given(given_fields=form_fields)
def test_every_form_is_read_or_refused(given_fields: list[tuple[str, str]]) -> None:
    try:
        found = fields(MultiDict(given_fields))
    except BadMessage:
        return
    assert isinstance(found, dict)


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=60, deadline=None, suppress_health_check=SLOW)
@given(data=st.data())
def test_every_form_of_every_game_is_a_command_or_refused(game: str, data: st.DataObject) -> None:
    codec = Codec(GAMES[game].commands)
    name = data.draw(st.sampled_from(sorted(codec.classes)))
    known = [*VIEWS[game].readers, name]
    form = MultiDict(
        data.draw(
            st.lists(
                st.tuples(
                    st.sampled_from(
                        ["colour1", "name1", "colour", "cubes.red", "card", "cards", "x"]
                    ),
                    st.text(max_size=20) | st.sampled_from(["red", "1", "on"]),
                ),
                max_size=6,
            )
        )
    )
    reader = VIEWS[game].readers.get(data.draw(st.sampled_from(known)), fields)
    try:
        command = codec.read({**reader(form), "type": name}, as_text=True)
    except (BadMessage, Rejected):
        return
    assert type(command) is codec.classes[name]
