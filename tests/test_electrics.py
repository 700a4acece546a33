"""What a panel draws from the Pi, and which panels are refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.electrics import (
    BUS_PINS,
    LEDS,
    MOST_PIN_MA,
    MOST_TOTAL_MA,
    Buses,
    Fault,
    Lamps,
    Light,
    faults,
    lamp_current,
    total_current,
)
from hardware.pins import BUTTONS, COLOURS, LAMPS, RAGE_LAMPS, Pins
from hardware.wiring.resistors import in_words, rings

NONE = Buses()


def why(pins: Pins | None = None, lamps: Lamps | None = None, buses: Buses = NONE) -> str:
    """Return what is wrong, as one text."""
    found = faults(pins or Pins(), lamps or Lamps(), buses)
    return "\n".join(f"{fault.key}: {fault.why}" for fault in found)


def moved(**entries: int) -> Pins:
    """Return the usual table with these buttons and lamps on other pins."""
    buttons = {name: bcm for name, bcm in entries.items() if name in ("undo", "next")}
    return Pins().changed(buttons, {n: bcm for n, bcm in entries.items() if n not in buttons})


def test_the_usual_panel_hurts_nothing() -> None:
    assert faults(Pins(), Lamps(), NONE) == ()


def test_the_usual_panel_stays_inside_what_the_pins_may_give() -> None:
    total = total_current(Lamps(), Pins())
    assert total.least_ma < total.usual_ma < total.most_ma <= MOST_TOTAL_MA
    assert total.most_ma == pytest.approx(39.6, abs=0.1)
    red = lamp_current(Lamps(), "red")
    assert (red.usual_ma, red.most_ma) == pytest.approx((2.77, 3.62), abs=0.01)


def test_the_buzzers_pin_only_feeds_its_transistor() -> None:
    assert lamp_current(Lamps(), "buzzer").most_ma == pytest.approx(2.6)


def test_an_led_keeps_more_at_a_large_current_than_at_a_small_one() -> None:
    assert all(led.least_v < led.usual_v < led.most_v for led in LEDS.values())


@given(st.floats(1, 2000), st.sampled_from(Light))
def test_every_panel_that_passes_stays_under_both_limits(ohm: float, light: Light) -> None:
    lamps = Lamps(resistor_ohm=ohm, colours=dict.fromkeys((*COLOURS, *RAGE_LAMPS), light))
    each = [lamp_current(lamps, lamp).most_ma for lamp in (*COLOURS, *RAGE_LAMPS)]
    hurts = max(each) > MOST_PIN_MA or sum(each) + 2.6 > MOST_TOTAL_MA
    assert ("a pin may give" in why(lamps=lamps) or "all lamps together" in why(lamps=lamps)) == (
        hurts
    )


def test_too_small_a_resistor_is_refused_with_one_that_will_do() -> None:
    text = why(lamps=Lamps(ohms={"red": 100}))
    assert text.startswith("lamps.ohms.red: 100 ohms let a red LED on red draw up to 17.0 mA")
    assert "take 142 ohms or more" in text
    assert why(lamps=Lamps(ohms={"red": 142})) == ""


def test_too_large_a_resistor_leaves_a_lamp_dark() -> None:
    assert "lamps.ohms.blue: 2200 ohms leave a blue LED" in why(lamps=Lamps(ohms={"blue": 2200}))
    assert "too dark to see" in why(lamps=Lamps(resistor_ohm=10_000))


def test_lamps_that_do_not_exist_and_resistors_that_are_none_are_refused() -> None:
    text = why(lamps=Lamps(ohms={"pink": 470, "red": -1}, colours={"rage_9": Light.RED}))
    assert "lamps.ohms.pink: the panel has no such lamp" in text
    assert "lamps.colours.rage_9: the panel has no such lamp" in text
    assert "lamps.ohms.red: -1 ohms is no resistor" in text


@pytest.mark.parametrize(
    ("bus", "name", "bcm"),
    [("i2c", "undo", 3), ("uart", "undo", 14), ("one_wire", "undo", 4), ("spi", "undo", 7)],
)
def test_a_bus_keeps_its_pins_only_while_it_is_on(bus: str, name: str, bcm: int) -> None:
    pins = moved(**{name: bcm})
    assert why(pins) == ""
    assert f"pins.buttons.{name}: BCM {bcm} belongs to {bus}" in why(
        pins, buses=Buses(**{bus: True})
    )


def test_every_bus_is_known_with_its_pins() -> None:
    assert set(BUS_PINS) == set(Buses.__dataclass_fields__)


@pytest.mark.parametrize("bcm", [0, 1])
def test_the_eeproms_pins_are_never_free(bcm: int) -> None:
    fault = Fault("pins.buttons.undo", f"BCM {bcm} belongs to the ID EEPROM of a HAT")
    assert faults(moved(undo=bcm), Lamps(), NONE) == (fault,)


def test_a_lamp_on_a_pin_that_the_board_pulls_up_would_always_glow() -> None:
    assert "pins.lamps.red: BCM 2 is pulled up" in why(moved(red=2))
    assert why(moved(undo=2)) == ""


def test_a_buzzer_on_a_pin_that_is_pulled_up_at_the_start_would_sound() -> None:
    assert "pins.lamps.buzzer: BCM 7 is pulled up while" in why(moved(buzzer=7))


def test_software_dims_no_more_lamps_than_a_pi_keeps_up_with() -> None:
    assert len(LAMPS) - 1 <= 16  # each is switched some 200 times a second
    assert len(BUTTONS) + len(LAMPS) == 19


@pytest.mark.parametrize(
    ("ohm", "words"),
    [
        (470, "yellow violet brown gold"),
        (330, "orange orange brown gold"),
        (1000, "brown black red gold"),
        (47_000, "yellow violet orange gold"),
        (10, "brown black black gold"),
    ],
)
def test_a_resistor_tells_its_value_in_rings(ohm: float, words: str) -> None:
    assert in_words(ohm) == words
    assert len(rings(ohm)) == 4


@pytest.mark.parametrize("ohm", [475, 4.7, 0])
def test_a_value_that_four_rings_cannot_tell_is_refused(ohm: float) -> None:
    with pytest.raises(ValueError, match="no value of two digits"):
        rings(ohm)
