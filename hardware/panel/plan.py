"""Where everything sits on the panel: what is drilled, and what /panel draws.

All lengths are millimetres from the panel's upper left corner, x to the right and y down.
"""

from collections.abc import Iterable

from companion.engine.value import Value
from hardware.panel.pins import BUZZER, COLOURS, RAGE_LAMPS, Pins

Place = tuple[float, float]
PANEL_MM = (260.0, 120.0)
WALL_MM = 4.0  # the box's boards: plywood of 4 mm
BLOCK_MM = 15.0  # corner blocks that the panel is screwed to
SCREW_MM = 3.5  # holes in the panel, over the middle of each corner block
SCREW_INSET_MM = WALL_MM + BLOCK_MM / 2
LARGE = ("red", "green", "blue", "yellow", "attack")  # 30 mm buttons; the others 24 mm
CAPS = {  # the colour of each button
    **{colour: colour for colour in COLOURS},
    "attack": "black",
    "next": "white",
    "undo": "black",
}
LARGE_MM, SMALL_MM = 30.0, 24.0  # arcade buttons, by the hole that they need
COLLAR_MM = 1.5  # what a button's rim stands over its hole on each side
LED_MM = 6.5  # holder of a 5 mm LED
SOUND_MM = 3.0
FIRST_X, LAST_X = 34.0, 154.0  # players and Rage Track from left to right
RAGE_Y, LAMP_Y, BUTTON_Y = 22.0, 54.0, 82.0
TURN = {"attack": (226.0, 28.0), "next": (226.0, 64.0), "undo": (226.0, 97.0)}
BUZZER_AT: Place = (189.0, 13.0)
LABEL_MM = (38.0, 14.0)  # of a button: below a player's, at the left of the others
SPACE_MM = (11.0, 11.0)  # of a space of the Rage Track, below its lamp
LABEL_GAP_MM = 1.0


class Hole(Value, frozen=True):
    """A hole to drill: what for, its middle, its width."""

    key: str  # "buttons.red", "lamps.rage_1", "screw"
    at: Place
    diameter_mm: float

    @property
    def radius_mm(self) -> float:
        """Return half of what is covered on the panel."""
        rim = COLLAR_MM if self.key.startswith("buttons") else 0.0
        return self.diameter_mm / 2 + rim


def holes(pins: Pins) -> tuple[Hole, ...]:
    """Return every hole of a panel for four players; none for a lamp not fitted or in a button."""
    every = (
        *_rage(pins),
        *_row("lamps", COLOURS, LAMP_Y, LED_MM),
        *_row("buttons", COLOURS, BUTTON_Y, LARGE_MM),
        *(
            Hole(f"buttons.{name}", at, LARGE_MM if name in LARGE else SMALL_MM)
            for name, at in TURN.items()
        ),
        Hole(f"lamps.{BUZZER}", BUZZER_AT, SOUND_MM),
    )
    screws = (Hole("screw", (x, y), SCREW_MM) for x in _insets(0) for y in _insets(1))
    lamps = {f"lamps.{name}" for name in pins.lamp_names if name not in pins.lit}
    is_built = lamps.union(f"buttons.{name}" for name in pins.buttons)
    return (*(hole for hole in every if hole.key in is_built), *screws)


def _rage(pins: Pins) -> Iterable[Hole]:
    """Yield the lamps of the Rage Track; those of a strip are as close as its LEDs."""
    pitch_mm = pins.strip.pitch_mm if pins.strip else None
    yield from _row("lamps", RAGE_LAMPS, RAGE_Y, LED_MM, pitch_mm)


class LabelPlace(Value, frozen=True):
    """Where a label is glued: its hole, its upper left corner on the panel, its size."""

    key: str
    corner: Place
    size_mm: tuple[float, float]


def label_places(pins: Pins) -> tuple[LabelPlace, ...]:
    """Return where each label of the label sheet belongs."""
    labelled = ("buttons.", "lamps.rage_")
    return tuple(_label_place(hole) for hole in holes(pins) if hole.key.startswith(labelled))


def _label_place(hole: Hole) -> LabelPlace:
    (x, y), size_mm = hole.at, LABEL_MM
    if hole.key.removeprefix("buttons.") in TURN:
        corner = (x - hole.radius_mm - LABEL_GAP_MM - size_mm[0], y - size_mm[1] / 2)
        return LabelPlace(hole.key, corner, size_mm)
    if hole.key.startswith("lamps."):
        size_mm = SPACE_MM
    corner = (x - size_mm[0] / 2, y + hole.radius_mm + LABEL_GAP_MM)
    return LabelPlace(hole.key, corner, size_mm)


def _row(
    kind: str, names: tuple[str, ...], y: float, diameter_mm: float, step_mm: float | None = None
) -> Iterable[Hole]:
    step = step_mm or (LAST_X - FIRST_X) / (len(names) - 1)
    for place, name in enumerate(names):
        yield Hole(f"{kind}.{name}", (FIRST_X + step * place, y), diameter_mm)


def _insets(side: int) -> tuple[float, float]:
    return SCREW_INSET_MM, PANEL_MM[side] - SCREW_INSET_MM
