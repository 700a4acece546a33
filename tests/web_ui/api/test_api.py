"""The JSON API and its OpenAPI document."""

import json
from typing import Any

import jsonschema
import pytest
from flask.testing import FlaskClient
from openapi_spec_validator import validate
from werkzeug.test import TestResponse

from companion.engine.codec import Codec
from companion.games import GAMES
from companion.games.clank import CLANK
from companion.table.table import Table
from tests.support.games.clank_bots import bot_game
from web_ui.app import GAME_FILE_BYTES

START = {
    "type": "StartGame",
    "seats": [{"colour": "red", "name": "Ann"}, {"colour": "green"}],
    "first": "red",
}
CLANK_1 = {"type": "MakeClank", "colour": "red"}
STREAMED = {"/api/v1/stream"}  # served by the hub, not by Flask (tests/companion/app/test_serve.py)


@pytest.fixture
def document(client: FlaskClient) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(client.get("/api/v1/openapi.json").data)
    return found


def post(client: FlaskClient, path: str, body: object = None, **headers: str) -> TestResponse:
    return client.post(path, json=body, headers=headers)


def started(client: FlaskClient) -> dict[str, Any]:
    post(client, "/api/v1/games")
    answer = post(client, "/api/v1/commands", START)
    assert answer.status_code == 200
    picture: dict[str, Any] = json.loads(answer.data)
    return picture


def schema_of(document: dict[str, Any], name: str) -> dict[str, Any]:
    """Return a named schema together with the parts that it refers to."""
    return {"$ref": f"#/components/schemas/{name}", "components": document["components"]}


def test_the_document_is_openapi_3_1(document: dict[str, Any]) -> None:
    validate(document)
    assert document["openapi"] == "3.1.0"


def test_the_document_names_every_path_and_method_that_answers(
    client: FlaskClient, document: dict[str, Any]
) -> None:
    written = {
        (path, method.upper())
        for path, operations in document["paths"].items()
        for method in operations
        if method != "parameters"
    }
    served = {
        (rule.rule.replace("<", "{").replace(">", "}"), method)
        for rule in client.application.url_map.iter_rules()
        for method in (rule.methods or set()) & {"GET", "POST"}
        if rule.rule.startswith("/api/") or rule.rule == "/healthz"
    }
    assert written - served == {(path, "GET") for path in STREAMED}
    assert served <= written


def test_every_command_of_a_game_fits_its_schema(document: dict[str, Any]) -> None:
    check = jsonschema.Draft202012Validator(schema_of(document, "Command"))
    codec = Codec(CLANK.commands)
    for name, game in GAMES.items():
        for kind in (*game.commands, *game.events):
            assert f"{name}.{kind.__name__}" in document["components"]["schemas"]
    for wrong in ({}, {"type": "Dance"}, {**CLANK_1, "cube": 1}, {"type": "MakeClank"}):
        assert not check.is_valid(wrong)
    assert check.is_valid(START)
    assert codec.read(START)


def test_pictures_and_events_fit_their_schemas(
    client: FlaskClient, document: dict[str, Any]
) -> None:
    check = jsonschema.Draft202012Validator(schema_of(document, "Snapshot"))
    check.validate(json.loads(client.get("/api/v1/snapshot").data))
    check.validate(started(client))
    event = jsonschema.Draft202012Validator(schema_of(document, "Event"))
    codec = Codec(CLANK.events)
    for happened in bot_game(5)[1]:
        event.validate(json.loads(json.dumps(codec.plain(happened))))


def test_a_command_answers_with_the_picture_after_it(client: FlaskClient) -> None:
    first = started(client)
    answer = json.loads(post(client, "/api/v1/commands", CLANK_1).data)
    assert answer["version"] == first["version"] + 1
    assert answer["events"] == [
        {"type": "ClankMade", "colour": "red", "cubes": 1, "credit_used": 0, "unplaced": 0}
    ]
    assert answer["state"]["area"]["red"] == 4
    assert json.loads(client.get("/api/v1/snapshot").data) == answer


def test_a_whole_attack_can_be_played(client: FlaskClient) -> None:
    calm = started(client)["moments"]["attack"]
    refill = {"type": "RefillRow", "symbol_revealed": True}
    attack = json.loads(post(client, f"/api/v1/commands?moment={calm}", refill).data)["moments"]
    drawn = json.loads(post(client, f"/api/v1/draw?moment={attack['attack']}").data)
    assert drawn["events"][0]["type"] == "CubesDrawn"
    assert drawn["events"][0]["drawn_by"] == "dragonbag"
    step = drawn["undo_step"]
    undone = json.loads(post(client, f"/api/v1/undo?step={step}").data)
    assert (undone["kind"], undone["redo_step"]) == ("undo", step)
    assert json.loads(post(client, f"/api/v1/redo?step={step}").data)["kind"] == "redo"


def test_the_same_idempotency_key_counts_once(client: FlaskClient, table: Table) -> None:
    started(client)
    for _ in range(3):
        post(client, "/api/v1/commands", CLANK_1, **{"Idempotency-Key": "tap-1"})
    assert table.snapshot.state.area.red == 4


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"type": "SpendGold", "colour": "red"}, 409, "not_enough_gold"),
        ({"type": "MakeClank", "colour": "blue"}, 409, "colour_not_playing"),
        ({"type": "Dance"}, 400, "bad_message"),
        ({**CLANK_1, "cube": 1}, 400, "bad_message"),
        ([], 400, "bad_message"),
    ],
)
def test_a_refusal_is_a_problem_with_a_stable_code(
    client: FlaskClient, document: dict[str, Any], body: object, status: int, code: str
) -> None:
    started(client)
    answer = post(client, "/api/v1/commands", body)
    assert (answer.status_code, answer.mimetype) == (status, "application/problem+json")
    problem = json.loads(answer.data)
    jsonschema.validate(problem, schema_of(document, "Problem"))
    assert problem["code"] == code
    assert problem["title"]


def test_a_body_that_is_no_json_is_a_problem_too(client: FlaskClient) -> None:
    answer = client.post("/api/v1/commands", data=b"{")
    assert (answer.status_code, json.loads(answer.data)["code"]) == (400, "bad_message")


def test_an_unknown_path_is_a_problem_not_a_page(client: FlaskClient) -> None:
    answer = client.get("/api/nothing")
    assert (answer.status_code, answer.mimetype) == (404, "application/problem+json")


def test_games_are_listed_exported_imported_and_put_back(client: FlaskClient) -> None:
    first = started(client)
    file = client.get(f"/api/v1/games/{first['game_id']}")
    assert "attachment" in file.headers["Content-Disposition"]
    taken = client.post("/api/v1/games/import", data=file.data)
    assert taken.status_code == 201
    copy = json.loads(taken.data)["game_id"]
    back = json.loads(post(client, f"/api/v1/games/{copy}/open").data)
    assert back["state"] == first["state"]
    listed = json.loads(client.get("/api/v1/games").data)["games"]
    assert [game["id"] for game in listed] == [copy, first["game_id"]]


def test_a_game_that_is_not_there_is_a_problem(client: FlaskClient) -> None:
    started(client)
    assert client.get("/api/v1/games/none").status_code == 404
    assert post(client, "/api/v1/games/none/open").status_code == 409
    assert client.post("/api/v1/games/import", data=b"{}").status_code == 400


def test_a_game_file_may_be_large_but_not_without_end(client: FlaskClient) -> None:
    answer = client.post("/api/v1/games/import", data=b" " * (GAME_FILE_BYTES + 1))
    assert answer.status_code == 413


def test_the_secret_seed_is_in_no_answer(client: FlaskClient, table: Table) -> None:
    picture = started(client)
    seed = table.journal.seed(picture["game_id"])
    for path in (
        "/api/v1/snapshot",
        "/api/v1/games",
        f"/api/v1/games/{picture['game_id']}",
        "/log",
    ):
        assert seed.hex().encode() not in client.get(path).data
        assert seed not in client.get(path).data
