"""Which button and lamp is on which pin; the wiring guide is made from this table.

Numbers are BCM, as in gpiozero. Left free for other uses: 0 and 1 (ID EEPROM), 2 and 3 (I2C), 4
(1-wire), 14 and 15 (UART). Sixteen pins remain for nineteen parts, so three of SPI are used as well
(9, 10, 11). Raspberry Pi OS leaves SPI off unless somebody turns it on. A strip frees seven pins
and needs SPI. Lamps inside Attack, Next and Undo take 4, 14 and 15.
"""

from collections.abc import Collection, Mapping
from enum import StrEnum
from typing import Self

from companion.engine.errors import DragonbagError
from companion.engine.sentence import Sentence
from companion.engine.unknown import no_such
from companion.engine.value import Value, field
from hardware.panel.pins.strip import Strip

COLOURS = ("red", "green", "blue", "yellow")
RAGE_LAMPS = tuple(f"rage_{space}" for space in range(1, 8))
BUZZER = "buzzer"
LAST_BCM = 27  # the 40-pin header has BCM 0 to 27
OF_ENTRY = "{key}: {why}"  # nothing to translate
WITHOUT = Sentence("It has no pin.")
NO_BCM = Sentence("There is no BCM {bcm} on the header. It has 0 to {last}.")
BOTH = Sentence("{one} and {other} are both on BCM {bcm}. Move one of them.")


class Button(StrEnum):
    """A button of the panel; the value is what is engraved beside it."""

    RED = "red"
    GREEN = "green"
    BLUE = "blue"
    YELLOW = "yellow"
    ATTACK = "attack"
    NEXT = "next"
    UNDO = "undo"


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
    BUZZER: 26,
}
# The lamps inside buttons that have none of their own beside them. These pins stay free with a
# strip as well as without one.
BUTTON_LAMPS = {"attack": 4, "next": 14, "undo": 15}
LIGHTABLE = (*COLOURS, *BUTTON_LAMPS)  # buttons that may have their lamp inside


class WrongPins(DragonbagError, ValueError):
    """The pin table cannot work; the text says why, `key` is the wrong entry, such as "lamps.red".

    `other` is a second entry that may be the wrong one instead, "" if there is none.
    """

    def __init__(self, key: str, why: Sentence, other: str = "") -> None:
        """Keep the entries and the reason."""
        super().__init__(Sentence(OF_ENTRY, "", {"key": key, "why": why}))
        self.key = key
        self.why = why
        self.other = other


class Pins(Value, frozen=True):
    """A pin table: every button and fitted lamp of the panel -> BCM number, no number twice.

    `lit` are the buttons with their lamp inside. With a `strip` the Rage Track needs no pins.
    """

    buttons: Mapping[str, int] = field(default_factory=lambda: BUTTONS)
    lamps: Mapping[str, int] = field(default_factory=lambda: LAMPS)
    lit: tuple[str, ...] = ()
    strip: Strip | None = None

    def __post_init__(self) -> None:
        """Raise WrongPins if a name is missing or unknown, or a pin is used twice."""
        for kind, given, known in (
            ("buttons", self.buttons, BUTTONS),
            ("lamps", self.lamps, {**LAMPS, **BUTTON_LAMPS}),
        ):
            for name in given:
                if name not in known:
                    raise WrongPins(f"{kind}.{name}", no_such(name, known))
        for name in BUTTONS:
            if name not in self.buttons:
                raise WrongPins(f"buttons.{name}", WITHOUT)
        taken: dict[int, str] = {}
        for key, bcm in self.entries().items():
            if not 0 <= bcm <= LAST_BCM:
                raise WrongPins(key, NO_BCM.about(bcm=bcm, last=LAST_BCM))
            if bcm in taken:
                both = BOTH.about(one=taken[bcm], other=key, bcm=bcm)
                raise WrongPins(key, both, other=taken[bcm])
            taken[bcm] = key

    @property
    def lamp_names(self) -> tuple[str, ...]:
        """Return every lamp of the panel, those of a strip too."""
        return (*self.lamps, *(RAGE_LAMPS if self.strip else ()))

    def entries(self) -> dict[str, int]:
        """Return the whole table by entry: "buttons.red" -> BCM, buttons first, a strip last."""
        pins = {
            f"{kind}.{name}": bcm
            for kind, pins in (("buttons", self.buttons), ("lamps", self.lamps))
            for name, bcm in pins.items()
        }
        return pins | dict(self.strip.entries() if self.strip else {})

    def changed(
        self,
        buttons: Mapping[str, int],
        lamps: Mapping[str, int],
        without: Collection[str] = (),
        lit: Collection[str] = (),
        strip: Strip | None = None,
    ) -> Self:
        """Return the table with some entries on other pins, or raise WrongPins.

        without: the lamps that are not fitted, so that they need no pin. lit: the buttons whose
        lamp is inside.
        """
        left_out = {*without, *(BUTTON_LAMPS.keys() - {*lit}), *(RAGE_LAMPS if strip else ())}
        every = {**self.lamps, **BUTTON_LAMPS, **lamps}
        fitted = {name: bcm for name, bcm in every.items() if name not in left_out}
        inside = tuple(name for name in lit if name in fitted)
        return type(self)({**self.buttons, **buttons}, fitted, inside, strip)
