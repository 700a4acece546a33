"""The breadboard of the build guide is a working circuit: its nets are what they should be."""

from collections import Counter
from collections.abc import Iterable
from itertools import combinations, pairwise

import pytest
from gpiozero.pins.mock import MockFactory

from hardware.panel.pins import BUTTONS, COLOURS, LAMPS, Pins
from hardware.wiring import routes
from hardware.wiring.breadboard import (
    GROUND_PINS,
    LAST_ROW,
    RAIL,
    RAIL_BREAK,
    RAIL_ROWS,
    HeaderPin,
    Hole,
    Kind,
    Part,
    layout,
)
from hardware.wiring.header import BCM_OF_PIN, NOT_GPIO, PIN_OF_BCM

Terminal = tuple[str, str, str]  # thing, kind and leg; ("", "header", "11") is a pin of the Pi
Nets = set[frozenset[Terminal]]

GROUND = {("", "header", str(pin)) for pin in GROUND_PINS.values()}
# What a maker may have changed: everything in another order, the whole header backwards.
SHUFFLED = Pins(
    dict(zip(BUTTONS, reversed(BUTTONS.values()), strict=True)),
    dict(zip(LAMPS, reversed(LAMPS.values()), strict=True)),
)
LIT = Pins().changed({}, {}, lit=("red", "attack", "next", "undo"))
ALL_PINS = pytest.mark.parametrize(
    "pins", [Pins(), SHUFFLED, LIT], ids=["ours", "another", "lit buttons"]
)


def metal(hole: Hole, *, is_rail_parted: bool) -> tuple[str, int]:
    """Return which piece of metal inside the board a hole belongs to."""
    if hole.column == RAIL:
        return RAIL, int(is_rail_parted and hole.row > RAIL_BREAK)
    return ("a-e" if hole.column in "abcde" else "f-j"), hole.row


def terminal(part: Part, leg: str) -> Terminal:
    return part.thing, part.kind, leg


def conductors(part: Part, joined_legs: str, pressed: str) -> list[tuple[str, str]]:
    """Return the legs of a part that are one piece of metal, resistors and lamps not counted."""
    names = [leg for leg, _ in part.legs]
    if part.kind is Kind.WIRE or (part.kind is Kind.BUTTON and part.thing == pressed):
        return list(pairwise(names))
    if part.kind is not Kind.BUTTON:
        return []
    # Legs are named by column and row: a button joins those of one row, or those of one column.
    same = slice(1, None) if joined_legs == "across" else slice(0, 1)
    return [(one, other) for one, other in combinations(names, 2) if one[same] == other[same]]


def nets_of(
    parts: Iterable[Part], *, is_rail_parted: bool = True, joined: str = "across", pressed: str = ""
) -> Nets:
    """Return which legs and header pins are one net: found by going along the metal."""
    metals: dict[object, set[Terminal]] = {}
    joins: list[tuple[object, object]] = []
    for part in parts:
        place_of = {}
        for leg, place in part.legs:
            if isinstance(place, HeaderPin):
                node: object = place
                metals.setdefault(node, set()).add(("", "header", str(place.number)))
            else:
                node = metal(place, is_rail_parted=is_rail_parted)
                metals.setdefault(node, set())
            if part.kind is not Kind.WIRE:
                metals[node].add(terminal(part, leg))
            place_of[leg] = node
        joins += [(place_of[one], place_of[two]) for one, two in conductors(part, joined, pressed)]
    for one, two in joins:
        merged = metals[one] | metals[two]
        same = [node for node, net in metals.items() if net is metals[one] or net is metals[two]]
        metals.update(dict.fromkeys(same, merged))
    return {frozenset(net) for net in metals.values() if net}


def button_legs(thing: str, parts: Iterable[Part]) -> list[Terminal]:
    button = next(p for p in parts if p.thing == thing and p.kind is Kind.BUTTON)
    return [terminal(button, leg) for leg, _ in button.legs]


def wanted_nets(pins: Pins, parts: tuple[Part, ...]) -> Nets:
    """Return the circuit as the guide promises it, from the pin table alone."""
    ground: set[Terminal] = set()
    nets: Nets = set()
    for name, bcm in pins.buttons.items():
        legs = button_legs(f"{name} button", parts)
        ground |= {*legs[:2]}
        nets.add(frozenset({("", "header", str(PIN_OF_BCM[bcm])), *legs[2:]}))
    for name, bcm in pins.lamps.items():
        pin = ("", "header", str(PIN_OF_BCM[bcm]))
        thing = name if name == "buzzer" else f"{name} lamp"
        nets.add(frozenset({pin, (thing, "resistor", "left")}))
        if name != "buzzer":
            nets.add(frozenset({(thing, "resistor", "right"), (thing, "lamp", "long")}))
            ground.add((thing, "lamp", "short"))
    nets |= {
        frozenset({("", "header", "17"), ("buzzer", "buzzer", "plus")}),
        frozenset({("buzzer", "buzzer", "minus"), ("buzzer", "transistor", "collector")}),
        frozenset({("buzzer", "resistor", "right"), ("buzzer", "transistor", "base")}),
    }
    upper = {leg for leg in ground if not leg[0].startswith("rage_")}
    lower = (ground - upper) | {("buzzer", "transistor", "emitter"), ("", "header", "39")}
    return nets | {frozenset(upper | {("", "header", "34")}), frozenset(lower)}


@ALL_PINS
def test_every_net_of_the_breadboard_is_exactly_what_it_should_be(pins: Pins) -> None:
    parts = layout(pins)
    assert nets_of(parts, is_rail_parted=True) == wanted_nets(pins, parts)


@ALL_PINS
def test_a_rail_in_one_piece_only_joins_the_two_grounds(pins: Pins) -> None:
    parts = layout(pins)
    wanted = wanted_nets(pins, parts)
    grounds = [net for net in wanted if net & GROUND]
    assert len(grounds) == 2
    joined = wanted - set(grounds) | {grounds[0] | grounds[1]}
    assert nets_of(parts, is_rail_parted=False) == joined


@pytest.mark.parametrize("joined", ["across", "along"])
@pytest.mark.parametrize("name", BUTTONS)
def test_a_button_brings_its_pin_to_ground_only_while_pressed(name: str, joined: str) -> None:
    parts, pin = layout(Pins()), ("", "header", str(PIN_OF_BCM[BUTTONS[name]]))
    loose = next(net for net in nets_of(parts, joined=joined) if pin in net)
    assert not loose & GROUND
    pressed = nets_of(parts, joined=joined, pressed=f"{name} button")
    down = next(net for net in pressed if pin in net)
    assert down & GROUND
    pins_down = {leg for kind, leg in [leg[1:] for leg in down] if kind == "header"}
    assert pins_down <= {pin[2], *(leg[2] for leg in GROUND)}


@ALL_PINS
def test_no_two_legs_share_a_hole(pins: Pins) -> None:
    holes = Counter(hole for part in layout(pins) for hole in part.holes)
    assert [hole for hole, legs in holes.items() if legs > 1] == []


@ALL_PINS
def test_no_header_pin_has_two_wires_and_none_is_5_volts(pins: Pins) -> None:
    used = Counter(part.pin for part in layout(pins) if part.pin)
    assert set(used.values()) == {1}
    bcm = {*pins.buttons.values(), *pins.lamps.values()}
    assert set(used) == {PIN_OF_BCM[each] for each in bcm} | {34, 39, 17}
    assert {NOT_GPIO[pin] for pin in used if pin in NOT_GPIO} == {"ground", "3.3 V"}


def test_a_leg_in_a_wrong_hole_is_seen() -> None:
    parts = layout(Pins())
    lamp = next(part for part in parts if part.kind is Kind.LAMP)
    turned = Part(lamp.thing, lamp.kind, (("long", lamp.holes[1]), ("short", lamp.holes[0])))
    wrong = tuple(turned if part is lamp else part for part in parts)
    assert nets_of(wrong) != wanted_nets(Pins(), parts)


def test_parts_that_stand_on_the_board_do_not_touch() -> None:
    """Lamps are 5.8 mm wide at the rim, small buttons 6 mm, a breadboard's rows 2.54 mm apart."""
    for pins in (Pins(), LIT):
        _stand_apart(layout(pins))


def _stand_apart(parts: tuple[Part, ...]) -> None:
    rows = [part.holes[0].row for part in parts if part.kind is Kind.LAMP]
    assert min(after - before for before, after in pairwise(rows)) * 2.54 > 5.8
    tops = [part.holes[0].row for part in parts if part.kind is Kind.BUTTON]
    assert min(after - before for before, after in pairwise(tops)) * 2.54 > 6


def test_a_colours_lamp_is_beside_its_button() -> None:
    parts = layout(Pins())
    for colour in COLOURS:
        button, lamp = (
            next(part for part in parts if part.thing == f"{colour} {kind}" and part.kind is kind)
            for kind in (Kind.BUTTON, Kind.LAMP)
        )
        assert lamp.holes[0].row - button.holes[-1].row == 1


@pytest.mark.parametrize(("column", "row"), [("k", 3), ("a", 0), ("j", LAST_ROW + 1), (RAIL, 8)])
def test_a_hole_that_the_board_does_not_have_is_refused(column: str, row: int) -> None:
    with pytest.raises(ValueError, match="no hole"):
        Hole(column, row)


def test_the_rail_has_ten_groups_of_five_holes() -> None:
    assert len(RAIL_ROWS) == 50
    assert RAIL_BREAK not in RAIL_ROWS


def test_the_header_counts_as_gpiozeros_own_table_of_the_board_does() -> None:
    header = MockFactory().board_info.headers["J8"]
    named = {number: pin.name for number, pin in header.pins.items()}
    assert {pin: f"GPIO{bcm}" for pin, bcm in BCM_OF_PIN.items()} == {
        number: name for number, name in named.items() if name.startswith("GPIO")
    }
    words = {"GND": "ground", "3V3": "3.3 V", "5V": "5 V"}
    others = {number: words[name] for number, name in named.items() if name in words}
    assert others == NOT_GPIO


def stretches(way: list[tuple[float, float]], along: int) -> list[tuple[float, float, float]]:
    """Return a way's upright (along 1) or level (along 0) stretches: where, from, to."""
    return [
        (one[1 - along], min(one[along], two[along]), max(one[along], two[along]))
        for one, two in pairwise(way)
        if one[1 - along] == two[1 - along]
    ]


@ALL_PINS
@pytest.mark.parametrize("along", [0, 1], ids=["level", "upright"])
def test_no_two_wires_lie_on_each_other(pins: Pins, along: int) -> None:
    ways = [way for part, way in routes.routes(layout(pins)).items() if part.pin]
    for one, other in combinations(ways, 2):
        for where, start, end in stretches(one, along):
            for at, begin, finish in stretches(other, along):
                assert where != at or end < begin or finish < start


def test_lanes_are_chosen_so_that_no_single_move_crosses_less() -> None:
    spans = ((0.0, 10.0), (2.0, 12.0), (20.0, 3.0))
    lanes = routes.in_lanes(spans)
    order = sorted(range(3), key=lambda wire: lanes[wire])
    assert routes.crossings(order, spans) <= routes.crossings([0, 1, 2], spans)
    assert sorted(lanes) == [0, 1, 2]
