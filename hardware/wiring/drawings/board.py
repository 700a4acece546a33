"""Draws the breadboard and its parts; parts of earlier steps are grey."""

from dataclasses import dataclass

from hardware.panel.electrics import Light
from hardware.wiring import header
from hardware.wiring.breadboard import (
    COLUMNS,
    LAST_ROW,
    RAIL,
    RAIL_ROWS,
    Kind,
    Part,
)
from hardware.wiring.drawings.svg import Drawing, Point
from hardware.wiring.resistors import rings_or_none
from hardware.wiring.routes import COLUMN_STEPS, HOLE_MM, TAG_X, at, hole_at

GREY = "#b4b4b4"
# Dark enough for a thin line on white; the letter says the same in black and white.
INK = {
    "red": "#c62828",
    "green": "#1b7a2f",
    "blue": "#1546b0",
    "yellow": "#9a7400",
    "attack": "#6a1b9a",
    "next": "#00695c",
    "undo": "#5d4037",
    "buzzer": "#37474f",
    "rage": "#bf4b00",
}
GROUND_INK = "#111"
LIT = {
    Light.RED: "#ff8a80",
    Light.GREEN: "#81d38a",
    Light.BLUE: "#90b4f5",
    Light.YELLOW: "#ffe066",
    Light.WHITE: "#ffffff",
}
LEFT_RAILS = {"+": 0, "−": 1}
RIGHT_RAILS = {"−": COLUMN_STEPS[RAIL], "+": COLUMN_STEPS[RAIL] + 1}


@dataclass(frozen=True, slots=True)
class Look:
    """How a part is drawn: in which colour, and whether this step is about it."""

    thing: str
    is_now: bool = True

    @property
    def ink(self) -> str:
        """Return the colour of its lines."""
        name = self.thing.partition(" ")[0].partition("_")[0]
        return INK.get(name, GROUND_INK) if self.is_now else GREY

    @property
    def letter(self) -> str:
        """Return its short name: R for a button, RL for its lamp, 1-7, Z for the buzzer."""
        name, _, kind = self.thing.partition(" ")
        if name.startswith("rage_"):
            return name[-1]
        if kind == "lamp":
            return name[0].upper() + "L"
        return {"upper": "GND", "lower": "GND", "buzzer": "Z"}.get(name, name[0].upper())

    def fill(self, colour: str) -> str:
        """Return a surface's colour, pale grey when this step is about something else."""
        return colour if self.is_now else "#ececec"


def letter(part: Part) -> str:
    """Return what is written on a wire: its thing's letter, or that it brings 3.3 V."""
    brings_supply = part.pin is not None and header.NOT_GPIO.get(part.pin) == "3.3 V"
    return "3V3" if brings_supply else Look(part.thing).letter


def draw_board(drawing: Drawing) -> None:
    """Draw the empty breadboard with its rows, columns and rails."""
    corner, far = at(-0.8, -0.9), at(RIGHT_RAILS["+"] + 1.9, LAST_ROW + 1.4)
    width, height = far[0] - corner[0], far[1] - corner[1]
    drawing.rect(corner, width, height, rx=2, fill="#fdfcf7", stroke="#555", stroke_width=0.4)
    ditch = at(COLUMN_STEPS["e"] + 1, 0.3)
    drawing.rect(ditch, HOLE_MM, HOLE_MM * 63.4, fill="#e4e1d6")
    for sign, step in (*LEFT_RAILS.items(), *RIGHT_RAILS.items()):
        _draw_rail(drawing, sign, step)
    rows = range(1, LAST_ROW + 1)
    _draw_holes(drawing, [at(COLUMN_STEPS[name], row) for row in rows for name in COLUMNS])
    for column in COLUMNS:
        for row in (0.2, LAST_ROW + 1.1):
            drawing.text(at(COLUMN_STEPS[column], row), column, 2.8, text_anchor="middle")


def draw_row_numbers(drawing: Drawing) -> None:
    """Write the row numbers, each on white, so that a wire may pass behind."""
    for row in range(1, LAST_ROW + 1):
        weight = "bold" if row % 5 == 0 else "normal"
        for column in (COLUMN_STEPS["a"] - 0.85, RIGHT_RAILS["+"] + 1.2):
            x, y = at(column, row)
            drawing.rect((x - 1.6, y - 1.1), 3.2, 2.2, fill="#fdfcf7")
            drawing.text((x, y + 0.8), str(row), 2.1, text_anchor="middle", font_weight=weight)


def _draw_rail(drawing: Drawing, sign: str, step: int) -> None:
    colour = "#1546b0" if sign == "−" else "#c62828"
    side = -0.5 if step in (0, RIGHT_RAILS["−"]) else 0.5
    ends = [at(step + side, RAIL_ROWS[0] - 0.5), at(step + side, RAIL_ROWS[-1] + 0.5)]
    drawing.line(ends, stroke=colour, stroke_width=0.4)
    for row in (0.3, LAST_ROW + 1.2):  # beside the columns' letters: ground wires cross the rows
        drawing.text(at(step, row), sign, 4, text_anchor="middle", fill=colour, font_weight="bold")
    _draw_holes(drawing, [at(step, row) for row in RAIL_ROWS])


def _draw_holes(drawing: Drawing, centres: list[Point]) -> None:
    """Draw all in one mark, which keeps the files small."""
    squares = [f"M{x - 0.6:.1f} {y - 0.6:.1f}h1.2v1.2h-1.2z" for x, y in centres]
    drawing.mark("path", d="".join(squares), fill="#8f8f88")


def draw_wire(drawing: Drawing, part: Part, way: list[Point], look: Look) -> None:
    """Draw a wire with a white rim, so that crossings stay readable, and a foot in each hole."""
    is_ground = part.pin is None
    ink = look.ink if not is_ground else Look("ground", look.is_now).ink
    drawing.line(way, stroke="#fff", stroke_width=2.0)
    drawing.line(way, stroke=ink, stroke_width=1.1, stroke_linejoin="round", data_wire=part.thing)
    for foot in way[:1] + way[-1:]:
        drawing.circle(foot, 0.9 if is_ground or foot is way[-1] else 0.6, fill=ink)


def draw_tags(drawing: Drawing, part: Part, way: list[Point], look: Look) -> None:
    """Write a header wire's letter near both of its ends."""
    is_on_rail = part.holes[-1].column == RAIL
    at_board = at(1.8, 1)[0]
    height = way[-2][1] if is_on_rail else way[-1][1]
    for centre in ((TAG_X - 1, way[-3 if not is_on_rail else -4][1]), (at_board, height)):
        _tag(drawing, centre, letter(part), look)


def _tag(drawing: Drawing, centre: Point, words: str, look: Look) -> None:
    width = 6.4 if len(words) > 2 else 4.8
    corner = (centre[0] - width / 2, centre[1] - 1.6)
    drawing.rect(corner, width, 3.2, rx=1, fill="#fff", stroke=look.ink, stroke_width=0.5)
    drawing.text(
        (centre[0], centre[1] + 0.95),
        words,
        2.6,
        text_anchor="middle",
        font_weight="bold",
        fill="#000" if look.is_now else "#888",
    )


def draw_part(drawing: Drawing, part: Part, look: Look) -> None:
    """Draw anything but a wire."""
    DRAW[part.kind](drawing, part, look)


def _draw_button(drawing: Drawing, part: Part, look: Look) -> None:
    corners = [hole_at(hole) for hole in part.holes]
    x, y = (corners[0][0] + corners[1][0]) / 2, (corners[0][1] + corners[2][1]) / 2
    for corner in corners:
        drawing.line([corner, (x, corner[1])], stroke=look.fill("#555"), stroke_width=1.6)
        drawing.circle(corner, 0.8, fill=look.fill("#333"))
    drawing.rect((x - 4.7, y - 4.7), 9.4, 9.4, rx=0.8, fill=look.fill("#d8d8d8"), stroke=look.ink)
    drawing.circle((x, y), 3.1, fill=look.fill("#fff"), stroke=look.ink, stroke_width=0.9)
    _centred(drawing, (x, y + 1.2), look.letter, 3.4, look)


def _draw_resistor(drawing: Drawing, part: Part, look: Look) -> None:
    ends = [hole_at(hole) for hole in part.holes]
    x, y = (ends[0][0] + ends[1][0]) / 2, ends[0][1]
    draw_resistor(drawing, (x, y), part.ohm, look, reach=(ends[1][0] - ends[0][0]) / 2)
    for end in ends:
        drawing.circle(end, 0.8, fill=look.fill("#333"))
    drawing.text((x, y + 4.2), f"{part.ohm:g} Ω", 2.1, text_anchor="middle", fill=look.fill("#000"))


def draw_resistor(
    drawing: Drawing, centre: Point, value_ohm: float, look: Look, reach: float, size: float = 1.0
) -> None:
    """Draw a resistor lying, with its colour bands, the golden one at the right.

    A value that four rings cannot tell is drawn without any.
    """
    x, y = centre
    drawing.line(
        [(x - reach, y), (x + reach, y)], stroke=look.fill("#777"), stroke_width=0.8 * size
    )
    corner = (x - 5.2 * size, y - 1.7 * size)
    edge = {"stroke": look.ink if look.is_now else GREY, "stroke_width": 0.3 * size}
    drawing.rect(corner, 10.4 * size, 3.4 * size, rx=1.2 * size, fill=look.fill("#ecd9b0"), **edge)
    for shift, (_, colour) in zip((-3.6, -1.8, 0, 3.2), rings_or_none(value_ohm), strict=False):
        left = (x + (shift - 0.5) * size, y - 1.7 * size)
        drawing.rect(left, 1.0 * size, 3.4 * size, fill=look.fill(colour))


def _draw_lamp(drawing: Drawing, part: Part, look: Look) -> None:
    long, short = (hole_at(hole) for hole in part.holes)
    x, y = (long[0] + short[0]) / 2, (long[1] + short[1]) / 2
    for end in (long, short):
        drawing.line([end, (x, y)], stroke=look.fill("#777"), stroke_width=0.9)
        drawing.circle(end, 0.8, fill=look.fill("#333"))
    colour = LIT[part.light or Light.RED]
    drawing.circle((x, y), 3.9, fill=look.fill(colour), stroke=look.ink, stroke_width=0.5)
    flat = [(x + 3.2, y - 2.4), (x + 3.2, y + 2.4)]  # the rim is flat on the short leg's side
    drawing.line(flat, stroke=look.ink, stroke_width=1.2)
    _centred(drawing, (long[0] + 0.6, y - 1.3), "+", 3.4, look)
    _centred(drawing, (x - 0.3, y + 1), look.letter, 2.8, look)


def _draw_transistor(drawing: Drawing, part: Part, look: Look) -> None:
    holes = [hole_at(hole) for hole in part.holes]
    x, y = holes[1]
    flat = f"M {x - 2.6} {y - 5.4} L {x - 2.6} {y + 5.4}"  # a BC547; a 2N3904 the other way round
    body = f"{flat} A 9 5.4 0 0 0 {x - 2.6} {y - 5.4} Z"
    drawing.mark("path", d=body, fill=look.fill("#dcdcdc"), stroke=look.ink, stroke_width=0.6)
    for name, (hole_x, hole_y) in zip("CBE", holes, strict=True):
        drawing.circle((hole_x, hole_y), 0.6, fill=look.fill("#333"))
        _centred(drawing, (hole_x + 2.0, hole_y + 0.9), name, 2.4, look)
    drawing.line([(x - 2.6, y - 5.4), (x - 2.6, y + 5.4)], stroke=look.ink, stroke_width=1.4)


def _draw_buzzer(drawing: Drawing, part: Part, look: Look) -> None:
    plus, minus = (hole_at(hole) for hole in part.holes)
    x, y = (plus[0] + minus[0]) / 2, plus[1]
    drawing.circle((x, y), 9.4, fill=look.fill("#e8e8e8"), stroke=look.ink, stroke_width=0.7)
    drawing.circle((x, y), 1.4, fill=look.fill("#333"))
    for end, sign in ((plus, "+"), (minus, "−")):
        drawing.circle(end, 0.8, fill=look.fill("#333"))
        _centred(drawing, (end[0], end[1] - 1.4), sign, 3.4, look)
    _centred(drawing, (x, y - 4), look.letter, 3.4, look)


def _centred(drawing: Drawing, where: Point, words: str, size: float, look: Look) -> None:
    fill = "#000" if look.is_now else "#888"
    drawing.text(where, words, size, text_anchor="middle", font_weight="bold", fill=fill)


DRAW = {
    Kind.BUTTON: _draw_button,
    Kind.RESISTOR: _draw_resistor,
    Kind.LAMP: _draw_lamp,
    Kind.TRANSISTOR: _draw_transistor,
    Kind.BUZZER: _draw_buzzer,
}
