"""A table that plays itself: seeded bots that submit the same commands as everybody."""

import logging
import random
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Self

from companion.games.clank import bot as clank_bot
from companion.games.clank.box import Colour
from companion.games.clank.commands import StartGame as StartClank
from companion.games.clank.values import Seat
from companion.games.grave_robbers import bot as grave_robbers_bot
from companion.games.grave_robbers.box import Colour as Pawn
from companion.games.grave_robbers.commands import StartGame as StartGraveRobbers
from companion.games.grave_robbers.values import Seat as Robber
from companion.games.the_game import bot as the_game_bot
from companion.games.the_game.box import Who
from companion.games.the_game.commands import StartGame as StartTheGame
from companion.games.the_game.values import Rulings
from companion.table.table import Table

log = logging.getLogger(__name__)
SOURCE = "demo"
NAMES = ("Ada", "Boris", "Chie", "Dan", "Eva")
PAUSE_STEPS = 10  # between two games, so that the podium can be read
Dice = random.Random


@dataclass(frozen=True, slots=True)
class Bot:
    """How one game plays itself.

    players: how many may play.
    set_up: the command that sets up a game for so many.
    step: (picture, dice) -> the next command, None when the game is over.
    """

    players: range
    set_up: Callable[[int, Dice], object]
    step: Callable[[Any, Dice], object | None]


def _set_up_clank(players: int, dice: Dice) -> StartClank:
    seats = tuple(Seat(*pair) for pair in zip(list(Colour)[:players], NAMES, strict=False))
    return StartClank(seats, dice.choice(seats).colour)


def _set_up_the_game(players: int, dice: Dice) -> StartTheGame:
    on_fire, rulings = dice.random() < 0.5, Rulings(advice=True)
    first = dice.choice(tuple(Who)[:players])
    return StartTheGame(NAMES[:players], first, on_fire=on_fire, practice=True, rulings=rulings)


def _set_up_grave_robbers(players: int, dice: Dice) -> StartGraveRobbers:
    seats = tuple(Robber(*pair) for pair in zip(list(Pawn)[:players], NAMES, strict=False))
    return StartGraveRobbers(seats, dice.choice(seats).colour)


BOTS: Mapping[str, Bot] = {
    "clank": Bot(range(2, 5), _set_up_clank, clank_bot.next_command),
    "the_game": Bot(
        range(1, 6), _set_up_the_game, lambda state, dice: the_game_bot.next_command(state)
    ),
    "grave_robbers": Bot(range(3, 5), _set_up_grave_robbers, grave_robbers_bot.next_command),
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
        self._table.open_game(SOURCE, name=self._demo.game)
        self._table.submit(self._bot.set_up(self._demo.players, self._dice), SOURCE)
