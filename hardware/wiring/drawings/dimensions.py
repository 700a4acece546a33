"""Dimension lines, as on a technical drawing."""

import math

from hardware.wiring.drawings.svg import Drawing, Point

TICK_MM = 2.0


def dimension(drawing: Drawing, start: Point, end: Point, words: str, size_mm: float = 4.0) -> None:
    """Draw a line with a tick at both ends and its length above, or at the left of, the middle."""
    (x1, y1), (x2, y2) = start, end
    length = math.hypot(x2 - x1, y2 - y1)
    across = (-(y2 - y1) / length * TICK_MM, (x2 - x1) / length * TICK_MM)
    drawing.line([start, end], stroke="#444", stroke_width=0.3)
    for x, y in (start, end):
        tick = [(x - across[0], y - across[1]), (x + across[0], y + across[1])]
        drawing.line(tick, stroke="#444", stroke_width=0.5)
    middle = ((x1 + x2) / 2, (y1 + y2) / 2)
    if abs(x2 - x1) >= abs(y2 - y1):
        drawing.text((middle[0], middle[1] - 1.3), words, size_mm, text_anchor="middle")
    else:
        drawing.text((middle[0] - 1.3, middle[1] + 1.3), words, size_mm, text_anchor="end")


def arrow(drawing: Drawing, start: Point, end: Point, colour: str = "#222") -> None:
    """Draw an arrow to `end`."""
    angle = math.atan2(end[1] - start[1], end[0] - start[0])
    drawing.line([start, end], stroke=colour, stroke_width=0.6)
    barbs = [
        (end[0] - 3 * math.cos(angle + turn), end[1] - 3 * math.sin(angle + turn))
        for turn in (0.4, -0.4)
    ]
    drawing.line([barbs[0], end, barbs[1]], stroke=colour, stroke_width=0.6)
