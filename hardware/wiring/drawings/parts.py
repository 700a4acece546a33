"""A drawing of the parts that shows which leg is which."""

from hardware.panel.electrics import BASE_OHM
from hardware.panel.pins import BUZZER
from hardware.wiring.build import Build
from hardware.wiring.drawings.basics import BOLD, MIDDLE, sheet
from hardware.wiring.drawings.board import Look, draw_resistor
from hardware.wiring.drawings.svg import Drawing, Point
from hardware.wiring.resistors import value

LEG = {"stroke": "#777", "stroke_width": 1.2}
RESISTORS_AT, RESISTOR_MM = (128.0, 36.0), 19.0
OUTLINE = {"stroke": "#222", "stroke_width": 0.6}


def parts_picture(build: Build) -> str:
    """Return the LED, resistors, button, transistors and buzzer with names on their legs."""
    lamps = (name for name in build.pins.lamps if name != BUZZER)
    ohms = tuple(dict.fromkeys((*map(build.lamps.ohm, lamps), BASE_OHM)))
    below = max(102.0, RESISTORS_AT[1] + RESISTOR_MM * len(ohms) + 20)
    drawing = sheet("The parts, and which leg is which", 190, below + 58)
    _draw_led(drawing, (34, 34))
    _draw_resistors(drawing, RESISTORS_AT, ohms)
    _draw_button(drawing, (34, below + 16))
    _draw_transistor(drawing, (96, below + 6), "BC547", "CBE")
    _draw_transistor(drawing, (124, below + 6), "2N3904", "EBC")
    _draw_buzzer(drawing, (164, below + 10))
    return drawing.to_text()


def _draw_led(drawing: Drawing, at: Point) -> None:
    x, y = at
    dome = f"M {x - 8} {y + 16} V {y} A 8 8 0 0 1 {x + 8} {y} V {y + 16} Z"
    drawing.line([(x - 4, y + 20), (x - 4, y + 52)], **LEG)
    drawing.line([(x + 4, y + 20), (x + 4, y + 42)], **LEG)
    drawing.mark("path", d=dome, fill="#ff8a80", **OUTLINE)
    drawing.rect((x - 10, y + 16), 18, 4, fill="#ff8a80", **OUTLINE)
    drawing.text((x, y - 12), "LED (lamp)", 4.2, **MIDDLE, **BOLD)
    drawing.text((x - 6, y + 50), "long leg: +", 3.6, text_anchor="end")
    drawing.text((x + 7, y + 36), "short leg: −", 3.6)
    drawing.text((x + 7, y + 41), "to ground", 3.6)
    drawing.text((x + 11, y + 14), "flat rim on", 3.6)
    drawing.text((x + 11, y + 19), "the short side", 3.6)


def _draw_resistors(drawing: Drawing, at: Point, ohms: tuple[float, ...]) -> None:
    x, y = at
    drawing.text((x, y - 12), "Resistors: read from the end without gold", 4, **MIDDLE, **BOLD)
    for place, ohm in enumerate(ohms):
        top = y + RESISTOR_MM * place
        draw_resistor(drawing, (x, top), ohm, Look("lamp"), reach=34, size=2.2)
        drawing.text((x, top + 10), value(ohm), 3.8, **MIDDLE)
    below = y + RESISTOR_MM * len(ohms)
    drawing.text((x, below), "Either way round is right.", 3.6, **MIDDLE)


def _draw_button(drawing: Drawing, at: Point) -> None:
    x, y = at
    drawing.text((x, y - 26), "Button, from above", 4.2, **MIDDLE, **BOLD)
    for left, top, is_used in ((-1, -1, False), (1, -1, True), (-1, 1, True), (1, 1, False)):
        end = (x + 19 * left, y + 9 * top)
        drawing.line([(x, end[1]), end], **LEG)
        if is_used:
            drawing.circle(end, 2.2, fill="#fff", **OUTLINE)
    drawing.rect((x - 13, y - 13), 26, 26, rx=2, fill="#d8d8d8", **OUTLINE)
    drawing.circle((x, y), 8, fill="#fff", **OUTLINE)
    drawing.text((x + 19, y - 13), "ground", 3.6, **MIDDLE)
    drawing.text((x - 19, y + 16), "pin", 3.6, **MIDDLE)
    drawing.text((x, y + 24), "Legs over the ditch;", 3.6, **MIDDLE)
    drawing.text((x, y + 29), "use opposite corners.", 3.6, **MIDDLE)


def _draw_transistor(drawing: Drawing, at: Point, name: str, legs: str) -> None:
    x, y = at
    drawing.text((x, y - 8), name, 4.2, **MIDDLE, **BOLD)
    for place, leg in enumerate(legs):
        left = x + 5 * (place - 1)
        drawing.line([(left, y + 14), (left, y + 32)], **LEG)
        drawing.text((left, y + 37), leg, 3.8, **MIDDLE, **BOLD)
    drawing.rect((x - 8, y - 4), 16, 18, rx=1, fill="#555", **OUTLINE)
    drawing.text((x, y + 4), "flat side", 3, **MIDDLE, fill="#fff")
    drawing.text((x, y + 8), "to you", 3, **MIDDLE, fill="#fff")
    drawing.text((x, y + 44), "middle leg: B", 3, **MIDDLE)


def _draw_buzzer(drawing: Drawing, at: Point) -> None:
    x, y = at
    drawing.text((x, y - 16), "Active buzzer", 4.2, **MIDDLE, **BOLD)
    drawing.line([(x - 5, y + 12), (x - 5, y + 32)], **LEG)
    drawing.line([(x + 5, y + 12), (x + 5, y + 27)], **LEG)
    drawing.rect((x - 11, y - 8), 22, 20, rx=2, fill="#444", **OUTLINE)
    drawing.text((x - 5, y - 1), "+", 6, **MIDDLE, fill="#fff", **BOLD)
    drawing.text((x - 5, y + 38), "long: +", 3.6, **MIDDLE)
    drawing.text((x, y + 44), "3 V type", 3, **MIDDLE)


def draw_transistors(drawing: Drawing, at: Point) -> None:
    """Draw from above how each of the two types stands on the breadboard."""
    drawing.text(at, "The transistor from above:", 2.8, **BOLD)
    for shift, name, flat, words in ((12, "BC547", -1, "left"), (36, "2N3904", 1, "right")):
        x, y = at[0] + shift, at[1] + 17
        edge = x + 4 * flat
        rim = f"A 14 8 0 0 {1 if flat > 0 else 0} {edge} {y - 8}"
        body = f"M {edge} {y - 8} L {edge} {y + 8} {rim} Z"
        drawing.mark("path", d=body, fill="#dcdcdc", **OUTLINE)
        drawing.line([(edge, y - 8), (edge, y + 8)], stroke="#222", stroke_width=1.6)
        for place, leg in enumerate("CBE"):
            drawing.circle((x + 1.6 * flat, y + 5 * (place - 1)), 0.9, fill="#222")
            drawing.text((x - 1.8 * flat, y + 5 * (place - 1) + 1), leg, 3, **MIDDLE, **BOLD)
        drawing.text((x, y - 11), name, 3, **MIDDLE, **BOLD)
        drawing.text((x, y + 13), f"flat side {words}", 2.8, **MIDDLE)
