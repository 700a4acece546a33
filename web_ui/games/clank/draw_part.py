"""What the phones' script needs to take part in the draws, as JSON text (draws.js)."""

from companion.engine.codec import dump
from companion.table.fair.part import Part


def sealed(part: Part) -> str:
    """Return the seals by their seats, and how many links of each are left."""
    return dump(
        {shown.seat: {"seal": shown.seal, "left": shown.left} for shown in part.seals}
    ).decode()


def asked(part: Part) -> str:
    """Return which line asks for links, and which are missing; "null" if no draw waits for any."""
    waiting = part.waiting
    missing = waiting.missing if waiting else ()
    if waiting is None or not missing:
        return "null"
    links = [{"seal": each.seal, "link": each.link} for each in missing]
    return dump({"line": waiting.line, "missing": links}).decode()
