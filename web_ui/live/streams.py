"""Which address streams what: a page's fragments, the API's snapshots, the drawn panel's lamps."""

import threading
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import parse_qs

from werkzeug.http import parse_cookie

from companion.engine.codec import dump
from companion.language.catalogues import ENGLISH, LANGUAGES
from companion.table.snapshot import Snapshot
from web_ui.access.gate import COOKIE, is_own_host
from web_ui.access.guests import Guests
from web_ui.live.hub import Hub
from web_ui.pages.panel import DrawnPanel
from web_ui.render.answers import snapshot_body
from web_ui.render.render import Renderer, Role
from web_ui.render.view import View

LAMPS_HZ = 20
STREAMS = ("/live", "/api/v1/stream", "/panel/live")
PAGES = ("play", "score", "correct", "odds", "tray", "table")


@dataclass(frozen=True, slots=True)
class Listener:
    """A stream that is not a page: "api" or "lamps"."""

    name: str
    priority: int = 1


class Streams:
    """Finds the hub and role for the path and query of a GET."""

    def __init__(
        self,
        tables: Hub[Snapshot],
        views: Mapping[str, View],
        guests: Guests | None = None,
        lamps: Callable[[], "Hub[Lamps] | None"] = lambda: None,
    ) -> None:
        """Serve pages and API from `tables` to `guests`; `lamps` gives those of a drawn panel."""
        self._tables = tables
        self._seats = {seat for view in views.values() for seat in view.every_seat}
        self._guests = guests
        self._lamps = lamps

    def __call__(
        self, path: str, query: str, cookies: str = "", host: str = "localhost"
    ) -> tuple[Hub[Any], Any] | None:
        """Return where the stream comes from; None if the path is none, or the phone no guest."""
        if path not in STREAMS or not self._may(cookies, host):
            return None
        if path == "/live":
            return self._tables, self._role(query, cookies)
        if path == "/api/v1/stream":
            return self._tables, Listener("api")
        if path == "/panel/live" and (lamps := self._lamps()) is not None:
            return lamps, Listener("lamps")
        return None

    def _role(self, query: str, cookies: str) -> Role:
        role = _role(query, self._seats)
        if self._guests is None:
            return role
        phone = self._guests.of(parse_cookie(cookies).get(COOKIE))
        return replace(role, is_own=phone is not None and self._guests.owns(phone, role.seat))

    def _may(self, cookies: str, host: str) -> bool:
        if self._guests is None:
            return is_own_host(host)
        given = parse_cookie(cookies).get(COOKIE)
        return is_own_host(host) and self._guests.of(given) is not None


def _role(query: str, seats: Collection[str]) -> Role:
    """Return the role that the page asks for; what it may not ask for is watching in English."""
    asked = {name: values[0] for name, values in parse_qs(query).items()}
    page, seat, language = (asked.get(name, "") for name in ("page", "seat", "lang"))
    return Role(
        page=page if page in PAGES else "play",
        seat=seat if seat in seats else "watch",
        language=language if language in LANGUAGES else ENGLISH,
    )


def show_table(renderer: Renderer, role: Role | Listener, snapshot: Snapshot) -> dict[str, str]:
    """Return the fragments of a role; the API gets its snapshot as one of them."""
    if isinstance(role, Listener):
        return {"snapshot": dump(snapshot_body(snapshot)).decode()}
    return renderer.fragments(role, snapshot)


@dataclass(frozen=True, slots=True)
class Lamps:
    """The brightness of all lamps, read off their pins."""

    version: int
    values: dict[str, float]


class LampSource:
    """The drawn panel as a source of snapshots: looks at the pins only while somebody watches."""

    def __init__(self, panel: DrawnPanel) -> None:
        """Watch this panel's pins."""
        self._panel = panel
        self._woken = threading.Event()
        self._hub: Hub[Lamps] | None = None
        self.snapshot = Lamps(0, panel.lamp_values())

    def hub(self) -> Hub[Lamps]:
        """Return the hub that shows these lamps; enter it to begin."""
        self._hub = Hub(self, show_lamps)
        return self._hub

    def wake(self) -> None:
        """Let wait_newer() look at its `or_when` again."""
        self._woken.set()

    def wait_newer(
        self, version: int, timeout_s: float | None, or_when: Callable[[], bool]
    ) -> Lamps | None:
        """Return the lamps when they have changed; None when `or_when` became true."""
        while self._hub is not None and not or_when() and self._hub.wait_until(bool):
            values = self._panel.lamp_values()
            if values != self.snapshot.values:
                self.snapshot = Lamps(version + 1, values)
                return self.snapshot
            self._woken.wait(1 / LAMPS_HZ)
        return None


def show_lamps(role: object, lamps: Lamps) -> dict[str, str]:
    """Return the lamps as the page's only fragment."""
    return {"lamps": dump(lamps.values).decode()}
