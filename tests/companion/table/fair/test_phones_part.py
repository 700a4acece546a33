"""The phones' part as a journal tells it: which commands are draws of Dragonbag's."""

import random
from pathlib import Path

import pytest

from companion.games.clank.box import Cubes
from companion.games.clank.commands import RefillRow, ReportDraw
from companion.games.clank.values import DrawnBy
from companion.table.fair.phones_part import is_fair_draw
from companion.table.table import Table
from tests.support.games.clank_bots import first_command
from tests.support.games.link_phone import LinkPhone

BY_US = ReportDraw(Cubes(), (), DrawnBy.DRAGONBAG)


@pytest.mark.parametrize(
    ("command", "is_fair"),
    [
        (BY_US, True),
        (ReportDraw(Cubes(), (), DrawnBy.HAND), False),
        (RefillRow(symbol_revealed=True), False),
        ({"type": "ReportDraw", "drawn_by": "dragonbag"}, True),
        ({"type": "ReportDraw", "drawn_by": "camera"}, False),
        ({"type": "SetName", "name": '"drawn_by":"dragonbag"'}, False),
        ({"type": "SetName", "inner": {"drawn_by": "dragonbag"}}, False),
    ],
)
def test_a_draw_of_dragonbag_is_known_by_its_field(command: object, is_fair: bool) -> None:
    assert is_fair_draw(command) is is_fair


def test_a_journal_that_is_opened_again_knows_its_fair_draws(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    with Table.open(path) as table:
        table.open_game("cli", "clank")
        table.submit(first_command(3, random.Random(3)), "cli")
        phone = LinkPhone(str(table.snapshot.state.turn))
        phone.seal(table)
        table.submit(RefillRow(symbol_revealed=True, danger=5), "cli")
        phone.open(table)
        table.draw("panel")
    with Table.open(path) as again:
        assert [ask.has_pictures for ask in again.snapshot.part.asks] == [True]
