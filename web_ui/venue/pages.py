"""GET / (the wall), GET and POST /staff, GET /enter/...: many tables on a few pages.

The wall's link shows, the staff's link may answer calls as well. Pages ask for themselves every
two seconds; a browser without scripts loads them again.
"""

import hmac
import time
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path
from typing import Protocol

from flask import Flask, Response, abort, request
from jinja2 import Environment
from sqlalchemy.exc import SQLAlchemyError

from companion.engine.sentence import N_
from companion.language.catalogues import LANGUAGES, catalogue
from companion.language.formats import formats_of
from companion.venue.history import NIGHTS, Board, Finished, finished_since, leaders, night_of
from companion.venue.messages import Player
from companion.venue.store import Store
from companion.venue.wall import LiveTable, Wall
from web_ui.render.render import CHOSEN, language_of

COOKIE = "venue"
YEAR_S = 365 * 24 * 3600
SHOWN = 12  # tables at once on the wall
TURN_S = 12  # then come the next ones
KEPT_S = 5.0  # the database is not asked more often than this
SCREEN, STAFF = "screen", "staff"
SEATS = {  # of players without a name
    "red": N_("Red"),
    "green": N_("Green"),
    "blue": N_("Blue"),
    "yellow": N_("Yellow"),
    "1": N_("Player 1"),
    "2": N_("Player 2"),
    "3": N_("Player 3"),
    "4": N_("Player 4"),
    "5": N_("Player 5"),
}
ANSWERS = ("coming", "done")


class Told(Protocol):
    """What the pages need of a venue."""

    wall: Wall
    trouble: str

    def answer(self, table: str, answer: str) -> None:
        """Answer a table's call."""


class VenuePages:
    """All pages of one venue; safe to use from several threads."""

    def __init__(
        self,
        venue: Told,
        store: Store,
        environment: Environment,
        now: Callable[[], datetime] = lambda: datetime.now().astimezone(),
    ) -> None:
        """Show this venue, with the templates of this environment."""
        self._venue, self._store, self._environment, self._now = venue, store, environment, now
        self._links = {name: store.link(name) for name in (SCREEN, STAFF)}
        self._kept: tuple[float, tuple[int, tuple[Finished, ...], tuple[Board, ...]]] | None = None

    def register(self, app: Flask) -> None:
        """Add the routes."""
        app.add_url_rule("/", "wall", self.wall)
        app.add_url_rule("/staff", "staff", self.staff)
        app.add_url_rule("/staff", "answer", self.answer, methods=["POST"])
        app.add_url_rule("/enter/<part>", "enter", self.enter)
        app.add_url_rule("/language", "language", self.language, methods=["POST"])
        app.add_url_rule("/healthz", "health", self.health)

    def enter(self, part: str) -> Response:
        """Remember this browser as the screen's or as one of the staff's."""
        for name, path in ((SCREEN, "/"), (STAFF, "/staff")):
            if _same(part, self._links[name]):
                answer = _see_other(path)
                answer.set_cookie(COOKIE, part, max_age=YEAR_S, httponly=True, samesite="Lax")
                return answer
        abort(404)

    def wall(self) -> Response:
        """Show all tables, tonight's games and the leaders."""
        if not (self._is(SCREEN) or self._is(STAFF)):
            return self._page("enter.html", {}, 401)
        tables = self._tables()
        pages = max(1, -(-len(tables) // SHOWN))
        page = int(self._now().timestamp() / TURN_S) % pages
        count, finished, boards = self._nights()
        facts = {
            "shown": tables[page * SHOWN : (page + 1) * SHOWN],
            "page": page,
            "page_count": pages,
            "count": count,
            "finished": finished,
            "boards": boards,
            "nights": NIGHTS,
        }
        return self._page("wall.html", {**self._about(tables), **facts})

    def staff(self) -> Response:
        """Show who calls, and all tables."""
        if not self._is(STAFF):
            return self._page("enter.html", {}, 401)
        return self._page("staff.html", self._about(self._tables()))

    def answer(self) -> Response:
        """Answer a table's call, as one of the staff."""
        # The cookie does not come along from other sites (SameSite).
        if not self._is(STAFF):
            abort(403)
        table, answer = request.form.get("table", ""), request.form.get("answer", "")
        if answer not in ANSWERS or table not in {each.name for each in self._tables()}:
            abort(400)
        self._venue.answer(table, answer)
        return _see_other("/staff")

    def language(self) -> Response:
        """Speak another language to this browser."""
        language, back = request.form.get("language", ""), request.form.get("back", "/")
        if language not in LANGUAGES or back not in ("/", "/staff"):
            abort(400)
        answer = _see_other(back)
        answer.set_cookie(CHOSEN, language, max_age=YEAR_S, samesite="Lax")
        return answer

    def health(self) -> Response:
        """Say that it answers, and whether it hears the broker; nothing of any table."""
        return Response("ok" if not self._venue.trouble else "trouble", mimetype="text/plain")

    def _is(self, name: str) -> bool:
        return _same(request.cookies.get(COOKIE, ""), self._links[name])

    def _tables(self) -> list[LiveTable]:
        """Return all tables: who calls first, then who plays, who is away last."""
        return sorted(
            self._venue.wall.tables(),
            key=lambda each: (
                not each.is_calling,
                not each.is_online,
                not each.standing.is_going_on,
            ),
        )

    def _about(self, tables: list[LiveTable]) -> dict[str, object]:
        calls = sorted(
            (each for each in tables if each.is_calling),
            key=lambda each: (each.call.is_coming, each.call.at),
        )
        return {
            "tables": tables,
            "calls": calls,
            "playing": sum(each.is_online and each.standing.is_going_on for each in tables),
            "trouble": bool(self._venue.trouble),
            "minutes_since": self._minutes_since,
        }

    def _minutes_since(self, at: str) -> int:
        """Return for how many minutes a table has called; its clock may be wrong."""
        try:
            begun = datetime.fromisoformat(at)
        except ValueError:
            return 0
        begun = begun if begun.tzinfo else begun.replace(tzinfo=UTC)
        minutes = int((self._now() - begun).total_seconds() / 60)
        return minutes if 0 <= minutes < 24 * 60 else 0

    def _nights(self) -> tuple[int, tuple[Finished, ...], tuple[Board, ...]]:
        """Return tonight's games and the leaders; what was known last if nobody answers."""
        known = self._kept
        if known is not None and time.monotonic() - known[0] < KEPT_S:
            return known[1]
        night = night_of(self._now())
        try:
            count, finished = finished_since(self._store.engine, night)
            boards = leaders(self._store.engine, night - timedelta(days=NIGHTS - 1))
            found = (count, finished, boards)
        except SQLAlchemyError:
            found = (0, (), ()) if known is None else known[1]
        self._kept = (time.monotonic(), found)
        return found

    def _page(self, name: str, facts: Mapping[str, object], status: int = 200) -> Response:
        """Return a page; one that a browser has already is not sent again."""
        language = language_of(request)
        text = self._environment.get_template(name).render(
            {**_voice(language), **facts, "path": request.path}
        )
        answer = Response(text, status)
        if status == 200:
            answer.set_etag(sha256(text.encode()).hexdigest()[:16], weak=True)
            answer.headers["Cache-Control"] = "private, no-cache"
            answer.vary.add("Cookie")
            answer.make_conditional(request)
        return answer


def _same(given: str, known: str) -> bool:
    return hmac.compare_digest(given.encode(), known.encode())


def _see_other(path: str) -> Response:
    return Response("", 303, {"Location": path})


def _voice(language: str) -> dict[str, object]:
    """Return what templates need to speak a language."""
    found, formats = catalogue(language), formats_of(language)

    def say(message: str, **facts: object) -> str:
        return found.gettext(message).format_map(facts)

    def count(one: str, many: str, n: int, **facts: object) -> str:
        return found.ngettext(one, many, n).format_map({"n": formats.number(n), **facts})

    def who(player: Player) -> str:
        return player.name or say(SEATS.get(player.seat, player.seat))

    known = {"language": language, "languages": LANGUAGES}
    return {"_": say, "ngettext": count, "who": who, **known}


def templates() -> Path:
    """Return the folder of the templates."""
    return Path(__file__).parent / "templates"
