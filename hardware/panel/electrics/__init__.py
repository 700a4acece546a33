"""What a panel's parts draw from the Pi, and what would hurt the board or not work.

A lamp hangs between its pin and ground behind a resistor: its current is (3.3 V - what the LED
keeps for itself) / resistor. The buzzer hangs on a transistor, because it needs more than a pin
may give; buttons close their pin to ground against the Pi's own pull-ups.
"""

import math
from collections.abc import Iterator, Mapping
from enum import StrEnum

from companion.engine.sentence import Sentence
from companion.engine.unknown import no_such
from companion.engine.value import Value, field
from hardware.panel.electrics.strip import TAKEN_BY_STRIP, strip_faults
from hardware.panel.pins import (
    BUTTON_LAMPS,
    BUZZER,
    COLOURS,
    LAST_BCM,
    LIGHTABLE,
    RAGE_LAMPS,
    Pins,
)

SUPPLY_V = 3.3
# One pin: the pads of a Pi 3 or Zero are made for 16 mA, those of a Pi 4 for half as much
# (raspberrypi.com/documentation, "GPIO pads control"), those of a Pi 5 for 12 mA (RP1 peripherals,
# drive strengths). The smallest, for all.
MOST_PIN_MA = 8.0
# All pins together: the 3.3 V supply was designed for some 3 mA each of the first header's 17 pins
# ("GPIO pads control" again); those 51 mA, rounded down.
MOST_TOTAL_MA = 50.0
# What a pin itself adds at worst: a Pi 4 gives 4 mA at 2.6 V or more ("Voltage specifications").
PIN_OHM = 175
LEAST_SEEN_MA = 0.5  # below this a diffuse LED is hard to see across a lit table
LED_OHM = 470
BRIGHT_OHM = 220  # of a blue or white LED, which leaves the resistor less than half a volt
LEAST_OHM, MOST_OHM = 1.0, 100_000.0
BASE_OHM = 1000  # before the buzzer's transistor
LEAST_GAIN = 60  # of a 2N3904 at 50 mA (its data sheet); a BC547B has more
BASE_V = 0.7  # between base and emitter of a silicon NPN transistor when it conducts
BUZZER_MA = 30.0  # an active 3 V buzzer at most; through the transistor, from a 3.3 V pin

# Of a HAT; the Pi itself talks on them at every start. The camera's socket has its own wires, but
# on the same bus.
EEPROM_PINS = frozenset({0, 1})
PULLED_UP_AT_START = frozenset(range(9))  # BCM 0-8; the others down (BCM2835 peripherals, 6.2)
FIXED_PULL_UPS = frozenset({2, 3})  # 1.8 kOhm to 3.3 V on the board, for I2C

FREE, NONE_FREE = Sentence("Free are BCM {free}."), Sentence("No other pin is free.")
OF_A_HAT = Sentence("BCM {bcm} belongs to the ID EEPROM of a HAT. {instead}")
OF_A_BUS = Sentence(
    "{part} is on BCM {bcm}, which belongs to {bus} while that is on. Turn {bus} off, or take "
    "another pin. {instead}"
)
GLOWS = Sentence("A resistor on the board pulls BCM {bcm} up: {lamp} would always glow. {instead}")
SOUNDS = Sentence("The Pi pulls BCM {bcm} up while it starts: {lamp} would sound. {instead}")
NO_RESISTOR = Sentence("{ohm} ohms is no resistor for a lamp. {usual} is the usual one.")
TOO_MUCH = Sentence(
    "All lamps together may draw {total} mA, but all pins may give {most} mA. Take larger "
    "resistors; {usual} ohms for each will do."
)
TOO_BRIGHT = Sentence(
    "With {ohm} ohms the {light} LED of {lamp} may draw {current} mA, but a pin may give {most} "
    "mA. Take {least} ohms or more."
)
TOO_DARK = Sentence(
    "With {ohm} ohms the {light} LED of {lamp} gets {current} mA: too dark to see. Take {most} "
    "ohms or less."
)


class Light(StrEnum):
    """The colour that an LED gives."""

    RED = "red"
    YELLOW = "yellow"
    GREEN = "green"
    BLUE = "blue"
    WHITE = "white"


class ForwardVoltage(Value, frozen=True):
    """What an LED keeps for itself, in volts: at a small current, usually, and at most."""

    least_v: float
    usual_v: float
    most_v: float


# Most: Kingbright 5 mm data sheets at 20 mA (WP7113ID, YD, GD, QWC/D), and usual for red, yellow,
# green. Blue is a low-current type, at 2 mA (LVBC/D: 2.65 V usually, 3.0 V at most); an ordinary
# one may keep 4.0 V at 20 mA. White has 3.0 V at 10 and 3.3 V at 20 mA, which makes about 2.7 V at
# our 2 mA. Least: our estimate for 1 mA, low on purpose, because it sets the largest current.
FORWARD_VOLTAGES = {
    Light.RED: ForwardVoltage(1.6, 2.0, 2.5),
    Light.YELLOW: ForwardVoltage(1.7, 2.1, 2.5),
    Light.GREEN: ForwardVoltage(1.8, 2.2, 2.5),
    Light.BLUE: ForwardVoltage(2.4, 2.8, 3.0),
    Light.WHITE: ForwardVoltage(2.4, 2.8, 4.0),
}


USUAL_OHM: Mapping[Light, float] = {
    **dict.fromkeys(Light, LED_OHM),
    Light.BLUE: BRIGHT_OHM,
    Light.WHITE: BRIGHT_OHM,
}


class Lamps(Value, frozen=True):
    """The LEDs of a panel: resistors in ohms and colours; what is not named is as usual."""

    resistor_ohm: float | None = None  # of every lamp; None: by its light, as in USUAL_OHM
    ohms: Mapping[str, float] = field(default_factory=dict)
    colours: Mapping[str, Light] = field(default_factory=dict)
    without: tuple[str, ...] = ()  # lamps that are not fitted
    # Buttons with their lamp inside: a player's own, or one more lamp in Attack, Next or Undo.
    lit: tuple[str, ...] = ()

    def ohm(self, lamp: str) -> float:
        """Return a lamp's resistor."""
        of_all = self._usual_ohm(lamp) if self.resistor_ohm is None else self.resistor_ohm
        return self.ohms.get(lamp, of_all)

    def _usual_ohm(self, lamp: str) -> float:
        # Three more lamps with 220 ohms would take more than all pins may give.
        return LED_OHM if lamp in BUTTON_LAMPS else USUAL_OHM[self.light(lamp)]

    def light(self, lamp: str) -> Light:
        """Return the colour of a lamp's LED: the player's own, white in a button, else red."""
        usual = Light(lamp) if lamp in COLOURS else Light.RED
        return self.colours.get(lamp, Light.WHITE if lamp in BUTTON_LAMPS else usual)


class Buses(Value, frozen=True):
    """What is turned on in raspi-config and needs pins; Raspberry Pi OS ships with all off."""

    spi: bool = False
    i2c: bool = False
    uart: bool = False
    one_wire: bool = False


SPI = "spi"
BUS_PINS = {
    SPI: frozenset({7, 8, 9, 10, 11}),
    "i2c": frozenset({2, 3}),
    "uart": frozenset({14, 15}),
    "one_wire": frozenset({4}),
}


class Current(Value, frozen=True):
    """What a lamp draws, in milliamperes: at least, usually, at most."""

    least_ma: float
    usual_ma: float
    most_ma: float


class Fault(Value, frozen=True):
    """An entry of the settings that would hurt the board or not work, why, and what to do."""

    key: str  # as in dragonbag.toml: "pins.lamps.red"
    why: Sentence
    causes: tuple[str, ...] = ()  # entries that make it wrong where the key is as usual


def lamp_current(lamps: Lamps, lamp: str) -> Current:
    """Return what a lamp draws from its pin; the buzzer's pin feeds only the transistor."""
    if lamp == BUZZER:
        led, ohm = ForwardVoltage(BASE_V, BASE_V, BASE_V), float(BASE_OHM)
    else:
        led, ohm = FORWARD_VOLTAGES[lamps.light(lamp)], lamps.ohm(lamp)
    return Current(
        least_ma=_milliamperes(led.most_v, ohm + PIN_OHM),
        usual_ma=_milliamperes(led.usual_v, ohm),
        most_ma=_milliamperes(led.least_v, ohm),
    )


def _milliamperes(kept_v: float, ohm: float) -> float:
    return max(0.0, 1000 * (SUPPLY_V - kept_v) / ohm)


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
        *_pulled(pins, buses),
        *_resistors(lamps),
        *_currents(pins, lamps),
        *(Fault(*wrong) for wrong in (strip_faults(pins.strip) if pins.strip else ())),
    )


def _on(pins: Pins, buses: Buses) -> frozenset[str]:
    """Return the buses that are on: a strip needs SPI."""
    wanted = {bus for bus in BUS_PINS if getattr(buses, bus)}
    return frozenset(wanted | ({SPI} if pins.strip else set()))


def free_pins(pins: Pins, buses: Buses) -> tuple[int, ...]:
    """Return the BCM numbers that any button or lamp could take."""
    on = (BUS_PINS[bus] for bus in _on(pins, buses))
    taken = EEPROM_PINS.union(FIXED_PULL_UPS, pins.entries().values(), *on)
    return tuple(bcm for bcm in range(LAST_BCM + 1) if bcm not in taken)


def _instead(pins: Pins, buses: Buses, first: int = 0) -> Sentence:
    free = tuple(bcm for bcm in free_pins(pins, buses) if bcm >= first)
    return FREE.about(free=free) if free else NONE_FREE


def _shared(pins: Pins, buses: Buses) -> Iterator[Fault]:
    of_strip = pins.strip.entries() if pins.strip else {}
    for key, bcm in pins.entries().items():
        facts: dict[str, object] = {"part": key, "bcm": bcm, "instead": _instead(pins, buses)}
        if bcm in EEPROM_PINS:
            yield Fault(f"pins.{key}", OF_A_HAT.about(bcm=bcm, instead=facts["instead"]))
        for bus, taken in BUS_PINS.items():
            if key in of_strip or bcm not in taken or bus not in _on(pins, buses):
                continue
            if bus == SPI and pins.strip:
                why = TAKEN_BY_STRIP.about(**facts)
                yield Fault(f"pins.{key}", why, causes=("strip.kind", "strip"))
            else:
                why = OF_A_BUS.about(**facts, bus=bus)
                yield Fault(f"pins.{key}", why, causes=(f"buses.{bus}",))


def _pulled(pins: Pins, buses: Buses) -> Iterator[Fault]:
    for lamp, bcm in pins.lamps.items():
        if bcm in FIXED_PULL_UPS:
            why = GLOWS
        elif lamp == BUZZER and bcm in PULLED_UP_AT_START:
            why = SOUNDS
        else:
            continue
        first = len(PULLED_UP_AT_START) if lamp == BUZZER else 0
        facts = {"bcm": bcm, "lamp": lamp, "instead": _instead(pins, buses, first)}
        yield Fault(f"pins.lamps.{lamp}", why.about(**facts))


def _resistors(lamps: Lamps) -> Iterator[Fault]:
    given = {f"lamps.ohms.{lamp}": ohm for lamp, ohm in lamps.ohms.items()}
    if lamps.resistor_ohm is not None:
        given = {"lamps.resistor_ohm": lamps.resistor_ohm, **given}
    for key, ohm in given.items():
        if not LEAST_OHM <= ohm <= MOST_OHM:
            yield Fault(key, NO_RESISTOR.about(ohm=float(ohm), usual=LED_OHM))
    yield from _unknown(lamps)


def _unknown(lamps: Lamps) -> Iterator[Fault]:
    """Yield the entries that name a lamp or a button which no panel has."""
    known = (*COLOURS, *RAGE_LAMPS, *BUTTON_LAMPS)
    entries = (
        *((f"lamps.ohms.{lamp}", lamp, known) for lamp in lamps.ohms),
        *((f"lamps.colours.{lamp}", lamp, known) for lamp in lamps.colours),
        *(("lamps.without", lamp, (*COLOURS, *RAGE_LAMPS, BUZZER)) for lamp in lamps.without),
        *(("lamps.lit", button, LIGHTABLE) for button in lamps.lit),
    )
    for key, lamp, names in entries:
        if lamp not in names:
            yield Fault(key, no_such(lamp, names))


def _currents(pins: Pins, lamps: Lamps) -> Iterator[Fault]:
    if next(_resistors(lamps), None):
        return  # without resistors that make sense there are no currents
    for lamp in (*COLOURS, *RAGE_LAMPS, *BUTTON_LAMPS):
        if lamp in pins.lamps:
            yield from _current(lamps, lamp)
    total = total_current(lamps, pins)
    if total.most_ma > MOST_TOTAL_MA:
        why = TOO_MUCH.about(total=round(total.most_ma), most=MOST_TOTAL_MA, usual=LED_OHM)
        yield Fault("lamps.resistor_ohm", why, causes=("lamps.ohms", "lamps.colours"))


def _current(lamps: Lamps, lamp: str) -> Iterator[Fault]:
    current, light, ohm = lamp_current(lamps, lamp), lamps.light(lamp), lamps.ohm(lamp)
    facts: dict[str, object] = {"ohm": float(ohm), "light": light.value, "lamp": lamp}
    key = f"lamps.ohms.{lamp}" if lamp in lamps.ohms else "lamps.resistor_ohm"
    if current.most_ma > MOST_PIN_MA:
        least = math.ceil(1000 * (SUPPLY_V - FORWARD_VOLTAGES[light].least_v) / MOST_PIN_MA)
        facts |= {"current": round(current.most_ma, 1), "most": MOST_PIN_MA, "least": least}
        yield Fault(key, TOO_BRIGHT.about(**facts))
    if current.usual_ma < LEAST_SEEN_MA:
        most = math.floor(1000 * (SUPPLY_V - FORWARD_VOLTAGES[light].usual_v) / LEAST_SEEN_MA)
        facts |= {"current": round(current.usual_ma, 1), "most": most}
        yield Fault(key, TOO_DARK.about(**facts))
