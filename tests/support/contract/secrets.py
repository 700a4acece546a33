"""Pairs of evenings that differ in a secret alone, found by playing a bot's game another way."""

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, get_type_hints

from companion.engine.errors import Rejected
from companion.engine.game import fold
from companion.games import GAMES
from companion.table.snapshot import Snapshot
from tests.support.contract.games import hand, steps_of
from tests.support.contract.values import changed, field_names, value_of
from web_ui.views import VIEWS

SEEDS = range(6)
TRIES = 60  # of values of a field
MOST_STEPS = 12  # of a class of command that are looked at
OTHER_SEED = 99


@dataclass(frozen=True)
class Pair:
    """The game of a bot up to a step, and another command in its place.

    `other` is None where Dragonbag's own hand draws: then another seed gives another secret.
    `outsiders` are the seats that know the secret of neither evening.
    """

    seed: int
    step: int
    other: Any
    states: tuple[Any, Any]
    outsiders: tuple[str, ...]
    insiders: tuple[str, ...]


@cache
def pairs_of(name: str) -> list[Pair]:
    """Return the first pair for each class of command that brings a secret; [] without secrets."""
    found: dict[type, Pair] = {}
    tried = Counter[type]()
    for seed in SEEDS:
        for number, step in enumerate(steps_of(name, seed)):
            kind = type(step.command)
            is_open = kind not in found and tried[kind] < MOST_STEPS
            if is_open and GAMES[name].has_secrets(step.after):
                tried[kind] += 1
                for pair in _alternatives(name, seed, number):
                    found.setdefault(kind, pair)
    return list(found.values())


def _alternatives(name: str, seed: int, number: int) -> Iterator[Pair]:
    game, step = GAMES[name], steps_of(name, seed)[number]
    for other in _others(name, seed, number):
        try:
            events = game.decide(step.before, other)
        except Rejected:
            continue
        after = fold(game, events, step.before)
        told, kept = (tuple(map(game.public, each)) for each in (step.events, events))
        if after == step.after or told != kept or not game.has_secrets(after):
            continue
        both = (step.after, after)
        if _is_same(name, "watch", *both):
            seats = [str(seat) for seat in VIEWS[name].seats(Snapshot(0, "", game, after))]
            outside = tuple(seat for seat in seats if _is_same(name, seat, *both))
            inside = tuple(seat for seat in seats if seat not in outside)
            is_draw = game.awaits_hand(step.before)
            yield Pair(seed, number, None if is_draw else other, both, outside, inside)
            return


def _is_same(name: str, seat: str, one: Any, other: Any) -> bool:
    return bool(GAMES[name].veil(one, seat) == GAMES[name].veil(other, seat))


def _others(name: str, seed: int, number: int) -> Iterator[Any]:
    """Yield commands that might be given instead: another draw, or one with another value."""
    game, steps = GAMES[name], steps_of(name, seed)
    before = steps[number].before
    command: Any = steps[number].command
    if game.awaits_hand(before):
        # Another seed would have made another evening before this draw if it were not the first.
        if not any(game.awaits_hand(step.before) for step in steps[:number]):
            yield hand(name, before, OTHER_SEED)
        return
    dice, hints = random.Random(number), get_type_hints(type(command))
    for name in field_names(type(command)):
        for _ in range(TRIES):
            try:
                yield changed(command, **{name: value_of(hints[name], dice)})
            except ValueError:
                continue
