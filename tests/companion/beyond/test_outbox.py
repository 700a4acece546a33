"""The outbox: every line in order for each receiver, through restarts and restored journals."""

import shutil
from pathlib import Path

from companion.beyond.outbox import FILE, Outbox
from companion.table.line import Kind
from companion.table.reader import NEXT_GROUP
from companion.table.table import Table
from tests.companion.beyond.tables import begin, knock


def test_a_new_receiver_begins_with_the_game_on_the_table(table: Table) -> None:
    begin(table)
    first = begin(table) - 1
    with Outbox(table.journal.path) as outbox:
        told = outbox.reader("a").after(outbox.position("a"), 20)
    assert [each.seq for each in told] == [first, first + 1]
    assert [each.kind for each in told] == [Kind.OPEN, Kind.COMMAND]
    assert told[1].body["events"][0]["type"] == "GameStarted"


def test_an_empty_journal_is_told_from_its_first_line(table: Table) -> None:
    with Outbox(table.journal.path) as outbox:
        reader = outbox.reader("a")
        assert reader.after(reader.position, 20) == []
        reader.acknowledge(0)
    last = begin(table)
    with Outbox(table.journal.path) as outbox:
        reader = outbox.reader("a")
        assert [each.seq for each in reader.after(reader.position, 20)] == list(range(1, last + 1))


def test_what_was_acknowledged_is_not_told_again_after_a_restart(table: Table) -> None:
    begin(table)
    with Outbox(table.journal.path) as outbox:
        outbox.reader("a")
        outbox.acknowledge("a", 2)
        series = outbox.series
    last = knock(table)
    with Outbox(table.journal.path) as outbox:
        reader = outbox.reader("a")
        assert outbox.series == series
        assert [each.seq for each in reader.after(reader.position, 20)] == [3, last]


def test_each_receiver_comes_on_at_its_own_pace(table: Table) -> None:
    last = begin(table)
    with Outbox(table.journal.path) as outbox:
        quick, slow = outbox.reader("quick"), outbox.reader("slow")
        quick.acknowledge(last)
        assert (quick.position, slow.position) == (last, 0)
        quick.acknowledge(1)
        assert quick.position == last, "an old acknowledgement takes nothing back"


def test_an_undo_names_the_line_that_it_takes_back(table: Table) -> None:
    begin(table)
    made = knock(table)
    table.undo("cli")
    table.undo("cli")
    table.redo("cli")
    with Outbox(table.journal.path) as outbox:
        reader = outbox.reader("a")
        steps = [each.body["step"] for each in reader.after(made, 20)]
        assert steps == [made, made - 1, made - 1]
        again = [each.body["step"] for each in reader.after(made + 1, 20)]
        assert again == steps[1:], "also if somebody asks for them again"


def test_a_journal_that_was_restored_begins_a_new_series(tmp_path: Path) -> None:
    path, copy = tmp_path / "journal.sqlite", tmp_path / "copy.sqlite"
    with Table.open(path) as table:
        begin(table)
    shutil.copy(path, copy)
    with Table.open(path) as table:
        last = knock(table)
        with Outbox(path) as outbox:
            outbox.reader("a")
            outbox.acknowledge("a", last)
            before = outbox.series
    shutil.copy(copy, path)
    with Table.open(path) as table, Outbox(path) as outbox:
        reader = outbox.reader("a")
        assert outbox.series != before
        # The third one says that the journal came here without its head.
        assert [each.seq for each in reader.after(reader.position, 20)] == [1, 2, 3]


def test_a_broken_file_begins_anew(table: Table, tmp_path: Path) -> None:
    last = begin(table)
    (tmp_path / FILE).write_text('{"series": 1, "places": []}')
    with Outbox(table.journal.path) as outbox:
        reader = outbox.reader("a")
        assert [each.seq for each in reader.after(reader.position, 20)][-1] == last


def test_the_next_group_is_told_no_names_of_the_one_before(table: Table) -> None:
    begin(table)
    table.open_game(NEXT_GROUP, "clank")
    with Outbox(table.journal.path) as outbox:
        outbox.reader("a")
        told = outbox.reader("a").after(0, 20)
    assert "Ann" not in str([each.body for each in told])
    assert told[1].body["events"][0]["seats"][0]["colour"] == "red"
