"""A mat for the tray, in its true size: matt paper with a mark in each corner.

By the marks the cube reader finds a photo's place, however a phone is held over the mat. They are
the first four of OpenCV's dictionary DICT_4X4_50 (ArUco), so that nothing has to be made known.
"""

from hardware.wiring.build import Build
from hardware.wiring.drawings.svg import Drawing, Point

MAT_MM = (277.0, 190.0)  # A4, landscape, and what a printer leaves free round it
MARK_MM, MARK_CELLS_COUNT = 24.0, 6  # with the black border of one cell
EDGE_MM = 4.0  # white round a mark: it cannot be found without
GREY = "#b8b8b8"  # neither white, which a camera darkens the cubes for, nor a cube's colour
MARKS = (  # what is white, row by row; from the upper left, clockwise
    ("1011", "0101", "0011", "0010"),
    ("0000", "1111", "1001", "1010"),
    ("0011", "0011", "0010", "1101"),
    ("1001", "1001", "0100", "0110"),
)


def tray_mat(build: Build) -> str:
    """Return the sheet to print; at another size it works as well."""
    del build  # the panel's pins change nothing here
    wide, high = MAT_MM
    drawing = Drawing(wide, high, title="Mat for the cubes, with marks for the camera")
    drawing.rect((0, 0), wide, high, fill=GREY)
    side = MARK_MM + 2 * EDGE_MM
    corners: tuple[Point, ...] = (
        (0.0, 0.0), (wide - side, 0.0), (wide - side, high - side), (0.0, high - side),
    )  # fmt: skip
    for corner, rows in zip(corners, MARKS, strict=True):
        _draw_mark(drawing, corner, rows)
    words = "Dragonbag: cubes between the marks; matt paper, no gloss"
    drawing.text((wide / 2, high - 2), words, 3, text_anchor="middle", fill="#666")
    return drawing.to_text()


def _draw_mark(drawing: Drawing, corner: Point, rows: tuple[str, ...]) -> None:
    x, y = corner
    drawing.rect(corner, MARK_MM + 2 * EDGE_MM, MARK_MM + 2 * EDGE_MM, fill="#fff")
    drawing.rect((x + EDGE_MM, y + EDGE_MM), MARK_MM, MARK_MM, fill="#000")
    cell = MARK_MM / MARK_CELLS_COUNT
    for row, bits in enumerate(rows, 1):
        for column, bit in enumerate(bits, 1):
            if bit == "1":
                at = (x + EDGE_MM + column * cell, y + EDGE_MM + row * cell)
                drawing.rect(at, cell, cell, fill="#fff")
