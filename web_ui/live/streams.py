"""Which address streams what: a page's fragments, the API's snapshots, the drawn panel's lamps."""

import socket
import threading
from collections.abc import Callable, Mapping
from functools import partial
from typing import Protocol
from urllib.parse import parse_qs

from companion.engine.codec import dump
from companion.engine.value import Value
from companion.language.catalogues import ENGLISH, LANGUAGES
from companion.table.snapshot import Snapshot
from companion.table.told import snapshot_body
from web_ui.access.askers import Asker
from web_ui.access.gate import is_own_host
from web_ui.access.guest_list import Phone
from web_ui.access.policy import Access, Need, NotJoined
from web_ui.live.hub import MOST_OF_ONE, Hub, Stream
from web_ui.render.render import EVERY_GAME, WATCH, Renderer, Role
from web_ui.render.view import View

LAMPS_HZ = 20
STREAMS = ("/live", "/api/v1/stream", "/panel/live")
ANYBODY = Asker("", has_joined=True, connections=MOST_OF_ONE, streams=MOST_OF_ONE)


class Listener(Value, frozen=True):
    """A stream that is not a page: "api" or "lamps"."""

    name: str
    priority: int = 1


class Streams:
    """Finds the hub and role for the path and query of a GET."""

    def __init__(
        self,
        tables: Hub[Role | Listener, Snapshot],
        views: Mapping[str, View],
        access: Access | None = None,
        lamps: Callable[[], "Hub[Listener, Lamps] | None"] = lambda: None,
    ) -> None:
        """Serve pages and API from `tables`; `lamps` gives those of a drawn panel."""
        self._tables = tables
        self._seats = {seat for view in views.values() for seat in view.every_seat}
        self._pages = {*EVERY_GAME, *(page for view in views.values() for page in view.live_pages)}
        self._access = access or Access(None)
        self._lamps = lamps

    def __call__(
        self, path: str, query: str, headers: Mapping[str, str], asker: Asker = ANYBODY
    ) -> Stream | None:
        """Return where the stream comes from; None if the path is none, or the phone no guest.

        `headers` are the request's, as waitress names them ("COOKIE", "HOST"); `asker` is whom the
        stream counts to.
        """
        if path not in STREAMS or not is_own_host(headers.get("HOST", "localhost")):
            return None
        access = self._access
        phone = access.who_asks(headers.get("COOKIE", ""), headers.get("AUTHORIZATION", ""))
        try:
            access.check(Need.GUEST, phone)
        except NotJoined:
            return None
        if path == "/live":
            asked = {name: values[0] for name, values in parse_qs(query).items()}
            # A line that comes back by itself has shown more since than its page was loaded with.
            mark = "" if "LAST_EVENT_ID" in headers else asked.get("mark", "")
            return self._page(self._role(asked, phone), phone, asker, mark)
        owner, most = asker.name, asker.streams
        if path == "/api/v1/stream":
            return self._tables.stream(Listener("api"), owner=owner, most=most)
        lamps = self._lamps()
        return lamps.stream(Listener("lamps"), owner=owner, most=most) if lamps else None

    def _page(self, role: Role, phone: Phone | None, asker: Asker, mark: str) -> Stream:
        """Return the stream of a page; while it is open, its phone does not sleep."""
        guests = self._access.guests
        if guests is None or phone is None:
            return self._tables.stream(role, owner=asker.name, most=asker.streams, mark=mark)
        presence, name = guests.presence, phone.id
        stream = self._tables.stream(
            role, partial(presence.closed, name), asker.name, asker.streams, mark
        )

        def adopt(line: socket.socket) -> None:
            presence.opened(name)
            stream.adopt(line)

        return Stream(role, adopt)

    def _role(self, asked: Mapping[str, str], phone: Phone | None) -> Role:
        """Return the role that the page asks for; what is not possible is watching in English."""
        page, seat, language = (asked.get(name, "") for name in ("page", "seat", "lang"))
        seat = seat if seat in self._seats else WATCH
        return Role(
            page=page if page in self._pages else "play",
            seat=seat,
            language=language if language in LANGUAGES else ENGLISH,
            is_own=self._access.owns(phone, seat),
            phone=phone.id if phone and self._access.owns(phone, seat) else "",
        )


def listening(hub: Hub[Role | Listener, Snapshot]) -> set[str]:
    """Return the seats whose own phones have a stream open."""
    return {role.seat for role in hub.roles if isinstance(role, Role) and role.is_own}


def show_table(renderer: Renderer, role: Role | Listener, snapshot: Snapshot) -> dict[str, str]:
    """Return the fragments of a role; the API gets its snapshot as one of them."""
    if isinstance(role, Listener):
        return {"snapshot": dump(snapshot_body(snapshot)).decode()}
    return renderer.fragments(role, snapshot)


def is_page(role: Role | Listener) -> bool:
    """Does a page's script read the stream? It takes patches; a program gets whole fragments."""
    return isinstance(role, Role)


def mark_of(renderer: Renderer, role: Role | Listener, snapshot: Snapshot) -> str:
    """Return the mark of a page with this snapshot; "" for what is no page."""
    return "" if isinstance(role, Listener) else renderer.mark(role, snapshot)


class Lamps(Value, frozen=True):
    """The brightness of all lamps, read off their pins."""

    version: int
    values: dict[str, float]


class LampValues(Protocol):
    """A panel whose lamps can be read off their pins."""

    def lamp_values(self) -> dict[str, float]:
        """Return the brightness of every lamp's pin, 0 to 1."""


class LampSource:
    """The drawn panel as a source of snapshots: looks at the pins only while somebody watches."""

    def __init__(self, panel: LampValues) -> None:
        """Watch this panel's pins."""
        self._panel = panel
        self._woken = threading.Event()
        self._hub: Hub[Listener, Lamps] | None = None
        self.snapshot = Lamps(0, panel.lamp_values())

    def hub(self) -> Hub[Listener, Lamps]:
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


def show_lamps(role: Listener, lamps: Lamps) -> dict[str, str]:
    """Return the lamps as the page's only fragment."""
    return {"lamps": dump(lamps.values).decode()}
