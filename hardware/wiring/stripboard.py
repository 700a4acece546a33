"""The soldered version: which leg goes into which hole of a piece of stripboard, and what is cut.

Every strip does one thing, always in the same columns: the wire from the Pi at the left, the part
that the strip is for, the wire to the panel, and at the right the wire that brings ground.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from string import ascii_uppercase

from hardware.panel.electrics import BASE_OHM, Lamps
from hardware.panel.pins import BUTTON_LAMPS, BUTTONS, BUZZER, COLOURS, RAGE_LAMPS, Pins
from hardware.wiring.breadboard import BUZZER_SUPPLY_PIN, GROUND_PINS
from hardware.wiring.header import PIN_OF_BCM

STRIPS, HOLES = 24, 20  # a common board of 65 x 95 mm has 24 strips of 37 holes: saw it off
PITCH_MM = 2.54
EDGE_MM = 2.0  # from the last hole to the board's edge, about
PI_HOLE, SECOND_PI_HOLE = 2, 4
RESISTOR_HOLES, RESISTOR_CUT = (3, 7), 5
LEAD_HOLE, GROUND_CUT, GROUND_HOLE = 8, 10, 12
LEG_HOLE = 9  # of a capacitor or the transistor, beside the lead
CAPACITOR_HOLES = (LEG_HOLE, 11)
BUS_HOLE = 14
SCREW_HOLES = ((2, 18), (23, 18))  # strip and hole that are widened to 3.2 mm
CAPACITOR_NF = 100


@dataclass(frozen=True, slots=True)
class Spot:
    """A hole of the board: its strip, 1-24 and written A-X, and its number from the left, 1-20."""

    strip: int
    hole: int

    def __post_init__(self) -> None:
        """Refuse a hole that the board does not have."""
        if not (1 <= self.strip <= STRIPS and 1 <= self.hole <= HOLES):
            raise ValueError(f"the stripboard has no strip {self.strip} with a hole {self.hole}")

    def __str__(self) -> str:
        """Say it as the drawing does."""
        return f"{letter_of(self.strip)}{self.hole}"


class Kind(StrEnum):
    """What a part is."""

    PI = "wire to the Pi"
    LEAD = "wire to the panel"
    RESISTOR = "resistor"
    CAPACITOR = "capacitor"
    TRANSISTOR = "transistor"
    BUS = "bare wire"


@dataclass(frozen=True, slots=True)
class Part:
    """A part with its legs by name; `thing` is what it belongs to, such as "red lamp".

    The far end of a wire is header pin `pin`, or the leg of its thing that its own leg is named
    after: "long" of a lamp, "pin" or "ground" of a button.
    """

    thing: str
    kind: Kind
    legs: tuple[tuple[str, Spot], ...]
    pin: int = 0
    ohm: float = 0.0


@dataclass(frozen=True, slots=True)
class Stripboard:
    """A board: its parts in the order of soldering, and the holes where a strip is cut."""

    parts: tuple[Part, ...]
    cuts: tuple[Spot, ...]


def letter_of(strip: int) -> str:
    """Return a strip's letter."""
    return ascii_uppercase[strip - 1]


def stripboard(pins: Pins, lamps: Lamps | None = None) -> Stripboard:
    """Return the board of a panel with these pins and LEDs; a lamp not fitted leaves a free strip.

    Lamps in buttons take those. A light strip has its own chip and is not on this board.

    Low parts come first, wires last, because a board that lies flat is easier to solder.
    """
    strip = iter(range(1, STRIPS + 1))
    parts = [*_buttons(pins, strip), *_lamps(pins, lamps or Lamps(), strip)]
    parts += _buzzer(pins, strip) if BUZZER in pins.lamps else ()
    last = next(strip)
    for hole, pin in zip((PI_HOLE, SECOND_PI_HOLE), GROUND_PINS.values(), strict=True):
        parts.append(_wire("ground", Kind.PI, "pi", Spot(last, hole), pin))
    bus = tuple((letter_of(each), Spot(each, BUS_HOLE)) for each in range(1, last + 1))
    order = (Kind.RESISTOR, Kind.BUS, Kind.CAPACITOR, Kind.TRANSISTOR, Kind.PI, Kind.LEAD)
    parts = sorted((Part("ground", Kind.BUS, bus), *parts), key=lambda part: order.index(part.kind))
    return Stripboard(tuple(parts), tuple(_cuts(parts)))


def _buttons(pins: Pins, strip: Iterator[int]) -> Iterator[Part]:
    for name in BUTTONS:
        thing, at = f"{name} button", next(strip)
        yield _wire(thing, Kind.PI, "pi", Spot(at, PI_HOLE), PIN_OF_BCM[pins.buttons[name]])
        yield _wire(thing, Kind.LEAD, "pin", Spot(at, LEAD_HOLE))
        yield _across(thing, Kind.CAPACITOR, at, CAPACITOR_HOLES)
        yield _wire(thing, Kind.LEAD, "ground", Spot(at, GROUND_HOLE))


def _lamps(pins: Pins, lamps: Lamps, strip: Iterator[int]) -> Iterator[Part]:
    inside = iter(_in_buttons(pins))
    for usual in (*COLOURS, *RAGE_LAMPS):
        at = next(strip)
        name = usual if usual in pins.lamps else next(inside, "")
        if not name:
            continue
        thing = f"{name} lamp"
        yield _wire(thing, Kind.PI, "pi", Spot(at, PI_HOLE), PIN_OF_BCM[pins.lamps[name]])
        yield _across(thing, Kind.RESISTOR, at, RESISTOR_HOLES, lamps.ohm(name))
        yield _wire(thing, Kind.LEAD, "long", Spot(at, LEAD_HOLE))
        yield _wire(thing, Kind.LEAD, "short", Spot(at, GROUND_HOLE))


def _in_buttons(pins: Pins) -> tuple[str, ...]:
    return tuple(name for name in BUTTON_LAMPS if name in pins.lamps)


def off_board(pins: Pins) -> tuple[str, ...]:
    """Return the lamps in buttons that find no free strip: their resistor is soldered to them."""
    free = sum(name not in pins.lamps for name in (*COLOURS, *RAGE_LAMPS))
    return _in_buttons(pins)[free:]


def _buzzer(pins: Pins, strip: Iterator[int]) -> Iterator[Part]:
    """Yield the buzzer's 3.3 V, and below it the transistor that lets its current out."""
    supply, collector, base, emitter = (next(strip) for _ in range(4))
    yield _wire(BUZZER, Kind.PI, "pi", Spot(supply, PI_HOLE), BUZZER_SUPPLY_PIN)
    yield _wire(BUZZER, Kind.LEAD, "plus", Spot(supply, LEAD_HOLE))
    yield _wire(BUZZER, Kind.LEAD, "minus", Spot(collector, LEAD_HOLE))
    yield _wire(BUZZER, Kind.PI, "pi", Spot(base, PI_HOLE), PIN_OF_BCM[pins.lamps[BUZZER]])
    yield _across(BUZZER, Kind.RESISTOR, base, RESISTOR_HOLES, BASE_OHM)
    legs = zip(("collector", "base", "emitter"), (collector, base, emitter), strict=True)
    yield Part(BUZZER, Kind.TRANSISTOR, tuple((leg, Spot(at, LEG_HOLE)) for leg, at in legs))


def _cuts(parts: Iterable[Part]) -> Iterator[Spot]:
    """Yield where strips are cut: under each resistor, and before ground wherever a part is."""
    for part in parts:
        if part.kind is Kind.RESISTOR:
            yield Spot(part.legs[0][1].strip, RESISTOR_CUT)
    grounded = {spot.strip for part in parts for leg, spot in part.legs if leg == "emitter"}
    used = {spot.strip for part in parts if part.thing != "ground" for _, spot in part.legs}
    yield from (Spot(strip, GROUND_CUT) for strip in sorted(used - grounded))


def _wire(thing: str, kind: Kind, leg: str, spot: Spot, pin: int = 0) -> Part:
    return Part(thing, kind, ((leg, spot),), pin)


def _across(thing: str, kind: Kind, strip: int, holes: tuple[int, int], ohm: float = 0) -> Part:
    legs = zip(("left", "right"), holes, strict=True)
    return Part(thing, kind, tuple((leg, Spot(strip, hole)) for leg, hole in legs), ohm=ohm)
