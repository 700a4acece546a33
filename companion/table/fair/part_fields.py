"""The fields of lines about the phones' part in the draws, as FAIR_DRAWS.md lists them."""

from companion.draws.links import LINKS, Asked
from companion.engine.codec import JsonObject
from companion.table.fair.awaited import Awaited


def seal(seat: str, end: str) -> JsonObject:
    """Return the fields of a line in which a seat's phone seals its chain."""
    return {"seat": seat, "sha256": end, "links": LINKS}


def link(seal: str, link: str) -> JsonObject:
    """Return the fields of a line in which a phone opens a link."""
    return {"sha256": seal, "link": link}


def ask(draw: Awaited, asked: tuple[Asked, ...]) -> JsonObject:
    """Return the fields of a line in which a draw asks for links."""
    links = [{"seat": each.seat, "sha256": each.seal, "link": each.link} for each in asked]
    return {"draw": draw.number, "bag": draw.content, "cubes": draw.cubes, "links": links}


def close(draw: Awaited) -> JsonObject:
    """Return the fields of a line after which links for a draw count no more."""
    return {"draw": draw.number, "bag": draw.content}


def asked(fields: JsonObject) -> tuple[Asked, ...]:
    """Return which links a line asks for."""
    return tuple(Asked(each["seat"], each["sha256"], each["link"]) for each in fields["links"])


def is_chain(fields: JsonObject) -> bool:
    """Does a phone seal a chain here? Until 0.1 it was a single number."""
    return "links" in fields
