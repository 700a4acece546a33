"""Lamps' lines are read before anything drives them: one that is held stays an input."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from companion.table.table import Table
from hardware.panel.devices import MOST_HELD, Held, PanelDevices
from hardware.panel.panel import Panel
from hardware.panel.pins import BUZZER, LAMPS


class WiredPin(MockPWMPin):
    """A pin on a line that something may hold: a pull moves it no more, and driving it is noted."""

    def _set_pull(self, value: str) -> None:
        super()._set_pull(value)
        if self.info.name in self.factory.held:
            self._change_state(self.factory.held[self.info.name])

    def _set_function(self, value: str) -> None:
        if value == "output":
            self.factory.driven.add(self.info.name)
        super()._set_function(value)


class WiredFactory(MockFactory):
    """Mock pins with wires on some lines: lamp -> the level at which it is held."""

    def __init__(self, **held: bool) -> None:
        self.held = {f"GPIO{LAMPS[lamp]}": level for lamp, level in held.items()}
        self.driven = set[str]()
        super().__init__(pin_class=WiredPin)

    def is_driven(self, lamp: str) -> bool:
        return f"GPIO{LAMPS[lamp]}" in self.driven


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    with Table.open(tmp_path / "journal.sqlite") as table:
        yield table


def test_a_line_at_ground_or_at_3_3_v_stays_an_input_and_the_others_shine(table: Table) -> None:
    factory = WiredFactory(red=False, rage_7=True)
    with Panel(table, factory) as panel:
        for lamp in LAMPS:
            assert factory.is_driven(lamp) is (lamp not in ("red", "rage_7"))
        assert factory.pin(LAMPS["red"]).function == "input"
        told = {key: str(sentence) for key, sentence in table.snapshot.notices.items()}
        assert "red lamp stays off: its wire (BCM 6) touches ground" in told["held red"]
        assert "rage_7 lamp" in told["held rage_7"]
        assert "touches 3.3 V" in told["held rage_7"]
        for led in panel.leds.values():
            led.value = 1.0
    assert not factory.is_driven("red")


def test_the_buzzers_own_transistor_keeps_its_line_low_and_is_no_fault() -> None:
    devices = PanelDevices(WiredFactory(**{BUZZER: False}))
    assert devices.held == {}
    devices.close()
    devices = PanelDevices(WiredFactory(**{BUZZER: True}))
    assert devices.held == {BUZZER: Held.SUPPLY}
    devices.close()


def test_many_low_lines_are_the_leds_themselves() -> None:
    lamps = [lamp for lamp in LAMPS if lamp != BUZZER][: MOST_HELD + 1]
    for count, held in ((MOST_HELD, lamps[:MOST_HELD]), (MOST_HELD + 1, [])):
        devices = PanelDevices(WiredFactory(**dict.fromkeys(lamps[:count], False)))
        assert sorted(devices.held) == sorted(held)
        devices.close()


def test_who_knows_better_can_switch_it_off() -> None:
    factory = WiredFactory(red=False)
    devices = PanelDevices(factory, checks_lines=False)
    assert devices.held == {}
    assert factory.is_driven("red")
    devices.close()
