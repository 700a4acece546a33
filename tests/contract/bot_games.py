"""Whole games that a game's own bot plays, without a table and at one."""

import random
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any

from companion.app.demo import BOTS
from companion.draws import fair_draw
from companion.games import GAMES
from companion.table.journal import Journal
from companion.table.table import Table

LONGEST = 3000  # commands; the games here take some hundred


@dataclass(frozen=True)
class Step:
    """A command of a game with what was before it, what it made happen and what is after it."""

    before: Any
    command: Any
    events: tuple[Any, ...]
    after: Any


@cache
def steps_of(name: str, seed: int) -> tuple[Step, ...]:
    """Return a game that a bot plays to its end; () for a game without a bot."""
    if name not in BOTS:
        return ()
    game, dice, steps = GAMES[name], random.Random(seed), list[Step]()
    players = list(BOTS[name].players)
    state = game.empty
    command: Any = BOTS[name].set_up(players[seed % len(players)], dice)
    while command is not None:
        assert len(steps) < LONGEST, "the bot is stuck"
        events, before = game.decide(state, command), state
        for event in events:
            state = game.evolve(state, event)
        steps.append(Step(before, command, events, state))
        command = next_command(name, state, dice, seed)
    return tuple(steps)


def next_command(name: str, state: Any, dice: random.Random, seed: int) -> Any:
    """Return what the bot does next, or the draw that the state waits for; None at the end."""
    game = GAMES[name]
    if game.awaits_hand(state):
        return game.hand(state, partial(fair_draw.draw, fair_draw.key(seed_of(seed))))
    return BOTS[name].step(state, dice)


def seed_of(number: int) -> bytes:
    """Return the seed of a game's draws for the number of a bot's game."""
    return number.to_bytes(fair_draw.SEED_BYTES)


def states_of(name: str, seeds: range = range(3)) -> list[Any]:
    """Return the empty state and all that the bot's games come through."""
    return [GAMES[name].empty, *(step.after for seed in seeds for step in steps_of(name, seed))]


def events_of(name: str, seeds: range = range(3)) -> list[Any]:
    """Return all that happens in the bot's games."""
    return [event for seed in seeds for step in steps_of(name, seed) for event in step.events]


def moments_of(name: str, seed: int, number: int) -> list[int]:
    """Return how many steps of a game to play for a few moments, from none to the last."""
    last = len(steps_of(name, seed))
    return sorted({last * moment // (number - 1) for moment in range(number)})


def table_for(folder: Path, name: str, seed: int, draws: int | None = None) -> Table:
    """Return a table on a real journal whose draws come out as in the bot's game, or as `draws`."""
    journal = Journal(folder / "journal.sqlite")
    secret = seed_of(seed if draws is None else draws)
    journal.open_game(f"{name}-{seed}", name, secret, "cli")
    return Table(journal)


def play_at(table: Table, name: str, seed: int, start: int = 0, end: int | None = None) -> None:
    """Play these steps of a bot's game at a table."""
    for step in steps_of(name, seed)[start:end]:
        if GAMES[name].awaits_hand(step.before):
            table.draw("demo")
        else:
            table.submit(step.command, "demo")
