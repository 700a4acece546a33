"""A locked table with phones and programs of every kind."""

from dataclasses import dataclass

from flask import Flask
from flask.testing import FlaskClient

from companion.table.table import Table
from web_ui.access.guests import Guests, Phone

IN, JOIN = "in", "not_joined"
WATCHES, NOT_YOURS, NOT_HOST = "only_watches", "not_your_seat", "only_host"
KINDS = ("stranger", "watcher", "red", "green", "host", "program", "host program")
HOSTS = ("host", "host program")


@dataclass
class Door:
    """A locked table, and one phone or program of each kind."""

    table: Table
    guests: Guests
    app: Flask

    def phone(self, kind: str) -> Phone | None:
        key, host_key = (
            self.guests.link("", is_host=is_host).rpartition("/")[2] for is_host in (False, True)
        )
        if kind == "stranger":
            return None
        if "program" in kind:
            return self.guests.program(host_key if kind == "host program" else key)
        phone = self.guests.join(host_key if kind == "host" else key)
        assert phone is not None
        if kind not in ("red", "green", "1", "2"):
            return phone
        return self.guests.take(phone, kind, over=True)

    def client(self, kind: str) -> FlaskClient:
        client = self.app.test_client()
        phone = self.phone(kind)
        if "program" in kind:
            link = self.guests.link("", is_host=kind == "host program")
            key = link.rpartition("/")[2]
            client.environ_base["HTTP_AUTHORIZATION"] = f"Bearer {key}"
        elif phone is not None:
            client.set_cookie("phone", self.guests.cookie(phone))
        return client
