"""The parts list of a panel for four players; part numbers are typical ones, others will do."""

import csv
import io
import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from hardware.panel.electrics import BASE_OHM, Light
from hardware.panel.pins import BUTTONS, BUZZER
from hardware.panel.plan import CAPS, LARGE, LARGE_MM, SMALL_MM, WALL_MM, holes
from hardware.wiring import box
from hardware.wiring.breadboard import Kind, layout
from hardware.wiring.build import Build
from hardware.wiring.drawings import camera_arm as arm
from hardware.wiring.resistors import in_words
from hardware.wiring.strip import CAPACITOR_UF, DATA_OHM, DIODE
from hardware.wiring.stripboard import CAPACITOR_NF, stripboard

LED_EXAMPLES = {
    Light.RED: "Kingbright WP7113ID",
    Light.YELLOW: "Kingbright WP7113YD",
    Light.GREEN: "Kingbright WP7113GD",
    Light.BLUE: "Kingbright WP7113LVBC/D, for 2 mA (clear: rub it matt with sandpaper)",
    Light.WHITE: "Kingbright WP7113QWC/D (clear: rub it matt with sandpaper)",
}
SANWA = {"black": "K"}  # a colour's letter in Sanwa's numbers; else its first one
LEAD_SPARE_MM = 150.0  # of each wire: into the box's height, two bends, two ends
WIRE_STEP_M = 5
FULL_V = 5.0  # of the header's 5 V pins


class Group(StrEnum):
    """What parts are bought for."""

    COMPUTER = "The computer"
    BREADBOARD = "For the first try, on a breadboard"
    PANEL = "The panel"
    STRIPBOARD = "The soldered board"
    BOX = "The box"
    CAMERA = "Camera, arm, tray and light (only if a camera shall count the cubes)"
    TOOLS = "Tools, to own or to borrow"


@dataclass(frozen=True, slots=True)
class Item:
    """A line of the parts list; `eur` is what the line may cost, our estimate, without postage."""

    group: Group
    count: int
    what: str
    example: str
    search: str  # words that find it in a shop
    eur: tuple[int, int]


def parts_of(build: Build) -> tuple[Item, ...]:
    """Return everything to buy, the same things counted together, group after group."""
    return (
        *_computer(),
        *_breadboard(build),
        *_buttons(build),
        *_lamps(build),
        *_buzzer(build),
        *_strip(build),
        *_stripboard(build),
        *_box(),
        *_camera(),
        *_tools(),
    )


def _computer() -> Iterator[Item]:
    pis = "Pi 4 Model B; or Zero 2 WH, 3, 5, 400, 500"
    yield Item(Group.COMPUTER, 1, "Raspberry Pi with header", pis, "raspberry pi 4", (20, 90))
    supply = "power supply made for this Pi"
    yield Item(Group.COMPUTER, 1, supply, "", "raspberry pi power supply", (8, 15))
    card = "SD card of 8 GB or more"
    yield Item(Group.COMPUTER, 1, card, "16 GB, class A1", "micro sd card a1", (5, 12))


def _breadboard(build: Build) -> Iterator[Item]:
    wires = [part for part in layout(build.pins, build.lamps) if part.kind is Kind.WIRE]
    to_pi = sum(part.pin is not None for part in wires)
    first = Group.BREADBOARD
    yield Item(first, 1, "breadboard with 830 holes", "BB830", "breadboard 830", (3, 9))
    push = "push button 6 × 6 mm with four legs"
    yield Item(first, len(BUTTONS), push, "Omron B3F-1000", "tactile switch 6x6", (1, 4))
    jumper = "jumper wire female to male, 20 cm, from the Pi to the board"
    yield Item(first, to_pi, jumper, "a strip of 40", "dupont female male 20cm", (2, 6))
    short = "jumper wire male to male, on the board"
    yield Item(first, len(wires) - to_pi, short, "", "breadboard jumper wire kit", (2, 6))


def _buttons(build: Build) -> Iterator[Item]:
    for name in BUTTONS:
        colour = CAPS[name]
        size = LARGE_MM if name in LARGE else SMALL_MM
        if name in build.pins.lit:
            yield _lit_button(build, name, size)
            continue
        code = SANWA.get(colour, colour[0].upper())
        what = f"momentary arcade button for a {size:g} mm hole, {colour}: {name.capitalize()}"
        search = f"arcade button {size:g}mm {colour}"
        yield Item(Group.PANEL, 1, what, f"Sanwa OBSF-{size:g}-{code}", search, (2, 5))
    ends = "push-on terminal 2.8 mm with sleeve, two for each button; or solder the wires to it"
    fit = "measure the button's tabs first: some have 4.8 or 6.3 mm"
    search = "2.8mm female spade terminal insulated"
    yield Item(Group.PANEL, 2 * len(BUTTONS), ends, fit, search, (2, 6))


def _lit_button(build: Build, name: str, size_mm: float) -> Item:
    light = build.lamps.light(name)
    what = f"lit arcade button for a {size_mm:g} mm hole, {light} LED: {name.capitalize()}"
    fit = "its LED with two legs of its own, for 3 or 5 V; not for 12 V"
    return Item(Group.PANEL, 1, what, fit, f"led arcade button {size_mm:g}mm 5v {light}", (3, 7))


def _strip(build: Build) -> Iterator[Item]:
    if (strip := build.pins.strip) is None:
        return
    name, group = strip.kind.value.upper(), Group.PANEL
    what = f"light strip with {name}, {strip.leds_per_metre} LEDs a metre, 5 V: seven of them"
    yield Item(group, 1, what, "SK9822" if strip.has_clock else "WS2812B", f"{name} strip", (3, 9))
    if strip.is_shifted:
        chip = "level shifter 74AHCT125 with 14 legs (DIP)"
        yield Item(group, 1, chip, "SN74AHCT125N", "74ahct125 dip", (1, 3))
    if strip.supply_v < FULL_V:
        yield Item(group, 1, f"diode {DIODE}", "", "1n4001 diode", (1, 2))
    capacitor = f"electrolytic capacitor {CAPACITOR_UF} µF, 10 V"
    yield Item(group, 1, capacitor, "", f"{CAPACITOR_UF}uf 10v capacitor", (1, 2))
    yield _resistor(1, DATA_OHM)


def _lamps(build: Build) -> Iterator[Item]:
    names = [name for name in build.pins.lamps if name != BUZZER]
    for light, count in Counter(build.lamps.light(name) for name in names).items():
        what, search = f"LED 5 mm, {light}, diffuse", f"5mm led {light} diffused"
        if light is Light.BLUE:
            what, search = "LED 5 mm, blue, low current (2 mA)", "5mm led blue low current 2mA"
        yield Item(Group.PANEL, count, what, LED_EXAMPLES[light], search, (1, 2 + count // 2))
    holder = f"LED holder 5 mm for a 6.5 mm hole, for a panel of {WALL_MM:g} mm"
    count = sum(name not in build.pins.lit for name in names)
    yield Item(Group.PANEL, count, holder, "plastic clip with ring", "led holder 5mm", (2, 6))
    for ohm, count in Counter(build.lamps.ohm(name) for name in names).items():
        yield _resistor(count, ohm)


def _buzzer(build: Build) -> Iterator[Item]:
    if BUZZER not in build.pins.lamps:
        return
    buzzer = "active piezo buzzer that works from 3 V and takes 30 mA or less"
    yield Item(Group.PANEL, 1, buzzer, "", "active buzzer 3v piezo", (1, 3))
    example = "BC547B, or 2N3904 (its legs are mirrored)"
    yield Item(Group.PANEL, 1, "NPN transistor in a TO-92 case", example, "bc547b to-92", (1, 2))
    yield _resistor(1, BASE_OHM)


def _resistor(count: int, ohm: float) -> Item:
    try:
        example = in_words(ohm)
    except ValueError:
        example = ""  # no value of two digits: the shop's label must do
    what = f"resistor {ohm:g} Ω, 0.25 W, 5 %"
    return Item(Group.PANEL, count, what, example, f"resistor {ohm:g} ohm 1/4w", (1, 2))


def _stripboard(build: Build) -> Iterator[Item]:
    group = Group.STRIPBOARD
    size = "65 × 95 mm: 24 strips of 37 holes"
    yield Item(group, 1, f"stripboard, {size}", "", "stripboard veroboard 65x95", (2, 5))
    capacitor = f"ceramic capacitor {CAPACITOR_NF} nF, legs 5 mm apart, against noise (optional)"
    count = len(build.pins.buttons)
    yield Item(group, count, capacitor, "printed 104", "100nf ceramic capacitor 104", (1, 2))
    yield Item(group, 1, "bare tinned wire 0.6 mm, 10 cm", "", "tinned copper wire 0.6mm", (1, 4))
    wire = f"stranded wire 0.25 mm², {wire_m(build)} m in several colours, and heat shrink tube"
    yield Item(group, 1, wire, "", "hookup wire 0.25mm2 set", (6, 14))
    screw = "screw M3 × 16 mm with nut and 5 mm spacer, for the stripboard"
    yield Item(group, 2, screw, "", "m3 nylon standoff kit", (2, 6))


def wire_m(build: Build) -> int:
    """Return how much wire two leads to every button and lamp take, rounded up to five metres."""
    x, y = box.STRIPBOARD_AT
    middle = (x + box.STRIPBOARD_MM[0] / 2, y + box.STRIPBOARD_MM[1] / 2)
    wired = {
        part.thing for part in stripboard(build.pins, build.lamps).parts if part.thing != "ground"
    }
    places = {hole.key: hole.at for hole in holes(build.pins)}
    ends = [places[_hole_of(build, thing)] for thing in wired]
    length_m = sum(2 * (math.dist(middle, end) + LEAD_SPARE_MM) for end in ends) / 1000
    return WIRE_STEP_M * math.ceil(length_m / WIRE_STEP_M)


def _hole_of(build: Build, thing: str) -> str:
    """Return the hole that a button or a lamp sits in; a lamp in a button is in the button's."""
    name, _, kind = thing.partition(" ")
    return f"buttons.{name}" if kind == "button" or name in build.pins.lit else f"lamps.{name}"


def _box() -> Iterator[Item]:
    group = Group.BOX
    panel = f"panel 260 × 120 mm, plywood {WALL_MM:g} mm or acrylic 3 mm"
    yield Item(group, 1, panel, "cut to size", "plywood 4mm cut to size", (2, 8))
    boards = "plywood 4 mm, 300 × 420 mm, for the other boards of the box"
    yield Item(group, 1, boards, "A3", "plywood 4mm a3", (4, 9))
    strip = "square wooden strip 15 × 15 mm, 250 mm, for the box's corner blocks"
    yield Item(group, 1, strip, "", "wooden strip 15x15", (1, 4))
    yield Item(group, 4, "wood screw 3 × 16 mm, for the panel", "", "wood screw 3x16", (1, 3))
    pi = "screw M2.5 × 16 mm with nut and 5 mm spacer, for the Pi"
    yield Item(group, 4, pi, "", "m2.5 standoff kit raspberry pi", (2, 8))
    paper = "paper, glue, clear tape for the labels; wood glue"
    yield Item(group, 1, paper, "", "wood glue", (4, 8))


def _camera() -> Iterator[Item]:
    group = Group.CAMERA
    module = "camera"
    kinds = "Camera Module 3 (not Wide), or 2"
    yield Item(group, 1, module, kinds, "raspberry pi camera module 3", (25, 35))
    cable = "camera cable 500 mm that fits your Pi"
    fits = "Pi 5, Zero: narrow to wide"
    yield Item(group, 1, cable, fits, "raspberry pi camera cable 500mm", (3, 7))
    base = f"board {arm.BASE_MM[0]:.0f} × {arm.BASE_MM[1]:.0f} mm, 12 mm thick or more: the base"
    yield Item(group, 1, base, "", "plywood 12mm cut to size", (3, 9))
    side, length = arm.STRIP_MM, arm.MAST_MM + arm.ARM_MM
    strip = f"square wooden strip {side:.0f} × {side:.0f} mm, {length:.0f} mm: mast and arm"
    yield Item(group, 1, strip, "", "wooden strip 20x20", (2, 5))
    bolt = "bolt M5 × 50 mm with wing nut and two washers: arm on mast"
    yield Item(group, 1, bolt, "", "m5x50 bolt wing nut", (1, 4))
    yield Item(group, 4, "wood screw 2 × 8 mm, for the camera", "", "wood screw 2x8", (1, 3))
    yield Item(group, 2, "wood screw 4 × 40 mm, base to mast", "", "wood screw 4x40", (1, 3))
    tray = "tray 150 × 110 mm inside, rim 15 mm, lined with matt grey felt or card"
    yield Item(group, 1, tray, "or glue it from card", "grey felt sheet a4", (3, 10))
    light = "small LED lamp, both of one kind; baking paper before it"
    yield Item(group, 2, light, "USB or clip lamp", "led clip lamp 4000k", (14, 40))


def _tools() -> Iterator[Item]:
    for what, search, eur in (
        ("multimeter that beeps (continuity)", "digital multimeter continuity", (8, 25)),
        ("soldering iron with stand, solder 0.8 to 1 mm with flux", "soldering iron kit", (15, 50)),
        ("side cutter and wire stripper", "wire stripper side cutter set", (8, 25)),
        ("drill with wood bits 3, 3.5, 5.5, 6.5 and 8 mm", "wood drill bit set", (8, 20)),
        ("Forstner bits or hole saws 24 and 30 mm", "forstner bit 30mm", (8, 25)),
        ("fine saw and sandpaper", "fine saw wood", (8, 20)),
        ("screwdriver, pliers, ruler, pencil", "screwdriver set", (5, 20)),
        ("drill bit 5 mm to cut strips by hand, or a strip cutter", "stripboard cutter", (2, 12)),
        ("SD card reader and a computer", "micro sd card reader usb", (4, 10)),
        ("printer, A4 or US Letter", "", (0, 0)),
        ("crimping pliers, only for push-on terminals", "crimping tool 2.8mm", (12, 30)),
    ):
        yield Item(Group.TOOLS, 1, what, "", search, eur)


def parts_csv(build: Build) -> str:
    """Return the list for a spreadsheet or a shop's basket."""
    text = io.StringIO()
    lines = csv.writer(text, lineterminator="\n")
    lines.writerow(("for", "count", "what", "example", "search for", "EUR from", "EUR to"))
    for part in parts_of(build):
        lines.writerow((part.group, part.count, part.what, part.example, part.search, *part.eur))
    return text.getvalue()
