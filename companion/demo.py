"""A table that plays itself: seeded bots that submit the same commands as everybody."""

import logging
import random
import threading
from dataclasses import dataclass
from typing import Self

from companion.games.clank.bot import next_command
from companion.games.clank.commands import StartGame
from companion.games.clank.components import Colour
from companion.games.clank.state import Clank
from companion.games.clank.words import Seat
from companion.table import Table

log = logging.getLogger(__name__)
SOURCE = "demo"
NAMES = {Colour.RED: "Ada", Colour.GREEN: "Boris", Colour.BLUE: "Chie", Colour.YELLOW: "Dan"}
PAUSE_STEPS = 10  # between two games, so that the podium can be read


@dataclass(frozen=True, slots=True)
class Demo:
    """How to play: the same seed plays the same commands; `pace_s` seconds between steps."""

    seed: int = 1
    pace_s: float = 1.0
    players: int = 4


class DemoPlayers:
    """A thread that plays game after game at a table until it is closed."""

    def __init__(self, table: Table, demo: Demo) -> None:
        """Play at this table; nothing happens before __enter__."""
        self._table = table
        self._demo = demo
        self._dice = random.Random(demo.seed)
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._play, name="demo", daemon=True)

    def __enter__(self) -> Self:
        """Start playing."""
        self._thread.start()
        return self

    def __exit__(self, *failure: object) -> None:
        """Stop after the step that is being made."""
        self._stop.set()
        self._thread.join()

    def _play(self) -> None:
        while not self._stop.wait(self._demo.pace_s):
            self._step(self._table.snapshot.state)

    def _step(self, state: Clank) -> None:
        if not state.players:
            self._set_up()
        elif state.attack:
            self._table.draw(SOURCE)
        elif (command := next_command(state, self._dice)) is not None:
            self._table.submit(command, SOURCE)
        elif not self._stop.wait(self._demo.pace_s * PAUSE_STEPS):
            self._set_up()

    def _set_up(self) -> None:
        seats = tuple(Seat(colour, NAMES[colour]) for colour in list(Colour)[: self._demo.players])
        self._table.open_game(SOURCE)
        self._table.submit(StartGame(seats, self._dice.choice(seats).colour), SOURCE)
