"""The panel on a breadboard: which leg of which part goes into which hole.

The board is the common one with 830 holes: 63 rows, five holes a-e and five holes f-j in each,
and two rails on either side. The drawings show exactly this list of parts.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from hardware.panel.electrics import BASE_OHM, Lamps, Light
from hardware.panel.pins import BUZZER, COLOURS, RAGE_LAMPS, Pins
from hardware.wiring.header import PIN_OF_BCM

LAST_ROW = 63
COLUMNS = "abcdefghij"
RAIL = "−"  # the ground rail at the right, beside column j
RAIL_ROWS = tuple(row for row in range(3, 62) if (row - 2) % 6)  # ten groups of five holes
RAIL_BREAK = 32  # many boards part their rails here: hence one ground wire for each half
GROUND_PINS = {"upper ground": 34, "lower ground": 39}  # far from the 5 V pins
BUZZER_SUPPLY_PIN = 17  # 3.3 V; the other one, pin 1, is beside a 5 V pin
PLAIN_BUTTONS = ("attack", "next", "undo")

FIRST_COLOUR_ROW, COLOUR_ROWS = 4, 5  # a button, its lamp and an empty row
FIRST_PLAIN_ROW, PLAIN_ROWS = 24, 3
# With a lamp in Attack, Next or Undo: each button with its lamp in the row below, no empty one.
LIT_ROWS, FIRST_LIT_PLAIN_ROW = 4, 20
FIRST_RAGE_ROW, RAGE_ROWS = 34, 3
BUZZER_ROW = 56


@dataclass(frozen=True, slots=True)
class Hole:
    """A hole of the breadboard: a column a-j or the ground rail, and a row 1-63."""

    column: str
    row: int

    def __post_init__(self) -> None:
        """Refuse a hole that the board does not have."""
        rows = RAIL_ROWS if self.column == RAIL else range(1, LAST_ROW + 1)
        if self.column not in (*COLUMNS, RAIL) or self.row not in rows:
            raise ValueError(f"the breadboard has no hole {self}")

    def __str__(self) -> str:
        """Say it as it is printed on the board, where rails have no numbers of their own."""
        return f"rail {self.row}" if self.column == RAIL else f"{self.column}{self.row}"


@dataclass(frozen=True, slots=True)
class HeaderPin:
    """A pin of the Pi by its physical number, 1-40."""

    number: int

    def __str__(self) -> str:
        """Say it as the guide does."""
        return f"pin {self.number}"


class Kind(StrEnum):
    """What a part is."""

    WIRE = "wire"
    BUTTON = "button"
    LAMP = "lamp"
    RESISTOR = "resistor"
    TRANSISTOR = "transistor"
    BUZZER = "buzzer"


@dataclass(frozen=True, slots=True)
class Part:
    """A part with its legs by name; `thing` is what it belongs to, such as "red lamp"."""

    thing: str
    kind: Kind
    legs: tuple[tuple[str, HeaderPin | Hole], ...]
    ohm: float = 0.0  # of a resistor
    light: Light | None = None  # of a lamp

    @property
    def pin(self) -> int | None:
        """Return the header pin that a wire begins at, None for everything else."""
        place = self.legs[0][1]
        return place.number if isinstance(place, HeaderPin) else None

    @property
    def holes(self) -> tuple[Hole, ...]:
        """Return the holes that this part sits in, in the order of its legs."""
        return tuple(place for _, place in self.legs if isinstance(place, Hole))


def layout(pins: Pins, lamps: Lamps | None = None) -> tuple[Part, ...]:
    """Return every part and wire of the panel, in the order in which the guide adds them."""
    lamps = lamps or Lamps()
    parts = [*_grounds()]
    is_lit = any(name in pins.lamps for name in PLAIN_BUTTONS)
    colour_rows, plain_rows = (LIT_ROWS, LIT_ROWS) if is_lit else (COLOUR_ROWS, PLAIN_ROWS)
    first_plain = FIRST_LIT_PLAIN_ROW if is_lit else FIRST_PLAIN_ROW
    for place, colour in enumerate(COLOURS):
        row = FIRST_COLOUR_ROW + colour_rows * place
        parts += _button(f"{colour} button", pins.buttons[colour], row)
        parts += _lamp(colour, pins, lamps, row + 3)
    for place, name in enumerate(PLAIN_BUTTONS):
        row = first_plain + plain_rows * place
        parts += _button(f"{name} button", pins.buttons[name], row)
        parts += _lamp(name, pins, lamps, row + 3)
    for place, name in enumerate(RAGE_LAMPS):
        parts += _lamp(name, pins, lamps, FIRST_RAGE_ROW + RAGE_ROWS * place)
    return (*parts, *(_buzzer(pins.lamps[BUZZER]) if BUZZER in pins.lamps else ()))


def _grounds() -> Iterator[Part]:
    for (thing, pin), row in zip(GROUND_PINS.items(), (RAIL_ROWS[0], RAIL_ROWS[-1]), strict=True):
        yield _wire(thing, HeaderPin(pin), Hole(RAIL, row))


def _button(thing: str, bcm: int, row: int) -> Iterator[Part]:
    """Yield a button over the ditch, wired at opposite corners.

    Some buttons join their legs along the board and some across it: opposite corners are apart in
    every button until it is pressed.
    """
    corners = ((f"{column}{at}", Hole(column, at)) for at in (row, row + 2) for column in "ef")
    yield Part(thing, Kind.BUTTON, tuple(corners))
    yield _wire(thing, HeaderPin(PIN_OF_BCM[bcm]), Hole("a", row + 2))
    yield _wire(thing, Hole("j", row), rail_hole(row))


def _lamp(name: str, pins: Pins, lamps: Lamps, row: int) -> Iterator[Part]:
    """Yield a lamp with its resistor; nothing if it is not fitted."""
    if name not in pins.lamps:
        return
    thing = f"{name} lamp"
    yield _wire(thing, HeaderPin(PIN_OF_BCM[pins.lamps[name]]), Hole("a", row))
    yield _resistor(thing, row, lamps.ohm(name))
    legs = (("long", Hole("j", row)), ("short", rail_hole(row)))
    yield Part(thing, Kind.LAMP, legs, light=lamps.light(name))


def _buzzer(bcm: int) -> Iterator[Part]:
    """Yield the buzzer between 3.3 V and a transistor, which the pin switches to ground."""
    row, thing = BUZZER_ROW, "buzzer"
    yield Part(thing, Kind.BUZZER, (("plus", Hole("e", row)), ("minus", Hole("f", row))))
    yield _wire(thing, HeaderPin(BUZZER_SUPPLY_PIN), Hole("a", row))
    names = ("collector", "base", "emitter")
    holes = tuple((name, Hole("h", row + 2 + place)) for place, name in enumerate(names))
    yield Part(thing, Kind.TRANSISTOR, holes)
    yield _wire(thing, Hole("i", row), Hole("i", row + 2))
    yield _resistor(thing, row + 3, BASE_OHM)
    yield _wire(thing, HeaderPin(PIN_OF_BCM[bcm]), Hole("a", row + 3))
    yield _wire(thing, Hole("j", row + 4), rail_hole(row + 4))


def _wire(thing: str, start: HeaderPin | Hole, end: Hole) -> Part:
    return Part(thing, Kind.WIRE, (("start", start), ("end", end)))


def _resistor(thing: str, row: int, ohm: float) -> Part:
    return Part(thing, Kind.RESISTOR, (("left", Hole("d", row)), ("right", Hole("g", row))), ohm)


def rail_hole(row: int) -> Hole:
    """Return the hole of the ground rail that is nearest to a row."""
    return Hole(RAIL, min(RAIL_ROWS, key=lambda at: (abs(at - row), -at)))
