"""The OpenAPI 3.1 document, generated from a game's message classes."""

from companion.engine.codec import JsonObject, schemas
from companion.engine.game import AnyGame

JSON = "application/json"
PROBLEM = {"$ref": "#/components/schemas/Problem"}
SNAPSHOT = {"$ref": "#/components/schemas/Snapshot"}

_KEY = {
    "name": "Idempotency-Key",
    "in": "header",
    "required": False,
    "description": "The same key again counts once and answers with the newest snapshot.",
    "schema": {"type": "string"},
}
_STEP = {
    "name": "step",
    "in": "query",
    "required": True,
    "description": "The step that is meant: undo_step or redo_step of the snapshot.",
    "schema": {"type": "integer"},
}
_MOMENT = {
    "name": "moment",
    "in": "query",
    "required": False,
    "description": "The moment that is meant, of the snapshot's moments; x-moment of the command "
    "says which, and then it is required.",
    "schema": {"type": "integer"},
}
_GAME_ID = {"name": "game_id", "in": "path", "required": True, "schema": {"type": "string"}}


def document(game: AnyGame, version: str) -> JsonObject:
    """Return the document for the API while this game is on the table."""
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Dragonbag",
            "version": version,
            "description": "One table: submit commands, read the snapshot, follow the stream.",
        },
        "paths": _paths(),
        "components": {"schemas": _schemas(game)},
    }


def _paths() -> JsonObject:
    command = {"$ref": "#/components/schemas/Command"}
    anything: JsonObject = {"type": "object"}
    return {
        "/api/v1/openapi.json": {"get": _reads("This document.", anything)},
        "/api/v1/snapshot": {"get": _reads("The newest snapshot.", SNAPSHOT)},
        "/api/v1/stream": {"get": _stream()},
        "/api/v1/commands": {
            "parameters": [_MOMENT],
            "post": _does("Submit a command of the game.", body=command),
        },
        "/api/v1/draw": {
            "parameters": [_MOMENT],
            "post": _does("Let Dragonbag draw the cubes of the waiting attack."),
        },
        "/api/v1/undo": {"parameters": [_STEP], "post": _does("Take back the newest step.")},
        "/api/v1/redo": {"parameters": [_STEP], "post": _does("Do the last undone step again.")},
        "/api/v1/games": {
            "get": _reads("All games of the journal, newest first.", anything),
            "post": _does(
                "Open a new game, of the box named in the body; its first command sets it up."
            ),
        },
        "/api/v1/games/import": {"post": _imports()},
        "/api/v1/games/{game_id}": {
            "parameters": [_GAME_ID],
            "get": _reads("A game as a file, without its secret seed.", anything, known=True),
        },
        "/api/v1/games/{game_id}/open": {
            "parameters": [_GAME_ID],
            "post": _does("Turn the table to this game."),
        },
        "/healthz": {"get": _reads("Version, game, newest line, panel and camera.", anything)},
    }


def _answer(description: str, schema: JsonObject, kind: str = JSON) -> JsonObject:
    return {"description": description, "content": {kind: {"schema": schema}}}


def _refusal(description: str) -> JsonObject:
    return _answer(description, PROBLEM, "application/problem+json")


def _reads(summary: str, schema: JsonObject, *, known: bool = False) -> JsonObject:
    responses = {"200": _answer(summary, schema)}
    if known:
        responses["404"] = _refusal("The journal has no such game.")
    return {"summary": summary, "responses": responses}


def _does(summary: str, body: JsonObject | None = None) -> JsonObject:
    operation: JsonObject = {
        "summary": summary,
        "parameters": [_KEY],
        "responses": {
            "200": _answer("The snapshot after it.", SNAPSHOT),
            "400": _refusal("The message is no message of this game."),
            "403": _refusal("The request comes from another site's page."),
            "409": _refusal("The rules or the table refuse; nothing was written."),
            "428": _refusal("It is meant for a moment or a step, and does not say for which."),
            "503": _refusal("The journal cannot be written; nothing was changed."),
        },
    }
    if body is not None:
        operation["requestBody"] = {"required": True, "content": {JSON: {"schema": body}}}
    return operation


def _imports() -> JsonObject:
    operation = _does("Take in a game file; the table stays at its game.", body={"type": "object"})
    del operation["parameters"]
    imported = {"type": "object", "properties": {"game_id": {"type": "string"}}}
    del operation["responses"]["200"]
    operation["responses"]["201"] = _answer("The id of the game in this journal.", imported)
    return operation


def _stream() -> JsonObject:
    text = (
        "Server-sent events. Each has the version as its id and a JSON object with the newest "
        'Snapshot as text under "fragments"."snapshot"; a reader that is slow misses snapshots, '
        'never the newest one. An event named "beat" comes when nothing happens.'
    )
    return {
        "summary": "Follow the table.",
        "responses": {"200": _answer(text, {"type": "string"}, "text/event-stream")},
    }


def _schemas(game: AnyGame) -> JsonObject:
    template = "#/components/schemas/{name}"
    commands, parts = schemas(game.commands, template)
    events, more = schemas(game.events, template)
    _, state = schemas([type(game.empty)], template)
    named = {**more, **parts, **state}
    for message in (*game.commands, *game.events):
        named[message.__name__] = _tagged(message.__name__, named[message.__name__])
    for command, moment in game.meant_for.items():
        named[command.__name__]["x-moment"] = moment.value
    return {
        **named,
        "Command": _one_of(commands),
        "Event": _one_of(events),
        "Snapshot": _snapshot_schema(type(game.empty).__name__),
        "Problem": _PROBLEM_SCHEMA,
    }


def _tagged(name: str, schema: JsonObject) -> JsonObject:
    """Add the "type" that tells messages apart, and refuse what the codec refuses."""
    return {
        **schema,
        "properties": {"type": {"const": name}, **schema.get("properties", {})},
        "required": ["type", *schema.get("required", [])],
        "additionalProperties": False,
    }


def _one_of(references: list[JsonObject]) -> JsonObject:
    return {"oneOf": references, "discriminator": {"propertyName": "type"}}


def _snapshot_schema(state: str) -> JsonObject:
    text, number = {"type": "string"}, {"type": "integer"}
    properties: JsonObject = {
        "version": number,
        "game": text,
        "game_id": text,
        "kind": text,
        "source": text,
        "notation": text,
        "moments": {"type": "object", "additionalProperties": number},
        "undo_step": {"type": ["integer", "null"]},
        "redo_step": {"type": ["integer", "null"]},
        "is_over": {"type": "boolean"},
        "events": {"type": "array", "items": {"$ref": "#/components/schemas/Event"}},
        "state": {"$ref": f"#/components/schemas/{state}"},
    }
    return {"type": "object", "properties": properties, "required": list(properties)}


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
