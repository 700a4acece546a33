"""A damaged journal: what is lost is named, the rest goes on, the damaged file stays as it is."""

import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.engine.errors import DamagedJournal, JournalError
from companion.games.clank.box import Colour
from companion.games.clank.commands import GainGold, StartGame
from companion.games.clank.values import Seat
from companion.table import game_file
from companion.table.disk import recovery
from companion.table.disk.notices import DAMAGED
from companion.table.disk.watch import JournalWatch
from companion.table.fair.verify import verify
from companion.table.journal import Journal
from companion.table.line import Kind, Line
from companion.table.table import Table
from tests.support.disk import damage

RED = Colour.RED
START = StartGame((Seat(RED, "Ann"), Seat(Colour.GREEN)), RED)
DAMAGES = 40  # `make bench ARGS=damage` does 1,000


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return a journal with an older game of 7 lines and one on the table of 6, left in peace."""
    path = tmp_path / "journal.sqlite"
    with Table.open(path) as table:
        for steps in (5, 4):
            table.open_game("cli", "clank")
            table.submit(START, "cli")
            for _ in range(steps):
                table.submit(GainGold(RED), "panel")
    return path


def by_hand(path: Path, change: str) -> None:
    with sqlite3.connect(path) as db:
        db.executescript(f"DROP TRIGGER no_update; DROP TRIGGER no_delete; {change}")
    db.close()


def lines(table: Table, game: str) -> list[Line]:
    return list(table.journal.written(game))


def gold(table: Table) -> int:
    return int(table.snapshot.state.player(RED).gold)


def told(table: Table) -> str:
    return str(table.snapshot.notices[DAMAGED])


CHANGES: list[tuple[str, str]] = [
    ("UPDATE lines SET source = 'me' WHERE seq = 12", "line 5 of 20"),
    ("UPDATE lines SET events = '[]' WHERE seq = 12", "line 5 of 20"),
    ("UPDATE lines SET command = NULL WHERE seq = 12", "line 5 of 20"),
    ("UPDATE lines SET hash = blind WHERE seq = 12", "line 5 of 20"),
    ("UPDATE lines SET at = 'soon' WHERE seq = 12", "line 5 of 20"),
    ("DELETE FROM lines WHERE seq = 12", "line 5 of 20"),
    ("UPDATE lines SET number = 9, game = 'x' WHERE seq = 12", "line 5 of 20"),
]


@pytest.mark.parametrize(("change", "named"), CHANGES)
def test_what_is_lost_is_named_and_the_game_goes_on_before_it(
    path: Path, change: str, named: str
) -> None:
    by_hand(path, change)
    with Table.open(path) as table:
        assert named in told(table)
        assert gold(table) == 2
        assert table.snapshot.kind is Kind.EPOCH
        assert table.submit(GainGold(RED), "panel").state.player(RED).gold == 3
    with Table.open(path) as again:
        assert gold(again) == 3
        assert DAMAGED not in again.snapshot.notices


def test_the_damaged_file_is_kept_untouched_and_named(path: Path) -> None:
    by_hand(path, "UPDATE lines SET source = 'me' WHERE seq = 12")
    before = path.read_bytes()
    with Table.open(path) as table:
        (kept,) = path.parent.glob("journal-damaged-*.sqlite")
        assert kept.name in told(table)
    assert kept.read_bytes() == before


def test_the_recovery_is_a_line_of_the_chain_and_the_file_still_verifies(path: Path) -> None:
    by_hand(path, "UPDATE lines SET source = 'me' WHERE seq = 12")
    with Table.open(path) as table:
        *_, epoch = lines(table, table.snapshot.game_id)
        assert epoch.kind == "epoch"
        assert '"why":"recovery"' in (epoch.command or "")
        assert '"lost_from":5' in (epoch.command or "")
        text = game_file.export_game(table.journal, table.snapshot.game_id)
    assert verify(text).wrong == ()


def test_a_lost_log_is_noticed_by_the_head(path: Path) -> None:
    with Table.open(path) as table:
        table.journal.checkpoint()
        table.submit(GainGold(RED), "panel")
        table.submit(GainGold(RED), "panel")
        for file in path.parent.iterdir():
            shutil.copy(file, file.with_name("cut-" + file.name))
    cut = path.with_name("cut-journal.sqlite")
    cut.with_name(cut.name + "-wal").unlink()
    cut.with_name(cut.name + "-shm").unlink()
    with pytest.raises(DamagedJournal, match="The last lines of the journal are missing"):
        Journal(cut)
    with Table.open(cut) as table:
        assert "line 7 of " in told(table)
        assert gold(table) == 4


@pytest.mark.parametrize("spoil", [Path.unlink, lambda path: path.write_bytes(b"")])
def test_a_journal_that_is_gone_is_not_taken_for_a_new_one(
    path: Path, spoil: Callable[[Path], object]
) -> None:
    spoil(path)
    with Table.open(path) as table:
        assert "no game in it can be read" in told(table)
        assert table.open_game("cli", "clank").game_id


def test_the_journal_of_another_table_is_not_taken_for_this_one(path: Path, tmp_path: Path) -> None:
    with Table.open(tmp_path / "other" / "journal.sqlite") as other:
        for _ in range(20):
            other.open_game("cli", "clank")
    shutil.copy(tmp_path / "other" / "journal.sqlite", path)
    with pytest.raises(DamagedJournal, match="another one than before"):
        Journal(path)


def test_a_copy_without_its_head_says_so_in_the_chain(path: Path, tmp_path: Path) -> None:
    (tmp_path / "new").mkdir()
    copy = Path(shutil.copy(path, tmp_path / "new"))
    with Table.open(copy) as table:
        assert gold(table) == 4
        *_, epoch = lines(table, table.snapshot.game_id)
        assert epoch.command == '{"why":"moved"}'


def test_a_head_that_was_torn_while_it_was_written_counts_for_nothing(path: Path) -> None:
    head = path.with_name(path.name + ".head")
    text = bytearray(head.read_bytes())
    newest = max((0, 4096), key=lambda at: int(text[at:].partition(b'"count":')[2].split(b"}")[0]))
    text[newest + 70 :] = text[newest + 70 :].replace(b"clank", b"chess", 1) or b""
    text[newest + 100] ^= 1
    head.write_bytes(text)
    with Table.open(path) as table:
        assert gold(table) == 4
        assert DAMAGED not in table.snapshot.notices


def test_a_past_game_is_checked_while_the_table_is_played_at(path: Path) -> None:
    by_hand(path, "UPDATE lines SET source = 'me' WHERE seq = 4")
    with Table.open(path) as table:
        assert DAMAGED not in table.snapshot.notices
        older = table.journal.games()[1].id
        with pytest.raises(JournalError, match="Line 4 of "):
            table.return_to("cli", older)
        assert gold(table) == 4
        JournalWatch(table).look_through()
        assert f"line 4 of {table.snapshot.story[0].at[:4]}" in told(table)
        assert gold(table) == 4
        assert len(lines(table, older)) == 4
        table.return_to("cli", older)
        assert gold(table) == 1


def test_a_seed_that_is_damaged_is_replaced_and_the_chain_says_so(path: Path) -> None:
    by_hand(path, "UPDATE games SET seed = zeroblob(32), name = 'chess'")
    with Table.open(path) as table:
        assert "the seed of the draws" in told(table)
        assert gold(table) == 4
        text = game_file.export_game(table.journal, table.snapshot.game_id)
        assert verify(text).wrong == ()
        assert table.journal.seed(table.snapshot.game_id) != bytes(32)


def test_a_power_cut_in_a_recovery_loses_nothing_of_it(path: Path, tmp_path: Path) -> None:
    by_hand(path, "UPDATE lines SET source = 'me' WHERE seq = 12")
    stopped = tmp_path / "stopped"
    shutil.copytree(path.parent, stopped, ignore=lambda *_: ["stopped"])
    recovery.recover(path, "test")
    # As it is when the fresh file has its name and nothing after that is done.
    journal = stopped / path.name
    for end in ("", ".head"):
        shutil.copy(path.with_name(path.name + end), stopped / (path.name + ".building" + end))
    (stopped / (path.name + ".building")).rename(stopped / (path.name + ".fresh"))
    journal.with_name(journal.name + "-wal").write_bytes(b"of the damaged one")
    with Table.open(journal) as table:
        assert gold(table) == 2
        assert DAMAGED not in table.snapshot.notices
    assert not journal.with_name(journal.name + ".fresh").exists()


HEADER = {"magic": 3, "size of a page": 16, "version": 18, "page count": 29, "text": 59}


def spoiled(path: Path, at: int) -> None:
    text = bytearray(path.read_bytes())
    text[at] ^= 0xFF
    path.write_bytes(text)


@pytest.mark.parametrize("at", HEADER.values(), ids=HEADER)
def test_a_wrong_byte_in_the_header_loses_nothing(path: Path, at: int) -> None:
    spoiled(path, at)
    recovery.recover(path, "test")
    with Table.open(path) as table:
        assert len(table.journal.games()) == 2
        assert gold(table) == 4


@pytest.mark.parametrize("has_head", [True, False])
@pytest.mark.parametrize("wrong", [(), (3,), (16, 29), (3, 16, 18, 29, 100)])
def test_a_journal_without_its_end_keeps_every_game_in_the_rest(
    tmp_path: Path, wrong: tuple[int, ...], has_head: bool
) -> None:
    path = many_games(tmp_path)
    path.write_bytes(path.read_bytes()[:-4096])
    for at in wrong:
        spoiled(path, at)
    if not has_head:
        path.with_name(path.name + ".head").unlink()
    before = path.read_bytes()
    with Table.open(path) as table:
        assert len(table.journal.games()) == 6
        assert ("what came after it in the game" if has_head else "perhaps newer lines") in told(
            table
        )
        (kept,) = path.parent.glob("journal-damaged-*.sqlite")
        assert kept.read_bytes() == before
    assert not [*path.parent.glob("*.copy*")]


def many_games(folder: Path) -> Path:
    path = folder / "journal.sqlite"
    with Table.open(path) as table:
        for _ in range(6):
            table.open_game("cli", "clank")
            table.submit(START, "cli")
            for _ in range(15):
                table.submit(GainGold(RED), "panel")
    return path


def test_games_of_which_nothing_is_left_are_told_too(tmp_path: Path) -> None:
    path = many_games(tmp_path)
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    with Table.open(path) as table:
        left = len(table.journal.games())
        assert 2 < left < 6
        assert told(table).count("line 1 of") == 6 - left


def test_the_log_brings_back_a_journal_whose_file_is_empty(path: Path, tmp_path: Path) -> None:
    with Table.open(tmp_path / "new" / "journal.sqlite") as table:
        table.open_game("cli", "clank")
        table.submit(START, "cli")
        for file in (tmp_path / "new").iterdir():
            shutil.copy(file, file.with_name("cut-" + file.name))
    cut = tmp_path / "new" / "cut-journal.sqlite"
    cut.write_bytes(b"")
    with Table.open(cut) as table:
        assert len(table.journal.games()) == 1


def test_random_damage_is_told_or_harmless(tmp_path: Path) -> None:
    for seed, outcome in damage.tries(tmp_path, range(DAMAGES)):
        assert outcome.what in ("sound", "told"), (seed, outcome)
