"""The real pins of a Raspberry Pi; nothing needs to be wired for these."""

import statistics
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.app.doctor import Machine, Verdict
from companion.app.doctor.board import check_board
from companion.table.table import Table
from hardware.panel.board import default_kind, read_board
from hardware.panel.buttons import BOUNCE_S
from hardware.panel.devices import PanelDevices
from hardware.panel.factories import (
    ASKED,
    PanelMissing,
    choose,
    has_library,
    has_rpi_lgpio,
    open_factory,
)
from hardware.panel.panel import Panel
from hardware.panel.pins import LAMPS, Pins

pytestmark = pytest.mark.pi


@pytest.fixture
def devices() -> Iterator[PanelDevices]:
    devices = PanelDevices(open_factory("pins"))
    yield devices
    devices.close()


def test_this_is_a_raspberry_pi_and_its_pins_open(tmp_path: Path) -> None:
    assert default_kind() == "pins"
    with (
        Table.open(tmp_path / "journal.sqlite") as table,
        Panel(table, open_factory("pins")) as panel,
    ):
        levels = {name: led.value for name, led in panel.leds.items()}  # fails if one is closed
        assert levels.keys() == LAMPS.keys()


def test_the_board_knows_its_name_and_lgpio_is_chosen() -> None:
    board = read_board()
    assert board.is_pi, "Zero 2 W, 3, 4 or 5: the model is in /proc/device-tree/model"
    assert choose(board, None).name == "lgpio"


@pytest.mark.skipif(not has_library("RPi"), reason="neither RPi.GPIO nor rpi-lgpio is here")
def test_rpi_gpio_opens_where_it_can_and_says_why_where_it_cannot() -> None:
    if read_board().has_rp1 and not has_rpi_lgpio():
        with pytest.raises(PanelMissing, match="cannot reach the pins"):
            open_factory("pins", environ={ASKED: "rpigpio"})
    else:
        open_factory("pins", environ={ASKED: "rpigpio"}).close()


def test_two_panels_one_after_the_other_in_one_process(tmp_path: Path) -> None:
    with Table.open(tmp_path / "journal.sqlite") as table:
        for _ in range(2):
            with Panel(table, open_factory("pins")) as panel:
                panel.greet()
                levels = {name: led.value for name, led in panel.leds.items()}
                assert levels.keys() == LAMPS.keys(), "none is closed"


@pytest.mark.parametrize("name", list(LAMPS))
def test_each_lamps_pin_follows_what_is_written(devices: PanelDevices, name: str) -> None:
    led = devices.leds[name]
    for level in (1.0, 0.0, 1.0):
        led.value = level
        assert led.value == level
    led.value = 0.0


def test_buttons_that_nobody_presses_are_open(devices: PanelDevices) -> None:
    assert [name for name in devices.pins.buttons if devices.is_closed(name)] == []


def test_setting_a_lamp_is_quick(devices: PanelDevices) -> None:
    took_s = []
    for number in range(200):
        began_s = time.perf_counter()
        devices.leds["red"].value = float(number % 2)
        took_s.append(time.perf_counter() - began_s)
    assert statistics.median(took_s) < BOUNCE_S / 4  # far below what anybody sees


def test_the_doctor_finds_nothing_bad_on_this_board() -> None:
    found = list(check_board(Machine(), Pins()))
    assert [finding for finding in found if finding.verdict is Verdict.BAD] == []
    assert {"board", "system", "pins", "access", "camera"} <= {finding.name for finding in found}
