"""A locked table with phones and programs of every kind."""

from dataclasses import dataclass

from flask import Flask
from flask.testing import FlaskClient

from companion.table.table import Table
from web_ui.access.guest_list import Phone
from web_ui.access.guests import Guests

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
    joined: int = 0

    def phone(self, kind: str) -> Phone | None:
        key, host_key = (
            self.guests.link("", is_host=is_host).rpartition("/")[2] for is_host in (False, True)
        )
        if kind == "stranger":
            return None
        if "program" in kind:
            return self.guests.program(host_key if kind == "host program" else key)
        self.joined += 1  # each from a network of its own: nobody has to wait
        address = f"10.0.{self.joined // 250}.{self.joined % 250}"
        phone = self.guests.join(host_key if kind == "host" else key, None, address)
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
