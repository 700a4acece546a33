"""What only a seat may know leaves the table by no message."""

import re
from pathlib import Path

import pytest
from msgspec.structs import fields

from companion.beyond.mqtt import home
from companion.beyond.mqtt.standing import standing
from companion.beyond.outbox import Outbox
from companion.engine.codec import dump
from companion.engine.game import Game
from companion.games import GAMES
from companion.table.table import Table
from companion.table.told import snapshot_body
from tests.support.contract.games import play_at, table_for
from tests.support.contract.secrets import OTHER_SEED, Pair, pairs_of

# By what they say of themselves: to look for pairs takes a second each time tests are collected.
NEVER = {field.name: field.default for field in fields(Game)}["has_secrets"]
WITH_SECRETS = [name for name, game in GAMES.items() if game.has_secrets is not NEVER]
OWN = rb'"(at|game_id|series|hash|commitment)":"[^"]*"'  # what is new with each evening


def evening(folder: Path, name: str, pair: Pair, *, is_other: bool) -> Table:
    """Play the bot's evening at a table, or the one with the other secret."""
    folder.mkdir(parents=True)
    seed = OTHER_SEED if is_other and pair.other is None else pair.seed
    table = table_for(folder, name, pair.seed, seed)
    play_at(table, name, pair.seed, 0, pair.step)
    if is_other and pair.other is not None:
        table.submit(pair.other, "demo")
    else:
        play_at(table, name, pair.seed, pair.step, pair.step + 1)
    return table


def told(table: Table) -> list[bytes]:
    """Return all that leaves the table: its state, its values for a house, and every line."""
    snapshot = table.snapshot
    with Outbox(table.journal.path) as outbox:
        lines = [each.body for each in outbox.reader("a").after(0, 10_000)]
    whole = [snapshot_body(snapshot), home.values(snapshot), standing(snapshot), *lines]
    return [re.sub(OWN, b"", dump(each)) for each in whole]


@pytest.mark.slow
@pytest.mark.parametrize("name", WITH_SECRETS)
def test_two_evenings_that_differ_in_a_secret_are_told_alike(name: str, tmp_path: Path) -> None:
    assert pairs_of(name)
    for number, pair in enumerate(pairs_of(name)):
        one = evening(tmp_path / f"{number}" / "one", name, pair, is_other=False)
        other = evening(tmp_path / f"{number}" / "other", name, pair, is_other=True)
        with one, other:
            assert one.snapshot.state != other.snapshot.state
            assert told(one) == told(other)


def test_the_seed_and_the_commands_are_never_told(table: Table) -> None:
    table.open_game("cli", "the_game")
    seed = table.journal.seed(table.snapshot.game_id)
    whole = b"".join(told(table))
    assert seed.hex().encode() not in whole
    assert b'"command":{' not in whole
