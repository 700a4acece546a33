"""The table [mqtt] of the settings: which broker, and what it is called there."""

import re
from collections.abc import Iterator
from pathlib import Path

from companion.engine.sentence import Sentence
from companion.engine.value import Value

PORT, TLS_PORT = 1883, 8883  # as IANA has assigned them
MOST_PORT = 65535

NO_HOST = Sentence("Say where the broker is: give {key}.")
NAME = Sentence(
    "{key} is {given}. It may have letters from A to Z, digits, - and _, at most 40 in all."
)
PREFIX = Sentence(
    "{key} is {given}. It may have words between slashes; none may be empty, or have + or # in it."
)
PORTS = Sentence("{key} is {given}. It may be {least} to {most}.")
NO_FILE = Sentence("{key}: there is no file {given}.")
NO_USER = Sentence("{key} is given, and no {other}.")


class Mqtt(Value, frozen=True):
    """Where the broker is and how the table is called there; unchecked, see wrong().

    Port 0 is the usual one. `ca_file` names who signs the broker's certificate, "" those whom the
    system trusts. `home_assistant` is where Home Assistant looks for devices, "" is nowhere. With
    `staff` the table can call the staff of a venue.
    """

    host: str = ""
    port: int = 0
    username: str = ""
    password: str = ""
    tls: bool = False
    ca_file: str = ""
    prefix: str = "dragonbag"
    table: str = "table"
    commands: bool = False
    home_assistant: str = "homeassistant"
    staff: bool = False

    @property
    def usual_port(self) -> int:
        """Return the port, the usual one if none is named."""
        return self.port or (TLS_PORT if self.tls else PORT)


def wrong(given: Mqtt) -> Iterator[tuple[str, Sentence]]:
    """Yield each key with which no broker can be told anything, and why."""
    if not given.host:
        yield "mqtt.host", NO_HOST.about(key="mqtt.host")
    if not 0 <= given.port <= MOST_PORT:
        facts = {"key": "mqtt.port", "given": given.port, "least": 0, "most": MOST_PORT}
        yield "mqtt.port", PORTS.about(**facts)
    if not re.fullmatch(r"[A-Za-z0-9_-]{1,40}", given.table):
        yield "mqtt.table", NAME.about(key="mqtt.table", given=repr(given.table))
    for key in ("prefix", "home_assistant"):
        if (name := getattr(given, key)) and not is_topic(name):
            yield f"mqtt.{key}", PREFIX.about(key=f"mqtt.{key}", given=repr(name))
    if not given.prefix:
        yield "mqtt.prefix", PREFIX.about(key="mqtt.prefix", given="''")
    if given.ca_file and not Path(given.ca_file).is_file():
        yield "mqtt.ca_file", NO_FILE.about(key="mqtt.ca_file", given=given.ca_file)
    if given.password and not given.username:
        facts = {"key": "mqtt.password", "other": "mqtt.username"}
        yield "mqtt.password", NO_USER.about(**facts)


def is_topic(name: str) -> bool:
    """May topics begin with this?"""
    return bool(re.fullmatch(r"[^+#/\x00-\x1f$][^+#/\x00-\x1f]*(/[^+#/\x00-\x1f]+)*", name))
