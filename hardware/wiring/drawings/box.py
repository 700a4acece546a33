"""The box under the panel: six boards of plywood or thick cardboard, and what stands inside."""

from hardware.panel.plan import (
    BLOCK_MM,
    BUZZER_AT,
    LARGE_MM,
    PANEL_MM,
    SCREW_INSET_MM,
    SCREW_MM,
    WALL_MM,
    holes,
)
from hardware.wiring import box
from hardware.wiring.build import Build
from hardware.wiring.drawings.basics import BOLD, MIDDLE, sheet
from hardware.wiring.drawings.dimensions import arrow, dimension
from hardware.wiring.drawings.svg import Drawing, Point

BOARD = {"fill": "#f6ecd8", "stroke": "#333", "stroke_width": 0.6}
HOLE = {"fill": "#fff", "stroke": "#333", "stroke_width": 0.5}
FROM_ABOVE = (
    "Buttons and LED holders go in",
    "from above; nuts and clips hold",
    "them from below. So mount them",
    "before the panel is screwed on.",
)


def box_picture(_: Build) -> str:
    """Return the boards to cut, at half their size."""
    drawing = sheet("A box for the panel (all sizes in mm)", 236, 258)
    width = PANEL_MM[0]
    _board(drawing, (24, 24), PANEL_MM, "top: the drilled panel")
    _screws(drawing, (24, 24))
    for place, line in enumerate(FROM_ABOVE):
        drawing.text((160, 32 + 5 * place), line, 3.6)
    _board(drawing, (24, 100), (width, box.HEIGHT_MM), "front")
    _board(drawing, (24, 146), (width, box.HEIGHT_MM), "back, seen from inside")
    _cut_back(drawing, (24, 146))
    _board(drawing, (24, 194), (box.BOTTOM_MM[1], box.HEIGHT_MM), "side, twice")
    _vents(drawing, (24, 194))
    _board(drawing, (98, 194), box.BOTTOM_MM, "bottom, between the walls")
    drawing.text((162, 108), "4 corner blocks", 3.6)
    block = f"{BLOCK_MM:.0f} × {BLOCK_MM:.0f} × {box.BLOCK_HEIGHT_MM:.0f}"
    drawing.text((162, 113), block, 3.6)
    drawing.rect((168, 118), BLOCK_MM / 2, box.BLOCK_HEIGHT_MM / 2, **BOARD)
    drawing.text((162, 156), f"plywood {WALL_MM:.0f} mm", 3.6)
    drawing.text((162, 161), "glue, no nails", 3.6)
    return drawing.to_text()


def _board(drawing: Drawing, corner: Point, size_mm: tuple[float, float], words: str) -> None:
    x, y = corner
    width, height = size_mm[0] / 2, size_mm[1] / 2
    drawing.rect(corner, width, height, **BOARD)
    drawing.text((x + width / 2, y + height / 2 + 1.4), words, 4, text_anchor="middle")
    dimension(drawing, (x, y - 3), (x + width, y - 3), f"{size_mm[0]:.0f}")
    dimension(drawing, (x - 3, y), (x - 3, y + height), f"{size_mm[1]:.0f}")


def _screws(drawing: Drawing, corner: Point) -> None:
    width, depth = PANEL_MM
    for x in (SCREW_INSET_MM, width - SCREW_INSET_MM):
        for y in (SCREW_INSET_MM, depth - SCREW_INSET_MM):
            drawing.circle((corner[0] + x / 2, corner[1] + y / 2), SCREW_MM / 4, **HOLE)
    words = f"4 screw holes {SCREW_MM:g}, {SCREW_INSET_MM:g} from both edges"
    drawing.text((corner[0] + 12, corner[1] + 12), words, 3.4)


def _cut_back(drawing: Drawing, corner: Point) -> None:
    x, bottom = corner[0] + box.CABLE_X / 2, corner[1] + box.HEIGHT_MM / 2
    width, height = (length / 2 for length in box.CABLE_MM)
    drawing.rect((x, bottom - height), width, height, **HOLE)
    words = f"{box.CABLE_MM[0]:.0f} × {box.CABLE_MM[1]:.0f}"
    drawing.text((x + width / 2, bottom - height / 2 + 1.2), words, 3.4, **MIDDLE)
    dimension(drawing, (corner[0], bottom + 7), (x, bottom + 7), f"{box.CABLE_X:.0f}", 3.4)


def _vents(drawing: Drawing, corner: Point) -> None:
    for place in range(box.VENTS):
        x = box.VENT_AT[0] + box.VENT_STEP_MM * place
        centre = (corner[0] + x / 2, corner[1] + box.VENT_AT[1] / 2)
        drawing.circle(centre, box.VENT_MM / 4, **HOLE)
    drawing.text((corner[0] + 2, corner[1] + 28), f"{box.VENTS} air holes {box.VENT_MM:.0f}", 3.2)


SCALE = 0.7
INSIDE_AT: Point = (20.0, 34.0)  # of the box's outer corner on the sheet


def inside_picture(build: Build) -> str:
    """Return what stands on the bottom, from above, with the panel's buttons dashed over it."""
    drawing = sheet("Inside the box, from above (all sizes in mm)", 222, 196)
    drawing.text((20, 18), "The back is at the top. Dashed: what hangs below the panel.", 3.8)
    _rect(drawing, (0, 0), PANEL_MM, **BOARD)
    _rect(drawing, (WALL_MM, WALL_MM), box.BOTTOM_MM, **HOLE)
    for corner in box.blocks():
        _rect(drawing, corner, (BLOCK_MM, BLOCK_MM), **BOARD)
    _rect(drawing, (box.CABLE_X, 0), (box.CABLE_MM[0], WALL_MM), **HOLE)
    _draw_pi(drawing)
    _draw_stripboard(drawing)
    _draw_over(drawing, build)
    _draw_lengths(drawing)
    return drawing.to_text()


def _at(place: Point) -> Point:
    return INSIDE_AT[0] + SCALE * place[0], INSIDE_AT[1] + SCALE * place[1]


def _rect(drawing: Drawing, corner: Point, size: tuple[float, float], **look: object) -> None:
    drawing.rect(_at(corner), SCALE * size[0], SCALE * size[1], **look)


def _draw_over(drawing: Drawing, build: Build) -> None:
    """Draw the bodies of buttons and lamps over the bottom."""
    dashed = {"fill": "none", "stroke": "#999", "stroke_width": 0.4, "stroke_dasharray": "1.6 1"}
    for hole in holes(build.pins):
        if hole.key != "screw" and hole.at != BUZZER_AT:
            drawing.circle(_at(hole.at), SCALE * hole.diameter_mm / 2, **dashed)
        if hole.diameter_mm == LARGE_MM:
            words = hole.key.partition(".")[2]
            drawing.text(_at((hole.at[0], hole.at[1] + 2)), words, 3, **MIDDLE, fill="#666")
    if any(hole.at == BUZZER_AT for hole in holes(build.pins)):
        drawing.circle(_at(BUZZER_AT), SCALE * 6, **dashed)
        drawing.text(_at((BUZZER_AT[0] + 10, BUZZER_AT[1] + 1)), "buzzer", 2.6, fill="#666")


def _draw_pi(drawing: Drawing) -> None:
    (x, y), (width, depth) = box.PI_AT, box.PI_MM
    _rect(drawing, box.PI_AT, box.PI_MM, fill="#dff0e2", stroke="#333", stroke_width=0.5)
    zero = {"fill": "none", "stroke": "#2e7d32", "stroke_width": 0.4, "stroke_dasharray": "2 1"}
    _rect(drawing, box.ZERO_AT, box.ZERO_MM, **zero)
    for place in {*box.pi_holes(), *box.pi_holes(box.ZERO_HOLES_MM)}:
        drawing.circle(_at(place), SCALE * 1.5, **HOLE)
    header = (x + width - 7 - 50.8, y + depth - 6)
    _rect(drawing, header, (50.8, 5.1), fill="#333")
    _rect(drawing, (header[0] + 48.3, header[1]), (2.5, 2.5), fill="#ffd54f")
    drawing.text(_at((x + 20, y + 37)), "Raspberry Pi", 4, **BOLD)
    drawing.text(_at((x + 20, y + 42.5)), "yellow: pin 1 of the header", 2.8)
    drawing.text(_at((x + 26, y + 10)), "green dashes: a Zero", 2.8)
    _rect(drawing, (x - 2, y + 4), (18, 48), fill="#ccc", stroke="#333", stroke_width=0.3)
    drawing.text(_at((x + 1, y + 30)), "USB", 2.8)
    _rect(drawing, (x + width - 13, y + 22), (15, 12), fill="#ccc", stroke="#333", stroke_width=0.3)
    drawing.text(_at((x + width - 12, y + 30)), "SD", 2.8)
    for from_sd, words in (
        (box.POWER_FROM_SD_MM, "power"),
        (box.ZERO_POWER_FROM_SD_MM, "power (Zero)"),
    ):
        plug = (box.power_at(from_sd), -9.0)
        arrow(drawing, _at(plug), _at((plug[0], y)), "#c62828")
        drawing.text(_at((plug[0], plug[1] - 1.5)), words, 3, **MIDDLE, fill="#c62828")


def _draw_stripboard(drawing: Drawing) -> None:
    (x, y), size = box.STRIPBOARD_AT, box.STRIPBOARD_MM
    _rect(drawing, box.STRIPBOARD_AT, size, fill="#f3e3c3", stroke="#333", stroke_width=0.5)
    for place in box.stripboard_holes():
        drawing.circle(_at(place), SCALE * 1.6, **HOLE)
    words = ("stripboard", "(transistor,", "resistors)", "wires to Pi →")
    for line, each in enumerate(words):  # between the two rows of lamps
        drawing.text(_at((x + 11, y + 26 + 6 * line)), each, 3.2, **(BOLD if line == 0 else {}))


def _draw_lengths(drawing: Drawing) -> None:
    """Write where the two boards' screws go into the bottom, from its left and back edges."""
    words = "Holes in the bottom, from its left and back edges:"
    drawing.text((20, 128), words, 3.6, **BOLD)
    lines = (
        ("Pi 3, 4, 5 (M2.5)", box.pi_holes()),
        ("Pi Zero (M2.5)", box.pi_holes(box.ZERO_HOLES_MM)),
        ("stripboard (M3)", box.stripboard_holes()),
    )
    for row, (what, places) in enumerate(lines):
        drawing.text((20, 135 + 6 * row), what, 3.4)
        told = (f"{x - WALL_MM:.1f}, {y - WALL_MM:.1f}" for x, y in sorted(places))
        drawing.text((58, 135 + 6 * row), "   |   ".join(told), 3.4)
    below = (
        f"Inside, the box is {box.INSIDE_MM:.0f} high. A button with its wires hangs down "
        f"{box.BUTTON_DEPTH_MM:.0f}, a Pi stands {box.STANDING_MM:.0f}",
        "high: never under a button. So both boards stand under the Rage Track's lamps.",
        "A Pi 400 or 500 stays outside: its wires come in through the notch at the back.",
        "Camera ribbon: out through the notch, beside the power plug.",
    )
    for row, line in enumerate(below):
        drawing.text((20, 160 + 6 * row), line, 3.4)
