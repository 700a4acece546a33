"""How a light strip is wired: which of its wires, and of its level shifter's legs, goes where.

The shifter is a 74AHCT125 (Texas Instruments, SCLS264): four gates that pass a level on while their
own leg OE is at ground. Legs that are not used must not hang in the air.
"""

from hardware.panel.pins.strip import CLOCK_BCM, DATA_BCM, Strip
from hardware.wiring.header import PIN_OF_BCM

PI, SHIFTER, STRIP = "Pi", "level shifter", "light strip"
FIVE_V_PIN, GROUND_PIN = 2, 6  # side by side, and no other part of the panel is on them
LEGS = ("1OE", "1A", "1Y", "2OE", "2A", "2Y", "GND", "3Y", "3A", "3OE", "4Y", "4A", "4OE", "VCC")
DATA_OHM = 330  # in the data wire, against ringing
CAPACITOR_UF = 1000  # across the strip's supply, against its jumps
DIODE = "1N4001"  # takes some 0.7 V from the supply, so that 3.3 V are enough for "on"
Join = tuple[tuple[str, int], tuple[str, int], str]  # from a pin to a pin, the wire's colour
RED, BLACK, DATA, CLOCK = "RD", "BK", "WH", "YE"  # codes of IEC 60757


def pads(strip: Strip) -> tuple[str, ...]:
    """Return the strip's own pads, counted from 1."""
    return ("5 V", "ground", "data", *(("clock",) if strip.has_clock else ()))


def joins(strip: Strip) -> tuple[Join, ...]:
    """Return every wire of the strip and its shifter."""
    data, clock = (PI, PIN_OF_BCM[DATA_BCM]), (PI, PIN_OF_BCM[CLOCK_BCM])
    power: tuple[Join, ...] = (
        ((PI, FIVE_V_PIN), (STRIP, 1), RED),
        ((PI, GROUND_PIN), (STRIP, 2), BLACK),
    )
    if not strip.is_shifted:
        direct: tuple[Join, ...] = ((data, (STRIP, 3), DATA), (clock, (STRIP, 4), CLOCK))
        return (*power, *direct[: len(pads(strip)) - 2])
    through: tuple[Join, ...] = (
        *((data, _leg("1A"), DATA), (_leg("1Y"), (STRIP, 3), DATA)),
        *((clock, _leg("2A"), CLOCK), (_leg("2Y"), (STRIP, 4), CLOCK)),
    )
    used = through if strip.has_clock else through[:2]
    return (*power, *used, *_still(strip))


def _still(strip: Strip) -> tuple[Join, ...]:
    """Return the wires of the shifter's supply, and of its legs that only stay where they are."""
    high = ("VCC", "3OE", "4OE") if strip.has_clock else ("VCC", "2OE", "3OE", "4OE")
    low = ("GND", "1OE", "3A", "4A", "2OE" if strip.has_clock else "2A")
    return (
        *(((PI, FIVE_V_PIN), _leg(name), RED) for name in high),
        *(((PI, GROUND_PIN), _leg(name), BLACK) for name in low),
    )


def _leg(name: str) -> tuple[str, int]:
    return SHIFTER, LEGS.index(name) + 1
