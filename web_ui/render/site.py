"""What every page is given: the table, the renderer, who may do what; and how it answers."""

import re
import secrets
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Protocol

from flask import Flask, Response, g, has_request_context, request

from companion.engine.codec import dump
from companion.engine.errors import BadField, DragonbagError, Rejected
from companion.engine.game import AnyCommand, Placeholder
from companion.engine.sentence import Sentence
from companion.engine.value import Value, replace
from companion.games import GAMES
from companion.table.snapshot import Snapshot
from companion.table.table import Table
from companion.worker.work import BUSY, AtOnce, Desk, Ticket, WorkFailed
from web_ui.access.guest_list import Phone
from web_ui.access.policy import Access
from web_ui.render.answers import REFUSALS, explain, problem
from web_ui.render.ends import Ends, Stories
from web_ui.render.render import Renderer, language_of

OWN_PAGE = re.compile(r"/(?!/)[a-z0-9_/]*")  # where a form may send the browser back to
JSON = "application/json"
FOR_PROGRAMS = ("/api/", "/live", "/panel/")  # what asks there reads JSON, or nothing
SEAT = "seat"  # the cookie of a phone on an open table
KEY_FIELD = "key"  # of a form: makes a second tap count once
PATIENCE_S = 15.0  # a page that waits asks every second; a phone that is gone stops its work
KEPT_ERRANDS = 64  # more than can wait, and what has ended lately


class Page(Protocol):
    """One or more routes that belong together."""

    def register(self, app: Flask) -> None:
        """Add the routes."""


class Errand(Value, frozen=True):
    """Long work that one phone waits for: what is done, and how to answer when it has ended."""

    ticket: Ticket[Any]
    what: Sentence
    answer: Callable[[], Response]


@dataclass(frozen=True, slots=True)
class Site:
    """One table on the phones; safe to use from several threads."""

    table: Table
    renderer: Renderer
    access: Access
    desk: Desk = field(default_factory=AtOnce)  # where long work is done
    errands: dict[str, Errand] = field(default_factory=dict)  # by a name nobody can guess
    ends: Ends = field(init=False)  # of past games
    stories: Stories = field(init=False)
    _waits: threading.Lock = field(default_factory=threading.Lock)

    def __post_init__(self) -> None:
        """Remember the ends of this table's games, and the last stories."""
        object.__setattr__(self, "ends", Ends(self.table, self.desk))
        object.__setattr__(self, "stories", Stories(self.table))

    @property
    def snapshot(self) -> Snapshot:
        """Return the newest snapshot."""
        return self.table.snapshot

    @property
    def language(self) -> str:
        """Return the language of whoever asks."""
        return language_of(request)

    @property
    def phone(self) -> Phone | None:
        """Return the phone that asks; None on an open table, and for a stranger."""
        phone: Phone | None = g.phone
        return phone

    @property
    def seats(self) -> tuple[StrEnum, ...]:
        """Return the seats of the game on the table, clockwise."""
        return self.renderer.views[self.snapshot.game.name].seats(self.snapshot)

    def here(self, phone: Phone) -> Phone:
        """Return a phone as this game knows it: on its seat, and called as who plays there.

        A seat that this game has not is of an earlier game, and counts for nothing here.
        """
        seat = next((each for each in self.seats if each == phone.seat), None)
        if seat is None:
            return replace(phone, seat="")
        return replace(phone, name=self.name_of(seat))

    def name_of(self, seat: StrEnum) -> str:
        """Return the name of who plays a seat, "" for no name."""
        return self.snapshot.game.name_of(self.snapshot.state, seat)

    def my_page(self) -> str:
        """Return the page of the seat that this phone has; without one, that of all seats."""
        if not has_request_context():
            return "/"
        phone = self.phone
        # On an open table nobody has a seat: there the phone remembers the one it looked at last.
        seat = phone.seat if phone else request.cookies.get(SEAT, "")
        return f"/seat/{seat}" if seat in map(str, self.seats) else "/"

    def say(self, sentence: Sentence) -> str:
        """Return a sentence in the language of whoever asks."""
        return self.renderer.speech(self.language, self.snapshot).say(sentence)

    def page(self, template: str, back: str, **facts: object) -> str:
        """Return a page that does not live; `back` is where its forms return to."""
        return self.renderer.plain(template, self.snapshot, self.language, back, **facts)

    def may(self, command: object, snapshot: Snapshot | None = None) -> None:
        """Raise Rejected if the phone that asks may not do this command."""
        self.access.check_command(self.phone, snapshot or self.snapshot, command)

    def meant(self, command: AnyCommand | Placeholder, given: int | None) -> int | None:
        """Return the moment that a command, or FAIR_DRAW, was sent for.

        Rejected if it has to say which one and does not.
        """
        if given is None and self.snapshot.moment_of(command) is not None:
            raise Rejected("moment_missing", field="moment")
        return given

    def step(self, given: int | None) -> int:
        """Return the step that an undo or redo was sent for; Rejected if it does not say."""
        if given is None:
            raise Rejected("moment_missing", field="step")
        return given

    def answer(self, action: Callable[[str, str | None], Snapshot]) -> Response:
        """Do what a form asks, with its source and key; answer the script or a bare browser."""
        back = request.form.get("back", "/")
        try:
            snapshot = action(source(self.phone, back), request.form.get(KEY_FIELD) or None)
        except REFUSALS as error:
            return self.refuse(error, back)
        if wants_json():
            return Response(dump({"version": snapshot.version}), mimetype=JSON)
        return see_other(own_page(back))

    def wait_for(
        self, ticket: Ticket[Any], what: Sentence, answer: Callable[[], Response]
    ) -> Response:
        """Answer a form if its work has ended, else send the browser to where it sees how far."""
        if ticket.is_done:
            return answer()
        name = secrets.token_urlsafe(12)
        self.errands[name] = Errand(ticket, what, answer)
        for oldest in list(self.errands)[:-KEPT_ERRANDS]:
            self.errands.pop(oldest, None)
        return see_other(f"/waiting/{name}")

    def waiting(self, ticket: Ticket[Any], what: Sentence, back: str) -> str:
        """Return a page that shows how far work is, and asks again each second."""
        ticket.wait_on()
        return self.page("waiting.html", back, ticket=ticket, what=self.say(what))

    @contextmanager
    def one_waits(self) -> Iterator[None]:
        """Let the thread that answers wait for work, as a program does; WorkFailed if one does.

        The other threads answer taps meanwhile.
        """
        if not self._waits.acquire(blocking=False):
            raise WorkFailed(BUSY)
        try:
            yield
        except TimeoutError as error:
            raise WorkFailed(BUSY) from error
        finally:
            self._waits.release()

    def refuse(self, error: Exception, back: str | None = None) -> Response:
        """Say why nothing was done: JSON for the script and for programs, else a page."""
        where = request.form.get("back", "/") if back is None else back
        status, code, sentence, facts = self.why(error)
        if wants_json() or request.path.startswith(FOR_PROGRAMS):
            return problem(status, code, sentence, facts)
        return self._refused(where, sentence, status)

    def why(self, error: Exception) -> tuple[int, str, str, Mapping[str, object]]:
        """Return what explain() returns, in the language of whoever asks."""
        speech = self.renderer.speech(self.language, self.snapshot)
        return explain(error, speech, self._labels(error))

    def _labels(self, error: Exception) -> Mapping[str, str]:
        """Return what the pages call the fields of the form that was sent, and what they count."""
        if not isinstance(error, BadField):
            return {}
        game = GAMES.get(request.form.get("game_name", ""), self.snapshot.game)
        return {**game.words, **self.renderer.views[game.name].labels}

    def refuse_page(self, error: DragonbagError, back: str) -> Response:
        """Show the page that says why nothing was done, and leads back."""
        return self._refused(back, self.say(error.told), 409)

    def _refused(self, back: str, sentence: str, status: int) -> Response:
        facts = {"sentence": sentence, "is_change": request.method == "POST"}
        return Response(self.page("refused.html", back, **facts), status)


def see_other(path: str) -> Response:
    """Send the browser to another page, which it gets."""
    return Response(status=303, headers={"Location": path})


def own_page(path: str) -> str:
    """Return the path if it is one of this table's pages, else the first page."""
    return path if OWN_PAGE.fullmatch(path) else "/"


def wants_json() -> bool:
    """Tell whether the script asks, and not a bare browser."""
    return request.accept_mimetypes.best == JSON


def source(phone: Phone | None, back: str) -> str:
    """Return who acts: the phone's own seat, else by the page: "phone:red" for /seat/red."""
    if phone is not None and phone.seat:
        return f"phone:{phone.seat}"
    seat = back.rpartition("/")[2] if back.startswith("/seat/") else "watch"
    return f"phone:{seat[:10]}"
