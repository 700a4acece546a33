"""The gate before every page: whose host name, whose site, how often, and by whom."""

import ipaddress
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from urllib.parse import urlsplit

from flask import Flask, Response, g, redirect, request

from companion.engine.sentence import Sentence
from web_ui.access.guests import Guests, Phone
from web_ui.render.answers import problem

COOKIE = "phone"
COOKIE_S = 180 * 24 * 3600
OPEN_TO_ALL = ("health", "enter", "choose")
BURST, PER_S = 80.0, 25.0  # a page is some six requests; a thumb makes eight taps a second
LOCAL = (".local", ".lan", ".home.arpa", ".internal")
BEARER = "Bearer "

WRONG_HOST = Sentence("This table is not called that.")
OTHER_SITE = Sentence("This request comes from another site.")
TOO_MANY = Sentence("Too many requests: wait a moment.")
NOT_JOINED = Sentence("Join with the table's QR code first.")


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


@dataclass(slots=True)
class _Bucket:
    """What somebody may still ask for."""

    left: float
    at_s: float


class Patience:
    """How often each phone may ask: a burst, then so many a second. Others are not held up."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """Begin with everybody's burst whole."""
        self._clock = clock
        self._buckets: dict[str, _Bucket] = {}
        self._lock = threading.Lock()

    def allows(self, who: str) -> bool:
        """Take one request of somebody; False if it is one too many."""
        with self._lock:
            now_s = self._clock()
            if len(self._buckets) > 1000:
                self._buckets.clear()
            bucket = self._buckets.setdefault(who, _Bucket(BURST, now_s))
            bucket.left = min(BURST, bucket.left + (now_s - bucket.at_s) * PER_S)
            bucket.at_s = now_s
            if bucket.left < 1:
                return False
            bucket.left -= 1
            return True


def is_static(endpoint: str | None) -> bool:
    """Tell whether an endpoint serves files that anybody may have."""
    return (endpoint or "").rpartition(".")[2] == "static"


class Gate:
    """Lets requests in, or answers them itself. Without guests the table is open to everybody."""

    def __init__(
        self,
        guests: Guests | None,
        stay_out: Callable[[str], str],
        say: Callable[[Sentence], str],
    ) -> None:
        """`stay_out` makes the page that says how to join; `say` speaks the reader's language."""
        self.guests = guests
        self._stay_out = stay_out
        self._say = say
        self._patience = Patience()

    def register(self, app: Flask) -> None:
        """Stand before every request."""
        app.before_request(self.look)
        if self.guests is not None:
            app.add_url_rule("/join/<key>", view_func=self.enter)

    def look(self) -> Response | None:
        """Return why a request is not let in, None if it is."""
        g.phone = None
        if request.endpoint == "captive":
            return None
        if not is_own_host(request.host):
            return self._refused(421, "wrong_host", WRONG_HOST)
        if request.method == "POST" and not _is_same_site(request.headers.get("Origin")):
            return self._refused(403, "other_site", OTHER_SITE)
        if self.guests is None:
            return None
        g.phone = self._phone()
        g.owns_seat = partial(self._owns, g.phone)
        who = g.phone.id if g.phone else f"from {request.remote_addr}"
        if not is_static(request.endpoint) and not self._patience.allows(who):
            return self._refused(429, "too_many", TOO_MANY)
        if g.phone or request.endpoint in OPEN_TO_ALL or is_static(request.endpoint):
            return None
        if request.path.startswith("/api/") or request.path in ("/live", "/panel/live"):
            return self._refused(401, "not_joined", NOT_JOINED)
        if self.guests.is_door_open and request.method == "GET":
            # A Pi without a screen shows no QR code: its first phone comes in by the panel.
            return redirect(self.guests.link(""), 303)  # type: ignore[return-value]
        return Response(self._stay_out("join"), 401)

    def _refused(self, status: int, code: str, why: Sentence) -> Response:
        return problem(status, code, self._say(why), {})

    def _owns(self, phone: Phone | None, seat: str) -> bool:
        assert self.guests is not None
        return phone is not None and self.guests.owns(phone, seat)

    def _phone(self) -> Phone | None:
        assert self.guests is not None
        said = request.headers.get("Authorization", "")
        if said.startswith(BEARER):
            return self.guests.program(said.removeprefix(BEARER))
        return self.guests.of(request.cookies.get(COOKIE))

    def enter(self, key: str) -> Response:
        """Let a phone in that comes with the table's link, and show it the seats."""
        assert self.guests is not None
        phone = self.guests.join(key, g.phone)
        if phone is None:
            return Response(self._stay_out("old"), 401)
        answer = redirect("/host" if phone.is_host else "/", 303)
        answer.set_cookie(
            COOKIE, self.guests.cookie(phone), max_age=COOKIE_S, httponly=True, samesite="Lax"
        )
        return answer  # type: ignore[return-value]  # werkzeug's own Response


def _is_same_site(origin: str | None) -> bool:
    return origin is None or origin.partition("://")[2] == request.host
