"""What a panel draws from the Pi, and which panels are refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.panel.electrics import (
    BUS_PINS,
    BUZZER_MA,
    FORWARD_VOLTAGES,
    LEAST_GAIN,
    LEAST_SEEN_MA,
    MOST_PIN_MA,
    MOST_TOTAL_MA,
    Buses,
    Lamps,
    Light,
    faults,
    free_pins,
    lamp_current,
    total_current,
)
from hardware.panel.pins import BUTTONS, COLOURS, LAMPS, LAST_BCM, RAGE_LAMPS, Pins
from hardware.wiring.resistors import in_words, rings

NONE = Buses()
EVERY_LED = (*COLOURS, *RAGE_LAMPS)


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
    assert total.most_ma == pytest.approx(42.2, abs=0.1)
    red = lamp_current(Lamps(), "red")
    assert (red.least_ma, red.usual_ma, red.most_ma) == pytest.approx((1.24, 2.77, 3.62), abs=0.01)


def test_the_buzzers_pin_only_feeds_its_transistor() -> None:
    base = lamp_current(Lamps(), "buzzer")
    assert base.most_ma == pytest.approx(2.6)
    assert base.least_ma * LEAST_GAIN > 4 * BUZZER_MA  # opened wide even by the weakest pin


def test_an_led_keeps_more_at_a_large_current_than_at_a_small_one() -> None:
    assert all(led.least_v < led.usual_v < led.most_v for led in FORWARD_VOLTAGES.values())


@given(st.floats(1, 2000), st.sampled_from(Light))
def test_every_panel_that_passes_stays_under_both_limits(ohm: float, light: Light) -> None:
    lamps = Lamps(resistor_ohm=ohm, colours=dict.fromkeys((*COLOURS, *RAGE_LAMPS), light))
    each = [lamp_current(lamps, lamp).most_ma for lamp in (*COLOURS, *RAGE_LAMPS)]
    hurts = max(each) > MOST_PIN_MA or sum(each) + 2.6 > MOST_TOTAL_MA
    assert ("a pin may give" in why(lamps=lamps) or "All lamps together" in why(lamps=lamps)) == (
        hurts
    )


def test_an_unlucky_blue_led_of_the_kind_that_the_parts_list_names_still_shines() -> None:
    blue, green = lamp_current(Lamps(), "blue"), lamp_current(Lamps(), "green")
    assert blue.least_ma > LEAST_SEEN_MA
    assert blue.usual_ma == pytest.approx(green.usual_ma, rel=0.1)
    assert lamp_current(Lamps(resistor_ohm=470), "blue").least_ma < LEAST_SEEN_MA


@given(st.fixed_dictionaries({}, optional=dict.fromkeys(EVERY_LED, st.sampled_from(Light))))
def test_leds_of_any_colours_are_safe_with_the_usual_resistors(colours: dict[str, Light]) -> None:
    assert why(lamps=Lamps(colours=colours)) == ""


def test_a_lamp_that_is_not_fitted_draws_nothing_and_must_be_one_that_there_is() -> None:
    fewer = Pins().changed({}, {}, without=("rage_7",))
    one = lamp_current(Lamps(), "rage_7").most_ma
    whole = total_current(Lamps(), Pins()).most_ma
    assert total_current(Lamps(), fewer).most_ma == pytest.approx(whole - one)
    assert "lamps.without: There is no rage_8. Did you mean rage_7?" in why(
        lamps=Lamps(without=("rage_8", "buzzer"))
    )


def test_too_small_a_resistor_is_refused_with_one_that_will_do() -> None:
    text = why(lamps=Lamps(ohms={"red": 100}))
    assert text.startswith("lamps.ohms.red: With 100 ohms the red LED of red may draw 17 mA")
    assert "Take 213 ohms or more" in text
    assert why(lamps=Lamps(ohms={"red": 213})) == ""


def test_too_large_a_resistor_leaves_a_lamp_dark() -> None:
    assert "lamps.ohms.blue: With 2200 ohms the blue LED" in why(lamps=Lamps(ohms={"blue": 2200}))
    assert "Take 1000 ohms or less" in why(lamps=Lamps(ohms={"blue": 2200}))
    assert why(lamps=Lamps(ohms={"blue": 1000})) == ""
    assert "too dark to see" in why(lamps=Lamps(resistor_ohm=10_000))


def test_lamps_that_do_not_exist_and_resistors_that_are_none_are_refused() -> None:
    text = why(lamps=Lamps(ohms={"pink": 470, "red": -1}, colours={"rage_9": Light.RED}))
    assert "lamps.ohms.pink: There is no pink. It may be red, green" in text
    assert "lamps.colours.rage_9: There is no rage_9. Did you mean rage_7?" in text
    assert "lamps.ohms.red: -1 ohms is no resistor" in text


@pytest.mark.parametrize(
    ("bus", "name", "bcm"),
    [("i2c", "undo", 3), ("uart", "undo", 14), ("one_wire", "undo", 4), ("spi", "undo", 7)],
)
def test_a_bus_keeps_its_pins_only_while_it_is_on(bus: str, name: str, bcm: int) -> None:
    pins = moved(**{name: bcm})
    assert why(pins) == ""
    (fault,) = (f for f in faults(pins, Lamps(), Buses(**{bus: True})) if name in f.key)
    assert f"buttons.{name} is on BCM {bcm}, which belongs to {bus}" in str(fault.why)
    assert (fault.key, fault.causes) == (f"pins.buttons.{name}", (f"buses.{bus}",))


def test_every_bus_is_known_with_its_pins() -> None:
    assert set(BUS_PINS) == set(Buses.__struct_fields__)


@pytest.mark.parametrize("bcm", [0, 1])
def test_the_eeproms_pins_are_never_free(bcm: int) -> None:
    (fault,) = faults(moved(undo=bcm), Lamps(), NONE)
    assert fault.key == "pins.buttons.undo"
    assert str(fault.why).startswith(
        f"BCM {bcm} belongs to the ID EEPROM of a HAT. Free are BCM 4, 5"
    )


def test_a_lamp_on_a_pin_that_the_board_pulls_up_would_always_glow() -> None:
    assert "pins.lamps.red: A resistor on the board pulls BCM 2 up" in why(moved(red=2))
    assert why(moved(undo=2)) == ""


def test_a_buzzer_on_a_pin_that_is_pulled_up_at_the_start_would_sound() -> None:
    text = why(moved(buzzer=7))
    assert "pins.lamps.buzzer: The Pi pulls BCM 7 up while it starts" in text
    assert text.endswith("Free are BCM 14, 15, 26.")  # 4 and 8 would sound as well


NAMES = (*(f"buttons.{name}" for name in BUTTONS), *(f"lamps.{name}" for name in LAMPS))
ANY_PINS = st.permutations(range(LAST_BCM + 1)).map(
    lambda bcms: Pins(
        dict(zip(BUTTONS, bcms, strict=False)),
        dict(zip(LAMPS, bcms[len(BUTTONS) :], strict=False)),
    )
)
ANY_BUSES = st.builds(Buses, *[st.booleans()] * len(BUS_PINS))


@given(ANY_PINS, ANY_BUSES)
def test_a_table_without_faults_leaves_every_bus_that_is_on_alone(pins: Pins, on: Buses) -> None:
    kept = {0, 1}.union(*(taken for bus, taken in BUS_PINS.items() if getattr(on, bus)))
    disturbed = {f"pins.{key}" for key, bcm in pins.entries().items() if bcm in kept}
    glowing = {f"pins.lamps.{lamp}" for lamp, bcm in pins.lamps.items() if bcm in (2, 3)}
    sounding = {"pins.lamps.buzzer"} if pins.lamps["buzzer"] < 9 else set()
    assert {fault.key for fault in faults(pins, Lamps(), on)} == disturbed | glowing | sounding


@given(ANY_PINS, ANY_BUSES, st.sampled_from(NAMES), st.data())
def test_a_free_pin_cures_the_entry_that_moves_there(
    pins: Pins, on: Buses, key: str, data: st.DataObject
) -> None:
    kind, _, name = key.partition(".")
    free = [bcm for bcm in free_pins(pins, on) if name != "buzzer" or bcm > 8]
    if free:
        move = {name: data.draw(st.sampled_from(free))}
        cured = pins.changed(move, {}) if kind == "buttons" else pins.changed({}, move)
        assert f"pins.{key}" not in {fault.key for fault in faults(cured, Lamps(), on)}


def test_when_no_pin_is_free_it_is_said() -> None:
    assert "No other pin is free" in why(buses=Buses(spi=True, uart=True, one_wire=True))


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
