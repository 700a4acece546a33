"""What a phone checks a game with: it leads to the head, and opens nothing but epochs."""

import pytest

from companion.engine.codec import parse
from companion.games.clank.box import Colour
from companion.games.clank.commands import MakeClank, StartGame
from companion.games.clank.values import Seat
from companion.table.fair.chain import Link, digest
from companion.table.fair.digests import digests_after
from companion.table.fair.verify import Remembered, verify
from companion.table.game_file import export_game
from companion.table.line import EpochCause
from companion.table.table import Table

RED = Colour.RED


@pytest.fixture
def game(table: Table) -> str:
    table.open_game("cli", "clank")
    table.submit(StartGame((Seat(RED, "Ann"), Seat(Colour.GREEN)), RED), "cli")
    table.submit(MakeClank(RED), "panel")
    return table.snapshot.game_id


def test_the_digests_lead_from_any_line_to_the_head(table: Table, game: str) -> None:
    for after, line in enumerate((None, *table.journal.written(game))):
        link = Link(after, line.hash) if line else Link()
        found = digests_after(table.journal, game, after)
        for each in found.digests:
            link = link.after(bytes.fromhex(each))
        head = table.snapshot.head
        assert head is not None
        assert (link.number, link.hash.hex()) == (found.number, found.hash)
        assert (head.number, head.hash) == (found.number, found.hash)


def test_only_what_is_no_secret_is_opened(table: Table, game: str) -> None:
    assert digests_after(table.journal, game, 0).lines == ()
    line = table.journal.begin_epoch(game, EpochCause.RESTORE, made_at="today")
    (epoch,) = digests_after(table.journal, game, 0).lines
    assert epoch.line["command"] == {"why": "restore", "made_at": "today"}
    assert digest(bytes.fromhex(epoch.blind), epoch.line) == line.digest()


def test_what_was_written_down_is_compared_with_the_file(table: Table, game: str) -> None:
    file = export_game(table.journal, game)
    lines, commitment = parse(file)["lines"], parse(file)["commitment"]
    right = Remembered.of(f"2:{lines[1]['hash']}", commitment)
    assert verify(file, right).wrong == ()
    other = "0" * 64
    assert [each.line for each in verify(file, Remembered.of(f"2:{other}", "")).wrong] == [2]
    assert "ends before line 9" in str(verify(file, Remembered.of(f"9:{other}", "")).wrong[0])
    assert "commitment" in str(verify(file, Remembered.of("", other)).wrong[0])


@pytest.mark.parametrize(("head", "commitment"), [("57", ""), ("x:00", ""), ("", "ab12")])
def test_what_is_no_head_is_said(head: str, commitment: str) -> None:
    with pytest.raises(ValueError, match="64 hexadecimal digits"):
        Remembered.of(head, commitment)
