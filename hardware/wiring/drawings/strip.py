"""A drawing of how a light strip is wired; of the usual one where the panel has none."""

from hardware.panel.pins.strip import LEDS, Strip
from hardware.wiring.build import Build
from hardware.wiring.drawings.basics import BOLD, MIDDLE, sheet
from hardware.wiring.drawings.svg import Drawing, Point
from hardware.wiring.header import BCM_OF_PIN, NOT_GPIO
from hardware.wiring.strip import CAPACITOR_UF, DATA_OHM, DIODE, LEGS, PI, SHIFTER, joins, pads

WIDTH_MM, HEIGHT_MM = 190.0, 150.0
PI_X, CHIP_X, CHIP_Y, STRIP_X = 26.0, 78.0, 34.0, 150.0
LEG_MM, CHIP_MM = 9.0, 26.0
INKS = {"RD": "#c62828", "BK": "#111", "WH": "#1546b0", "YE": "#9a7400"}
EDGE = {"stroke": "#333", "stroke_width": 0.5}
AT_PI = {2: 34.0, 6: 98.0, 19: 46.0, 23: 73.0}


def strip_picture(build: Build) -> str:
    """Return the Pi's pins, the shifter with its legs, the strip, and every wire between them."""
    strip = build.pins.strip or Strip()
    drawing = sheet(f"A light strip: {strip.kind.value.upper()}", WIDTH_MM, HEIGHT_MM)
    ends = joins(strip)
    if strip.is_shifted:
        _draw_chip(drawing)
    _draw_strip(drawing, strip)
    for (start, pin), (end, leg), colour in ends:
        _draw_wire(drawing, (start, pin), (end, leg), INKS[colour])
    for pin in sorted({pin for (thing, pin), _, _ in ends if thing == PI}):
        _draw_pin(drawing, pin)
    for line, words in enumerate(_words(strip)):
        drawing.text((6, 118 + 6 * line), words, 3.4)
    return drawing.to_text()


def _words(strip: Strip) -> tuple[str, ...]:
    supply = (
        f"A {DIODE} in the red wire, its ring towards the strip, brings 5 V down."
        if strip.supply_v < 5
        else "Only here a wire is on pin 2 (5 V). It goes to nothing but the strip and its chip."
    )
    return (
        supply,
        f"{DATA_OHM} Ω in the data wire at the strip; {CAPACITOR_UF} µF, 10 V between its 5 V and",
        "its ground, + to 5 V. The arrows on the strip point away from the wires.",
        "Seen from above, the chip's notch is at the top. Legs of one colour are joined.",
        "Power off while you wire. Check with the meter: no beep from 5 V to any other pin.",
    )


def _leg_at(number: int) -> Point:
    if number <= len(LEGS) // 2:
        return CHIP_X, CHIP_Y + LEG_MM * (number - 1)
    return CHIP_X + CHIP_MM, CHIP_Y + LEG_MM * (len(LEGS) - number)


def _pad_at(number: int) -> Point:
    return STRIP_X, (34.0, 98.0, 56.0, 80.0)[number - 1]


def _at(end: tuple[str, int]) -> Point:
    thing, number = end
    if thing == PI:
        return PI_X, AT_PI[number]
    return _leg_at(number) if thing == SHIFTER else _pad_at(number)


def _draw_wire(drawing: Drawing, start: tuple[str, int], end: tuple[str, int], ink: str) -> None:
    """Draw a wire; legs that are held at a level get a short end in its colour."""
    (x1, y1), (x2, y2) = _at(start), _at(end)
    if end[0] == SHIFTER and start[0] == PI and start[1] in NOT_GPIO:
        out = -8 if x2 == CHIP_X else 8
        drawing.line([(x2, y2), (x2 + out, y2)], stroke=ink, stroke_width=1.1, data_leg=end[1])
        drawing.text((x2 + out * 1.2, y2 + 1.1), NOT_GPIO[start[1]], 2.6, fill=ink,
                     text_anchor="end" if out < 0 else "start")  # fmt: skip
        return
    way = [(x1, y1), (x2, y2)]
    if start[0] == SHIFTER:  # from the left row of legs round the chip's lower end
        below = 100.0 + 3 * (start[1] // 3) if y1 > CHIP_Y + 30 else 25.0
        left, right = x1 - 23 - start[1] / 2, STRIP_X - 14 - start[1]
        way = [(x1, y1), (left, y1), (left, below), (right, below), (right, y2), (x2, y2)]
    elif y1 in (34.0, 98.0) and end[0] != SHIFTER:
        over = 21.0 if y1 == 34.0 else 112.0
        way = [(x1, y1), (x1 + 8, y1), (x1 + 8, over), (x2 - 6, over), (x2 - 6, y2), (x2, y2)]
    drawing.line(way, stroke="#fff", stroke_width=2.2)
    drawing.line(way, stroke=ink, stroke_width=1.1)


def _draw_pin(drawing: Drawing, pin: int) -> None:
    at = PI_X, AT_PI[pin]
    drawing.circle(at, 2.9, fill="#fff", **EDGE)
    drawing.text((at[0], at[1] + 1), str(pin), 2.9, **MIDDLE, **BOLD)
    what = NOT_GPIO.get(pin) or f"BCM {BCM_OF_PIN[pin]}"
    drawing.text((at[0] - 4, at[1] + 1), what, 2.8, text_anchor="end")


def _draw_chip(drawing: Drawing) -> None:
    height = LEG_MM * (len(LEGS) / 2 - 1) + 8
    drawing.rect((CHIP_X, CHIP_Y - 4), CHIP_MM, height, rx=1.5, fill="#444", **EDGE)
    drawing.circle((CHIP_X + CHIP_MM / 2, CHIP_Y - 4), 2, fill="#fff")
    drawing.text((CHIP_X + CHIP_MM / 2, CHIP_Y + height + 1), "74AHCT125", 3.4, **MIDDLE, **BOLD)
    for number, name in enumerate(LEGS, 1):
        x, y = _leg_at(number)
        is_left = x == CHIP_X
        drawing.rect((x - 3 if is_left else x, y - 1), 3, 2, fill="#ccc", **EDGE)
        anchor = {"text_anchor": "start" if is_left else "end", "fill": "#fff"}
        drawing.text((x + 1 if is_left else x - 1, y + 1), f"{number} {name}", 2.6, **anchor)


def _draw_strip(drawing: Drawing, strip: Strip) -> None:
    drawing.rect((STRIP_X - 2, 28), 34, 76, rx=2, fill="#f4f1e6", **EDGE)
    for place in range(LEDS):
        drawing.rect((STRIP_X + 18, 32 + 10 * place), 7, 7, fill="#ffe9b0", **EDGE)
        drawing.text((STRIP_X + 21.5, 37 + 10 * place), str(place + 1), 3, **MIDDLE)
    for number, name in enumerate(pads(strip), 1):
        x, y = _pad_at(number)
        drawing.circle((x, y), 1.6, fill="#d9a066", **EDGE)
        drawing.text((x + 3, y + 1), name, 2.8)
