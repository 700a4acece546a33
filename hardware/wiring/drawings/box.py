"""The box under the panel: six boards of plywood or thick cardboard, with their sizes."""

from hardware.wiring.build import Build
from hardware.wiring.drawings.basics import sheet
from hardware.wiring.drawings.dimensions import dimension
from hardware.wiring.drawings.svg import Drawing, Point

PANEL_MM = (260.0, 120.0)  # the drill template's size
WALL_MM = 4.0  # plywood of 4 mm
HEIGHT_MM = 60.0  # of the walls: a 30 mm arcade button needs about 45 mm below the panel
BLOCK_MM = 15.0  # corner blocks that the panel is screwed to
CABLE_MM = (45.0, 15.0)  # way out for power and the camera's ribbon, open at the bottom
VENT_MM = 8.0
SCREW_MM = 3.5  # holes in the panel, over the middle of each corner block
SCREW_INSET_MM = WALL_MM + BLOCK_MM / 2
BOARD = {"fill": "#f6ecd8", "stroke": "#333", "stroke_width": 0.6}
HOLE = {"fill": "#fff", "stroke": "#333", "stroke_width": 0.5}


def box_picture(_: Build) -> str:
    """Return the boards to cut, at half their size."""
    drawing = sheet("A box for the panel (all sizes in mm)", 236, 258)
    width, depth = PANEL_MM
    inside = (width - 2 * WALL_MM, depth - 2 * WALL_MM)
    _board(drawing, (24, 24), PANEL_MM, "top: the drilled panel")
    _screws(drawing, (24, 24))
    _board(drawing, (24, 100), (width, HEIGHT_MM), "front")
    _board(drawing, (24, 146), (width, HEIGHT_MM), "back")
    _cut_back(drawing, (24, 146))
    _board(drawing, (24, 194), (inside[1], HEIGHT_MM), "side, twice")
    _vents(drawing, (24, 194))
    _board(drawing, (98, 194), inside, "bottom, between the walls")
    drawing.text((162, 108), "4 corner blocks", 3.6)
    drawing.text((162, 113), f"{BLOCK_MM:.0f} × {BLOCK_MM:.0f} × {HEIGHT_MM - WALL_MM:.0f}", 3.6)
    drawing.rect((168, 118), BLOCK_MM / 2, (HEIGHT_MM - WALL_MM) / 2, **BOARD)
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
    x, bottom = corner[0] + 20, corner[1] + HEIGHT_MM / 2
    width, height = (length / 2 for length in CABLE_MM)
    drawing.rect((x, bottom - height), width, height, **HOLE)
    drawing.text((x + width + 2, bottom - 2), f"cables {CABLE_MM[0]:.0f} × {CABLE_MM[1]:.0f}", 3.4)


def _vents(drawing: Drawing, corner: Point) -> None:
    for place in range(5):
        centre = (corner[0] + 8 + 10 * place, corner[1] + 7)
        drawing.circle(centre, VENT_MM / 4, **HOLE)
    drawing.text((corner[0] + 2, corner[1] + 28), f"5 air holes {VENT_MM:.0f}", 3.2)
