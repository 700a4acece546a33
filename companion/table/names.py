"""The names of an earlier group: the journal keeps them, and nobody who reads it is shown them.

A café's next group sees what was played, and by which colour. Names stand in a message's `seats`
and `names`; a `reason` is what somebody wrote and may name others. A test plays every game and
looks for names that are left (tests/contract/test_next_group.py).
"""

from companion.engine.codec import dump, parse

HIDDEN_REASON = "…"  # a correction needs a reason, so an exported game says that there was one


def tells_of_people(message: str) -> bool:
    """Is there a place for names or reasons in the JSON of a command or of events?"""
    return any(f'"{field}":' in message for field in ("seats", "names", "reason"))


def hide_names(message: str) -> str:
    """Return the JSON of a command or of events with no name and no reason in it."""
    if not tells_of_people(message):
        return message
    return dump(_hidden(parse(message))).decode()


def _hidden(value: object) -> object:
    if isinstance(value, list):
        return [_hidden(item) for item in value]
    if isinstance(value, dict):
        return {field: _field(field, item) for field, item in value.items()}
    return value


def _field(field: str, value: object) -> object:
    if field == "names" and isinstance(value, list):
        return ["" for _ in value]
    if field == "seats" and isinstance(value, list):
        return [{**seat, "name": ""} if isinstance(seat, dict) else seat for seat in value]
    if field == "reason":
        return HIDDEN_REASON if value else value
    return _hidden(value)
