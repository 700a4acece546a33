"""What a panel's parts draw from the Pi, and what would hurt the board or not work.

A lamp hangs between its pin and ground behind a resistor: its current is (3.3 V - what the LED
keeps for itself) / resistor. The buzzer hangs on a transistor, because it needs more than a pin
may give; buttons close their pin to ground against the Pi's own pull-ups.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from hardware.pins import BUZZER, COLOURS, RAGE_LAMPS, Pins

SUPPLY_V = 3.3
# One pin: 16 mA from the processor's own pads (Pi 1 to 4; G. van Loo, "BCM2835 GPIO pads control"),
# 12 mA from the RP1 chip of a Pi 5 (RP1 peripherals, drive strengths). The smaller one, for all.
MOST_PIN_MA = 12.0
# All pins together: what the pads' 3.3 V was made for; the same note says 51 mA.
MOST_TOTAL_MA = 50.0
LEAST_SEEN_MA = 0.5  # below this a diffuse LED is hard to see across a lit table
LED_OHM = 470
LEAST_OHM, MOST_OHM = 1.0, 100_000.0
BASE_OHM = 1000  # before the buzzer's transistor
BASE_V = 0.7  # between base and emitter of a silicon NPN transistor when it conducts
BUZZER_MA = 30.0  # an active 3 V buzzer at most; through the transistor, from a 3.3 V pin

EEPROM_PINS = frozenset({0, 1})  # of a HAT; the Pi itself talks on them at every start
PULLED_UP_AT_START = frozenset(range(9))  # BCM 0-8; the others down (BCM2835 peripherals, 6.2)
FIXED_PULL_UPS = frozenset({2, 3})  # 1.8 kOhm to 3.3 V on the board, for I2C


class Light(StrEnum):
    """The colour that an LED gives."""

    RED = "red"
    YELLOW = "yellow"
    GREEN = "green"
    BLUE = "blue"
    WHITE = "white"


@dataclass(frozen=True, slots=True)
class Led:
    """What an LED keeps for itself, in volts: at a small current, usually, and at most."""

    least_v: float
    usual_v: float
    most_v: float


# Usual and most: Kingbright 5 mm data sheets at 20 mA (WP7113ID, YD, GD, QBC/D, QWC/D). Least: the
# same curves near 1 mA, where a lamp of ours works, rounded down.
LEDS = {
    Light.RED: Led(1.6, 2.0, 2.5),
    Light.YELLOW: Led(1.7, 2.1, 2.5),
    Light.GREEN: Led(1.8, 2.2, 2.5),
    Light.BLUE: Led(2.6, 2.8, 4.0),
    Light.WHITE: Led(2.6, 2.8, 4.0),
}


@dataclass(frozen=True, slots=True)
class Lamps:
    """The LEDs of a panel: resistors in ohms and colours; what is not named is as usual."""

    resistor_ohm: float = LED_OHM
    ohms: Mapping[str, float] = field(default_factory=dict)
    colours: Mapping[str, Light] = field(default_factory=dict)

    def ohm(self, lamp: str) -> float:
        """Return a lamp's resistor."""
        return self.ohms.get(lamp, self.resistor_ohm)

    def light(self, lamp: str) -> Light:
        """Return the colour of a lamp's LED: the player's own, red on the Rage Track."""
        return self.colours.get(lamp, Light(lamp) if lamp in COLOURS else Light.RED)


@dataclass(frozen=True, slots=True)
class Buses:
    """What is turned on in raspi-config and needs pins; Raspberry Pi OS ships with all off."""

    spi: bool = False
    i2c: bool = False
    uart: bool = False
    one_wire: bool = False


BUS_PINS = {
    "spi": frozenset({7, 8, 9, 10, 11}),
    "i2c": frozenset({2, 3}),
    "uart": frozenset({14, 15}),
    "one_wire": frozenset({4}),
}


@dataclass(frozen=True, slots=True)
class Current:
    """What a lamp draws, in milliamperes: at least, usually, at most."""

    least_ma: float
    usual_ma: float
    most_ma: float


@dataclass(frozen=True, slots=True)
class Fault:
    """An entry of the settings that would hurt the board or not work, and why."""

    key: str  # as in dragonbag.toml: "pins.lamps.red"
    why: str


def lamp_current(lamps: Lamps, lamp: str) -> Current:
    """Return what a lamp draws from its pin; the buzzer's pin feeds only the transistor."""
    if lamp == BUZZER:
        base_ma = 1000 * (SUPPLY_V - BASE_V) / BASE_OHM
        return Current(base_ma, base_ma, base_ma)
    led, ohm = LEDS[lamps.light(lamp)], lamps.ohm(lamp)
    least, usual, most = (
        max(0.0, 1000 * (SUPPLY_V - volts) / ohm)
        for volts in (led.most_v, led.usual_v, led.least_v)
    )
    return Current(least, usual, most)


def total_current(lamps: Lamps, pins: Pins) -> Current:
    """Return what all pins draw together with every lamp lit and the buzzer sounding."""
    each = [lamp_current(lamps, lamp) for lamp in pins.lamps]
    return Current(
        sum(current.least_ma for current in each),
        sum(current.usual_ma for current in each),
        sum(current.most_ma for current in each),
    )


def faults(pins: Pins, lamps: Lamps, buses: Buses) -> tuple[Fault, ...]:
    """Return everything that would hurt the board or not work; () is a panel to build."""
    return (
        *_shared(pins, buses),
        *_pulled(pins),
        *_resistors(lamps),
        *_currents(pins, lamps),
    )


def _shared(pins: Pins, buses: Buses) -> Iterator[Fault]:
    for key, bcm in pins.entries().items():
        if bcm in EEPROM_PINS:
            yield Fault(f"pins.{key}", f"BCM {bcm} belongs to the ID EEPROM of a HAT")
        for bus, taken in BUS_PINS.items():
            if bcm in taken and getattr(buses, bus):
                yield Fault(
                    f"pins.{key}", f"BCM {bcm} belongs to {bus}, which is on (buses.{bus} = true)"
                )


def _pulled(pins: Pins) -> Iterator[Fault]:
    for lamp, bcm in pins.lamps.items():
        if bcm in FIXED_PULL_UPS:
            yield Fault(
                f"pins.lamps.{lamp}",
                f"BCM {bcm} is pulled up by a resistor on the board: it would always glow",
            )
        elif lamp == BUZZER and bcm in PULLED_UP_AT_START:
            yield Fault(
                f"pins.lamps.{lamp}",
                f"BCM {bcm} is pulled up while the Pi starts: it would sound; take one above 8",
            )


def _resistors(lamps: Lamps) -> Iterator[Fault]:
    for key, ohm in (
        ("lamps.resistor_ohm", lamps.resistor_ohm),
        *((f"lamps.ohms.{lamp}", ohm) for lamp, ohm in lamps.ohms.items()),
    ):
        if not LEAST_OHM <= ohm <= MOST_OHM:
            yield Fault(key, f"{ohm:g} ohms is no resistor for a lamp")
    for table, given in (("ohms", lamps.ohms), ("colours", lamps.colours)):
        for lamp in given:
            if lamp not in (*COLOURS, *RAGE_LAMPS):
                yield Fault(f"lamps.{table}.{lamp}", "the panel has no such lamp")


def _currents(pins: Pins, lamps: Lamps) -> Iterator[Fault]:
    if next(_resistors(lamps), None):
        return  # without resistors that make sense there are no currents
    for lamp in (*COLOURS, *RAGE_LAMPS):
        current, light = lamp_current(lamps, lamp), lamps.light(lamp)
        key = f"lamps.ohms.{lamp}" if lamp in lamps.ohms else "lamps.resistor_ohm"
        if current.most_ma > MOST_PIN_MA:
            yield Fault(
                key,
                f"{lamps.ohm(lamp):g} ohms let a {light} LED on {lamp} draw up to "
                f"{current.most_ma:.1f} mA; a pin may give {MOST_PIN_MA:g} mA; take "
                f"{_least_ohm(light)} ohms or more",
            )
        if current.usual_ma < LEAST_SEEN_MA:
            yield Fault(
                key,
                f"{lamps.ohm(lamp):g} ohms leave a {light} LED on {lamp} {current.usual_ma:.1f} "
                f"mA: too dark to see; {LEAST_SEEN_MA:g} mA is the least",
            )
    total = total_current(lamps, pins)
    if total.most_ma > MOST_TOTAL_MA:
        yield Fault(
            "lamps.resistor_ohm",
            f"all lamps together may draw {total.most_ma:.0f} mA; the Pi's pins may give "
            f"{MOST_TOTAL_MA:g} mA; take larger resistors",
        )


def _least_ohm(light: Light) -> int:
    return round(1000 * (SUPPLY_V - LEDS[light].least_v) / MOST_PIN_MA + 0.5)
