"""A game as one file: out, in again, and refused when anything in it is wrong."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.engine.codec import JsonObject
from companion.engine.errors import BadMessage
from companion.games.clank.box import Colour
from companion.games.clank.commands import MakeClank, RefillRow, StartGame
from companion.games.clank.state import Clank
from companion.games.clank.values import Seat
from companion.table import game_file
from companion.table.line import Kind
from companion.table.table import Table

RED = Colour.RED


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    with Table.open(tmp_path / "journal.sqlite") as table:
        table.open_game("cli", "clank")
        table.submit(StartGame((Seat(RED, "Ann"), Seat(Colour.GREEN)), RED), "cli")
        table.submit(MakeClank(RED), "panel")
        table.undo("panel")
        table.submit(MakeClank(RED, 2), "panel", "a-key")
        table.submit(RefillRow(symbol_revealed=True), "panel")
        table.draw("panel")
        yield table


def exported(table: Table) -> JsonObject:
    file: JsonObject = json.loads(game_file.export_game(table.journal, table.snapshot.game_id))
    return file


def test_a_game_goes_out_and_comes_in_again_the_same(table: Table, tmp_path: Path) -> None:
    text = game_file.export_game(table.journal, table.snapshot.game_id)
    with Table.open(tmp_path / "other.sqlite") as other:
        other.return_to("cli", other.import_game(text))
        assert other.snapshot.state == table.snapshot.state
        kinds = [entry.kind for entry in other.snapshot.story if entry.kind is not Kind.EPOCH]
        assert kinds == [entry.kind for entry in table.snapshot.story]
        other.undo("cli")


def test_taking_a_game_in_leaves_the_table_at_its_own(table: Table) -> None:
    before = table.snapshot
    game_id = table.import_game(game_file.export_game(table.journal, before.game_id))
    assert table.snapshot is before
    assert table.journal.current_game() == before.game_id
    assert game_id in [game.id for game in table.journal.games()]


def test_the_secret_seed_and_the_phones_keys_stay_in_the_journal(table: Table) -> None:
    text = game_file.export_game(table.journal, table.snapshot.game_id)
    assert table.journal.seed(table.snapshot.game_id).hex().encode() not in text
    assert b'"seed":""' in text
    assert b"a-key" not in text


def test_a_game_that_goes_on_does_not_bring_its_seed(table: Table) -> None:
    chosen = exported(table)
    chosen["seed"] = "00" * 32
    game_id = table.import_game(json.dumps(chosen).encode())
    assert table.journal.seed(game_id) != bytes(32)


Tamper = Callable[[JsonObject], object]


@pytest.mark.parametrize(
    ("tamper", "why"),
    [
        (lambda file: file["lines"][2]["events"][0].update(cubes=40), "Line 3 .*negative"),
        (lambda file: file["lines"][1]["events"][0].update(rage_space=9), "Line 2 .*rage space 9"),
        (lambda file: file["lines"].insert(0, {"at": "", "source": "", "kind": "undo"}), "Line 1 "),
        (lambda file: file["lines"].pop(1), "Line 2 "),
        (lambda file: file["lines"][2]["events"][0].update(type="Danced"), "Line 3 .*no such"),
        (lambda file: file["lines"][2].update(kind="open"), "Line 5 "),
        (lambda file: file.update(format_version=99), "version"),
        (lambda file: file.update(format="other"), "no game file"),
        (lambda file: file.update(game="chess"), "game or version"),
        (lambda file: file.update(lines=[]), "no lines"),
        *(
            (lambda file, at=at: file["lines"][3].update(at=at), "Line 4 .*no clock shows")
            for at in (
                "9999-99-99T99:99:99",
                "9999-12-31T23:59:59.999-23:59",
                "9999-12-31T23:59:59.999+00:00",
                "2026-01-01T00:00:00.000",
                "2026-01-01T00:00:00Z",
                "2026-01-01 00:00:00.000+00:00",
                "2026-01-01T00:00:00.000000+00:00",
                "0001-01-01T00:00:00.000+00:00",
                "",
            )
        ),
        (lambda file: file.update(more=1), "no such field: more"),
        (lambda file: file.pop("lines"), "lines"),
    ],
)
def test_a_file_that_is_not_sound_is_refused_and_nothing_is_written(
    table: Table, tamper: Tamper, why: str
) -> None:
    file = exported(table)
    tamper(file)
    last, games = table.journal.last_seq(), len(table.journal.games())
    with pytest.raises(BadMessage, match=why):
        table.import_game(json.dumps(file).encode())
    assert (table.journal.last_seq(), len(table.journal.games())) == (last, games)


def test_what_is_no_json_is_no_game(table: Table) -> None:
    with pytest.raises(BadMessage, match="not JSON"):
        table.import_game(b"")


def test_any_moment_can_be_rebuilt(table: Table) -> None:
    game_id = table.snapshot.game_id
    moments = list(game_file.replay(table.journal, game_id))
    assert [entry.kind for entry, _ in moments][2] is Kind.UNDO
    states = [state for _, state in moments if isinstance(state, Clank)]
    assert [state.area.red for state in states] == [3, 4, 3, 5, 0, 0]
    until = moments[1][0].seq
    assert [state for _, state in game_file.replay(table.journal, game_id, until)] == [
        state for _, state in moments[:2]
    ]


def test_the_story_of_a_game_marks_what_was_undone(table: Table) -> None:
    entries, state = game_file.story(table.journal, table.snapshot.game_id)
    assert [entry.is_undone for entry in entries] == [False, True, False, False, False, False]
    assert state == table.snapshot.state


def test_a_file_with_more_lines_than_any_evening_is_refused_before_it_is_checked(
    table: Table,
) -> None:
    file = exported(table)
    file["lines"] = (file["lines"] * game_file.MOST_LINES)[: game_file.MOST_LINES + 1]
    with pytest.raises(BadMessage, match="At most 10000 are possible"):
        next(game_file.check(json.dumps(file).encode()))


def test_a_game_that_was_checked_is_written_without_checking_it_again(table: Table) -> None:
    text = json.dumps(exported(table)).encode()
    checking = game_file.check(text)
    told = list(checking)
    assert told[-1][0] == told[-1][1] == len(told) > 1
    before = len(table.journal.games())
    game_id = table.take_in(game_file.checked(text))
    assert len(table.journal.games()) == before + 1
    assert [line.kind for line in table.journal.lines(game_id)].count(Kind.COMMAND) > 0
