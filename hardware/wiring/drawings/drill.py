"""The drill template of the panel, in its true size, with every hole's place in numbers.

The sheet is as wide as US Letter and as high as A4: it fits on both without scaling.
"""

from collections.abc import Mapping

from hardware.panel.plan import PANEL_MM, SMALL_MM, Hole, holes, label_places
from hardware.wiring.build import Build
from hardware.wiring.drawings.dimensions import dimension
from hardware.wiring.drawings.svg import Drawing, Point

LETTER_WIDTH_MM, A4_HEIGHT_MM = 279.4, 210.0
SHEET_MM = (LETTER_WIDTH_MM, A4_HEIGHT_MM)  # landscape
CORNER: Point = ((SHEET_MM[0] - PANEL_MM[0]) / 2, 26.0)  # of the panel on the sheet
RULER_MM = 50.0
TABLE_ROWS, COLUMN_MM, LINE_MM = 6, 63.0, 4.6
THIN: Mapping[str, object] = {"stroke": "#000", "stroke_width": 0.2}
DASHED: Mapping[str, object] = {"stroke": "#999", "stroke_width": 0.2, "stroke_dasharray": "1.5 1"}


def drill_template(build: Build) -> str:
    """Return the sheet to print at 100 %: the panel's edge, every hole with its middle and size."""
    drawing = Drawing(*SHEET_MM, title="Drill template of the Dragonbag panel, true size")
    drawing.rect((0, 0), *SHEET_MM, fill="#fff")
    drawing.text((CORNER[0], 12), "Dragonbag: drill template, A4 or US Letter, landscape", 5.5)
    told = "Print at 100 %, without fitting to the page. Dashed: labels. Seen from above."
    drawing.text((CORNER[0], 19), told, 4)
    drawing.rect(CORNER, *PANEL_MM, fill="none", **THIN)
    for place in label_places(build.pins):
        at = (CORNER[0] + place.corner[0], CORNER[1] + place.corner[1])
        drawing.rect(at, *place.size_mm, fill="none", **DASHED)
    drilled = holes(build.pins)
    for hole in drilled:
        _draw_hole(drawing, hole)
    right, bottom = CORNER[0] + PANEL_MM[0], CORNER[1] + PANEL_MM[1]
    dimension(drawing, (CORNER[0], bottom + 8), (right, bottom + 8), f"{PANEL_MM[0]:g} mm")
    dimension(drawing, (right - 3, CORNER[1]), (right - 3, bottom), f"{PANEL_MM[1]:g}")
    _draw_places(drawing, drilled, (CORNER[0], bottom + 15))
    _draw_ruler(drawing, (CORNER[0], SHEET_MM[1] - 12))
    return drawing.to_text()


def _name(hole: Hole) -> str:
    return (hole.key.partition(".")[2] or hole.key).replace("_", " ")


def _draw_hole(drawing: Drawing, hole: Hole) -> None:
    x, y = CORNER[0] + hole.at[0], CORNER[1] + hole.at[1]
    radius = hole.diameter_mm / 2
    arm = radius + 2
    drawing.circle((x, y), radius, fill="none", **THIN)
    drawing.line([(x - arm, y), (x + arm, y)], **THIN)
    drawing.line([(x, y - arm), (x, y + arm)], **THIN)
    words = f"{_name(hole)} ⌀{hole.diameter_mm:g}"
    below = hole.diameter_mm >= SMALL_MM  # above the others, whose labels are below
    drawing.text((x, y + arm + 3 if below else y - arm - 1), words, 2.8, text_anchor="middle")


def _draw_places(drawing: Drawing, drilled: tuple[Hole, ...], at: Point) -> None:
    """Write where every hole is, for whoever cannot print the sheet or has a machine drill it."""
    words = "Middles in mm: from the left edge, from the upper edge; ⌀ of the hole"
    drawing.text(at, words, 3, font_weight="bold")
    for number, hole in enumerate(drilled):
        column, row = divmod(number, TABLE_ROWS)
        x, y = at[0] + COLUMN_MM * column, at[1] + LINE_MM * (row + 1)
        kind = "" if _name(hole) in ("buzzer", "screw") else hole.key.partition("s.")[0]
        drawing.text((x, y), f"{_name(hole)} {kind}".strip(), 2.8)
        drawing.text((x + 26, y), f"{hole.at[0]:g}, {hole.at[1]:g}", 2.8)
        drawing.text((x + 48, y), f"⌀{hole.diameter_mm:g}", 2.8)


def _draw_ruler(drawing: Drawing, at: Point) -> None:
    x, y = at
    drawing.line([(x, y), (x + RULER_MM, y)], stroke="#000", stroke_width=0.4)
    for mark in range(int(RULER_MM) + 1):
        height = 4 if mark % 10 == 0 else 3 if mark % 5 == 0 else 2
        drawing.line([(x + mark, y), (x + mark, y - height)], **THIN)
    words = "Measure me: 50 mm. If not, the printer has scaled the sheet."
    drawing.text((x + RULER_MM + 4, y), words, 4)
