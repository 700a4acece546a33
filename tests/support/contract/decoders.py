"""Everything that reads what others wrote, each with a whole message to damage.

A decoder takes bytes and returns, or raises a DragonbagError, which is a sentence; whatever else it
raises is a fault. `python -m pytest tests/companion/app/test_decoders.py` damages each a few times,
`make bench ARGS="fuzz 5000"` so often.
"""

import json
import random
import tempfile
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from companion.app.pi import backup
from companion.app.settings import load
from companion.beyond.mqtt.door import Door
from companion.beyond.outbox import FILE as OUTBOX
from companion.beyond.outbox import Outbox
from companion.engine.codec import Codec, dump, parse
from companion.engine.errors import DragonbagError, Rejected
from companion.games import GAMES
from companion.table import game_file
from companion.table.disk import head_file
from companion.table.fair.verify import verify
from companion.table.table import Table
from companion.venue import messages
from hardware.tray.cameras.controls import controls_in
from tests.support.contract.games import play_at, table_for
from web_ui.access import guest_list
from web_ui.access.guests import Guests
from web_ui.access.hands import Hands

SEED, STEPS = 1, 30
SETTINGS = b"""\
host = "0.0.0.0"
port = 8000
brightness = 0.5
camera = "usb:1"
zoom = 2.0
[pins]
red = 17
[lamps]
red = "off"
[mqtt]
host = "broker.local"
table = "kitchen"
[webhooks.club]
url = "https://example.org/dragonbag"
secret = "whsec_Q2hvb3NlIGEgbG9uZyByYW5kb20gb25lIQ=="
"""
TOLD = {
    "table": "kitchen", "series": "s", "seq": 7, "at": "2026-11-23T20:30:00+00:00",
    "kind": "command", "game": "clank", "game_id": "g", "source": "panel", "step": None,
    "is_over": True,
    "events": [],
    "result": {
        "title": "Clank!", "begun": "2026-11-23T19:30:00+00:00", "is_cooperative": False,
        "players": [{"seat": "red", "name": "Ann", "has_won": True, "points": 61}],
    },
}  # fmt: skip
STATE = {
    "version": 7, "series": "s", "since": 0, "is_over": False,
    "standing": {
        "title": "Clank!", "is_going_on": True, "turn": "red",
        "players": [{"seat": "red", "name": "Ann"}],
    },
}  # fmt: skip
HELD = (
    b'{"ExposureTime": 9000, "AnalogueGain": 2.0, "ColourGains": [1.7, 1.4]}',
    b'{"exposure": 100.0, "white_balance": 4600.0, "gain": 7.0}',
)
# What programs that count, compare or look up stumble over.
ODD_TEXTS = (
    b"null", b"true", b"-1", b"0", b"1e999", b"9" * 400, b"0.1", b'""', b"[]", b"{}", b"[" * 5000,
    b'{"a":' * 2000, b"a=" + b"[" * 3000, b'"\\ud800"', b"\0", b"\xff\xfe", b'"', b"=", b",",
    "٣".encode(), b"nan", b"-inf", b"1970-01-01", b"0001-01-01T00:00:00+23:59", b"../../x", b"\n",
)  # fmt: skip
ODD_VALUES: tuple[Any, ...] = (
    None, True, -1, 0, 2**31, 2**63, 2**64, 10**30, -(2**63) - 1, 1e308, 0.1, "", "x" * 5000, "\0",
    "9" * 5000, "٣", "\u202e", "0001-01-01T00:00:00+23:59", "2026-13-45", "nan", [], {}, [[]],
    [None], {"type": []}, {"": {}}, [1] * 500, {"type": "GameStarted"}, "ff" * 32, "{", "[]",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Decoder:
    """What reads, and whole messages that it takes; `is_json` if they can be changed inside."""

    read: Callable[[bytes], object]
    wholes: tuple[bytes, ...]
    is_json: bool = True

    def damaged(self) -> st.SearchStrategy[bytes]:
        """Return a strategy for damaged messages."""
        whole = st.sampled_from(self.wholes)
        edits = st.lists(
            st.tuples(
                st.floats(0, 1),
                st.integers(0, 40),
                st.sampled_from(ODD_TEXTS) | st.binary(max_size=9),
            ),
            max_size=3,
        )
        bytewise = st.builds(_edited, whole, edits)
        if not self.is_json:
            return bytewise
        changes = st.lists(
            st.tuples(st.integers(0, 2**32), st.sampled_from(ODD_VALUES)), min_size=1, max_size=3
        )
        return bytewise | st.builds(_changed, whole, changes)

    def takes(self, message: bytes) -> bool:
        """Is it read, whatever the rules then say to it? False if a sentence says why not.

        Raises whatever else comes of it, which is a fault.
        """
        try:
            self.read(message)
        except Rejected:
            return True
        except DragonbagError:
            return False
        return True


def try_often(decoder: Decoder, count: int, *, is_anew: bool) -> None:
    """Read so many damaged messages, other ones each time if `is_anew`; raise the first fault."""

    @settings(
        max_examples=count,
        deadline=None,
        database=None,
        derandomize=not is_anew,
        suppress_health_check=list(HealthCheck),
        phases=[Phase.generate, Phase.shrink],
    )
    @given(decoder.damaged())
    def read(message: bytes) -> None:
        decoder.takes(message)

    read()


def _edited(whole: bytes, edits: list[tuple[float, int, bytes]]) -> bytes:
    for place, length, text in edits:
        at = int(place * len(whole))
        whole = whole[:at] + text + whole[at + length :]
    return whole


def _changed(whole: bytes, changes: list[tuple[int, Any]]) -> bytes:
    """Return a message with some of its values changed for odd ones, the same each time."""
    value = json.loads(whole)
    for seed, odd in changes:
        value = _with(value, random.Random(seed), odd)
    return json.dumps(value).encode()


def _with(value: Any, dice: random.Random, odd: Any) -> Any:
    """Return a value with one of its parts, at any depth, replaced, added or left out."""
    if not value or not isinstance(value, dict | list) or dice.random() < 0.05:
        return odd
    keys = list(value) if isinstance(value, dict) else list(range(len(value)))
    key = dice.choice(keys)
    made: Any = value.copy()
    how = dice.random()
    if how < 0.08:
        del made[key]
    elif how < 0.12 and isinstance(made, dict):
        made["strange"] = odd
    else:
        made[key] = _with(made[key], dice, odd)
    return made


@contextmanager
def decoders() -> Iterator[dict[str, Decoder]]:
    """Return every decoder by what it reads."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        tables = {game: _played(folder / game, game) for game in GAMES}
        files = tuple(
            game_file.export_game(table.journal, table.snapshot.game_id)
            for table in tables.values()
        )
        try:
            yield {
                "a game file": Decoder(game_file.checked, files),
                "a game file to verify": Decoder(verify, files),
                **{f"a command of {game}": _commands(table) for game, table in tables.items()},
                "an order from a broker": _orders(tables["clank"]),
                "an event at a venue": Decoder(_event, (dump(TOLD),)),
                "a state at a venue": Decoder(messages.state_of, (dump(STATE),)),
                "a call at a venue": Decoder(messages.call_of, (b'{"state": "called"}',)),
                "settings": Decoder(_file(folder, "s.toml", _settings), (SETTINGS,), is_json=False),
                "a backup": _backup(folder, tables["clank"]),
                "what a camera holds": Decoder(controls_in, HELD),
                "the head of a journal": _head(folder, tables["clank"]),
                **_kept(folder),
            }
        finally:
            for table in tables.values():
                table.close()


def _played(folder: Path, game: str) -> Table:
    folder.mkdir()
    table = table_for(folder, game, SEED)
    play_at(table, game, SEED, 0, STEPS)
    return table


def _commands(table: Table) -> Decoder:
    game = table.snapshot.game
    codec = Codec(game.commands)
    lines = table.journal.written(table.snapshot.game_id)
    wholes = tuple(
        {line.command.encode() for line in lines if line.kind == "command" and line.command}
    )

    def read(text: bytes) -> None:
        given = parse(text)
        game.decide(table.snapshot.state, codec.read(given if isinstance(given, dict) else {}))

    return Decoder(read, wholes)


def _orders(table: Table) -> Decoder:
    door = Door(table, lambda snapshot, command: None)
    gold = {"type": "GainGold", "colour": "red", "gold": 1}
    wholes = {"command": gold, "key": "a"}, {"undo": 9}, {"redo": 9}, {"draw": True, "moment": 3}
    return Decoder(door.command, tuple(map(dump, wholes)))


def _event(payload: bytes) -> None:
    messages.event_of("kitchen", payload)


def _settings(file: Path) -> None:
    load(file, {})


def _file(folder: Path, name: str, read: Callable[[Path], object]) -> Callable[[bytes], object]:
    def written(text: bytes) -> object:
        (folder / name).write_bytes(text)
        return read(folder / name)

    return written


def _backup(folder: Path, table: Table) -> Decoder:
    whole = folder / "whole.zip"
    backup.back_up(table.path, None, whole)
    with zipfile.ZipFile(whole) as packed, zipfile.ZipFile(folder / "plain.zip", "w") as plain:
        for member in packed.namelist():
            plain.writestr(member, packed.read(member))

    def read(file: Path) -> None:
        with tempfile.TemporaryDirectory(dir=folder) as to:
            backup.read(file, Path(to) / "journal.sqlite")

    wholes = whole.read_bytes(), (folder / "plain.zip").read_bytes()
    return Decoder(_file(folder, "b.zip", read), wholes, is_json=False)


def _head(folder: Path, table: Table) -> Decoder:
    whole = head_file.beside(table.path).read_bytes()
    read = _file(folder, "h.sqlite.head", lambda file: head_file.read(folder / "h.sqlite"))
    return Decoder(read, (whole,), is_json=False)


def _kept(folder: Path) -> dict[str, Decoder]:
    """Return what reads the small files beside a journal."""
    at = folder / "guests.json"
    guests = Guests(at)
    phone = guests.join(guests.link("").rpartition("/")[2])
    assert phone is not None
    guests.take(phone, "red", "Ann")
    given = json.loads(at.read_bytes())
    del given["sha256"]  # as of an earlier version, so that what is in it is read
    hands = dump({"g": {"red": phone.id}})
    place = {"seq": 3, "mark": "2026 g", "since": 1}
    outbox = dump({"series": "s", "places": {"mqtt": place}})

    def reopened(file: Path) -> None:
        Outbox(file.with_name("journal.sqlite")).__exit__()

    beside = folder / "clank"
    return {
        "the list of phones": Decoder(_file(folder, "l.json", guest_list.read), (dump(given),)),
        "who knows which hands": Decoder(_file(folder, "hands.json", Hands), (hands,)),
        "how far others were told": Decoder(_file(beside, OUTBOX, reopened), (outbox,)),
    }
