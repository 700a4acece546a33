"""What a browser's form says, as the plain fields of a command."""

from collections.abc import Mapping

from werkzeug.datastructures import MultiDict

from companion.engine.codec import JsonObject

# Fields of every form that are not part of the command.
ENVELOPE = frozenset({"key", "back", "game", "game_name", "moment"})


def fields(form: MultiDict[str, str]) -> JsonObject:
    """Return a form's fields: "cubes.red" nests, "arrivals[overlord]" = 2 repeats in a list.

    Empty inputs are left out, so that the command's own default counts.
    """
    found: JsonObject = {}
    for name, value in form.items(multi=True):
        if name in ENVELOPE or not value.strip():
            continue
        if name.endswith("]"):
            _repeat(found, name, value)
        else:
            _nest(found, name, value.strip())
    return found


def _nest(found: JsonObject, name: str, value: str) -> None:
    *path, last = name.split(".")
    for step in path:
        found = found.setdefault(step, {})
    found[last] = value


def _repeat(found: JsonObject, name: str, value: str) -> None:
    listed, _, item = name[:-1].partition("[")
    times = int(value) if value.isdecimal() and len(value) < 3 else 0
    found.setdefault(listed, []).extend([item] * times)


def ticked(form: Mapping[str, str], name: str) -> bool:
    """Is a check box ticked?"""
    return name in form
