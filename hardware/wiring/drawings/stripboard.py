"""Draws the soldered board: from above with its parts, and from below with what is cut."""

from collections.abc import Iterable

from hardware.panel.pins import Pins
from hardware.wiring.build import Build
from hardware.wiring.drawings.basics import BOLD, MIDDLE, sheet
from hardware.wiring.drawings.board import Look, draw_resistor
from hardware.wiring.drawings.svg import Drawing, Point
from hardware.wiring.stripboard import (
    BUS_HOLE,
    CAPACITOR_NF,
    GROUND_HOLE,
    HOLES,
    LEAD_HOLE,
    PI_HOLE,
    SCREW_HOLES,
    STRIPS,
    Kind,
    Part,
    Spot,
    Stripboard,
    letter_of,
    off_board,
    stripboard,
)

ABOVE_AT: Point = (42.0, 36.0)  # of hole A1
BELOW_AT: Point = (42.0, 186.0)  # of hole A20, because below left is right
STEP_MM, BELOW_STEP_MM = 5.0, 4.2
COPPER, BOARD, BUS_INK = "#d9a066", "#f7efdc", "#333"
SCREW = {"fill": "#fff", "stroke": "#333", "stroke_width": 0.5}


def stripboard_picture(build: Build) -> str:
    """Return both sides of the board."""
    drawing = sheet("The soldered board: 24 strips of 20 holes", 214, 296)
    board = stripboard(build.pins, build.lamps)
    drawing.text((6, 18), "From above: the parts' side. The strips lie below.", 4, **BOLD)
    _draw_above(drawing, board)
    drawing.text((6, 174), "From below: the copper, mirrored. Cut it first.", 4, **BOLD)
    _draw_below(drawing, board)
    for line, words in enumerate((*_below_words(board), *_beside(build.pins))):
        drawing.text((142, 190 + 6 * line), words, 3.2)
    return drawing.to_text()


def _below_words(board: Stripboard) -> tuple[str, ...]:
    return (
        f"1. Mark the {len(board.cuts)} red holes. Turn a 5 mm",
        "drill in each by hand until the",
        "copper ring is gone.",
        "2. Widen the two screw holes",
        "to 3.2 mm.",
        "3. The meter must not beep from one",
        "side of a cut to the other.",
        "4. Solder the parts from above, low",
        "ones first: resistors, capacitors,",
        "transistor (as drawn a BC547; a",
        "2N3904 the other way round).",
        f"5. Lay the bare wire along column {BUS_HOLE}",
        "on the copper and solder it to every",
        "strip: that is ground.",
        "6. Last the wires.",
    )


def _beside(pins: Pins) -> tuple[str, ...]:
    """Say what is not on the board."""
    alone = off_board(pins)
    lamps = ("Not on the board, each with its", f"resistor in its wire: {', '.join(alone)} lamp.")
    strip = ("The light strip has its own chip:", "pictures/strip.svg.")
    return (*(lamps if alone else ()), *(strip if pins.strip else ()))


def _above(spot: Spot) -> Point:
    return ABOVE_AT[0] + STEP_MM * (spot.hole - 1), ABOVE_AT[1] + STEP_MM * (spot.strip - 1)


def _below(spot: Spot) -> Point:
    x = BELOW_AT[0] + BELOW_STEP_MM * (HOLES - spot.hole)
    return x, BELOW_AT[1] + BELOW_STEP_MM * (spot.strip - 1)


def _draw_above(drawing: Drawing, board: Stripboard) -> None:
    (x, y), step = ABOVE_AT, STEP_MM
    size = (step * (HOLES + 0.2), step * (STRIPS + 0.2))
    edge = {"fill": BOARD, "stroke": "#555", "stroke_width": 0.4}
    drawing.rect((x - 0.6 * step, y - 0.6 * step), *size, **edge)
    heads = ((PI_HOLE, "from the Pi", "end"), (LEAD_HOLE, "to the panel", "middle"))
    for hole, words, anchor in (*heads, (GROUND_HOLE + 1, "ground", "start")):
        at = (_above(Spot(1, hole))[0], y - 10.5)
        drawing.text(at, words, 3, text_anchor=anchor)
    _draw_numbers(drawing)
    for strip in range(1, STRIPS + 1):
        at = _above(Spot(strip, HOLES))
        drawing.text((at[0] + 1.2, at[1] + 1), letter_of(strip), 2.8, **MIDDLE, **BOLD)
    _draw_holes(drawing, (_above(Spot(s, h)) for s in range(1, STRIPS + 1) for h in range(1, 20)))
    for cut in board.cuts:
        _cross(drawing, _above(cut), "#e0a0a0")
    for strip, hole in SCREW_HOLES:
        drawing.circle(_above(Spot(strip, hole)), 3, **SCREW)
    for part in board.parts:
        DRAW[part.kind](drawing, part)


def _draw_numbers(drawing: Drawing) -> None:
    for hole in range(1, HOLES):
        x, y = _above(Spot(1, hole))
        drawing.text((x, y - 4.6), str(hole), 2.3, text_anchor="middle")


def _draw_holes(drawing: Drawing, centres: Iterable[Point]) -> None:
    squares = [f"M{x - 0.5:.1f} {y - 0.5:.1f}h1v1h-1z" for x, y in centres]
    drawing.mark("path", d="".join(squares), fill="#a59a80")


def _cross(drawing: Drawing, at: Point, ink: str) -> None:
    x, y = at
    for turn in (1, -1):
        ends = [(x - 1.2, y - 1.2 * turn), (x + 1.2, y + 1.2 * turn)]
        drawing.line(ends, stroke=ink, stroke_width=0.7)


def _draw_pi_wire(drawing: Drawing, part: Part) -> None:
    spot = part.legs[0][1]
    at, ink = _above(spot), "#111" if part.thing == "ground" else Look(part.thing).ink
    is_first = spot.hole == PI_HOLE
    end = ABOVE_AT[0] - 5.5 if is_first else at[0]
    drawing.circle(at, 1.1, fill=ink)
    if is_first:
        drawing.line([at, (end, at[1])], stroke=ink, stroke_width=1)
        words = f"{_letter(part)}  pin {part.pin}"
        drawing.text((end - 1, at[1] + 1.1), words, 3, text_anchor="end")
    else:
        below = at[1] + 1.3 * STEP_MM + 4.5
        drawing.line([at, (at[0], below - 3)], stroke=ink, stroke_width=1)
        drawing.text((at[0] + 2, below), f"{_letter(part)}  pin {part.pin}", 3)


def _letter(part: Part) -> str:
    if part.thing == "ground":
        return "GND"
    is_supply = part.thing == "buzzer" and part.pin == 17
    return "3V3" if is_supply else Look(part.thing).letter


def _draw_lead(drawing: Drawing, part: Part) -> None:
    (leg, spot) = part.legs[0]
    at = _above(spot)
    ink = "#111" if leg in ("ground", "short") else Look(part.thing).ink
    drawing.circle(at, 1.1, fill=ink, data_lead=f"{part.thing} {leg}")
    if spot.hole == LEAD_HOLE:
        x = ABOVE_AT[0] + STEP_MM * HOLES + 1
        drawing.text((x, at[1] + 1.1), _leads(part), 2.9)


def _leads(part: Part) -> str:
    """Say what the two wires of a strip go to."""
    name = part.thing.replace("_", " ")
    leg = part.legs[0][0]
    if part.thing == "buzzer":
        return f"buzzer: {leg}"
    return f"{name}: {'pin, ground' if leg == 'pin' else 'long, short leg'}"


def _draw_across(drawing: Drawing, part: Part) -> None:
    (x1, y), (x2, _) = (_above(spot) for _, spot in part.legs)
    middle, reach = ((x1 + x2) / 2, y), (x2 - x1) / 2
    if part.kind is Kind.RESISTOR:
        draw_resistor(drawing, middle, part.ohm, Look(part.thing), reach=reach)
        return
    drawing.line([(x1, y), (x2, y)], stroke="#777", stroke_width=0.8)
    look = {"fill": "#e7a33e", "stroke": "#5d3a00", "stroke_width": 0.3}
    drawing.rect((middle[0] - 3, y - 1.8), 6, 3.6, rx=1.8, **look)
    drawing.text((middle[0], y + 0.8), f"{CAPACITOR_NF}n", 2.2, text_anchor="middle")


def _draw_transistor(drawing: Drawing, part: Part) -> None:
    places = [_above(spot) for _, spot in part.legs]
    x, y = places[1]
    edge = x - 2.4  # a BC547: flat side to the left, as on the breadboard
    body = f"M {edge} {y - 6.4} L {edge} {y + 6.4} A 10 6.4 0 0 0 {edge} {y - 6.4} Z"
    drawing.mark("path", d=body, fill="#dcdcdc", stroke="#222", stroke_width=0.5)
    drawing.line([(edge, y - 6.4), (edge, y + 6.4)], stroke="#222", stroke_width=1.3)
    for name, (leg_x, leg_y) in zip("CBE", places, strict=True):
        drawing.circle((leg_x, leg_y), 0.7, fill="#333")
        drawing.text((leg_x + 2.4, leg_y + 0.9), name, 2.6, **MIDDLE, **BOLD)


def _draw_bus(drawing: Drawing, part: Part) -> None:
    ends = [_above(part.legs[0][1]), _above(part.legs[-1][1])]
    drawing.line(ends, stroke=BUS_INK, stroke_width=0.8, stroke_dasharray="1.6 1")


DRAW = {
    Kind.PI: _draw_pi_wire,
    Kind.LEAD: _draw_lead,
    Kind.RESISTOR: _draw_across,
    Kind.CAPACITOR: _draw_across,
    Kind.TRANSISTOR: _draw_transistor,
    Kind.BUS: _draw_bus,
}


def _draw_below(drawing: Drawing, board: Stripboard) -> None:
    (x, y), step = BELOW_AT, BELOW_STEP_MM
    size = (step * (HOLES + 0.2), step * (STRIPS + 0.2))
    edge = {"fill": BOARD, "stroke": "#555", "stroke_width": 0.4}
    drawing.rect((x - 0.6 * step, y - 0.6 * step), *size, **edge)
    for strip in range(1, STRIPS + 1):
        left, top = _below(Spot(strip, HOLES))
        drawing.rect((left - 1.6, top - 1.4), step * (HOLES - 1) + 3.2, 2.8, fill=COPPER)
        drawing.text((x - 5, top + 1), letter_of(strip), 2.6, **MIDDLE, **BOLD)
    _draw_holes(drawing, (_below(Spot(s, h)) for s in range(1, STRIPS + 1) for h in range(1, 21)))
    for hole in range(1, HOLES + 1):
        at = _below(Spot(1, hole))
        drawing.text((at[0], at[1] - 4.2), str(hole), 2.1, text_anchor="middle")
    for cut in board.cuts:
        centre = _below(cut)
        drawing.circle(centre, 1.9, fill="#fff", stroke="#c62828", stroke_width=0.5)
        _cross(drawing, centre, "#c62828")
    bus = next(part for part in board.parts if part.kind is Kind.BUS)
    ends = [_below(bus.legs[0][1]), _below(bus.legs[-1][1])]
    drawing.line(ends, stroke=BUS_INK, stroke_width=1)
    for strip, hole in SCREW_HOLES:
        drawing.circle(_below(Spot(strip, hole)), 2.6, **SCREW)
