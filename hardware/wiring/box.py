"""The box under the panel in numbers: its boards, and where Pi and stripboard stand in it.

Millimetres from the panel's upper left corner, seen from above: the back is at y = 0.
"""

from hardware.panel.plan import BLOCK_MM, PANEL_MM, WALL_MM, Place
from hardware.wiring.stripboard import HOLES, PITCH_MM, SCREW_HOLES, STRIPS

HEIGHT_MM = 60.0  # of the walls
INSIDE_MM = HEIGHT_MM - WALL_MM  # from the bottom's upper side to the panel
BUTTON_DEPTH_MM = 45.0  # of a 30 mm arcade button below the panel, with its wires
LAMP_DEPTH_MM = 30.0  # of an LED in its holder, with its soldered legs
BOTTOM_MM = (PANEL_MM[0] - 2 * WALL_MM, PANEL_MM[1] - 2 * WALL_MM)  # between the walls
BLOCK_HEIGHT_MM = INSIDE_MM
VENT_MM, VENTS, VENT_STEP_MM = 8.0, 5, 20.0
VENT_AT: Place = (16.0, 14.0)  # of the first, from the board's corner
SPACER_MM = 5.0
STANDING_MM = 23.0  # from the bottom to the top of a Pi's USB sockets, on its spacers

# Raspberry Pi mechanical drawings: 85 x 56 mm (Zero: 65 x 30), holes 3.5 mm from the edges of the
# end with the SD card, 58 mm apart along the board and 49 mm (Zero: 23) across. Power comes in
# 11.2 mm (Pi 3: 10.6, Zero: 54) from that end.
PI_MM, ZERO_MM = (85.0, 56.0), (65.0, 30.0)
PI_HOLE_INSET_MM, PI_HOLES_MM, ZERO_HOLES_MM = 3.5, (58.0, 49.0), (58.0, 23.0)
POWER_FROM_SD_MM, ZERO_POWER_FROM_SD_MM = 11.2, 54.0
PLUG_MM = 12.0  # width of a USB plug's grip
# Under the Rage Track, where nothing hangs deep; the sockets to the back, the SD card to the right.
PI_AT: Place = (112.0, 6.0)
ZERO_AT: Place = (PI_AT[0] + PI_MM[0] - ZERO_MM[0], PI_AT[1])
CABLE_MM = (60.0, 20.0)  # way out for power and the camera's ribbon, open at the bottom
CABLE_X = 136.0
STRIPBOARD_MM = (51.0, 61.0)
STRIPBOARD_AT: Place = (21.0, 5.0)  # turned so that its wires to the Pi leave at the right


def pi_holes(holes_mm: tuple[float, float] = PI_HOLES_MM) -> tuple[Place, ...]:
    """Return the middles of the Pi's four holes in the bottom; the Zero's with its own spacing."""
    right, back = PI_AT[0] + PI_MM[0] - PI_HOLE_INSET_MM, PI_AT[1] + PI_HOLE_INSET_MM
    across, down = holes_mm
    return tuple((right - x, back + y) for x in (0.0, across) for y in (0.0, down))


def power_at(from_sd_mm: float = POWER_FROM_SD_MM) -> float:
    """Return where along the back the power plug comes in."""
    return PI_AT[0] + PI_MM[0] - from_sd_mm


def stripboard_holes() -> tuple[Place, ...]:
    """Return the middles of the stripboard's screws in the bottom."""
    (x, y), (width, height) = STRIPBOARD_AT, STRIPBOARD_MM
    left = (width - (HOLES - 1) * PITCH_MM) / 2
    top = (height - (STRIPS - 1) * PITCH_MM) / 2
    return tuple(  # turned by half a turn
        (x + width - left - (hole - 1) * PITCH_MM, y + height - top - (strip - 1) * PITCH_MM)
        for strip, hole in SCREW_HOLES
    )


def blocks() -> tuple[Place, ...]:
    """Return the upper left corners of the four corner blocks."""
    far = (PANEL_MM[0] - WALL_MM - BLOCK_MM, PANEL_MM[1] - WALL_MM - BLOCK_MM)
    return tuple((x, y) for x in (WALL_MM, far[0]) for y in (WALL_MM, far[1]))
