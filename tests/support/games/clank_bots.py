"""Whole games of bots, seeded: for tests of the rules and for the bench."""

import random
from functools import partial
from typing import NamedTuple

from companion.draws.fair_draw import draw
from companion.games.clank import CLANK
from companion.games.clank import commands as co
from companion.games.clank.bot import next_command
from companion.games.clank.box import Colour
from companion.games.clank.events import Event
from companion.games.clank.state import Clank
from companion.games.clank.values import Seat
from tests.support.games.clank_table import ClankTable


class BotGame(NamedTuple):
    """A game played to its final score."""

    table: ClankTable
    events: tuple[Event, ...]
    asked: tuple[type[co.Command], ...]  # the class of each command, in order


def first_command(seed: int, dice: random.Random) -> co.StartGame:
    """Return the set-up of a game: two, three or four players in turn, any colours."""
    playing = dice.sample(list(Colour), 2 + seed % 3)
    return co.StartGame(tuple(map(Seat, playing)), dice.choice(playing))


def command_after(state: Clank, dice: random.Random, seed: bytes) -> co.Command | None:
    """Return the draw of a waiting attack, or else what a bot does; None when all is counted."""
    if state.attack:
        return CLANK.hand(state, partial(draw, seed))
    return next_command(state, dice)


def bot_game(seed: int) -> BotGame:
    """Play a whole game of bots, every event and state checked; a refusal is raised."""
    dice, table = random.Random(seed), ClankTable()
    events: list[Event] = []
    asked: list[type[co.Command]] = []
    command: co.Command | None = first_command(seed, dice)
    while command is not None:
        asked.append(type(command))
        events += table.do(command)
        command = command_after(table.state, dice, seed.to_bytes(4))
    return BotGame(table, tuple(events), tuple(asked))
