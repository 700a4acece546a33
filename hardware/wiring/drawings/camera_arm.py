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
STRIP_MM = 20.0  # mast and arm are of a square strip
REACH_MM = 120.0  # from the mast's middle to the lens
PAST_LENS_MM = 15.0  # the camera's board is 25 mm long and screwed to the arm's end
ARM_MM = STRIP_MM / 2 + REACH_MM + PAST_LENS_MM  # flush with the mast's back
LENS_BELOW_MM = 20.0  # from the arm's middle to the lens under it
BOLT_MM = LENS_HEIGHT_MM + LENS_BELOW_MM  # over the tray's floor
BEHIND_MM = 30.0  # of the base, from the mast's middle to its back edge
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
    """Return the arm from the front, the side and above, at two fifths of its size."""
    drawing = sheet("Camera arm, tray and light (all sizes in mm)", 330, 300)
    _front(drawing, floor=(105, 158))
    _side(drawing, floor=(268, 158))
    _above(drawing, middle=(76, 252))
    words = [
        *(line for camera in CAMERAS for line in _seen(camera)),
        "The lens stands over the middle of the tray and looks",
        "straight down. The arm lies beside the mast, one bolt M5",
        f"holds both: so the mast stands {STRIP_MM:.0f} beside the middle.",
        "",
        f"mast: {STRIP_MM:.0f} × {STRIP_MM:.0f}, {MAST_MM:.0f} long",
        f"arm: {STRIP_MM:.0f} × {STRIP_MM:.0f}, {ARM_MM:.0f} long",
        f"hole 5.5 in the mast, {BOLT_MM:.0f} over the tray's floor; one more every 20",
        f"up and down lets you try 260 to 320. In the arm {STRIP_MM / 2:.0f} from its end.",
        f"base: {BASE_MM[0]:.0f} × {BASE_MM[1]:.0f}; two screws from below into the mast",
        f"tray: {TRAY_MM[0]:.0f} × {TRAY_MM[1]:.0f} inside, rim {RIM_MM:.0f} high, all matt grey",
    ]
    for place, line in enumerate(words):
        drawing.text((160, 198 + 6 * place), line, 3.8)
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
    wide, mast, strip = (SCALE * length for length in (BASE_MM[0], MAST_MM, STRIP_MM))
    drawing.rect((x - wide / 2, y + 1), wide, 5, **WOOD)
    drawing.rect((x - 1.5 * strip, y - mast), strip, mast + 1, **WOOD)
    drawing.rect((x - strip / 2, y - SCALE * BOLT_MM - strip / 2), strip, strip, **WOOD)
    drawing.rect((x - 5, lens[1] - 4), 10, 4, fill="#444")
    drawing.text((x + 9, lens[1] - 2), "camera", 4)
    _tray_from_the_front(drawing, floor)
    for side in (-1, 1):
        _light(drawing, floor, side)
    dimension(drawing, (x + 18, lens[1]), (x + 18, y), f"{LENS_HEIGHT_MM:.0f}")
    drawing.text((x + 3, lens[1] + 22), f"{CAMERAS[0].across_deg:g}°", 4)


def _side(drawing: Drawing, floor: Point) -> None:
    x, y = floor
    lens, bolt = (x, y - SCALE * LENS_HEIGHT_MM), y - SCALE * BOLT_MM
    mast, strip, arm = SCALE * MAST_MM, SCALE * STRIP_MM, SCALE * ARM_MM
    mast_x = x - SCALE * REACH_MM
    drawing.text((288, 20), "from the side", 4.4, **BOLD)
    deep, behind = SCALE * BASE_MM[1], SCALE * BEHIND_MM
    drawing.rect((mast_x - behind, y + 1), deep, 5, **WOOD)
    drawing.rect((mast_x - strip / 2, y - mast), strip, mast + 1, **WOOD)
    drawing.rect((mast_x - strip / 2, bolt - strip / 2), arm, strip, **WOOD)
    drawing.circle((mast_x, bolt), 1.4, fill="#222")
    drawing.text((mast_x + 6, bolt + 10), "bolt M5", 3.4)
    drawing.rect((x - 5, lens[1] - 4), 10, 4, fill="#444")
    drawing.text((x - 6, lens[1] + 5), "camera", 3.6)
    half, rim = SCALE * TRAY_MM[1] / 2, SCALE * RIM_MM
    tray = [(x - half, y - rim), (x - half, y), (x + half, y), (x + half, y - rim)]
    drawing.line(tray, stroke="#222", stroke_width=1.4)
    above = bolt - strip / 2 - 5
    end = mast_x - strip / 2 + arm
    dimension(drawing, (mast_x - strip / 2, above), (end, above), f"arm {ARM_MM:.0f}")
    dimension(drawing, (mast_x, y - 30), (x, y - 30), f"{REACH_MM:.0f}")
    left = mast_x - behind
    dimension(drawing, (left, y - mast), (left, y), f"mast {MAST_MM:.0f}", 3.6)
    dimension(drawing, (end + 14, bolt), (end + 14, y), f"{BOLT_MM:.0f}", 3.6)
    dimension(drawing, (left, y + 12), (left + deep, y + 12), f"base {BASE_MM[1]:.0f}")


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
    back = y - reach - SCALE * BEHIND_MM
    drawing.rect((x - wide / 2, back), wide, deep, **WOOD)
    drawing.rect((x - tray[0] / 2, y - tray[1] / 2), tray[0], tray[1], fill="#aaa", stroke="#222")
    strip = SCALE * STRIP_MM
    wood = {"stroke": "#333", "stroke_width": 0.4}
    start = y - reach - strip / 2
    drawing.rect((x - strip / 2, start), strip, SCALE * ARM_MM, fill="#e0c9a0", **wood)
    drawing.rect((x - 1.5 * strip, start), strip, strip, fill="#b89b6a", **wood)
    drawing.text((x - 2 * strip, y - reach + 1), "mast", 3.6, text_anchor="end")
    drawing.circle((x, y), 2.4, fill="#222")
    dimension(drawing, (x - 42, y - reach), (x - 42, y), f"{REACH_MM:.0f}")
    left, right = x - tray[0] / 2, x + tray[0] / 2
    below = y + tray[1] / 2 + 6
    dimension(drawing, (left, below), (right, below), f"{TRAY_MM[0]:.0f}", 3.6)
    dimension(
        drawing, (right + 12, y - tray[1] / 2), (right + 12, y + tray[1] / 2), f"{TRAY_MM[1]:.0f}"
    )
