"""The wiring diagram as WireViz YAML: the Pi's header, every part, and a wire for each join.

One cable for each group of parts, so that the drawing stays readable; colours are the codes of
IEC 60757, as WireViz knows them.
"""

from collections.abc import Iterator

from hardware.panel.electrics import BASE_OHM
from hardware.panel.pins import BUTTON_LAMPS, BUZZER, COLOURS, RAGE_LAMPS
from hardware.panel.pins.strip import Strip
from hardware.wiring.breadboard import BUZZER_SUPPLY_PIN, GROUND_PINS
from hardware.wiring.build import Build
from hardware.wiring.header import BCM_OF_PIN, LAST_PIN, NOT_GPIO, PIN_OF_BCM
from hardware.wiring.strip import CLOCK, DATA, DATA_OHM, LEGS, SHIFTER, STRIP, joins, pads

WIRE = {
    "red": "RD",
    "green": "GN",
    "blue": "BU",
    "yellow": "YE",
    "attack": "VT",
    "next": "TQ",
    "undo": "BN",
    BUZZER: "GY",
    **dict.fromkeys(RAGE_LAMPS, "OG"),
    "data": DATA,
    "clock": CLOCK,
}
BLACK = "BK"
WORDS = {
    "RD": "red",
    "GN": "green",
    "BU": "blue",
    "YE": "yellow",
    "VT": "violet",
    "TQ": "turquoise",
    "BN": "brown",
    "GY": "grey",
    "OG": "orange",
    "WH": "white",
}
FONT = "DejaVu Sans"  # wider than most: where a reader has another, the words still fit
Group = tuple[str, str, tuple[str, ...]]  # cable, kind of part, names


def harness(build: Build) -> str:
    """Return the YAML; only what the panel uses of the header is joined."""
    every: tuple[Group, ...] = (
        ("players", "button", COLOURS),
        ("turn", "button", ("attack", "next", "undo")),
        ("players", "lamp", COLOURS),
        ("turn", "lamp", tuple(BUTTON_LAMPS)),
        ("rage", "lamp", RAGE_LAMPS),
    )
    built = build.pins.entries()
    fitted = (
        (cable, kind, tuple(name for name in names if f"{kind}s.{name}" in built))
        for cable, kind, names in every
    )
    groups = tuple(group for group in fitted if group[2])
    parts, joins = _connectors(build, groups), _connections(build, groups)
    options = ("options:", f"  fontname: {FONT}")
    return "\n".join((*options, *parts, *_cables(build, groups), *joins, ""))


def _connectors(build: Build, groups: tuple[Group, ...]) -> Iterator[str]:
    yield "connectors:"
    yield "  Pi:"
    yield "    type: Raspberry Pi, 40-pin header"
    yield f"    pins: [{', '.join(str(pin) for pin in range(1, LAST_PIN + 1))}]"
    labels = (f'"{_label(build, pin)}"' for pin in range(1, LAST_PIN + 1))
    yield f"    pinlabels: [{', '.join(labels)}]"
    yield "    hide_disconnected_pins: true"
    yield "    show_pincount: false"
    for _, kind, names in groups:
        for name in names:
            yield from _part(build, kind, name)
    if BUZZER in build.pins.lamps:
        yield f"  {BUZZER}:"
        yield f"    type: active buzzer, NPN transistor, base resistor {BASE_OHM:g} ohm"
        yield '    pinlabels: ["+", base resistor, emitter]'
        yield "    show_pincount: false"
    yield from _strip_parts(build.pins.strip)
    yield "  ground:"
    yield "    type: ground rail (join all)"
    count = sum(len(names) for _, _, names in groups) + len(GROUND_PINS)
    count += BUZZER in build.pins.lamps
    yield f"    pincount: {count}"
    yield "    show_pincount: false"


def _strip_parts(strip: Strip | None) -> Iterator[str]:
    if strip is None:
        return
    if strip.is_shifted:
        yield f"  {SHIFTER}:"
        yield "    type: 74AHCT125"
        yield f"    pinlabels: [{', '.join(LEGS)}]"
    yield f"  {STRIP}:"
    yield f"    type: {strip.kind.value.upper()}, {DATA_OHM} ohm in its data wire"
    yield f"    pinlabels: [{', '.join(pads(strip))}]"
    yield "    show_pincount: false"


def _strip_joins(strip: Strip | None) -> Iterator[str]:
    for wire, (start, end, _) in enumerate(joins(strip) if strip else (), 1):
        yield from _join(start, ("strip wires", wire), end)


def _label(build: Build, pin: int) -> str:
    if pin in NOT_GPIO:
        return NOT_GPIO[pin]
    bcm = BCM_OF_PIN[pin]
    names = (key for key, number in build.pins.entries().items() if number == bcm)
    return " ".join((f"BCM {bcm}", *(key.replace("s.", " ") for key in names)))


def _part(build: Build, kind: str, name: str) -> Iterator[str]:
    yield f"  {name} {kind}:"
    yield "    show_pincount: false"
    if kind == "button":
        yield "    type: push button"
        yield "    pinlabels: [pin, ground]"
        return
    yield f"    type: LED {build.lamps.light(name)}, resistor {build.lamps.ohm(name):g} ohm"
    yield "    pinlabels: [resistor to long leg, short leg]"


def _cables(build: Build, groups: tuple[Group, ...]) -> Iterator[str]:
    yield "cables:"
    for cable, kind, names in groups:
        yield from _cable(f"{cable} {kind}s", [WIRE[name] for name in names])
        yield from _cable(f"{cable} {kind}s ground", [BLACK] * len(names))
    if BUZZER in build.pins.lamps:
        yield from _cable(BUZZER + " wires", ["RD", WIRE[BUZZER]])
        yield from _cable(BUZZER + " ground", [BLACK])
    yield from _cable("ground to the Pi", [BLACK] * len(GROUND_PINS))
    if build.pins.strip:
        yield from _cable("strip wires", [colour for *_, colour in joins(build.pins.strip)])


def _cable(name: str, colours: list[str]) -> Iterator[str]:
    yield f"  {name}:"
    yield f"    colors: [{', '.join(colours)}]"
    yield "    show_wirecount: false"


def _connections(build: Build, groups: tuple[Group, ...]) -> Iterator[str]:
    yield "connections:"
    ground = 0
    for cable, kind, names in groups:
        pins = build.pins.buttons if kind == "button" else build.pins.lamps
        for wire, name in enumerate(names, 1):
            part = f"{name} {kind}"
            ground += 1
            yield from _join(("Pi", PIN_OF_BCM[pins[name]]), (f"{cable} {kind}s", wire), (part, 1))
            yield from _join((part, 2), (f"{cable} {kind}s ground", wire), ("ground", ground))
    if BUZZER in build.pins.lamps:
        ground += 1
        yield from _join(("Pi", BUZZER_SUPPLY_PIN), (f"{BUZZER} wires", 1), (BUZZER, 1))
        own_pin = PIN_OF_BCM[build.pins.lamps[BUZZER]]
        yield from _join(("Pi", own_pin), (f"{BUZZER} wires", 2), (BUZZER, 2))
        yield from _join((BUZZER, 3), (f"{BUZZER} ground", 1), ("ground", ground))
    for wire, pin in enumerate(GROUND_PINS.values(), 1):
        yield from _join(("Pi", pin), ("ground to the Pi", wire), ("ground", ground + wire))
    yield from _strip_joins(build.pins.strip)


def wire_colour(name: str) -> str:
    """Return the colour of a button's or lamp's own wire in the diagram."""
    return WORDS[WIRE[name]]


def _join(*ends: tuple[str, int]) -> Iterator[str]:
    yield "  -"
    for thing, number in ends:
        yield f"    - {thing}: {number}"
