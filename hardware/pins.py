"""Which button and lamp is on which pin: the one truth that the wiring follows.

Numbers are BCM, as gpiozero counts. Kept free for others: 0 and 1 (ID EEPROM), 2 and 3 (I2C), 4
(1-wire), 14 and 15 (UART). Nineteen things on the sixteen pins that are left need three of SPI's
(9, 10, 11), which Raspberry Pi OS leaves off unless somebody turns it on.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

COLOURS = ("red", "green", "blue", "yellow")
RAGE_LAMPS = tuple(f"rage_{space}" for space in range(1, 8))
RESERVED = {0: "ID EEPROM", 1: "ID EEPROM", 2: "I2C", 3: "I2C", 4: "1-wire", 14: "UART", 15: "UART"}
LAST_BCM = 27  # the 40-pin header has BCM 0 to 27

BUTTONS = {
    "red": 17,
    "green": 27,
    "blue": 22,
    "yellow": 23,
    "attack": 24,
    "next": 25,
    "undo": 5,
}
LAMPS = {
    "red": 6,
    "green": 12,
    "blue": 13,
    "yellow": 16,
    "rage_1": 18,
    "rage_2": 19,
    "rage_3": 20,
    "rage_4": 21,
    "rage_5": 9,
    "rage_6": 10,
    "rage_7": 11,
    "buzzer": 26,
}


MODEL = Path("/proc/device-tree/model")


def default_kind(model: Path = MODEL) -> str:
    """Return "pins" on a Raspberry Pi and "mock" elsewhere."""
    is_pi = model.exists() and "Raspberry Pi" in model.read_text(errors="replace")
    return "pins" if is_pi else "mock"


class WrongPins(ValueError):
    """The pin table would not work; the text names the pin and why."""


@dataclass(frozen=True, slots=True)
class Pins:
    """A pin table: name -> BCM number, each number once and none that others need."""

    buttons: Mapping[str, int] = field(default_factory=lambda: BUTTONS)
    lamps: Mapping[str, int] = field(default_factory=lambda: LAMPS)

    def __post_init__(self) -> None:
        """Refuse a table that would not work with WrongPins."""
        taken: dict[int, str] = {}
        for name, bcm in [*self.buttons.items(), *self.lamps.items()]:
            if not 0 <= bcm <= LAST_BCM:
                raise WrongPins(f"{name}: there is no BCM {bcm} on the header")
            if bcm in RESERVED:
                raise WrongPins(f"{name}: BCM {bcm} belongs to {RESERVED[bcm]}")
            if bcm in taken:
                raise WrongPins(f"{name}: BCM {bcm} is already {taken[bcm]}")
            taken[bcm] = name
