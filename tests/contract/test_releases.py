"""What an earlier release has written can be read, folded, gone on with and imported today.

A message class that is renamed, or a field that is taken away, fails here: old journals hold it.
"""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion import __version__
from companion.engine.codec import Codec, parse
from companion.games import GAMES
from companion.table import game_file
from companion.table.journal import Journal
from companion.table.line import Kind
from companion.table.table import Table
from tests.support.places import RELEASES

FOLDERS = sorted(path for path in RELEASES.iterdir() if path.is_dir())
FILES = [path for folder in FOLDERS for path in sorted(folder.glob("*.json"))]
KNOWN = {
    name: {kind.__name__: Codec([kind]) for kind in (*game.commands, *game.events)}
    for name, game in GAMES.items()
}


def named(path: Path) -> str:
    return f"{path.parent.name}-{path.stem}"


def notations(folder: Path) -> dict[str, dict[int, str]]:
    """Return game -> line -> what the release's program made of it."""
    found: dict[str, dict[int, str]] = {}
    for text in (folder / "notations.txt").read_text().splitlines():
        game_id, line, notation = text.split(" ", 2)
        found.setdefault(game_id, {})[int(line)] = notation
    return found


@pytest.fixture(params=FOLDERS, ids=lambda folder: folder.name)
def folder(request: pytest.FixtureRequest) -> Path:
    """Return what a release has left."""
    folder: Path = request.param
    return folder


@pytest.fixture
def journal(folder: Path, tmp_path: Path) -> Iterator[Journal]:
    """Return a copy of the release's journal, open."""
    with Journal(Path(shutil.copy(folder / "journal.sqlite", tmp_path))) as journal:
        yield journal


def test_this_version_has_left_its_files() -> None:
    assert __version__ in {folder.name for folder in FOLDERS}


# Kinds of lines that came after a release.
LATER = {"0.1.0": {Kind.ASK, Kind.LINK, Kind.CLOSE}}


def test_a_journal_has_every_game_and_every_kind_of_line(folder: Path, journal: Journal) -> None:
    entries = journal.games()
    assert {entry.id for entry in entries} == notations(folder).keys()
    assert {line.kind for entry in entries for line in journal.lines(entry.id)} == set(
        Kind
    ) - LATER.get(folder.name, set())


def test_a_journal_folds_to_the_notations_that_it_had(folder: Path, journal: Journal) -> None:
    for game_id, told in notations(folder).items():
        game = game_file.game_of(journal, game_id)
        today = {
            entry.seq: game.notation(state) for entry, state in game_file.replay(journal, game_id)
        }
        assert {line: today[line] for line in told} == told
        assert max(told) == max(today)


def test_an_unfinished_game_is_gone_on_with(journal: Journal) -> None:
    table = Table(journal)
    before = table.snapshot
    assert not before.game.is_over(before.state)
    assert before.redo_does is not None
    drawn = table.redo("cli").state
    assert table.undo("cli").state == before.state
    assert table.draw("cli").state == drawn  # the same seed and numbers, so the same cubes
    assert table.open_game("cli", "clank").state == before.game.empty


@pytest.mark.parametrize("file", FILES, ids=named)
def test_a_game_file_is_imported_and_comes_to_the_same_end(file: Path, tmp_path: Path) -> None:
    with Table.open(tmp_path / "journal.sqlite") as table:
        snapshot = table.return_to("cli", table.import_game(file.read_bytes()))
        told = next(
            lines
            for game_id, lines in notations(file.parent).items()
            if game_id.startswith(file.stem) and "unfinished" not in game_id
        )
        assert snapshot.game.name == file.stem
        assert snapshot.game.is_over(snapshot.state)
        assert snapshot.game.notation(snapshot.state) == told[max(told)]


def test_every_message_is_still_known_with_all_its_fields(folder: Path) -> None:
    for text in (folder / "messages.txt").read_text().splitlines():
        name, _, written = text.partition(" ")
        kind = written.partition('"type":"')[2].partition('"')[0]
        codec = KNOWN[name][kind]
        (message,) = codec.loads(written)
        assert fields_of(written) <= fields_of(codec.dumps([message])), kind


def fields_of(written: str) -> set[str]:
    """Return the names of a message's own fields."""
    (fields,) = parse(written)
    return set(fields)
