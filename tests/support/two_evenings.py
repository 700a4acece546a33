"""Two evenings that differ in a secret alone: what other phones are sent must be the same."""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from flask import Flask
from flask.testing import FlaskClient

from companion.table.table import Table
from tests.support.pages import create_app
from web_ui.access.guests import Guests
from web_ui.access.policy import Access
from web_ui.app import Options
from web_ui.live.hub import Hub
from web_ui.live.streams import Listener, Streams, show_table
from web_ui.render.render import Role
from web_ui.views import VIEWS

CHANGING = re.compile(  # keys of forms, ids of games, seals, times of day, links with a key
    r'name="key" value="[0-9a-f-]+"|\d{4}-\d\d-\d\d(-[0-9a-f]{6}|T[0-9:.+Z]+)|[0-9a-f]{40,}'
    r'|/join/[\w-]+|(<code>[0-9a-f]+</code> ?)+|"at": ?"[^"]*"|"last_at": ?"[^"]*"'
)


@dataclass
class Evening:
    """A table with its phones."""

    table: Table
    guests: Guests
    app: Flask
    phones: dict[str, FlaskClient] = field(default_factory=dict)

    def phone(self, seat: str) -> FlaskClient:
        """Return the phone that has this seat, "" for one that watches."""
        if seat not in self.phones:
            client = self.app.test_client()
            client.get("/join/" + self.guests.link("").rpartition("/")[2])
            client.post("/take", data={"seat": seat})
            self.phones[seat] = client
        return self.phones[seat]

    def streamed(self, phone: str, path: str, query: str) -> str:
        """Return what a stream would carry to a phone now."""
        cookie = self.phone(phone).get_cookie("phone")
        renderer = self.app.extensions["renderer"]
        streams = Streams(
            Hub(self.table, partial(show_table, renderer)), VIEWS, Access(self.guests)
        )
        found = streams(path, query, {"COOKIE": f"phone={cookie.value if cookie else ''}"})
        assert found is not None
        assert isinstance(found.role, Role | Listener)
        return json.dumps(show_table(renderer, found.role, self.table.snapshot))


Both = tuple[Evening, Evening]


def begun(folder: Path, table: Table) -> Evening:
    """Return an evening at a table; its guests are kept in the folder."""
    guests = Guests(folder / "guests.json")
    app = create_app(table, Options(address=lambda: "http://t", version="test", guests=guests))
    app.config["PROPAGATE_EXCEPTIONS"] = True
    return Evening(table, guests, app)


def bare(text: str) -> str:
    """Return a text without what changes from time to time."""
    return CHANGING.sub("*", text)


def same_for_both(both: Both, ask: Callable[[Evening], str]) -> str:
    """Assert that both evenings answer the same, and return the answer."""
    first, second = (bare(ask(each)) for each in both)
    assert first == second
    return first
