"""Drawings of what a builder must know first: the header, the breadboard, a circuit."""

from hardware.wiring import header
from hardware.wiring.breadboard import GROUND_PINS
from hardware.wiring.build import Build
from hardware.wiring.drawings.board import Look, draw_resistor
from hardware.wiring.drawings.dimensions import arrow
from hardware.wiring.drawings.svg import Drawing, Point

BOARD_MM = (56.0, 85.0)  # Raspberry Pi 3, 4, 5: mechanical drawings, raspberrypi.com
BOLD = {"font_weight": "bold"}
MIDDLE = {"text_anchor": "middle"}


def sheet(title: str, width_mm: float, height_mm: float) -> Drawing:
    """Return a white sheet with its title written at the top."""
    drawing = Drawing(width_mm, height_mm, title)
    drawing.rect((0, 0), width_mm, height_mm, fill="#fff")
    drawing.text((6, 10), title, 5.5, font_weight="bold")
    return drawing


def header_picture(_: Build) -> str:
    """Return a drawing of where the header is, and of how its pins are counted."""
    drawing = sheet("The header: where is pin 1?", 190, 214)
    _draw_pi(drawing, (10, 34))
    header.draw_base(drawing, (126, 40))
    header.draw_pins(drawing, (126, 40))
    arrow(drawing, (70, 50), (108, 44))
    for place, line in enumerate(HEADER_WORDS):
        drawing.text((10, 142 + 7 * place), line, 3.6)
    return drawing.to_text()


HEADER_WORDS = (
    "Hold the board as drawn. Count from the top:",
    "left, right, left, right: 1, 2, 3, 4 ... 40.",
    "Pin 1 is at the top left. Under the board",
    "its solder pad is square, all others are round.",
    f"Ground for this panel: pins {' and '.join(str(pin) for pin in GROUND_PINS.values())}.",
    "Never put a wire on pin 2 or 4 (5 V):",
    "5 V on any other pin kills the Pi.",
)


def _draw_pi(drawing: Drawing, corner: Point) -> None:
    x, y = corner
    width, height = BOARD_MM
    drawing.rect(corner, width, height, rx=3, fill="#dff0e2", stroke="#333", stroke_width=0.5)
    drawing.rect((x + 20, y - 3), 15, 14, fill="#ccc", stroke="#333", stroke_width=0.4)
    drawing.text((x + 27.5, y + 5), "SD card", 3.2, **MIDDLE)
    drawing.rect((x + 3, y + 70), 50, 18, fill="#ccc", stroke="#333", stroke_width=0.4)
    drawing.text((x + 28, y + 80), "USB and network", 3.6, **MIDDLE)
    for pin in range(1, header.LAST_PIN + 1):
        row, column = divmod(pin - 1, 2)
        at = (x + width - 6.5 + 2.54 * column, y + 7 + 2.54 * row)
        drawing.rect((at[0] - 0.9, at[1] - 0.9), 1.8, 1.8, fill="#c00" if pin == 1 else "#333")
    drawing.text((x + 30, y + 34), "the board", 4, **MIDDLE)
    drawing.text((x + 30, y + 39), "from above", 4, **MIDDLE)
    drawing.text((x, y - 8), "The red square is pin 1.", 3.6)


def strips_picture(_: Build) -> str:
    """Return a drawing of the holes that a breadboard connects."""
    drawing = sheet("What a breadboard joins inside", 206, 112)
    _draw_strips(drawing, (20, 30))
    words = (
        "Five holes a-e of a row are joined.",
        "Five holes f-j of a row are joined.",
        "The ditch parts a-e from f-j.",
        "No row is joined to the next row.",
        "A rail (− or +) is joined from top",
        "to bottom. On many boards it is parted",
        "in the middle: where its line has a gap.",
        "We use only the − rail beside column j.",
        "Some boards have − and + the other way",
        "round: go by the blue line, not the place.",
    )
    for place, line in enumerate(words):
        drawing.text((106, 34 + 7 * place), line, 3.6)
    return drawing.to_text()


def _draw_strips(drawing: Drawing, first: Point) -> None:
    x, y = first
    for row in range(10):
        for left in (0, 35):
            drawing.rect((x + left - 2, y + 7 * row - 2), 24, 4, rx=2, fill="#bfe3c4")
            for hole in range(5):
                at = (x + left + 5 * hole, y + 7 * row)
                drawing.rect((at[0] - 0.9, at[1] - 0.9), 1.8, 1.8, fill="#222")
        drawing.text((x - 5, y + 7 * row + 1.2), str(row + 1), 3.4, text_anchor="end")
    for place, name in enumerate("abcdefghij"):
        drawing.text((x + 5 * place + (10 if place > 4 else 0), y - 5), name, 3.6, **MIDDLE)
    for left, sign, fill in ((66, "−", "#b9ccf2"), (73, "+", "#f3c1c1")):
        for top in (0, 35):
            drawing.rect((x + left - 2, y + top - 2), 4, 32, rx=2, fill=fill)
            for hole in range(5):
                drawing.rect((x + left - 0.9, y + top + 7 * hole - 0.9), 1.8, 1.8, fill="#222")
        drawing.text((x + left, y - 5), sign, 5, **MIDDLE, **BOLD)
    drawing.text((x + 27.5, y + 74), "ditch", 3.4, **MIDDLE)


def circuit_picture(build: Build) -> str:
    """Return a drawing of the way of the current through a lamp and through a button."""
    drawing = sheet("A circuit is a round trip", 190, 92)
    for x, words in ((8, "lamp: the Pi pushes"), (104, "button: the Pi listens")):
        drawing.rect((x, 26), 24, 46, rx=2, fill="#dff0e2", stroke="#333", stroke_width=0.5)
        drawing.text((x + 12, 50), "Pi", 5, **MIDDLE)
        drawing.text((x, 22), words, 4, **BOLD)
        drawing.text((x + 12, 35), "its pin", 3.4, **MIDDLE)
        drawing.text((x + 12, 68), "ground", 3.4, **MIDDLE)
    drawing.line([(32, 34), (86, 34), (86, 66), (32, 66)], stroke="#c62828", stroke_width=1)
    ohm = build.lamps.ohm("red")
    draw_resistor(drawing, (60, 34), ohm, Look("lamp"), reach=9)
    drawing.text((59, 41), f"resistor {ohm:g} Ω: a narrow pipe", 3.0, **MIDDLE)
    drawing.circle((86, 50), 5, fill="#ff8a80", stroke="#000", stroke_width=0.5)
    drawing.text((86, 51.2), "LED", 3, **MIDDLE, **BOLD)
    drawing.text((79, 51.2), "one way only", 3, text_anchor="end")
    arrow(drawing, (66, 66), (56, 66), "#c62828")
    drawing.text((61, 71.5), "home to ground", 3, **MIDDLE)
    drawing.line([(128, 34), (170, 34), (170, 44)], stroke="#1546b0", stroke_width=1)
    drawing.line([(128, 66), (170, 66), (170, 56)], stroke="#111", stroke_width=1)
    drawing.line([(170, 56), (178, 46)], stroke="#111", stroke_width=1)
    drawing.text((166, 51), "press: the gap closes,", 3, text_anchor="end")
    drawing.text((166, 55), "the pin feels ground", 3, text_anchor="end")
    drawing.text((8, 84), "Ground is the way back, shared by everything: the black pins.", 4)
    return drawing.to_text()
