"""A restore keeps the journal that was there before, and does not fill the card with them."""

from pathlib import Path

import pytest

from companion.app.pi.backup import OLD_JOURNALS, back_up, check, restore
from companion.games.clank.box import Colour
from companion.games.clank.commands import StartGame
from companion.games.clank.values import Seat
from companion.table.disk.head_file import END as HEAD
from companion.table.table import Table


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    path = tmp_path / "data" / "journal.sqlite"
    with Table.open(path) as table:
        table.open_game("cli", "clank")
        table.submit(StartGame((Seat(Colour.RED), Seat(Colour.GREEN)), Colour.RED), "cli")
    return path


@pytest.fixture
def file(journal: Path, tmp_path: Path) -> Path:
    back_up(journal, None, tmp_path / "evening.zip")
    return tmp_path / "evening.zip"


def test_only_the_newest_journals_that_were_replaced_are_kept(journal: Path, file: Path) -> None:
    damaged = journal.with_name("journal-damaged-20260101T200000.sqlite")
    damaged.write_text("of a recovery, and not a restore's to remove")
    kept = [restore(file, journal)[1] for _ in range(OLD_JOURNALS + 2)]
    there = sorted(path for path in journal.parent.glob("journal-*.sqlite") if path != damaged)
    assert there == kept[2:]
    assert damaged.exists()
    assert check(journal) == 1
    heads = {path.name for path in journal.parent.glob(f"journal-*{HEAD}")}
    assert heads == {path.name + HEAD for path in there}


def test_a_card_that_is_full_keeps_no_half_of_a_journal(journal: Path, file: Path) -> None:
    head = journal.with_name(journal.name + HEAD)
    head.unlink()
    head.mkdir()  # its copy fails, as it would on a full card, after that of the journal
    with pytest.raises(IsADirectoryError):
        restore(file, journal)
    assert list(journal.parent.glob("journal-*")) == []
    assert check(journal) == 1
