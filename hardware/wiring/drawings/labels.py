"""Labels to cut out and glue beside buttons and lamps; every colour has its own shape."""

from dataclasses import dataclass

from hardware.panel.pins import COLOURS, RAGE_LAMPS
from hardware.panel.plan import LABEL_MM, SPACE_MM
from hardware.wiring.build import Build
from hardware.wiring.drawings.drill import SHEET_MM, THIN
from hardware.wiring.drawings.svg import Drawing, Point

LEFT_MM, TOP_MM, GAP_MM = 15.0, 34.0, 4.0
MARK_MM = 4.5  # half of a mark's width
PAPER = {"red": "#ff8a80", "green": "#81d38a", "blue": "#90b4f5", "yellow": "#ffe066"}
DIAMOND = ((0, -1.3), (1.3, 0), (0, 1.3), (-1.3, 0))
HEXAGON = ((-0.55, -1), (0.55, -1), (1.1, 0), (0.55, 1), (-0.55, 1), (-1.1, 0))


@dataclass(frozen=True, slots=True)
class Label:
    """The text beside a button: its name, what a press does, and what a hold does."""

    button: str
    name: str
    press: str
    hold: str


LABELS = (
    *(Label(colour, colour.capitalize(), "Clank! +1", "hold: Clank! −1") for colour in COLOURS),
    Label("attack", "Attack", "symbol; again: draw", "hold: Artifact taken"),
    Label("next", "Next", "turn ends", "hold: leaves the dungeon"),
    Label("undo", "Undo", "one step back", "hold: one step on"),
)
HINT_MM, HINT_LETTERS_MM = 148.0, 4.0
CARD = "A card for the front of the box: one button held, another one pressed"
HINTS = (
    "Undo held, then a colour: the last press was this player's.",
    "Next held, then a colour: this player takes 1 damage in a tunnel.",
    "Attack held, then a colour: this player heals 1.",
    "Undo + Attack for three seconds: the lamps show the host's code.",
    "Undo + Attack for five seconds: the Pi is switched off.",
    "Undo held, then Next for three seconds: the table's own Wi-Fi.",
)


def label_sheet(build: Build) -> str:
    """Return the sheet of labels, to be printed at 100 % and cut along the lines."""
    drawing = Drawing(*SHEET_MM, title="Labels of the Dragonbag panel")
    drawing.rect((0, 0), *SHEET_MM, fill="#fff")
    drawing.text((LEFT_MM, 16), "Dragonbag: labels", 6)
    drawing.text((LEFT_MM, 23), "Print at 100 %, cut along the lines, glue, clear tape on top.", 4)
    for place, label in enumerate(LABELS):
        row, column = divmod(place, 4)
        _draw_label(drawing, _corner(column, row), label)
    drawing.text((LEFT_MM, TOP_MM + 46), "Rage Track, left to right", 3.5)
    for place, name in enumerate(RAGE_LAMPS):
        if name in build.pins.lamp_names:
            _draw_space(drawing, (LEFT_MM + 14 * place, TOP_MM + 49), str(place + 1))
    drawing.text((LEFT_MM, TOP_MM + 74), CARD, 3.5)
    for line, hint in enumerate(HINTS):
        at = (LEFT_MM, TOP_MM + 77 + 14 * line)
        drawing.rect(at, HINT_MM, 10, fill="none", **THIN)
        drawing.text((at[0] + 3, at[1] + 6.3), hint, HINT_LETTERS_MM)
    return drawing.to_text()


def _corner(column: int, row: int) -> Point:
    return LEFT_MM + column * (LABEL_MM[0] + GAP_MM), TOP_MM + row * (LABEL_MM[1] + GAP_MM)


def _draw_label(drawing: Drawing, corner: Point, label: Label) -> None:
    x, y = corner
    drawing.rect(corner, *LABEL_MM, fill="none", **THIN)
    left = x + 2
    if label.button in COLOURS:
        draw_mark(drawing, (x + 7, y + LABEL_MM[1] / 2), label.button)
        left = x + 14
    drawing.text((left, y + 4.8), label.name, 4.2, font_weight="bold")
    drawing.text((left, y + 8.6), label.press, 2.8)
    drawing.text((left, y + 12.2), label.hold, 2.6)


def draw_mark(drawing: Drawing, centre: Point, colour: str) -> None:
    """Draw a player colour's shape with its letter, as on the phones."""
    x, y = centre
    look = {"fill": PAPER[colour], "stroke": "#000", "stroke_width": 0.3}
    if colour == "red":
        drawing.circle(centre, MARK_MM, **look)
    elif colour == "green":
        drawing.rect((x - MARK_MM, y - MARK_MM), 2 * MARK_MM, 2 * MARK_MM, **look)
    else:
        corners = DIAMOND if colour == "blue" else HEXAGON
        points = " ".join(f"{x + dx * MARK_MM:.2f},{y + dy * MARK_MM:.2f}" for dx, dy in corners)
        drawing.mark("polygon", points=points, **look)
    letter = {"text_anchor": "middle", "font_weight": "bold"}
    drawing.text((x, y + 1.7), colour[0].upper(), 5, **letter)


def _draw_space(drawing: Drawing, corner: Point, number: str) -> None:
    drawing.rect(corner, *SPACE_MM, fill="none", **THIN)
    at = (corner[0] + SPACE_MM[0] / 2, corner[1] + 7.5)
    drawing.text(at, number, 6, text_anchor="middle", font_weight="bold")
