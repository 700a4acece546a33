"""A light strip as the Rage Track: the bytes on its bus, its check, and what the panel shows."""

import threading
from functools import partial
from itertools import pairwise
from pathlib import Path

import pytest

from companion.games.clank.box import Colour
from companion.games.clank.commands import StartGame
from companion.games.clank.values import Seat
from companion.table.table import Table
from hardware.panel.devices.spi import SpiInMemory, open_spi
from hardware.panel.devices.strip import APA102_HZ, WS2812_HZ, StripLights, frame_of
from hardware.panel.drawn import DrawnPanel
from hardware.panel.electrics import Buses, Lamps, Light, faults, free_pins, total_current
from hardware.panel.electrics.strip import MOST_STRIP_MA, runaway_ma, strip_ma
from hardware.panel.factories import PanelMissing
from hardware.panel.panel import Panel
from hardware.panel.pins import RAGE_LAMPS, Pins, WrongPins
from hardware.panel.pins.strip import Strip, StripKind
from hardware.panel.plan import holes
from hardware.panel.self_test import Kind as PartKind
from hardware.panel.self_test import parts_of
from tests.support.panel_finger import WAIT_S, Finger, WatchedFactory

APA102, WS2812 = StripKind.APA102, StripKind.WS2812
WITH_STRIP = Pins().changed({}, {}, strip=Strip())
DARK = ((0, 0, 0),) * 7


def start_game(table: Table) -> None:
    table.open_game("cli", "clank")
    table.submit(StartGame((Seat(Colour.RED), Seat(Colour.GREEN)), Colour.RED), "cli")


class Recorder(SpiInMemory):
    """A bus that keeps every frame, and fails as often as it is told."""

    def __init__(self, failures: int = 0) -> None:
        super().__init__()
        self.frames: list[bytes] = []
        self.news = threading.Condition()
        self.failures, self.is_closed = failures, False

    def write(self, frame: bytes) -> None:
        if self.failures:
            self.failures -= 1
            raise OSError("no such device")
        super().write(frame)
        with self.news:
            self.frames.append(frame)
            self.news.notify_all()

    def sent(self, frame: bytes) -> bool:
        """Wait until this frame was sent."""
        with self.news:
            return self.news.wait_for(lambda: frame in self.frames, WAIT_S)

    def close(self) -> None:
        self.is_closed = True


def lights(bus: Recorder, kind: StripKind = APA102, lamps: Lamps | None = None) -> StripLights:
    return StripLights(Strip(kind, brightness=0.5), bus, lamps or Lamps())


def test_an_apa102_frame_is_that_of_the_data_sheet_with_zeros_at_its_end() -> None:
    frame = frame_of(APA102, ((1, 2, 3), (255, 128, 0)))
    start, leds = "00000000", "ff030201 ff0080ff"  # 111 and 31, blue, green, red
    assert frame == bytes.fromhex(f"{start} {leds} 00000000 00")


def test_the_last_led_of_an_apa102_gets_half_a_clock_for_each_before_it() -> None:
    for count in (7, 16, 17, 64):
        after = len(frame_of(APA102, ((9, 9, 9),) * count)) - 4 * (1 + count) - 4
        assert after * 8 >= count / 2


def test_a_ws2812_frame_is_green_red_blue_in_pulses_between_two_pauses() -> None:
    frame = frame_of(WS2812, ((0xFF, 0x00, 0x81),))
    green, red = "88888888", "eeeeeeee"
    blue = "e888888e"  # 10000001
    assert frame.strip(b"\0") == bytes.fromhex(green + red + blue)
    pause_us = 8 * (len(frame) - 12) / 2 / WS2812_HZ * 1e6
    assert pause_us >= 280  # WS2812B-V5


def test_the_pulses_of_a_ws2812_are_as_long_as_both_data_sheets_want() -> None:
    bit_us = 1e6 / WS2812_HZ
    for bits, least_us, most_us in ((1, 0.25, 0.38), (3, 0.65, 0.95)):  # what both of them take
        assert least_us <= bits * bit_us <= most_us


@pytest.mark.parametrize(("kind", "hertz"), [(APA102, APA102_HZ), (WS2812, WS2812_HZ)])
def test_a_frame_of_seven_leds_is_gone_before_the_eye_sees_it(kind: StripKind, hertz: int) -> None:
    frame = frame_of(kind, ((255, 255, 255),) * 7)
    assert len(frame) < 4096  # what spidev takes at once
    assert 8 * len(frame) / hertz < 0.002


def test_a_level_is_sent_in_the_lamps_colour_no_brighter_than_the_strip_may() -> None:
    bus = Recorder()
    strip = lights(bus, lamps=Lamps(colours={"rage_2": Light.BLUE}))
    strip.leds["rage_1"].value, strip.leds["rage_2"].value = 1.0, 0.5
    strip.show()
    assert bus.frame[4:16].hex(" ", 4) == "ff000080 ff400000 ff000000"
    strip.leds["rage_1"].value = 7.0  # no level can make it brighter
    strip.show()
    assert len(bus.frames) == 1


def test_one_frame_is_sent_for_all_changes_and_none_without_one() -> None:
    bus = Recorder()
    strip = lights(bus)
    for name in RAGE_LAMPS:
        strip.leds[name].value = 1.0
    strip.show()
    strip.show()
    assert len(bus.frames) == 1


def test_a_frame_that_failed_is_sent_again_and_the_end_is_dark() -> None:
    bus = Recorder(failures=1)
    strip = lights(bus)
    strip.leds["rage_7"].value = 1.0
    with pytest.raises(OSError, match="no such device"):
        strip.show()
    strip.show()
    assert bus.frame[28:32].hex() == "ff000080"
    strip.close()
    assert bus.frame[28:32].hex() == "ff000000"
    assert bus.is_closed


def test_a_bus_that_fails_at_the_end_is_given_back_all_the_same() -> None:
    bus = Recorder(failures=1)
    lights(bus).close()
    assert bus.is_closed


def test_without_spi_the_panel_says_what_to_do(tmp_path: Path) -> None:
    plain = tmp_path / "spidev0.0"
    with pytest.raises(PanelMissing, match=r"Turn SPI on: run sudo raspi-config"):
        open_spi(APA102_HZ, plain)
    plain.touch()  # there, but no SPI behind it
    with pytest.raises(PanelMissing, match="light strip cannot be used"):
        open_spi(APA102_HZ, plain)


# The check.


def why(pins: Pins, lamps: Lamps | None = None) -> str:
    found = faults(pins, lamps or Lamps(), Buses())
    return "\n".join(f"{fault.key}: {fault.why}" for fault in found)


def test_a_strip_frees_the_pins_of_the_rage_track_and_takes_those_of_spi() -> None:
    assert why(WITH_STRIP) == ""
    assert WITH_STRIP.entries()["strip.data"] == 10
    assert WITH_STRIP.entries()["strip.clock"] == 11
    assert "strip.clock" not in Pins().changed({}, {}, strip=Strip(WS2812)).entries()
    assert {18, 19, 20, 21} <= set(free_pins(WITH_STRIP, Buses()))
    assert not set(range(7, 12)) & set(free_pins(WITH_STRIP, Buses()))


@pytest.mark.parametrize("bcm", [7, 8, 9])
def test_nothing_else_may_be_on_the_pins_of_spi(bcm: int) -> None:
    crowded = Pins().changed({"undo": bcm}, {}, strip=Strip())
    assert f"pins.buttons.undo: buttons.undo is on BCM {bcm}, which SPI takes" in why(crowded)


def test_a_part_on_a_wire_of_the_strip_is_refused() -> None:
    with pytest.raises(WrongPins, match=r"lamps\.buzzer and strip\.data are both on BCM 10"):
        Pins().changed({}, {"buzzer": 10}, strip=Strip())


def test_a_pin_of_3_3_v_does_not_reach_a_strip_with_5_v() -> None:
    def of(supply_v: float, *, is_shifted: bool) -> str:
        strip = Strip(supply_v=supply_v, is_shifted=is_shifted)
        return why(Pins().changed({}, {}, strip=strip))

    assert "strip.is_shifted: With 5 V a strip takes 3.5 V for “on”" in of(5, is_shifted=False)
    assert of(4.3, is_shifted=False) == ""  # a diode in its supply
    assert of(5, is_shifted=True) == ""
    assert "strip.supply_v: A strip cannot have 12 V" in of(12, is_shifted=True)


@pytest.mark.parametrize("brightness", [0.01, 0.9])
def test_a_strip_neither_blinds_nor_stays_dark(brightness: float) -> None:
    strip = Strip(brightness=brightness)
    assert "strip.brightness" in why(Pins().changed({}, {}, strip=strip))


def test_a_strip_never_draws_more_than_the_5_v_pins_may_give() -> None:
    assert strip_ma(Strip()) == pytest.approx(91)
    assert strip_ma(Strip(brightness=0.5)) < runaway_ma() < MOST_STRIP_MA


def test_the_holes_over_a_strip_are_as_close_as_its_leds() -> None:
    rage = [hole.at for hole in holes(WITH_STRIP) if hole.key.startswith("lamps.rage")]
    steps = {round(b[0] - a[0], 2) for a, b in pairwise(rage)}
    assert (len(rage), steps) == (7, {16.67})


# On the panel.


@pytest.mark.parametrize("kind", [APA102, WS2812])
def test_the_rage_track_of_a_game_shines_on_the_strip(tmp_path: Path, kind: StripKind) -> None:
    pins, bus = Pins().changed({}, {}, strip=Strip(kind)), Recorder()
    opens = partial(StripLights, Strip(kind), bus, Lamps())
    with Table.open(tmp_path / "journal.sqlite") as table:
        start_game(table)
        space = table.snapshot.state.rage_space
        with Panel(table, WatchedFactory(), pins, opens_strip=opens):
            assert bus.sent(frame_of(kind, ((51, 0, 0),) * space + DARK[space:]))
    assert bus.frames[-1] == frame_of(kind, DARK)
    assert bus.is_closed


def test_the_drawn_panel_and_the_self_test_know_the_lamps_of_a_strip(tmp_path: Path) -> None:
    opens = partial(StripLights, Strip(), Recorder(), Lamps())
    with (
        Table.open(tmp_path / "journal.sqlite") as table,
        Panel(table, WatchedFactory(), WITH_STRIP, opens_strip=opens) as panel,
    ):
        drawn = DrawnPanel(panel)
        assert {*RAGE_LAMPS} <= drawn.lamp_values().keys()
        assert {*RAGE_LAMPS} <= {part.name for part in drawn.parts if part.kind == "lamp"}
    tested = [part.name for part in parts_of(WITH_STRIP) if part.kind is PartKind.LAMP]
    assert {*RAGE_LAMPS} <= set(tested)


# Lit buttons.


LIT = ("red", "attack", "next", "undo")


def test_a_lit_button_has_its_lamp_inside_and_no_hole_beside_it() -> None:
    pins = Pins().changed({}, {}, lit=LIT)
    keys = [hole.key for hole in holes(pins) if hole.key.startswith("lamps.")]
    assert not {f"lamps.{name}" for name in LIT} & set(keys)
    assert "lamps.green" in keys
    assert why(pins, Lamps(lit=LIT)) == ""
    assert total_current(Lamps(lit=LIT), pins).most_ma == pytest.approx(47.9, abs=0.1)


def test_a_lamp_in_a_button_without_one_is_refused() -> None:
    assert "lamps.lit: There is no rage_1" in why(Pins(), Lamps(lit=("rage_1",)))


def test_the_lamp_in_a_button_says_whether_a_tap_would_do_something(tmp_path: Path) -> None:
    factory, pins = WatchedFactory(), Pins().changed({}, {}, lit=LIT)
    with Table.open(tmp_path / "journal.sqlite") as table, Panel(table, factory, pins) as panel:
        finger = Finger(table, panel, factory)

        def shows(**wished: bool) -> bool:
            return finger.sees(lambda lamps: all(lamps[n] == on for n, on in wished.items()))

        assert shows(attack=False, next=False, undo=False)  # there is no game
        start_game(table)
        assert shows(attack=True, next=True, undo=True)
        finger.tap("attack")
        assert finger.sees(lambda lamps: 0 < lamps["attack"] < 1)  # it breathes: a draw waits
        assert shows(next=False)
        finger.tap("attack")
        assert shows(next=True)
