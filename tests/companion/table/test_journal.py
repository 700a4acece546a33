"""The journal: only grows, is on the disk before it is shown, and says why when it cannot."""

import random
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from companion.engine.errors import JournalError
from companion.table.disk import head_file
from companion.table.fair import chain
from companion.table.journal import Journal
from companion.table.line import Kind, Line, UnknownKind, linked
from tests.support.disk.killing import kill_an_evening, kill_once

KILLS = 20  # the bench does 200


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "journal.sqlite"


@pytest.fixture
def journal(path: Path) -> Iterator[Journal]:
    with Journal(path) as journal:
        journal.open_game("g1", "clank", b"seed", "cli")
        yield journal


def append(journal: Journal, key: str | None = None) -> Line:
    return journal.append("g1", "panel", key, Kind.COMMAND, "{}", "[]")


def newest(path: Path) -> int:
    head = head_file.read(path)
    assert head is not None
    return head.seq


def test_a_line_has_its_number_and_comes_back_as_written(journal: Journal) -> None:
    line = append(journal, "k")
    assert line.seq == 2
    assert list(journal.lines("g1"))[-1] == line
    assert journal.last_seq() == 2


def test_the_head_may_follow_when_a_line_was_shown(journal: Journal, path: Path) -> None:
    with journal.head_last():
        line = append(journal)
        assert newest(path) == line.seq - 1
    assert newest(path) == line.seq
    line = append(journal)
    assert newest(path) == line.seq


def test_a_journal_that_is_closed_meanwhile_has_its_head(journal: Journal, path: Path) -> None:
    with journal.head_last():
        line = append(journal)
        journal.close()
        assert newest(path) == line.seq


def test_a_line_of_a_kind_that_only_a_newer_version_knows_counts_in_the_chain(
    journal: Journal, path: Path
) -> None:
    newer = Line(9, "", "g1", "cli", None, UnknownKind("song"), "{}", "[]")
    written = linked(newer, journal.link("g1"), chain.new_blind())
    journal.take_over([written])
    journal.close()
    with Journal(path) as again:
        known, unknown = again.lines("g1")
        assert (known.kind, unknown) == (Kind.OPEN, written)
        with pytest.raises(ValueError, match="song"):
            Kind(unknown.kind)


def test_the_file_holds_a_kind_as_its_word(journal: Journal, path: Path) -> None:
    append(journal)
    with closing(sqlite3.connect(path)) as by_hand:
        found = by_hand.execute("SELECT kind, typeof(kind) FROM lines ORDER BY seq").fetchall()
    assert found == [("open", "text"), ("command", "text")]


@pytest.mark.parametrize("order", ["UPDATE lines SET source = 'me'", "DELETE FROM lines"])
def test_lines_cannot_be_changed_or_deleted_even_by_hand(
    journal: Journal, path: Path, order: str
) -> None:
    append(journal)
    by_hand = sqlite3.connect(path)
    with pytest.raises(sqlite3.IntegrityError, match="only grows"):
        by_hand.execute(order)
    by_hand.close()


def test_a_key_stands_once(journal: Journal) -> None:
    first = append(journal, "k")
    with pytest.raises(JournalError, match="key"):
        append(journal, "k")
    assert journal.line_with_key("k") == first
    assert journal.line_with_key("other") is None
    assert append(journal).seq == first.seq + 1


def test_only_the_service_may_read_the_file(journal: Journal, path: Path) -> None:
    append(journal)
    for file in path.parent.iterdir():
        assert stat.S_IMODE(file.stat().st_mode) & 0o077 == 0, file.name


def test_a_second_dragonbag_on_the_same_journal_is_told_so(journal: Journal, path: Path) -> None:
    with pytest.raises(JournalError, match="another Dragonbag"):
        Journal(path)


def test_a_reader_may_look_while_the_journal_is_in_use(journal: Journal, path: Path) -> None:
    append(journal)
    with Journal(path, read_only=True) as reader:
        assert reader.last_seq() == 2
        with pytest.raises(JournalError, match="only be read"):
            append(reader)


def test_a_journal_of_a_newer_dragonbag_is_left_alone(journal: Journal, path: Path) -> None:
    with closing(sqlite3.connect(path)) as newer:
        newer.execute("PRAGMA user_version=99")
    journal.close()
    with pytest.raises(JournalError, match="newer Dragonbag"):
        Journal(path)


def test_what_is_no_journal_is_named(tmp_path: Path) -> None:
    file = tmp_path / "journal.sqlite"
    file.write_text("this is not a database" * 100)
    with pytest.raises(JournalError, match="not a database"):
        Journal(file)
    with pytest.raises(JournalError, match="unable to open"):
        Journal(tmp_path / "none.sqlite", read_only=True)
    (tmp_path / "file").write_text("")
    with pytest.raises(JournalError, match="file"):
        Journal(tmp_path / "file" / "journal.sqlite")


def test_games_are_listed_newest_line_first(journal: Journal) -> None:
    journal.open_game("g2", "clank", b"other", "cli")
    append(journal)
    assert [game.id for game in journal.games()] == ["g1", "g2"]
    assert journal.current_game() == "g2"
    assert (journal.seed("g2"), journal.name("g2")) == (b"other", "clank")
    for ask in (journal.seed, journal.name):
        with pytest.raises(KeyError):
            ask("g3")


@pytest.mark.slow
def test_kill_9_at_any_moment_loses_nothing_that_was_promised(tmp_path: Path) -> None:
    dice = random.Random(20261120)
    path = tmp_path / "journal.sqlite"
    kept = 0
    for _ in range(KILLS):
        promised, now = kill_once(path, dice)
        assert now >= promised > kept
        kept = now


@pytest.mark.slow
def test_kill_9_under_panel_phones_and_undo_loses_and_doubles_nothing(tmp_path: Path) -> None:
    dice = random.Random(20261123)
    for number in range(3):  # the bench does 200
        shown, kept = kill_an_evening(tmp_path / "journal.sqlite", dice, f"run{number}")
        assert kept >= shown
