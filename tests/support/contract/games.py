"""Whole games: a game's own bot plays them, or who has none is played at random."""

import random
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any

from companion.app.demo import BOTS
from companion.draws import fair_draw
from companion.engine.errors import Rejected
from companion.engine.game import fold
from companion.games import GAMES
from companion.table.journal import Journal
from companion.table.table import Table
from tests.support.contract.values import message_of

LONGEST = 3000  # commands; the games here take some hundred
GUESSED_STEPS = 40
MOST_GUESSES = 2000


@dataclass(frozen=True)
class Step:
    """A command of a game with what was before it, what it made happen and what is after it."""

    before: object
    command: object
    events: tuple[object, ...]
    after: object


@cache
def steps_of(name: str, seed: int) -> tuple[Step, ...]:
    """Return a game that a bot plays to its end; one without a bot is played at random."""
    game, dice, steps = GAMES[name], random.Random(seed), list[Step]()
    state = game.empty
    while (command := next_command(name, state, dice, seed)) is not None:
        events, before = game.decide(state, command), state
        state = fold(game, events, before)
        steps.append(Step(before, command, events, state))
        assert len(steps) < LONGEST, "the bot is stuck"
        if name not in BOTS and len(steps) == GUESSED_STEPS:
            break
    return tuple(steps)


def next_command(name: str, state: object, dice: random.Random, seed: int) -> object | None:
    """Return what comes next, Dragonbag's own draw where the game waits for it; None at the end."""
    game = GAMES[name]
    if game.awaits_hand(state):
        return hand(name, state, seed)
    if name not in BOTS:
        return guess(name, state, dice)
    bot = BOTS[name]
    if state == game.empty:
        return bot.set_up(bot.players[seed % len(bot.players)], dice)
    return bot.step(state, dice)


def guess(name: str, state: object, dice: random.Random) -> object | None:
    """Return a command of any class that the rules let pass; None if none was found."""
    game = GAMES[name]
    for _ in range(MOST_GUESSES):
        command: object = message_of(dice.choice(game.commands), dice)
        try:
            game.decide(state, command)
        except Rejected:
            continue
        return command
    return None


def hand(name: str, state: object, seed: int) -> object:
    """Return the draw that Dragonbag makes in a game with this seed."""
    return GAMES[name].hand(state, partial(fair_draw.draw, fair_draw.key(seed_of(seed))))


def seed_of(number: int) -> bytes:
    """Return the seed of a game's draws for the number of a bot's game."""
    return number.to_bytes(fair_draw.SEED_BYTES)


def states_of(name: str, seeds: range = range(3)) -> list[Any]:
    """Return the empty state and all that games come through."""
    return [GAMES[name].empty, *(step.after for seed in seeds for step in steps_of(name, seed))]


def events_of(name: str, seeds: range = range(3)) -> list[Any]:
    """Return all that happens in some games."""
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
