"""Tables of the build guide in Markdown: pins, parts, power."""

from collections.abc import Iterable, Sequence

from hardware.electrics import (
    BUZZER_MA,
    LEAST_SEEN_MA,
    MOST_PIN_MA,
    MOST_TOTAL_MA,
    SUPPLY_V,
    Current,
    lamp_current,
    total_current,
)
from hardware.pins import BUZZER
from hardware.wiring.board_drawing import Look
from hardware.wiring.build import Build
from hardware.wiring.header import NOT_GPIO, PIN_OF_BCM
from hardware.wiring.parts import parts_of

GROUNDS = tuple(pin for pin, name in NOT_GPIO.items() if name == "ground")


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return a Markdown table."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(str(cell) for cell in line)} |" for line in lines) + "\n"


def nearest_ground(pin: int) -> int:
    """Return the ground pin that is the fewest rows away, the lower number first."""
    return min(GROUNDS, key=lambda ground: (abs((ground - 1) // 2 - (pin - 1) // 2), ground))


def pins_table(build: Build) -> str:
    """Return every button and lamp with its pin, counted both ways, and its wire's letter."""
    rows = []
    for key, bcm in build.pins.entries().items():
        kind, _, name = key.partition(".")
        kind = kind.removesuffix("s")
        pin = PIN_OF_BCM[bcm]
        thing = f"{name} {kind}" if name in build.pins.buttons or kind == "lamp" else name
        thing = thing.removesuffix(" lamp") if name.startswith(("rage", BUZZER)) else thing
        rows.append((name, kind, bcm, pin, nearest_ground(pin), Look(thing).letter))
    return table(("Name", "Kind", "BCM", "Pin", "Nearest ground", "Wire"), rows)


def parts_table(build: Build) -> str:
    """Return what to buy for a panel of four players."""
    rows = ((part.count, part.what, part.example) for part in parts_of(build))
    return table(("How many", "What", "For example"), rows)


def power_table(build: Build) -> str:
    """Return what each lamp and all together draw, beside what the Pi's pins may give."""
    rows = [
        _power_row(f"{name} ({build.lamps.light(name)}, {build.lamps.ohm(name):g} Ω)", current)
        for name in build.pins.lamps
        if name != BUZZER
        for current in [lamp_current(build.lamps, name)]
    ]
    rows.append(_power_row("buzzer's transistor", lamp_current(build.lamps, BUZZER)))
    total = total_current(build.lamps, build.pins)
    share = total.most_ma / MOST_TOTAL_MA
    sentences = (
        f"All lit at once: usually {total.usual_ma:.0f} mA, at most {total.most_ma:.0f} mA of the "
        f"{MOST_TOTAL_MA:g} mA that all pins may give ({share:.0%}); one pin may give "
        f"{MOST_PIN_MA:g} mA. Below {LEAST_SEEN_MA:g} mA a lamp is hard to see: a blue or white "
        f"LED that needs {SUPPLY_V:g} V or more stays dark, take one of 3 V. The buzzer takes up "
        f"to {BUZZER_MA:g} mA from a {SUPPLY_V:g} V pin, which has enough. Any power supply made "
        "for the Pi is strong enough for Pi and panel.\n"
    )
    head = ("Lamp", "At least", "Usually", "At most", "Of one pin's limit")
    return table(head, rows) + "\n" + sentences


def _power_row(what: str, current: Current) -> tuple[str, ...]:
    shown = (f"{ma:.1f} mA" for ma in (current.least_ma, current.usual_ma, current.most_ma))
    return what, *shown, f"{current.most_ma / MOST_PIN_MA:.0%}"
