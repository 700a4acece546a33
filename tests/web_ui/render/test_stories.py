"""How a game went is read once, until it goes on."""

from pathlib import Path

import pytest

from companion.games.clank.box import Colour
from companion.games.clank.commands import GainGold, StartGame
from companion.games.clank.values import Seat
from companion.table.table import Table
from web_ui.render.ends import REMEMBERED, Stories

START = StartGame((Seat(Colour.RED), Seat(Colour.GREEN)), Colour.RED)


def begun(table: Table) -> str:
    """Begin another game, and return its id."""
    table.open_game("cli", "clank")
    return table.submit(START, "cli").game_id


def test_a_story_is_read_again_only_when_the_game_has_gone_on(tmp_path: Path) -> None:
    with Table.open(tmp_path / "journal.sqlite") as table:
        stories, game = Stories(table), begun(table)
        name, (entries, state) = stories.of(game)
        assert (name, len(entries), state) == ("clank", 1, table.snapshot.state)
        assert stories.of(game)[1][0] is entries
        table.submit(GainGold(Colour.RED), "cli")
        assert stories.of(game)[1][1] == table.snapshot.state
        table.undo("cli")
        assert [entry.is_undone for entry in stories.of(game)[1][0]] == [False, True, False]


def test_only_the_last_stories_are_remembered(tmp_path: Path) -> None:
    with Table.open(tmp_path / "journal.sqlite") as table:
        stories, games = Stories(table), [begun(table) for _ in range(REMEMBERED + 1)]
        first = stories.of(games[0])
        for game in games[1:]:
            assert stories.of(game) is stories.of(game)
        assert stories.of(games[0]) is not first


def test_a_game_that_is_not_there_has_no_story(tmp_path: Path) -> None:
    with Table.open(tmp_path / "journal.sqlite") as table, pytest.raises(KeyError):
        Stories(table).of("2026-01-01-abcdef")
