"""Phones that look at all there is to see: every page that another page leads to."""

import re
from collections.abc import Callable
from functools import partial
from html import unescape

from tests.support.two_evenings import Evening
from web_ui.views import VIEWS

LIVE = re.compile(r'data-live="(/[^"?]+)\?([^"]*)"')
STATIC = re.compile(r'(?:src|href)="(/static/[^"]+)"')
LANG = re.compile(r'<html lang="(\w+)"')
LINK = re.compile(r'<a [^>]*\bhref="([^"]*)"')  # a parser takes as long as drawing the page
ID = re.compile(r'\bid="([^"]+)"')
FOR_ALL = ("/", "/watch", "/table", "/log", "/games")
OF_THE_MACHINE = ("/host", "/panel", "/doctor", "/tray")  # not for every phone, nor at every table
FOR_PROGRAMS = (
    *("/api/v1/snapshot", "/api/v1/games", "/api/v1/openapi.json"),
    *("/api/v1/results", "/api/v1/odds", "/api/v1/advice"),
)


def starts(name: str, seats: tuple[str, ...]) -> list[str]:
    """Return the pages that nothing needs to lead to; each game has them."""
    return [*FOR_ALL, f"/new?game={name}", *(f"/seat/{seat}" for seat in seats)]


def look_at_all(ask: Callable[[str], str], paths: list[str]) -> dict[str, str]:
    """Return path -> page of these pages and of all that they lead to; files are left out."""
    found: dict[str, str] = {}
    waiting = list(paths)
    while waiting:
        path = waiting.pop(0)
        if path not in found:
            found[path] = ask(path)
            waiting += [link for link in map(unescape, LINK.findall(found[path])) if is_page(link)]
    return {path: page for path, page in found.items() if "<html" in page}


def seen_by(evening: Evening, seat: str, language: str = "en") -> dict[str, str]:
    """Return all pages that a seat's phone, or a watcher's (""), can be led to."""
    own = (seat,) if seat else seats_of(evening)
    ask = partial(asked, evening, seat, language)
    return look_at_all(ask, starts(evening.table.snapshot.game.name, own))


def seats_of(evening: Evening) -> tuple[str, ...]:
    """Return the seats of the game that is on the table."""
    snapshot = evening.table.snapshot
    return tuple(map(str, VIEWS[snapshot.game.name].seats(snapshot)))


def is_page(link: str) -> bool:
    """Is this a page of this game? Another game's set-up is not of this one."""
    return link.startswith("/") and not link.startswith(("//", "/api/", "/static/", "/new?game="))


def asked(evening: Evening, seat: str, language: str, path: str) -> str:
    """Return a page as the phone of a seat, or of a watcher (""), is sent it."""
    answer = evening.phone(seat).get(path, headers={"Accept-Language": language})
    answers = (200, 403, 404) if path.startswith(OF_THE_MACHINE) else (200,)
    assert answer.status_code in answers, (path, answer.status_code)
    return str(answer.text)


def streams_of(page: str) -> list[tuple[str, str]]:
    """Return the addresses (path, query) of the streams that a page listens to."""
    return [(path, unescape(query)) for path, query in LIVE.findall(page)]
