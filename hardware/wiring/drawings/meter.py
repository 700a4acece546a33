"""Where the meter's two probes go before the first power."""

from hardware.wiring import header
from hardware.wiring.build import Build
from hardware.wiring.drawings.basics import BOLD, MIDDLE, sheet
from hardware.wiring.drawings.svg import Drawing, Point

SUPPLY_PIN, FIVE_VOLT_PIN, GROUND_PIN = 1, 2, 6  # no wire of the panel ever sits on them
CHECKS = (
    (SUPPLY_PIN, GROUND_PIN, "3.3 V to ground"),
    (FIVE_VOLT_PIN, GROUND_PIN, "5 V to ground"),
    (SUPPLY_PIN, FIVE_VOLT_PIN, "3.3 V to 5 V"),
)
FIRST: Point = (40.0, 44.0)
LAST_DRAWN = 10
WORDS_X = 84.0
WORDS = (
    "The power supply is out of the wall.",
    "Meter on the beep (continuity).",
    "First without any wire of the panel: note which",
    "of the three beep. Then with all wires in place.",
    "No beep: good. Black and red probe may be swapped.",
    "A short beep that stops: the Pi's capacitors. Good.",
    "A beep that stays, and was not there without the",
    "wires: a short. Do not plug the power in.",
)


def meter_picture(_: Build) -> str:
    """Return the upper end of the header with the three pairs of pins to try."""
    drawing = sheet("Before the first power: three checks", 206, 132)
    for pin in range(1, LAST_DRAWN + 1):
        header.draw_pin(drawing, pin, header.pin_at(pin, FIRST))
    for pin in (SUPPLY_PIN, FIVE_VOLT_PIN, GROUND_PIN):
        _draw_tags(drawing, pin)
    drawing.text((FIRST[0] - 12, FIRST[1] + 44), "… down to pin 40", 3, fill="#444")
    for row, (one, other, words) in enumerate(CHECKS):
        told = f"{row + 1}. pin {one} and pin {other}: {words}"
        drawing.text((WORDS_X, 34 + 7 * row), told, 3.8)
    drawing.text((WORDS_X, 26), "Touch with the probes:", 4, **BOLD)
    for row, line in enumerate(WORDS):
        drawing.text((WORDS_X, 62 + 6.4 * row), line, 3.6)
    return drawing.to_text()


def _draw_tags(drawing: Drawing, pin: int) -> None:
    """Write beside a pin what it carries, and the numbers of the checks that touch it."""
    x, y = header.pin_at(pin, FIRST)
    side = -1 if pin % 2 else 1
    numbers = [row + 1 for row, check in enumerate(CHECKS) if pin in check[:2]]
    for place, number in enumerate(numbers):
        centre = (x + side * (6 + 5.4 * place), y)
        drawing.circle(centre, 2.4, fill="#fff", stroke="#1546b0", stroke_width=0.6)
        drawing.text((centre[0], y + 1.1), str(number), 3.2, **MIDDLE, **BOLD, fill="#1546b0")
    end = (x + side * (4 + 5.4 * len(numbers)), y + 1.1)
    drawing.text(end, header.NOT_GPIO[pin], 3, text_anchor="end" if side < 0 else "start")
