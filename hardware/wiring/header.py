"""The Pi's 40-pin header: which physical pin carries which BCM number, and where it is drawn.

Source: Raspberry Pi documentation, "GPIO and the 40-pin header"
(https://www.raspberrypi.com/documentation/computers/raspberry-pi.html).
"""

from hardware.wiring.drawings.svg import Drawing, Point

LAST_PIN = 40
NOT_GPIO = {
    **dict.fromkeys((1, 17), "3.3 V"),
    **dict.fromkeys((2, 4), "5 V"),
    **dict.fromkeys((6, 9, 14, 20, 25, 30, 34, 39), "ground"),
}
# BCM numbers from physical pin 3 on, in order, without the pins of NOT_GPIO
_BCM = (2, 3, 4, 14, 15, 17, 18, 27, 22, 23, 24, 10, 9, 25, 11, 8, 7, 0, 1, 5, 6, 12, 13, 19, 16)
_BCM_LAST = (26, 20, 21)
_GPIO = [pin for pin in range(1, LAST_PIN + 1) if pin not in NOT_GPIO]
BCM_OF_PIN = dict(zip(_GPIO, (*_BCM, *_BCM_LAST), strict=True))
PIN_OF_BCM = {bcm: pin for pin, bcm in BCM_OF_PIN.items()}

SPACING_MM = 8.0  # drawn three times as large as the real 2.54 mm
PIN_RADIUS_MM = 2.9
FILL = {"3.3 V": "#f4c542", "5 V": "#c62828", "ground": "#222"}


def pin_at(pin: int, first: Point) -> Point:
    """Return where a physical pin is drawn when pin 1 stands at `first`, odd pins on the left."""
    row, column = divmod(pin - 1, 2)
    return first[0] + SPACING_MM * column, first[1] + SPACING_MM * row


def way_out(pin: int, first: Point) -> list[Point]:
    """Return the wire's way from a pin to the right edge: odd pins leave between two even ones."""
    x, y = pin_at(pin, first)
    edge = first[0] + 1.5 * SPACING_MM
    if pin % 2 == 0:
        return [(x, y), (edge, y)]
    between = y + SPACING_MM / 2
    return [(x, y), (x + SPACING_MM / 2, between), (edge, between)]


def draw_base(drawing: Drawing, first: Point) -> None:
    """Draw what lies under the wires: the header from above, with the USB ports at the bottom."""
    x, y = first
    half = SPACING_MM / 2
    drawing.rect(
        (x - half, y - half), 2 * SPACING_MM, 20 * SPACING_MM, fill="#e9eef1", stroke="#444"
    )
    middle = {"text_anchor": "middle"}
    drawing.text((x + half, y - 2 * half), "end with the SD card", 2.8, **middle)
    below = y + 20 * SPACING_MM
    drawing.text((x + half, below), "end with the USB ports", 2.8, **middle)
    drawing.text((x + half, below + 3.6), "(Pi Zero: end without SD)", 2.5, fill="#444", **middle)


def draw_pins(
    drawing: Drawing,
    first: Point,
    wired: frozenset[int] = frozenset(),
    tagged: frozenset[int] = frozenset(),
) -> None:
    """Draw the pins over their wires: `wired` with a bold rim, `tagged` without what they are."""
    for pin in range(1, LAST_PIN + 1):
        draw_pin(drawing, pin, pin_at(pin, first), is_wired=pin in wired)
        if pin % 2 or pin not in tagged:
            _label(drawing, pin, pin_at(pin, first), NOT_GPIO.get(pin, ""))


def draw_pin(drawing: Drawing, pin: int, at: Point, *, is_wired: bool = False) -> None:
    """Draw one pin with its number, in the colour of what it carries."""
    role = NOT_GPIO.get(pin, "")
    fill = FILL.get(role, "#fff")
    ink = "#fff" if role in ("5 V", "ground") else "#000"
    width = 0.9 if is_wired else 0.3
    if pin == 1:  # the only pin with a square pad, on every Pi
        side = 2 * PIN_RADIUS_MM
        corner = (at[0] - PIN_RADIUS_MM, at[1] - PIN_RADIUS_MM)
        drawing.rect(corner, side, side, fill=fill, stroke="#000", stroke_width=0.9)
    else:
        drawing.circle(at, PIN_RADIUS_MM, fill=fill, stroke="#000", stroke_width=width)
    drawing.text(
        (at[0], at[1] + 1), str(pin), 2.9, text_anchor="middle", fill=ink, font_weight="bold"
    )


def _label(drawing: Drawing, pin: int, at: Point, role: str) -> None:
    if pin == 1:
        role = "pin 1: 3.3 V"
    if pin % 2:
        drawing.text((at[0] - 5, at[1] + 0.9), role, 2.5, text_anchor="end")
    elif role == "5 V":
        drawing.text((at[0] + 5, at[1] + 0.9), "5 V: never!", 2.5, fill="#c62828")
    elif role:
        drawing.text((at[0] + 5, at[1] + 0.9), role, 2.5, fill="#444")
