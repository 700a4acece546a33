"""A table that plays itself: seeded bots that submit the same commands as everybody."""

import random
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

from companion.games.clank.bot import BOT as CLANK
from companion.games.grave_robbers.bot import BOT as GRAVE_ROBBERS
from companion.games.shared import Bot
from companion.games.the_game.bot import BOT as THE_GAME
from companion.table.table import Table

SOURCE = "demo"
PAUSE_STEPS = 10  # between two games, so that the podium can be read
BOTS: Mapping[str, Bot] = {
    "clank": CLANK,
    "the_game": THE_GAME,
    "grave_robbers": GRAVE_ROBBERS,
}


@dataclass(frozen=True, slots=True)
class Demo:
    """How to play: the same seed plays the same commands; `pace_s` seconds between steps."""

    seed: int = 1
    pace_s: float = 1.0
    players: int = 4
    game: str = "clank"

    def __post_init__(self) -> None:
        """Refuse a game, or a number of players that it is not for, with ValueError."""
        if self.game not in BOTS:
            raise ValueError(f"there are bots for {', '.join(BOTS)}, not for {self.game}")
        allowed = BOTS[self.game].players
        if self.players not in allowed:
            raise ValueError(f"{self.game} is for {allowed[0]} to {allowed[-1]} players")


class DemoPlayers:
    """A thread that plays game after game at a table until it is closed."""

    def __init__(self, table: Table, demo: Demo) -> None:
        """Play at this table; nothing happens before __enter__."""
        self._table = table
        self._demo = demo
        self._bot = BOTS[demo.game]
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
        snapshot = self._table.snapshot
        if snapshot.game.name != self._demo.game or snapshot.state == snapshot.game.empty:
            self._set_up()
        while not self._stop.wait(self._demo.pace_s):
            self._step()

    def _step(self) -> None:
        snapshot = self._table.snapshot
        if snapshot.game.awaits_hand(snapshot.state):
            self._table.draw(SOURCE)
        elif (command := self._bot.step(snapshot.state, self._dice)) is not None:
            self._table.submit(command, SOURCE)
        elif not self._stop.wait(self._demo.pace_s * PAUSE_STEPS):
            self._set_up()

    def _set_up(self) -> None:
        self._table.open_game(SOURCE, self._demo.game)
        self._table.submit(self._bot.set_up(self._demo.players, self._dice), SOURCE)
