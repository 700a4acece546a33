"""A short evening, every write of which is recorded.

    python -m tests.support.disk.short_evening FOLDER N

Phones join and tap, the panel presses, Dragonbag draws, steps are undone, two games are played in N
rounds, and the journal is opened anew in the middle. Each promise is said on a line of its own,
JSON, as soon as it was given.
"""

import json
import logging
import os
import sys
import tempfile
from pathlib import Path

from companion.games.clank.box import Colour
from companion.games.clank.commands import EndTurn, RefillRow, StartGame
from companion.games.clank.values import Seat
from companion.table.snapshot import Snapshot
from companion.table.table import Table
from tests.support.disk import recorder
from web_ui.access.guests import Guests
from web_ui.app import Options, create_app

JOURNAL, GUESTS = "journal.sqlite", "guests.json"
SEATS = ("red", "green")
START = StartGame((Seat(Colour.RED), Seat(Colour.GREEN)), Colour.RED)


def say(**promise: object) -> None:
    """Tell the world in one call of the kernel."""
    os.write(recorder.STDOUT, json.dumps(promise).encode() + b"\n")


def shown(table: Table, snapshot: Snapshot, key: str | None = None) -> None:
    """Say what everybody may see now, and with which key it came."""
    notation = snapshot.game.notation(snapshot.state)
    link = table.journal.link(snapshot.game_id)
    say(
        version=snapshot.version,
        game=snapshot.game_id,
        notation=notation,
        key=key,
        hash=link.hash.hex(),
    )


class Evening:
    """One table with its phones, from one start to the next."""

    def __init__(self, folder: Path, table: Table, run: str) -> None:
        """Open the door."""
        self._table, self._run, self._count = table, run, 0
        self._guests = Guests(folder / GUESTS)
        self._app = create_app(
            table, Options(address=lambda: "http://t", version="test", guests=self._guests)
        )

    def join(self, seat: str) -> str:
        """Let a phone join and take a seat; return its cookie."""
        phone = self._app.test_client()
        phone.get(self._guests.link("").removeprefix("http://t"))
        cookie = phone.get_cookie("phone")
        assert cookie is not None
        say(cookie=cookie.value, seat="")
        assert phone.post("/take", data={"seat": seat}).status_code == 303
        say(cookie=cookie.value, seat=seat)
        return cookie.value

    def tap(self, cookie: str, seat: str) -> None:
        """Gain gold."""
        self._count += 1
        key = f"{self._run}-{self._count}"
        phone = self._app.test_client()
        phone.set_cookie("phone", cookie)
        answer = phone.post("/do/GainGold", data={"key": key, "colour": seat, "gold": "1"})
        if answer.status_code == 429:  # quicker than a phone may be: nothing was promised
            return
        assert answer.status_code == 303, answer.text
        shown(self._table, self._table.snapshot, key)

    def round(self, phones: dict[str, str], number: int) -> None:
        """Let everybody do something."""
        for seat, cookie in phones.items():
            self.tap(cookie, seat)
        shown(self._table, self._table.submit(RefillRow(symbol_revealed=True), "panel"))
        shown(self._table, self._table.draw("panel"))
        shown(self._table, self._table.submit(EndTurn(), "panel"))
        if number % 2:
            shown(self._table, self._table.undo("panel"))
            shown(self._table, self._table.redo("panel"))


def play(folder: Path, rounds: int) -> None:
    """Play two games, each from a start of its own."""
    phones: dict[str, str] = {}
    for run in ("a", "b"):
        with Table.open(folder / JOURNAL) as table:
            shown(table, table.open_game("cli", "clank"))
            evening = Evening(folder, table, run)
            shown(table, table.submit(START, "cli"))
            phones = phones or {seat: evening.join(seat) for seat in SEATS}
            for number in range(rounds):
                evening.round(phones, number)
            table.journal.checkpoint()
            evening.round(phones, 1)


if __name__ == "__main__":
    logging.disable()
    with tempfile.TemporaryDirectory() as elsewhere:  # so that pages and modules are loaded
        play(Path(elsewhere), 1)
    recorder.let_watch()
    play(Path(sys.argv[1]), int(sys.argv[2]))
