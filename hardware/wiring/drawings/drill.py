"""The drill template of the panel, in its true size on A4, and where everything sits on it."""

from collections.abc import Mapping
from dataclasses import dataclass

from hardware.panel.pins import BUZZER, COLOURS, RAGE_LAMPS
from hardware.wiring.build import Build
from hardware.wiring.drawings.box import PANEL_MM, SCREW_INSET_MM, SCREW_MM
from hardware.wiring.drawings.dimensions import dimension
from hardware.wiring.drawings.svg import Drawing, Point
from hardware.wiring.parts import LARGE

SHEET_MM = (297.0, 210.0)  # A4 landscape
CORNER: Point = (18.5, 30.0)  # of the panel on the sheet
LARGE_MM, SMALL_MM = 30.0, 24.0  # arcade buttons, by the hole that they need
COLLAR_MM = 1.5  # what a button's rim stands over its hole on each side
LED_MM = 6.5  # holder of a 5 mm LED
SOUND_MM = 3.0
FIRST_X, LAST_X = 34.0, 154.0  # players and Rage Track from left to right
RAGE_Y, LAMP_Y, BUTTON_Y = 22.0, 54.0, 82.0
TURN = {"attack": (226.0, 28.0), "next": (226.0, 64.0), "undo": (226.0, 97.0)}
BUZZER_AT: Point = (189.0, 13.0)
LABEL_MM = (38.0, 14.0)  # of a button: below a player's, at the left of the others
SPACE_MM = (11.0, 11.0)  # of a space of the Rage Track, below its lamp
LABEL_GAP_MM = 1.0
RULER_MM = 50.0
THIN: Mapping[str, object] = {"stroke": "#000", "stroke_width": 0.2}
DASHED: Mapping[str, object] = {"stroke": "#999", "stroke_width": 0.2, "stroke_dasharray": "1.5 1"}


@dataclass(frozen=True, slots=True)
class Hole:
    """A hole to drill: what for, its middle from the panel's upper left corner, its width."""

    key: str  # "buttons.red", "lamps.rage_1", "screw"
    at: Point
    diameter_mm: float

    @property
    def radius_mm(self) -> float:
        """Return half of what is covered on the panel's face."""
        rim = COLLAR_MM if self.key.startswith("buttons") else 0.0
        return self.diameter_mm / 2 + rim


def holes() -> tuple[Hole, ...]:
    """Return every hole of a panel for four players."""
    return (
        *_row("lamps", RAGE_LAMPS, RAGE_Y, LED_MM),
        *_row("lamps", COLOURS, LAMP_Y, LED_MM),
        *_row("buttons", COLOURS, BUTTON_Y, LARGE_MM),
        *(
            Hole(f"buttons.{name}", at, LARGE_MM if name in LARGE else SMALL_MM)
            for name, at in TURN.items()
        ),
        Hole(f"lamps.{BUZZER}", BUZZER_AT, SOUND_MM),
        *(Hole("screw", (x, y), SCREW_MM) for x in _insets(0) for y in _insets(1)),
    )


@dataclass(frozen=True, slots=True)
class LabelPlace:
    """Where a label is glued: its hole, its upper left corner on the panel, its size."""

    key: str
    corner: Point
    size_mm: tuple[float, float]


def label_places() -> tuple[LabelPlace, ...]:
    """Return where each label of the label sheet belongs."""
    return tuple(
        _label_place(hole) for hole in holes() if hole.key.startswith(("buttons.", "lamps.rage_"))
    )


def _label_place(hole: Hole) -> LabelPlace:
    (x, y), size_mm = hole.at, LABEL_MM
    if hole.key.removeprefix("buttons.") in TURN:
        corner = (x - hole.radius_mm - LABEL_GAP_MM - size_mm[0], y - size_mm[1] / 2)
        return LabelPlace(hole.key, corner, size_mm)
    if hole.key.startswith("lamps."):
        size_mm = SPACE_MM
    corner = (x - size_mm[0] / 2, y + hole.radius_mm + LABEL_GAP_MM)
    return LabelPlace(hole.key, corner, size_mm)


def _row(kind: str, names: tuple[str, ...], y: float, diameter_mm: float) -> list[Hole]:
    step = (LAST_X - FIRST_X) / (len(names) - 1)
    return [
        Hole(f"{kind}.{name}", (FIRST_X + step * place, y), diameter_mm)
        for place, name in enumerate(names)
    ]


def _insets(side: int) -> tuple[float, float]:
    return SCREW_INSET_MM, PANEL_MM[side] - SCREW_INSET_MM


def drill_template(_: Build) -> str:
    """Return the sheet to print at 100 %: the panel's edge, every hole with its middle and size."""
    drawing = Drawing(*SHEET_MM, title="Drill template of the Dragonbag panel, true size")
    drawing.rect((0, 0), *SHEET_MM, fill="#fff")
    drawing.text((CORNER[0], 14), "Dragonbag: drill template for four players", 6)
    told = "Print at 100 %, without fitting to the page. Holes in mm. Dashed: labels go there."
    drawing.text((CORNER[0], 21), told, 4)
    drawing.rect(CORNER, *PANEL_MM, fill="none", **THIN)
    for place in label_places():
        at = (CORNER[0] + place.corner[0], CORNER[1] + place.corner[1])
        drawing.rect(at, *place.size_mm, fill="none", **DASHED)
    for hole in holes():
        _draw_hole(drawing, hole)
    bottom = CORNER[1] + PANEL_MM[1]
    dimension(drawing, (CORNER[0], bottom + 9), (CORNER[0] + PANEL_MM[0], bottom + 9), "260 mm")
    dimension(drawing, (CORNER[0] - 4, CORNER[1]), (CORNER[0] - 4, bottom), "120")
    _draw_ruler(drawing, (CORNER[0], bottom + 28))
    return drawing.to_text()


def _draw_hole(drawing: Drawing, hole: Hole) -> None:
    x, y = CORNER[0] + hole.at[0], CORNER[1] + hole.at[1]
    radius = hole.diameter_mm / 2
    arm = radius + 2
    drawing.circle((x, y), radius, fill="none", **THIN)
    drawing.line([(x - arm, y), (x + arm, y)], **THIN)
    drawing.line([(x, y - arm), (x, y + arm)], **THIN)
    name = hole.key.partition(".")[2] or hole.key
    words = f"{name.replace('_', ' ')} ⌀{hole.diameter_mm:g}"
    below = hole.diameter_mm >= SMALL_MM  # above the others, whose labels are below
    drawing.text((x, y + arm + 3 if below else y - arm - 1), words, 2.8, text_anchor="middle")


def _draw_ruler(drawing: Drawing, at: Point) -> None:
    x, y = at
    drawing.line([(x, y), (x + RULER_MM, y)], stroke="#000", stroke_width=0.4)
    for mark in range(int(RULER_MM) + 1):
        height = 4 if mark % 10 == 0 else 3 if mark % 5 == 0 else 2
        drawing.line([(x + mark, y), (x + mark, y - height)], **THIN)
    words = "Measure me: 50 mm. If not, the printer has scaled the sheet."
    drawing.text((x + RULER_MM + 4, y), words, 4)
