"""The soldered board is the circuit that the guide promises: no short, nothing open."""

from collections import Counter
from dataclasses import replace

import pytest

from hardware.panel.pins import BUTTONS, LAMPS, Pins
from hardware.wiring.box import STRIPBOARD_MM
from hardware.wiring.breadboard import GROUND_PINS
from hardware.wiring.header import NOT_GPIO, PIN_OF_BCM
from hardware.wiring.stripboard import (
    BUS_HOLE,
    HOLES,
    PITCH_MM,
    SCREW_HOLES,
    STRIPS,
    Kind,
    Part,
    Spot,
    Stripboard,
    stripboard,
)
from tests.hardware.wiring.test_breadboard import SHUFFLED, Nets, Terminal

FEWER = Pins().changed({}, {}, without=("yellow", "rage_6", "rage_7"))
SILENT = Pins().changed({}, {}, without=("buzzer",))
LIT = Pins().changed({}, {}, ("yellow", "rage_6", "rage_7"), ("red", "attack", "next", "undo"))
ALL_PINS = pytest.mark.parametrize(
    "pins",
    [Pins(), SHUFFLED, FEWER, SILENT, LIT],
    ids=["ours", "another", "fewer lamps", "no buzzer", "lit buttons"],
)


def terminal(part: Part, leg: str) -> Terminal:
    """Return what is connected at a leg: for a wire, what is at its other end."""
    if part.kind is Kind.PI:
        return "", "header", str(part.pin)
    kind = part.thing.rpartition(" ")[2] if part.kind is Kind.LEAD else part.kind
    return part.thing, kind, leg


def nets_of(board: Stripboard, blobs: tuple[tuple[Spot, Spot], ...] = ()) -> Nets:
    """Return which legs and header pins are one net: found by going along the copper.

    blobs: holes of neighbouring strips that a drop of solder joins.
    """
    metals: dict[tuple[int, int], set[Terminal]] = {}

    def copper(spot: Spot) -> tuple[int, int]:
        cuts = (cut for cut in board.cuts if cut.strip == spot.strip and cut.hole < spot.hole)
        return spot.strip, len(tuple(cuts))

    joins = [*blobs]
    for part in board.parts:
        for leg, spot in part.legs:
            net = metals.setdefault(copper(spot), set())
            if part.kind is Kind.BUS:
                joins.append((part.legs[0][1], spot))
            else:
                net.add(terminal(part, leg))
    for one, other in joins:
        merged = metals[copper(one)] | metals[copper(other)]
        old = (metals[copper(one)], metals[copper(other)])
        metals.update({key: merged for key, net in metals.items() if any(net is n for n in old)})
    return {frozenset(net) for net in metals.values() if net}


def wanted_nets(pins: Pins) -> Nets:
    """Return the circuit as the guide promises it, from the pin table alone."""

    def pin(bcm: int) -> Terminal:
        return "", "header", str(PIN_OF_BCM[bcm])

    ground: set[Terminal] = {("", "header", str(number)) for number in GROUND_PINS.values()}
    nets: Nets = set()
    for name, bcm in pins.buttons.items():
        thing = f"{name} button"
        nets.add(frozenset({pin(bcm), (thing, "button", "pin"), (thing, "capacitor", "left")}))
        ground |= {(thing, "button", "ground"), (thing, "capacitor", "right")}
    for name, bcm in pins.lamps.items():
        thing = name if name == "buzzer" else f"{name} lamp"
        nets.add(frozenset({pin(bcm), (thing, "resistor", "left")}))
        if name != "buzzer":
            nets.add(frozenset({(thing, "resistor", "right"), (thing, "lamp", "long")}))
            ground.add((thing, "lamp", "short"))
            continue
        ground.add((thing, "transistor", "emitter"))
        nets |= {
            frozenset({("", "header", "17"), (thing, "buzzer", "plus")}),
            frozenset({(thing, "buzzer", "minus"), (thing, "transistor", "collector")}),
            frozenset({(thing, "resistor", "right"), (thing, "transistor", "base")}),
        }
    return nets | {frozenset(ground)}


@ALL_PINS
def test_every_net_of_the_board_is_exactly_what_it_should_be(pins: Pins) -> None:
    assert nets_of(stripboard(pins)) == wanted_nets(pins)


@ALL_PINS
def test_a_cut_that_is_forgotten_is_a_short(pins: Pins) -> None:
    board = stripboard(pins)
    for cut in board.cuts:
        forgotten = replace(board, cuts=tuple(each for each in board.cuts if each != cut))
        assert len(nets_of(forgotten)) < len(wanted_nets(pins)), str(cut)


def test_a_drop_of_solder_between_two_strips_is_a_short() -> None:
    board, wanted = stripboard(Pins()), wanted_nets(Pins())
    legs = {spot for part in board.parts for _, spot in part.legs if part.kind is not Kind.BUS}
    near = [(spot, Spot(spot.strip + 1, spot.hole)) for spot in sorted(legs, key=str)]
    blobs = [(one, other) for one, other in near if other in legs and other.hole < 10]
    assert len(blobs) > 30
    for blob in blobs:
        assert len(nets_of(board, (blob,))) < len(wanted), [str(spot) for spot in blob]


def test_a_leg_that_is_not_soldered_is_open() -> None:
    board, wanted = stripboard(Pins()), wanted_nets(Pins())
    for part in board.parts:
        for leg in part.legs:
            loose = replace(part, legs=tuple(each for each in part.legs if each != leg))
            parts = tuple(loose if each is part else each for each in board.parts)
            if part.kind is not Kind.BUS or leg[0] in "ABCDEFGHIJKLMNOPQRVW":  # S-U bring nothing
                assert nets_of(replace(board, parts=parts)) != wanted, (part.thing, leg)


@ALL_PINS
def test_no_two_legs_share_a_hole_and_none_is_where_a_strip_is_cut(pins: Pins) -> None:
    board = stripboard(pins)
    legs = Counter(spot for part in board.parts for _, spot in part.legs)
    assert [str(spot) for spot, count in legs.items() if count > 1] == []
    assert not {*board.cuts} & {*legs}
    assert len(set(board.cuts)) == len(board.cuts)


@ALL_PINS
def test_the_board_takes_every_wire_of_the_panel_and_no_5_volts(pins: Pins) -> None:
    used = [part.pin for part in stripboard(pins).parts if part.kind is Kind.PI]
    supply = {17} if "buzzer" in pins.lamps else set()
    assert set(used) == {PIN_OF_BCM[bcm] for bcm in pins.entries().values()} | {34, 39} | supply
    assert len(used) == len(set(used))
    assert "5 V" not in {NOT_GPIO.get(pin) for pin in used}


def test_nothing_stands_over_the_screws_and_the_bus() -> None:
    legs = [spot for part in stripboard(Pins()).parts for _, spot in part.legs]
    assert max(spot.hole for spot in legs) == BUS_HOLE
    for strip, hole in SCREW_HOLES:
        assert hole - BUS_HOLE >= 3  # the screw's head covers two holes to each side
        assert 1 <= strip <= STRIPS


def test_the_board_has_the_size_that_the_box_keeps_free() -> None:
    assert pytest.approx(STRIPBOARD_MM, abs=1) == (HOLES * PITCH_MM, STRIPS * PITCH_MM)


@pytest.mark.parametrize(("strip", "hole"), [(0, 1), (STRIPS + 1, 1), (1, 0), (1, HOLES + 1)])
def test_a_hole_that_the_board_does_not_have_is_refused(strip: int, hole: int) -> None:
    with pytest.raises(ValueError, match="has no strip"):
        Spot(strip, hole)


def test_every_button_and_lamp_has_a_strip_of_its_own() -> None:
    strips: dict[str, set[int]] = {}
    for part in stripboard(Pins()).parts:
        if part.kind is not Kind.BUS:
            strips.setdefault(part.thing, set()).update(spot.strip for _, spot in part.legs)
    assert len(strips) == len(BUTTONS) + len(LAMPS) + 1  # and ground
    assert {thing: len(own) for thing, own in strips.items() if len(own) > 1} == {"buzzer": 4}
