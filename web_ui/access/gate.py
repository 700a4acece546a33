"""The gate before every page: whose host name, whose site, how often, and by whom."""

import ipaddress
import time
from functools import lru_cache
from typing import Protocol
from urllib.parse import urlsplit

from flask import Flask, Response, current_app, g, request

from companion.engine.errors import Rejected
from companion.engine.sentence import Sentence
from web_ui.access.askers import network_of
from web_ui.access.buckets import Buckets
from web_ui.access.guest_list import Phone
from web_ui.access.guests import PROGRAM, Guests
from web_ui.access.policy import (
    COOKIE,
    SECURE_COOKIE,
    STATIC,
    Access,
    Need,
    NotJoined,
    need_of,
    needs,
)

COOKIE_S = 180 * 24 * 3600
BURST, PER_S = 80.0, 25.0  # a page is some six requests; a thumb makes eight taps a second
LOCAL = (".local", ".lan", ".home.arpa", ".internal")
OVERLAY = "/overlay"
CAPTIVE = "captive"  # what phones ask of any Wi-Fi goes to names that are not this table's

WRONG_HOST = Sentence("This is not an address of this table. Join with its QR code.")
OTHER_SITE = Sentence("This request comes from another site.")
TOO_MANY = Sentence("Too many requests. Wait a moment.")


@lru_cache(maxsize=64)  # a table has few names
def is_own_host(host: str) -> bool:
    """Tell whether a Host header may be this table's: an address, or a name that only a home has.

    A site elsewhere that points its own name at the table (DNS rebinding) says that name here.
    """
    name = urlsplit(f"//{host}").hostname or ""
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return name == "localhost" or "." not in name or name.endswith(LOCAL)
    return True


class Answers(Protocol):
    """How the gate says no, in the language of whoever asks."""

    def problem(self, status: int, code: str, why: Sentence) -> Response:
        """Answer a program, or a request that is not a guest's."""

    def how_to_join(self, why: str) -> Response:
        """Show a stranger how a phone joins; `why` is "join", or "old" for an old QR code."""

    def see_other(self, path: str) -> Response:
        """Send a browser to another page."""

    def refuse(self, error: Rejected) -> Response:
        """Tell a guest why this phone may not do that."""


class Gate:
    """Lets requests in, or answers them itself."""

    def __init__(self, access: Access, answers: Answers) -> None:
        """Ask `access` who may come in."""
        self._access = access
        self._answers = answers
        clock = time.monotonic if access.guests is None else access.guests.clock
        self._patience = Buckets(BURST, PER_S, clock)

    def register(self, app: Flask) -> None:
        """Stand before every request."""
        app.before_request(self.look)
        if self._access.guests is not None:
            app.add_url_rule("/join/<key>", view_func=self.enter)
            app.add_url_rule("/door", view_func=self.type_code, methods=["POST"])

    def look(self) -> Response | None:
        """Return why a request is not let in, None if it is."""
        g.phone = None
        if request.endpoint == CAPTIVE:
            return None
        if not is_own_host(request.host):
            return self._answers.problem(421, "wrong_host", WRONG_HOST)
        origin = request.headers.get("Origin")
        if request.method == "POST" and not is_same_site(origin, request.host, request.is_secure):
            return self._answers.problem(403, "other_site", OTHER_SITE)
        need = _need()
        if self._access.guests is None:
            return None
        headers = request.headers
        phone = self._access.who_asks(headers.get("Cookie", ""), headers.get("Authorization", ""))
        g.phone = phone
        if self._is_too_often(phone):
            return self._answers.problem(429, "too_many", TOO_MANY)
        return self._check(need, phone)

    def _check(self, need: Need, phone: Phone | None) -> Response | None:
        try:
            self._access.check(need, phone)
        except NotJoined:
            return self._answers.how_to_join("join")
        except Rejected as error:
            return self._answers.refuse(error)
        return None

    def _is_too_often(self, phone: Phone | None) -> bool:
        return not _is_static() and not self._patience.allows(_who(phone))

    @needs(Need.NOTHING)
    def enter(self, key: str) -> Response:
        """Let a phone in that comes with the table's link, and show it the seats."""
        guests = self._access.guests
        assert guests is not None, "the route exists with guests alone"
        try:
            phone = guests.join(key, _own_phone(), _network())
        except Rejected as error:
            return self._answers.refuse(error)
        return self._answers.how_to_join("old") if phone is None else self._let_in(guests, phone)

    @needs(Need.NOTHING)
    def type_code(self) -> Response:
        """Make the phone the host that types the code on the panel's lamps, even a stranger's."""
        guests = self._access.guests
        assert guests is not None, "the route exists with guests alone"
        known = _own_phone()
        try:
            code = request.form.get("code", "")
            phone = guests.join_by_door(code, _who(known), known, _network())
        except Rejected as error:
            return self._answers.refuse(error)
        return self._let_in(guests, phone)

    def _let_in(self, guests: Guests, phone: Phone) -> Response:
        usual = "/host" if phone.is_host else "/"
        # A streamer's program can open one address, and has nobody who taps.
        answer = self._answers.see_other(OVERLAY if request.args.get("to") == "overlay" else usual)
        answer.set_cookie(
            SECURE_COOKIE if request.is_secure else COOKIE,
            guests.cookie(phone),
            max_age=COOKIE_S,
            secure=request.is_secure,
            httponly=True,
            samesite="Lax",
        )
        return answer


def _own_phone() -> Phone | None:
    """Return the phone that asks; a program is none, as it has no cookie to keep."""
    phone: Phone | None = g.phone
    return None if phone is None or phone.id == PROGRAM else phone


def _network() -> str:
    return network_of(request.remote_addr or "")


def _who(phone: Phone | None) -> str:
    return phone.id if phone else f"from {_network()}"


def _need() -> Need:
    """Return what this request needs; what has no route is for guests, as every page is."""
    endpoint = request.endpoint
    if endpoint is None:
        return Need.GUEST
    return need_of(endpoint, current_app.view_functions[endpoint])


def _is_static() -> bool:
    return request.endpoint == STATIC


def is_same_site(origin: str | None, host: str, is_secure: bool) -> bool:
    """Tell whether a form was sent by this table's own page.

    Over HTTPS the page must have come so too: somebody in the Wi-Fi could have changed another. The
    other way round is allowed, as somebody's own proxy may speak HTTPS and tell us nothing of it.
    """
    if origin is None:
        return True
    scheme, _, at = origin.partition("://")
    return at == host and (scheme == "https" or not is_secure)
