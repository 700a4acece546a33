"""The OpenAPI 3.1 document, generated from the message classes of all games."""

from collections.abc import Mapping

from companion.engine.codec import JsonObject, schemas
from companion.engine.game import AnyGame
from companion.table.table import KEY_LENGTH
from web_ui.render.reading import MOST_DIGITS
from web_ui.render.results import Advice, Odds, Results

JSON = "application/json"
ANYTHING: JsonObject = {"type": "object"}
PROBLEM = {"$ref": "#/components/schemas/Problem"}
SNAPSHOT = {"$ref": "#/components/schemas/Snapshot"}

_NUMBER = {"type": "integer", "minimum": 0, "maximum": 10**MOST_DIGITS - 1}
_KEY = {
    "name": "Idempotency-Key",
    "in": "header",
    "required": False,
    "description": "The same key again counts once and answers with the newest snapshot; with "
    "another command it is refused.",
    "schema": {"type": "string", "minLength": 1, "maxLength": KEY_LENGTH},
}
_STEP = {
    "name": "step",
    "in": "query",
    "required": True,
    "description": "The step that is meant: undo_step or redo_step of the snapshot.",
    "schema": _NUMBER,
}
_MOMENT = {
    "name": "moment",
    "in": "query",
    "required": False,
    "description": "The moment that is meant, of the snapshot's moments; x-moment of the command "
    "says which, and then it is required.",
    "schema": _NUMBER,
}
_AFTER = {
    "name": "after",
    "in": "query",
    "required": False,
    "description": "The number of the last line whose head is known; 0 for all lines.",
    "schema": {**_NUMBER, "default": 0},
}
_GAME_ID = {"name": "game_id", "in": "path", "required": True, "schema": {"type": "string"}}


_SEAT = {
    "name": "seat",
    "in": "query",
    "required": False,
    "description": "The seat whose cards are named; its phone or program asks.",
    "schema": {"type": "string"},
}
_CARDS = {
    "name": "cards",
    "in": "query",
    "required": False,
    "description": "The cards of the seat, as 4,17,98. In practice the table knows them.",
    "schema": {"type": "string"},
}
_LINE = {
    "name": "step",
    "in": "query",
    "required": False,
    "description": "The line after which the game is shown; without it the last.",
    "schema": _NUMBER,
}
REFERENCE = "#/components/schemas/"


def document(games: Mapping[str, AnyGame], version: str) -> JsonObject:
    """Return the document for the API with all these games."""
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Dragonbag",
            "version": version,
            "description": "One table: submit commands, read the snapshot, follow the stream.",
        },
        "paths": _paths(list(games)),
        "components": {"schemas": _schemas(games), "securitySchemes": _SECURITY},
        # A key, a phone's cookie, or nothing at an open table.
        "security": [{name: []} for name in _SECURITY] + [{}],
    }


def _paths(games: list[str]) -> JsonObject:
    return {
        "/api/v1/openapi.json": {"get": _get("This document.", ANYTHING)},
        **_table_paths(games),
        **_game_paths(),
        **_view_paths(),
        "/api/v1/games/{game_id}/open": {
            "parameters": [_GAME_ID],
            "post": _post("Turn the table to this game."),
        },
        "/healthz": {"get": _get_without_key("Version, game, newest line, panel and camera.")},
    }


def _table_paths(games: list[str]) -> JsonObject:
    """Return the paths of the table: what it shows, and what it is told."""
    return {
        "/api/v1/snapshot": {
            "parameters": [_SEAT],
            "get": _get_or_409(
                "The newest snapshot; for a seat, what it alone may know.", SNAPSHOT
            ),
        },
        "/api/v1/stream": {"get": _get_stream()},
        "/api/v1/commands": {
            "parameters": [_MOMENT],
            "post": _post("Submit a command of the game.", body=_schema_ref("Command")),
        },
        "/api/v1/draw": {
            "parameters": [_MOMENT],
            "post": _post("Let Dragonbag draw the cubes of the waiting attack."),
        },
        "/api/v1/undo": {"parameters": [_STEP], "post": _post("Take back the newest step.")},
        "/api/v1/redo": {"parameters": [_STEP], "post": _post("Do the last undone step again.")},
        "/api/v1/games": {
            "get": _get("All games of the journal, newest first.", ANYTHING),
            "post": _post_game(games),
        },
        "/api/v1/games/import": {"post": _post_file()},
    }


def _game_paths() -> JsonObject:
    """Return the paths that read one game of the journal."""
    return {
        "/api/v1/games/{game_id}": {"parameters": [_GAME_ID], "get": _get_file()},
        "/api/v1/games/{game_id}/digests": {
            "parameters": [_GAME_ID, _AFTER],
            "get": _get_or_404(
                "The digests of the game's lines after one, and the head that they lead to.",
                ANYTHING,
            ),
        },
        "/api/v1/games/{game_id}/results": {
            "parameters": [_GAME_ID],
            "get": _get_or_404("How a game ended, or stands.", _schema_ref("Results")),
        },
        "/api/v1/games/{game_id}/snapshot": {
            "parameters": [_GAME_ID, _LINE],
            "get": _get_or_404("A game after one of its lines.", SNAPSHOT),
        },
    }


def _view_paths() -> JsonObject:
    """Return the paths that say how the game on the table stands."""
    return {
        "/api/v1/results": {
            "get": _get_or_404("How the game on the table stands.", _schema_ref("Results"))
        },
        "/api/v1/odds": {
            "get": _get_or_409("The chances now, as everybody may know them.", _schema_ref("Odds"))
        },
        "/api/v1/advice": {
            "parameters": [_SEAT, _CARDS],
            "get": _get_or_409(
                "What the table waits for; plays for a seat's cards.", _schema_ref("Advice")
            ),
        },
    }


def _answer(description: str, schema: JsonObject, kind: str = JSON) -> JsonObject:
    return {"description": description, "content": {kind: {"schema": schema}}}


def _refusal(description: str) -> JsonObject:
    return _answer(description, PROBLEM, "application/problem+json")


_ALWAYS = {
    "401": _refusal("No key and no cookie, or a wrong one."),
    "421": _refusal("The table is not called by this name."),
    "429": _refusal("Too many requests with this key: wait a moment."),
    "500": _refusal("A mistake in Dragonbag: please report it."),
}
_SECURITY: JsonObject = {
    "key": {
        "type": "http",
        "scheme": "bearer",
        "description": "The last part of a link that the table prints, or a seat's key.",
    },
    "phone": {
        "type": "apiKey",
        "in": "cookie",
        "name": "phone",
        "description": "What a browser is given at /join/KEY.",
    },
}


def _get(summary: str, schema: JsonObject) -> JsonObject:
    return {"summary": summary, "responses": {"200": _answer(summary, schema), **_ALWAYS}}


def _get_or_404(summary: str, schema: JsonObject) -> JsonObject:
    operation = _get(summary, schema)
    operation["responses"]["400"] = _refusal("A number is none.")
    operation["responses"]["404"] = _refusal("The journal has no such game.")
    return operation


def _get_or_409(summary: str, schema: JsonObject) -> JsonObject:
    return _or_409(_get(summary, schema))


def _or_409(operation: JsonObject) -> JsonObject:
    operation["responses"]["409"] = _refusal("The table plays without it, or it is not for you.")
    return operation


def _get_without_key(summary: str) -> JsonObject:
    operation = _get(summary, ANYTHING)
    del operation["responses"]["401"]
    return {**operation, "security": []}


def _schema_ref(name: str) -> JsonObject:
    return {"$ref": f"{REFERENCE}{name}"}


def _post_game(games: list[str]) -> JsonObject:
    body = {
        "type": "object",
        "properties": {
            "game": {"enum": games, "description": "Which box; without it, the same as before."},
            "set_up": {
                **_schema_ref("Command"),
                "description": "The command that sets it up. If it is refused, no game is opened.",
            },
        },
    }
    return _post("Open a new game; set it up at once, or by its first command.", body=body)


def _post(summary: str, body: JsonObject | None = None) -> JsonObject:
    operation: JsonObject = {
        "summary": summary,
        "parameters": [_KEY],
        "responses": {
            "200": _answer("The snapshot after it.", SNAPSHOT),
            "400": _refusal("The message is no message of this game."),
            "403": _refusal("The request comes from another site's page."),
            "409": _refusal("The rules or the table refuse; nothing was written."),
            "422": _refusal("The idempotency key was used for something else; nothing was done."),
            "428": _refusal("It is meant for a moment or a step, and does not say for which."),
            "503": _refusal("The journal cannot be written; nothing was changed."),
            **_ALWAYS,
        },
    }
    if body is not None:
        operation["responses"]["413"] = _refusal("The body is too large.")
        operation["requestBody"] = {"required": True, "content": {JSON: {"schema": body}}}
    return operation


def _get_file() -> JsonObject:
    operation = _or_409(_get_or_404("A game as a file, without its secret seed.", ANYTHING))
    operation["responses"]["503"] = _refusal(
        "A long game's file is made for one program at a time, or the journal cannot be read."
    )
    return operation


def _post_file() -> JsonObject:
    operation = _post("Take in a game file; the table stays at its game.", body={"type": "object"})
    del operation["parameters"]
    imported = {"type": "object", "properties": {"game_id": {"type": "string"}}}
    del operation["responses"]["200"]
    operation["responses"]["201"] = _answer("The id of the game in this journal.", imported)
    operation["responses"]["503"] = _refusal(
        "It was stopped, another one is being done, or the journal cannot be written; nothing was "
        "changed."
    )
    return operation


def _get_stream() -> JsonObject:
    text = (
        "Server-sent events. Each has the version as its id and a JSON object with the newest "
        'Snapshot as text under "fragments"."snapshot"; a reader that is slow misses snapshots, '
        'never the newest one. An event named "beat" comes when nothing happens.'
    )
    return {
        "summary": "Follow the table.",
        "responses": {
            "200": _answer(text, {"type": "string"}, "text/event-stream"),
            **_ALWAYS,
        },
    }


def _schemas(games: Mapping[str, AnyGame]) -> JsonObject:
    found: JsonObject = {}
    for game in games.values():
        found |= _of_game(game)
    _, told = schemas([Results, Odds, Advice], REFERENCE + "{name}")
    return {
        **found,
        **told,
        "Command": _any_of(games, "Command"),
        "Event": _any_of(games, "Event"),
        "Snapshot": _any_of(games, "Snapshot"),
        "Problem": _PROBLEM_SCHEMA,
    }


def _any_of(games: Mapping[str, AnyGame], name: str) -> JsonObject:
    return {"anyOf": [_schema_ref(f"{game}.{name}") for game in games]}


def _of_game(game: AnyGame) -> JsonObject:
    """Return the schemas of one game, each named after it: "clank.MakeClank"."""
    template = f"{REFERENCE}{game.name}.{{name}}"
    commands, parts = schemas(game.commands, template)
    events, more = schemas(game.events, template)
    _, state = schemas([type(game.empty)], template)
    named = {**more, **parts, **state}
    for message in (*game.commands, *game.events):
        named[message.__name__] = _tagged(message.__name__, named[message.__name__])
    for command, moment in game.meant_for.items():
        named[command.__name__]["x-moment"] = moment.value
    named["Command"] = _one_of(game, commands, game.commands)
    named["Event"] = _one_of(game, events, game.events)
    named["Snapshot"] = _snapshot_schema(game)
    return {f"{game.name}.{name}": schema for name, schema in named.items()}


def _tagged(name: str, schema: JsonObject) -> JsonObject:
    """Add the "type" that tells messages apart, and refuse what the codec refuses."""
    return {
        **schema,
        "properties": {"type": {"const": name}, **schema.get("properties", {})},
        "required": ["type", *schema.get("required", [])],
        "additionalProperties": False,
    }


def _one_of(game: AnyGame, references: list[JsonObject], kinds: tuple[type, ...]) -> JsonObject:
    mapping = {kind.__name__: f"{REFERENCE}{game.name}.{kind.__name__}" for kind in kinds}
    return {
        "oneOf": references,
        "discriminator": {"propertyName": "type", "mapping": mapping},
    }


def _snapshot_schema(game: AnyGame) -> JsonObject:
    text, number = {"type": "string"}, {"type": "integer"}
    properties: JsonObject = {
        "version": number,
        "game": {"const": game.name},
        "game_id": text,
        "kind": text,
        "source": text,
        "notation": text,
        "moments": {"type": "object", "additionalProperties": number},
        "undo_step": {"type": ["integer", "null"]},
        "redo_step": {"type": ["integer", "null"]},
        "commitment": {**text, "description": "SHA-256 of the seed that the draws follow."},
        "draws": {**number, "description": "Draws of cubes until now, by any hand."},
        "head": _HEAD_SCHEMA,
        "is_over": {"type": "boolean"},
        "events": {"type": "array", "items": _schema_ref(f"{game.name}.Event")},
        "state": _schema_ref(f"{game.name}.{type(game.empty).__name__}"),
    }
    return {"type": "object", "properties": properties, "required": list(properties)}


_HEAD_SCHEMA: JsonObject = {
    "type": ["object", "null"],
    "description": "Where the chain of the game stands: its newest line, and the hash after it.",
    "properties": {"number": {"type": "integer"}, "hash": {"type": "string"}},
    "required": ["number", "hash"],
}
_PROBLEM_SCHEMA: JsonObject = {
    "type": "object",
    "properties": {
        "type": {"type": "string"},
        "title": {"type": "string", "description": "A sentence in the reader's language."},
        "status": {"type": "integer"},
        "code": {"type": "string", "description": "Stable; see the refusals of the game."},
        "facts": {"type": "object"},
    },
    "required": ["type", "title", "status", "code", "facts"],
}
