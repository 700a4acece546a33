"""Tables that tell a broker, and what they do meanwhile."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from companion.beyond.mqtt.bridge import Bridge
from companion.beyond.mqtt.door import Door
from companion.beyond.mqtt.settings import Mqtt
from companion.beyond.outbox import Outbox
from companion.beyond.staff import StaffCall
from companion.games.clank.box import Colour
from companion.games.clank.commands import MakeClank, RemoveClank, StartGame
from companion.games.clank.values import Seat
from companion.table.table import Table

RED, GREEN = Colour.RED, Colour.GREEN
QUICK_S = 0.02


def everything(snapshot: object, command: object) -> None:
    """Allow every command."""


@contextmanager
def telling(
    at: Table,
    port: int,
    *,
    door: Door | None = None,
    staff: StaffCall | None = None,
    **more: Any,
) -> Iterator[Bridge]:
    """Tell a broker of the table; its outbox lies beside the journal."""
    settings = Mqtt("127.0.0.1", port, **more)
    with (
        Outbox(at.journal.path) as outbox,
        Bridge(
            at,
            outbox,
            settings,
            door=door,
            staff=staff,
            version="test",
            first_wait_s=QUICK_S,
        ) as bridge,
    ):
        yield bridge


def begin(table: Table) -> int:
    """Begin a game of Clank! and return its last line."""
    table.open_game("cli", "clank")
    return table.submit(StartGame((Seat(RED, "Ann"), Seat(GREEN, "Bo")), RED), "cli").version


def knock(table: Table, times: int = 1) -> int:
    """Make Clank! and take it back, and return the last line."""
    for _ in range(times):
        table.submit(MakeClank(GREEN), "panel")
        table.submit(RemoveClank(GREEN), "panel")
    return table.snapshot.version


def numbers(told: list[Any]) -> list[int]:
    """Return the numbers of events, in the order in which they came."""
    return [each["seq"] for each in told]


def counted(told: list[Any]) -> list[int]:
    """Return the numbers as a reader counts them: each once, in order."""
    seen: list[int] = []
    for seq in numbers(told):
        if seq > (seen[-1] if seen else 0):
            seen.append(seq)
    return seen
