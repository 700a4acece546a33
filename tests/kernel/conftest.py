"""A panel on the simulated lines; everything here runs inside the machine of vm.sh."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.table.table import Table
from hardware.panel.factories import open_factory
from hardware.panel.panel import Panel
from hardware.panel.pins import BUTTONS, LAMPS
from tests.kernel.lines import Lines
from tests.support.presses import Stand, WilfulJournal, start_game


@pytest.fixture
def lines() -> Iterator[Lines]:
    lines = Lines(BUTTONS, LAMPS)
    yield lines
    lines.close()


@pytest.fixture
def stand(lines: Lines, tmp_path: Path) -> Iterator[Stand]:
    journal = WilfulJournal(tmp_path / "journal.sqlite")
    with Table(journal) as table:
        start_game(table)
        with Panel(table, open_factory("pins")) as panel:
            yield Stand(table, panel, lines, journal)
