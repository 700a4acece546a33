"""The camera's arm over a lit tray, and the area that the camera sees from there."""

import math
from dataclasses import dataclass

from hardware.wiring.build import Build
from hardware.wiring.drawings.basics import BOLD, sheet
from hardware.wiring.drawings.dimensions import arrow, dimension
from hardware.wiring.drawings.svg import Drawing, Point

LENS_HEIGHT_MM = 300.0  # over the tray's floor
TRAY_MM = (150.0, 110.0)  # inside
RIM_MM = 15.0
BASE_MM = (300.0, 250.0)
MAST_MM = 360.0
REACH_MM = 120.0  # from the mast to the lens
LIGHT_OUT_MM, LIGHT_UP_MM = 200.0, 200.0  # from the tray's middle: light falls in at 45 degrees
SCALE = 0.4
WOOD = {"fill": "#f6ecd8", "stroke": "#333", "stroke_width": 0.6}


@dataclass(frozen=True, slots=True)
class Camera:
    """The field of view of a camera, in degrees across and down."""

    name: str
    across_deg: float
    down_deg: float

    def view_mm(self, height_mm: float) -> tuple[float, float]:
        """Return the size of the area that it sees on a floor so far below."""
        across, down = (
            2 * height_mm * math.tan(math.radians(angle / 2))
            for angle in (self.across_deg, self.down_deg)
        )
        return across, down


# Raspberry Pi documentation, camera hardware specification
# (https://www.raspberrypi.com/documentation/accessories/camera.html)
CAMERAS = (Camera("Camera Module 3", 66, 41), Camera("Camera Module 2", 62.2, 48.8))


def camera_arm_picture(_: Build) -> str:
    """Return the arm from the front and from above, at two fifths of its size."""
    drawing = sheet("Camera arm, tray and light (all sizes in mm)", 210, 300)
    _front(drawing, floor=(105, 158))
    _above(drawing, middle=(76, 252))
    words = [
        *(line for camera in CAMERAS for line in _seen(camera)),
        "The lens stands over the",
        "middle of the tray and",
        "looks straight down.",
        "",
        f"mast: {MAST_MM:.0f} long",
        f"base: {BASE_MM[0]:.0f} × {BASE_MM[1]:.0f}",
        f"tray: {TRAY_MM[0]:.0f} × {TRAY_MM[1]:.0f} inside,",
        f"rim {RIM_MM:.0f} high, all matt grey",
    ]
    for place, line in enumerate(words):
        drawing.text((146, 206 + 6 * place), line, 3.8)
    return drawing.to_text()


def _seen(camera: Camera) -> tuple[str, str, str]:
    across, down = camera.view_mm(LENS_HEIGHT_MM)
    return f"{camera.name}", f"sees {across:.0f} × {down:.0f} mm", ""


def _front(drawing: Drawing, floor: Point) -> None:
    x, y = floor
    lens = (x, y - SCALE * LENS_HEIGHT_MM)
    half = SCALE * CAMERAS[0].view_mm(LENS_HEIGHT_MM)[0] / 2
    view = f"M {lens[0]} {lens[1]} L {x - half:.2f} {y} L {x + half:.2f} {y} Z"
    drawing.mark("path", d=view, fill="#eaf2fb", stroke="#7a9cc6", stroke_width=0.3)
    drawing.text((6, 20), "from the front", 4.4, **BOLD)
    wide = SCALE * BASE_MM[0]
    drawing.rect((x - wide / 2, y + 1), wide, 5, **WOOD)
    mast = SCALE * MAST_MM
    drawing.rect((x - 5, y - mast), 10, mast, fill="#f1e4c8", stroke="#333", stroke_width=0.3)
    drawing.rect((x - 6, lens[1] - 8), 12, 8, fill="#444")
    drawing.text((x + 9, lens[1] - 2), "camera", 4)
    _tray_from_the_front(drawing, floor)
    for side in (-1, 1):
        _light(drawing, floor, side)
    dimension(drawing, (x + 18, lens[1]), (x + 18, y), f"{LENS_HEIGHT_MM:.0f}")
    drawing.text((x - 7, lens[1] + 34), f"{CAMERAS[0].across_deg:g}°", 4, text_anchor="end")


def _tray_from_the_front(drawing: Drawing, floor: Point) -> None:
    x, y = floor
    half, rim = SCALE * TRAY_MM[0] / 2, SCALE * RIM_MM
    inside = [(x - half, y - rim), (x - half, y), (x + half, y), (x + half, y - rim)]
    drawing.line(inside, stroke="#222", stroke_width=1.4)
    dimension(drawing, (x - half, y + 15), (x + half, y + 15), f"tray {TRAY_MM[0]:.0f}")


def _light(drawing: Drawing, floor: Point, side: int) -> None:
    x, y = floor
    lamp = (x + side * SCALE * LIGHT_OUT_MM, y - SCALE * LIGHT_UP_MM)
    for shift in (-5, 5):
        start = (lamp[0] - side * (5 + shift / 2), lamp[1] + 5 - shift / 2)
        arrow(drawing, start, (start[0] - side * 26, start[1] + 26), "#b58900")
    ends = [(lamp[0] - side * 5, lamp[1] - 5), (lamp[0] + side * 5, lamp[1] + 5)]
    drawing.line(ends, stroke="#b58900", stroke_width=4)
    words = ("soft light, 45°", f"{LIGHT_OUT_MM:.0f} out, {LIGHT_UP_MM:.0f} up")
    for place, line in enumerate(words):
        drawing.text((lamp[0], lamp[1] - 15 + 5 * place), line, 3.8, text_anchor="middle")


def _above(drawing: Drawing, middle: Point) -> None:
    x, y = middle
    wide, deep = (SCALE * length for length in BASE_MM)
    tray = [SCALE * length for length in TRAY_MM]
    reach = SCALE * REACH_MM
    drawing.text((6, 190), "from above", 4.4, **BOLD)
    back = y - reach - 12
    drawing.rect((x - wide / 2, back), wide, deep, **WOOD)
    drawing.rect((x - tray[0] / 2, y - tray[1] / 2), tray[0], tray[1], fill="#aaa", stroke="#222")
    drawing.rect((x - 4, y - reach), 8, reach + 4, fill="#e0c9a0", stroke="#333", stroke_width=0.4)
    drawing.rect((x - 8, y - reach - 5), 16, 7, fill="#b89b6a", stroke="#333", stroke_width=0.4)
    drawing.text((x + 10, y - reach + 1), "mast", 3.6)
    drawing.circle((x, y), 2.4, fill="#222")
    dimension(drawing, (x - 42, y - reach), (x - 42, y), f"{REACH_MM:.0f}")
    left, right = x - tray[0] / 2, x + tray[0] / 2
    below = y + tray[1] / 2 + 6
    dimension(drawing, (left, below), (right, below), f"{TRAY_MM[0]:.0f}", 3.6)
    dimension(
        drawing, (right + 12, y - tray[1] / 2), (right + 12, y + tray[1] / 2), f"{TRAY_MM[1]:.0f}"
    )
