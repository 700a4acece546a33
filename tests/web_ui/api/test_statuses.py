"""The OpenAPI document names every status that the table answers with, whoever asks for what."""

from itertools import product
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.games import GAMES
from tests.support.pages import create_app
from tests.web_ui.access.door import Door
from web_ui.api.openapi import document
from web_ui.app import Options

BODIES: dict[str, tuple[bytes, ...]] = {
    "/api/v1/commands": (
        b"",
        b"{}",
        b'{"type": "MakeClank", "colour": "blue"}',
        b'{"type": "MakeClank", "colour": "red"}',
        b'{"type": "EndTurn"}',
        b"1" * 3_000_000,
    ),
    "/api/v1/games": (b"", b'{"game": "no"}', b'{"game": "clank", "set_up": {"type": "EndTurn"}}'),
    "/api/v1/games/import": (b"", b"{}", b"1" * 30_000_000),
}
QUERIES = (
    "",
    "?step=x",
    "?step=9999",
    "?moment=x",
    "?moment=9999",
    "?seat=red&cards=1",
    "?after=x",
)
DOCUMENT = document(GAMES, "test")
CALLS = [
    (path, method)
    for path, operations in DOCUMENT["paths"].items()
    for method in operations
    if method != "parameters" and not path.endswith("/stream")  # a stream does not end
]


def answers_of(client: FlaskClient, path: str, method: str, game: str) -> set[tuple[str, int]]:
    """Return all statuses, with what was sent."""
    bodies = BODIES.get(path, (b"",))
    headers: tuple[dict[str, str], ...] = ({}, {"Origin": "http://elsewhere"})
    asked = product((game, "no-such-game"), QUERIES, bodies, headers)
    return {
        (query, client.open(
            path.replace("{game_id}", each) + query, method=method.upper(), data=body, headers=more
        ).status_code)
        for each, query, body, more in asked
        if not (query and len(body) > 100)
    }  # fmt: skip


@pytest.mark.parametrize(("path", "method"), CALLS)
def test_every_status_is_in_the_document(path: str, method: str, door: Door) -> None:
    """Of a stranger, of somebody who only watches, of the host and at an open table."""
    written: dict[str, Any] = DOCUMENT["paths"][path][method]["responses"]
    open_table = create_app(door.table, Options(address=lambda: "http://t/", version="test"))
    clients = (*map(door.client, ("stranger", "program", "host program")), open_table.test_client())
    for client in clients:
        game = door.table.snapshot.game_id
        told = answers_of(client, path, method, game)
        assert {status for _, status in told} <= set(map(int, written)), told


def test_the_document_says_how_to_prove_who_asks() -> None:
    schemes = DOCUMENT["components"]["securitySchemes"]
    assert (schemes["key"]["scheme"], schemes["phone"]["name"]) == ("bearer", "phone")
    assert DOCUMENT["security"] == [{"key": []}, {"phone": []}, {}]
    assert DOCUMENT["paths"]["/healthz"]["get"]["security"] == []
