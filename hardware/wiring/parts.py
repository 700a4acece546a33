"""The parts list of a panel for four players; part numbers are typical ones, others will do."""

import csv
import io
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from hardware.panel.electrics import BASE_OHM, Light
from hardware.panel.pins import BUZZER
from hardware.wiring.build import Build
from hardware.wiring.resistors import in_words

LED_EXAMPLES = {
    Light.RED: "Kingbright WP7113ID",
    Light.YELLOW: "Kingbright WP7113YD",
    Light.GREEN: "Kingbright WP7113GD",
    Light.BLUE: "Kingbright WP7113LVBC/D, for 2 mA (clear: rub it matt with sandpaper)",
    Light.WHITE: "Kingbright WP7113QWC/D (clear: rub it matt with sandpaper)",
}
LARGE = ("red", "green", "blue", "yellow", "attack")  # 30 mm buttons; the others 24 mm


@dataclass(frozen=True, slots=True)
class Item:
    """A line of the parts list."""

    count: int
    what: str
    example: str = ""


def parts_of(build: Build) -> tuple[Item, ...]:
    """Return everything to buy, the same things counted together."""
    return (
        Item(1, "Raspberry Pi with header, power supply, SD card of 8 GB or more", "Pi 4 Model B"),
        *_buttons(build),
        *_lamps(build),
        *_buzzer(),
        Item(1, "breadboard with 830 holes, for the first try", "BB830"),
        Item(7, "push button 6 × 6 mm with four legs, for the breadboard", "Omron B3F-1000"),
        Item(22, "jumper wire female to male, 20 cm, from the Pi to the board"),
        Item(9, "jumper wire male to male, on the board"),
        Item(1, "stranded wire 0.25 mm², 5 m in several colours, and heat shrink tube"),
        Item(1, "panel 260 × 120 mm, plywood 4 mm or acrylic 3 mm"),
        Item(1, "plywood 4 mm, 300 × 420 mm, for the other boards of the box"),
        Item(1, "square wooden strip 15 × 15 mm, 250 mm, for the box's corner blocks"),
        Item(4, "wood screw 3 × 16 mm, for the panel"),
        Item(4, "screw M2.5 × 10 mm with nut and spacer, for the Pi"),
    )


def _buttons(build: Build) -> Iterator[Item]:
    large = sum(name in LARGE for name in build.pins.buttons)
    yield Item(large, "momentary arcade button for a 30 mm hole", "Sanwa OBSF-30")
    yield Item(
        len(build.pins.buttons) - large,
        "momentary arcade button for a 24 mm hole",
        "Sanwa OBSF-24",
    )


def _lamps(build: Build) -> Iterator[Item]:
    names = [name for name in build.pins.lamps if name != BUZZER]
    lights = Counter(build.lamps.light(name) for name in names)
    for light, count in lights.items():
        yield Item(count, f"LED 5 mm, {light}, diffuse", LED_EXAMPLES[light])
    yield Item(len(names), "LED holder 5 mm for a 6.5 mm hole")
    ohms = Counter(build.lamps.ohm(name) for name in names)
    for ohm, count in ohms.items():
        yield _resistor(count, ohm)


def _buzzer() -> Iterator[Item]:
    yield Item(1, "active piezo buzzer that works from 3 V and takes 30 mA or less")
    yield Item(1, "NPN transistor in a TO-92 case", "BC547B, or 2N3904 (its legs are mirrored)")
    yield _resistor(1, BASE_OHM)


def _resistor(count: int, ohm: float) -> Item:
    try:
        example = in_words(ohm)
    except ValueError:
        example = ""  # no value of two digits: the shop's label must do
    return Item(count, f"resistor {ohm:g} Ω, 0.25 W, 5 %", example)


def parts_csv(build: Build) -> str:
    """Return the list for a spreadsheet or a shop's basket."""
    text = io.StringIO()
    lines = csv.writer(text, lineterminator="\n")
    lines.writerow(("count", "what", "example"))
    lines.writerows((part.count, part.what, part.example) for part in parts_of(build))
    return text.getvalue()
