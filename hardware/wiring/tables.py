"""Tables of the build guide in Markdown: pins, parts, power."""

from collections.abc import Iterable, Sequence

from hardware.panel.electrics import (
    BUZZER_MA,
    FORWARD_VOLTAGES,
    LEAST_SEEN_MA,
    MOST_PIN_MA,
    MOST_TOTAL_MA,
    PULLED_UP_AT_START,
    SUPPLY_V,
    Current,
    Light,
    lamp_current,
    total_current,
)
from hardware.panel.electrics.strip import MOST_STRIP_MA, runaway_ma, strip_ma
from hardware.panel.pins import BUZZER
from hardware.wiring.build import Build
from hardware.wiring.drawings.board import Look
from hardware.wiring.harness import wire_colour
from hardware.wiring.header import NOT_GPIO, PIN_OF_BCM
from hardware.wiring.parts import Group, Item, parts_of

GROUNDS = tuple(pin for pin, name in NOT_GPIO.items() if name == "ground")


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return a Markdown table."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(str(cell) for cell in line)} |" for line in lines) + "\n"


def nearest_ground(pin: int) -> int:
    """Return the ground pin that is the fewest rows away, the lower number first."""
    return min(GROUNDS, key=lambda ground: (abs((ground - 1) // 2 - (pin - 1) // 2), ground))


def pins_table(build: Build) -> str:
    """Return every button and lamp with its pin, counted both ways, and how its wire is drawn."""
    rows = []
    for key, bcm in build.pins.entries().items():
        kind, _, name = key.partition(".")
        kind = kind.removesuffix("s")
        pin = PIN_OF_BCM[bcm]
        thing = f"{name} {kind}" if name in build.pins.buttons or kind == "lamp" else name
        thing = thing.removesuffix(" lamp") if name.startswith(("rage", BUZZER)) else thing
        wire = (Look(thing).letter, wire_colour(name))
        rows.append((name, kind, bcm, pin, nearest_ground(pin), *wire))
    return table(("Name", "Kind", "BCM", "Pin", "Nearest ground", "Wire", "Its colour"), rows)


def parts_table(build: Build) -> str:
    """Return what to buy for a panel of four players, a table for each group, with its cost."""
    parts = parts_of(build)
    return "\n".join(_group(group, parts) for group in Group)


def _group(group: Group, parts: Sequence[Item]) -> str:
    mine = [part for part in parts if part.group is group]
    rows = ((part.count, part.what, part.example, part.search, _euros(*part.eur)) for part in mine)
    total = _euros(sum(part.eur[0] for part in mine), sum(part.eur[1] for part in mine))
    head = ("How many", "What", "For example", "Search for", "Euros")
    return f"**{group}**: {total} euros\n\n" + table(head, rows)


def _euros(least: int, most: int) -> str:
    return f"{least}–{most}" if most else ""


def power_table(build: Build) -> str:
    """Return what each lamp and all together draw, beside what the Pi's pins may give."""
    rows = [
        _power_row(f"{name} ({build.lamps.light(name)}, {build.lamps.ohm(name):g} Ω)", current)
        for name in build.pins.lamps
        if name != BUZZER
        for current in [lamp_current(build.lamps, name)]
    ]
    if BUZZER in build.pins.lamps:
        rows.append(_power_row("buzzer's transistor", lamp_current(build.lamps, BUZZER)))
    head = ("Lamp", "At least", "Usually", "At most", "Of one pin's limit")
    sound = BUZZER_TOLD if BUZZER in build.pins.lamps else ""
    lamps = (_total(build), _blue(build), _dark(build), _glowing(build))
    told = (*lamps, sound, _strip(build), SUPPLY_TOLD)
    return table(head, rows) + "\n" + "\n".join(f"- {line}" for line in told if line) + "\n"


BUZZER_TOLD = (
    f"**The buzzer** may take {BUZZER_MA:g} mA: too much for a pin. It gets them from a "
    f"{SUPPLY_V:g} V pin, and the transistor switches it; its pin gives the transistor a little. A "
    "piezo buzzer needs no diode; one with a coil does (1N4148 across it, the ring to +)."
)
SUPPLY_TOLD = "**The power supply** made for your Pi is strong enough for Pi and panel."


def _strip(build: Build) -> str:
    if (strip := build.pins.strip) is None:
        return ""
    return (
        f"**The strip** takes nothing from a pin, but up to {strip_ma(strip):.0f} mA from 5 V at "
        f"its brightness of {strip.brightness:g}; {runaway_ma():.0f} mA for a moment if a "
        f"disturbance lights it fully. {MOST_STRIP_MA:g} mA is what we let it take."
    )


def _total(build: Build) -> str:
    total = total_current(build.lamps, build.pins)
    return (
        f"**All lit at once:** usually {total.usual_ma:.0f} mA, at most {total.most_ma:.0f} mA of "
        f"the {MOST_TOTAL_MA:g} mA that all pins together may give "
        f"({total.most_ma / MOST_TOTAL_MA:.0%}); one pin may give {MOST_PIN_MA:g} mA."
    )


def _dark(build: Build) -> str:
    """Say which lamps an unlucky LED leaves dark: one that needs as many volts as it may."""
    lamps = [name for name in build.pins.lamps if name != BUZZER]
    dark = [n for n in lamps if lamp_current(build.lamps, n).least_ma < LEAST_SEEN_MA]
    if not dark:
        return ""
    return (
        f"**May stay dim or dark: {', '.join(dark)}.** Below {LEAST_SEEN_MA:g} mA a lamp is hard "
        f"to see. A pin has {SUPPLY_V:g} V; a white LED usually needs "
        f"{FORWARD_VOLTAGES[Light.WHITE].usual_v:g} V, but some need more than there is. Take "
        "another colour, a smaller resistor, or one that is sold for 2 mA (low current)."
    )


def _blue(build: Build) -> str:
    """Say which blue LED shines, and with which resistor."""
    blue = [n for n in build.pins.lamps if n != BUZZER and build.lamps.light(n) is Light.BLUE]
    if not blue:
        return ""
    led = FORWARD_VOLTAGES[Light.BLUE]
    return (
        f"**Blue** leaves its resistor little of the {SUPPLY_V:g} V, so that one is smaller "
        f"({build.lamps.ohm(blue[0]):g} Ω). These figures hold for a blue LED that is sold for "
        f"2 mA: it keeps {led.most_v:g} V at most. An ordinary one may keep up to 4 V at its "
        "20 mA: many shine all the same, but try yours on the breadboard."
    )


def _glowing(build: Build) -> str:
    lamps = [name for name, bcm in build.pins.lamps.items() if bcm in PULLED_UP_AT_START]
    if not lamps:
        return ""
    return (
        f"**Glows faintly while the Pi starts: {', '.join(lamps)}.** Until Dragonbag has the pins "
        "the Pi pulls BCM 0 to 8 up a little. That is no fault."
    )


def _power_row(what: str, current: Current) -> tuple[str, ...]:
    shown = (f"{ma:.1f} mA" for ma in (current.least_ma, current.usual_ma, current.most_ma))
    return what, *shown, f"{current.most_ma / MOST_PIN_MA:.0%}"
