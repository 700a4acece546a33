"""Streams are given to guests alone, by the same two headers as pages."""

from pathlib import Path

from companion.table.snapshot import Snapshot
from companion.table.table import Table
from tests.web_ui.access.door import Door
from web_ui.access.guests import Guests
from web_ui.access.policy import Access
from web_ui.live.hub import Hub
from web_ui.live.streams import Listener, Streams
from web_ui.render.render import WATCH, Role
from web_ui.views import VIEWS


def test_streams_ask_who_it_is_too(table: Table, tmp_path: Path) -> None:
    guests = Guests(tmp_path / "guests.json")
    hub: Hub[Role | Listener, Snapshot] = Hub(table, lambda role, snapshot: {})
    streams = Streams(hub, VIEWS, Access(guests))
    key = guests.link("").rpartition("/")[2]
    mine = guests.join(key)
    assert mine is not None
    cookie = f"language=ja; phone={guests.cookie(mine)}"
    joined = {"COOKIE": cookie, "HOST": "10.0.0.2:8000"}
    program = {"AUTHORIZATION": f"Bearer {key}", "HOST": "10.0.0.2"}
    for path in ("/live", "/api/v1/stream"):
        assert streams(path, "page=play", joined) is not None
        assert streams(path, "page=play", program) is not None
        assert streams(path, "page=play", {**joined, "HOST": "evil.example"}) is None
        assert streams(path, "page=play", {"COOKIE": "phone=forged"}) is None
        assert streams(path, "page=play", {"AUTHORIZATION": "Bearer x", "COOKIE": cookie}) is None
        assert streams(path, "page=play", {}) is None
    guests.remove(mine.id)
    assert streams("/live", "page=play", joined) is None


def test_a_page_for_everybody_is_marked_alike_for_all_phones(door: Door) -> None:
    """The stream of a phone without a seat need not repeat what its page shows."""
    renderer, snapshot = door.app.extensions["renderer"], door.table.snapshot

    def mark(page: str, seat: str, is_own: bool) -> object:
        return renderer.mark(Role(page, seat, "en", is_own), snapshot)

    assert mark("table", WATCH, True) == mark("table", WATCH, False)
    assert mark("play", "red", True) != mark("play", "red", False)
