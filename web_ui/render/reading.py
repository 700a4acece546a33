"""What a browser's form says, as the plain fields of a command."""

from collections.abc import Mapping, Sequence

from werkzeug.datastructures import MultiDict

from companion.engine.codec import JsonObject, shortened
from companion.engine.errors import BadMessage
from companion.engine.typed import number_of
from companion.games.shared import Colour, Coloured

# Fields of every form that are not part of the command.
DEEPEST = 4  # names such as "cubes.red"
MOST_DIGITS = 15
MOST_TIMES = 99  # in a list; no box has as many of anything
TWICE = "a field is given twice, as a value and with parts: {name}"
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
    if len(path) > DEEPEST:
        raise BadMessage(f"a field nests deeper than {DEEPEST}: {shortened(name)}")
    for step in path:
        found = found.setdefault(step, {})
        if not isinstance(found, dict):
            raise BadMessage(TWICE.format(name=shortened(name)))
    if isinstance(found.get(last), dict | list):
        raise BadMessage(TWICE.format(name=shortened(name)))
    found[last] = value


def _repeat(found: JsonObject, name: str, value: str) -> None:
    listed, _, item = name[:-1].partition("[")
    times = number_of(name, value, 0, MOST_TIMES)
    items = found.setdefault(listed, [])
    if not isinstance(items, list):
        raise BadMessage(TWICE.format(name=shortened(name)))
    items.extend([item] * times)


def number_in(text: str | None, name: str) -> int | None:
    """Return a number that a page has written into a form or an address, None if it is not there.

    BadMessage if it is no whole number: it was meant to say something.
    """
    if text is None or not text.strip():
        return None
    if not (text.isascii() and text.isdecimal()) or len(text) > MOST_DIGITS:
        raise BadMessage(f"{name} is no whole number: {shortened(text)}")
    return int(text)


def read_seats(form: MultiDict[str, str]) -> dict[str, object]:
    """Return the fields of CorrectSeats: colour1, name1 and was1, colour2 and so on, clockwise.

    The script moves whole rows and says so (`recolour`). Without it, the same colours in another
    order are another order; a colour that nobody had is a new one for the player of that row.
    """
    was = [form[f"was{row}"] for row in range(1, len(Colour) + 1) if form.get(f"was{row}")]
    seats = seats_in(form)
    is_order = "recolour" not in form and {seat["colour"] for seat in seats} == set(was)
    return {"seats": seats, "was": [] if is_order else was}


def read_added(form: MultiDict[str, str]) -> dict[str, object]:
    """Return the fields of AddPlayers: one player's colour and name, and behind whom they sit."""
    rest = fields(form)
    seat = {"colour": rest.get("colour", ""), "name": form.get("name", "").strip()}
    return {"seats": [seat], "after": rest.get("after", ""), "reason": form.get("reason", "")}


def seats_in(form: Mapping[str, str]) -> list[JsonObject]:
    """Return the seats of a set-up form, clockwise: colour1 and name1, colour2 and name2, ...

    A row with a colour or a name is a player. A name without a colour gets the next that is free.
    """
    places = range(1, len(Colour) + 1)
    rows = [(form.get(f"colour{row}", ""), form.get(f"name{row}", "").strip()) for row in places]
    taken = {colour for colour, _ in rows}
    free = iter([colour for colour in Colour if colour not in taken])
    return [
        {"colour": colour or next(free), "name": name} for colour, name in rows if colour or name
    ]


def as_last_time(given: JsonObject, players: Sequence[Coloured], *anew: str) -> JsonObject:
    """Return a set-up once more: who sits there now, and the next one clockwise goes first.

    `anew` are the fields that are said anew each time.
    """
    colours = [player.colour.value for player in players]
    first = colours.index(given["first"]) if given.get("first") in colours else -1
    return {
        **{field: value for field, value in given.items() if field not in anew},
        "seats": [{"colour": player.colour.value, "name": player.name} for player in players],
        "first": colours[(first + 1) % len(colours)],
    }


def ticked(form: Mapping[str, str], name: str) -> bool:
    """Is a check box ticked?"""
    return name in form
