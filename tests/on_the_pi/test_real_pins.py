"""The real pins of a Raspberry Pi; nothing needs to be wired for these."""

from pathlib import Path

import pytest

from companion.table import Table
from hardware.factories import open_factory
from hardware.panel import Panel
from hardware.pins import default_kind

pytestmark = pytest.mark.pi


def test_this_is_a_raspberry_pi_and_its_pins_open(tmp_path: Path) -> None:
    assert default_kind() == "pins"
    with (
        Table.open(tmp_path / "journal.sqlite") as table,
        Panel(table, open_factory("pins")) as panel,
    ):
        assert not [name for name, led in panel.leds.items() if led.closed]
