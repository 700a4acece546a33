"""Any lawful play leaves a sound state, and the journal's events fold to the table's state."""

import importlib.util
import random
from pathlib import Path
from typing import Any

import pytest

from companion.app.demo import BOTS
from companion.engine.codec import Codec
from companion.engine.errors import Rejected
from companion.engine.game import fold
from companion.games import GAMES
from companion.language.speech import TABLE_REFUSALS
from companion.table.journal import Journal
from companion.table.table import Table
from tests.support.contract.games import play_at, states_of, steps_of, table_for
from tests.support.contract.values import message_of
from tests.support.games.table import GameTable
from web_ui.views import VIEWS

SEEDS = range(4)


def game_table(name: str) -> GameTable:
    """Return the game's own table for tests, which counts what must be conserved, if it has one."""
    module = f"tests.support.games.{name}_table"
    found = vars(importlib.import_module(module)) if importlib.util.find_spec(module) else {}
    kinds = [kind for kind in found.values() if isinstance(kind, type)]
    own: list[Any] = [each for each in kinds if GameTable in each.__bases__]
    table: GameTable = own[0]() if own else GameTable(GAMES[name])
    table.state, table.story = GAMES[name].empty, []
    return table


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", SEEDS)
def test_every_step_of_a_bots_game_is_lawful_and_sound(name: str, seed: int) -> None:
    game, table = GAMES[name], game_table(name)
    for step in steps_of(name, seed):
        assert table.do(step.command) == step.events
        assert table.state == step.after
        assert "\n" not in game.notation(step.after)
    assert fold(game, table.story) == table.state
    assert game.is_over(table.state) or name not in BOTS


@pytest.mark.parametrize("name", GAMES)
def test_the_empty_table_is_sound_and_no_game_is_over_on_it(name: str) -> None:
    game = GAMES[name]
    assert game.check(game.empty) == ()
    assert game.notation(game.empty)
    assert not game.is_over(game.empty)
    assert not game.awaits_hand(game.empty)
    assert not game.has_secrets(game.empty)


def done(name: str, state: Any, command: object) -> tuple[Any, ...]:
    """Return what a command makes happen, () if it is refused; fails if it is without a word."""
    try:
        events = GAMES[name].decide(state, command)
    except Rejected as refused:
        say_no(name, refused)
        return ()
    assert events, "a command that changes nothing is refused"
    return events


def say_no(name: str, refused: Rejected) -> None:
    """Fail unless the refusal has a sentence that its facts fill."""
    sentence = {**TABLE_REFUSALS, **GAMES[name].refusals}[refused.code]
    for text in filter(None, (sentence.one, sentence.many)):
        assert "{" not in text.format_map(refused.facts)


@pytest.mark.parametrize("name", GAMES)
def test_any_command_at_any_moment_is_sound_or_refused_in_a_sentence(name: str) -> None:
    game, dice = GAMES[name], random.Random(name)
    accepted = set[type]()
    for state in states_of(name)[::5]:
        for kind in game.commands:
            command = message_of(kind, dice)
            if events := done(name, state, command):
                assert game.check(fold(game, events, state)) == (), (state, command)
                accepted.add(kind)
    assert accepted


@pytest.mark.parametrize("name", GAMES)
def test_a_command_acts_for_seats_that_the_game_has(name: str) -> None:
    game, dice = GAMES[name], random.Random(name)
    for state in states_of(name)[::20]:
        for kind in game.commands:
            assert set(game.acts_for(state, message_of(kind, dice))) <= set(VIEWS[name].every_seat)


@pytest.mark.parametrize("name", GAMES)
def test_the_journal_folds_to_the_tables_state(name: str, tmp_path: Path) -> None:
    """Half of the game is played, some of it undone and done again, then all is read anew."""
    game, half = GAMES[name], len(steps_of(name, 2)) // 2
    with table_for(tmp_path, name, 2) as table:
        play_at(table, name, 2, 0, half)
        for _ in range(min(4, half)):
            table.undo("cli")
        for _ in range(min(3, half)):
            table.redo("cli")
        shown = table.snapshot.state
    with Journal(tmp_path / "journal.sqlite", read_only=True) as journal:
        kept, undone, codec = [game.empty], [], Codec(game.events)
        for line in journal.lines(f"{name}-2"):
            if line.kind == "undo":
                undone.append(kept.pop())
                kept[-1] = game.recall(undone[-1], kept[-1])
            elif line.kind == "redo":
                kept.append(game.recall(kept[-1], undone.pop()))
            else:
                kept.append(fold(game, codec.loads(line.events), kept[-1]))
    assert kept[-1] == shown
    with Table.open(tmp_path / "journal.sqlite") as table:
        assert table.snapshot.state == shown
        assert table.snapshot.game is game
