"""The strip's wires and lamps in buttons, on every drawing that shows them."""

import re
from collections import defaultdict

import pytest
import yaml

from hardware.panel.electrics import Lamps
from hardware.panel.pins import Pins
from hardware.panel.pins.strip import Strip, StripKind
from hardware.wiring.build import Build
from hardware.wiring.drawings.strip import strip_picture
from hardware.wiring.files import FILES
from hardware.wiring.harness import harness
from hardware.wiring.parts import parts_of
from hardware.wiring.strip import LEGS, PI, SHIFTER, STRIP, joins, pads
from hardware.wiring.stripboard import off_board
from hardware.wiring.tables import pins_table, power_table

APA102, WS2812 = StripKind.APA102, StripKind.WS2812
LIT = ("red", "green", "blue", "yellow", "attack", "next", "undo")
SHIFTED = [Strip(APA102), Strip(WS2812)]
EVERY = [*SHIFTED, Strip(supply_v=4.3, is_shifted=False)]


def build(strip: Strip | None = None, lit: tuple[str, ...] = ()) -> Build:
    return Build(Pins().changed({}, {}, lit=lit, strip=strip), Lamps(lit=lit))


def nets(strip: Strip) -> dict[tuple[str, int], set[tuple[str, int]]]:
    """Return what every wire's end is joined to, the end itself too."""
    found: dict[tuple[str, int], set[tuple[str, int]]] = defaultdict(set)
    for start, end, _ in joins(strip):
        merged = found[start] | found[end] | {start, end}
        for one in merged:
            found[one] = merged
    return found


def leg(name: str) -> tuple[str, int]:
    return SHIFTER, LEGS.index(name) + 1


@pytest.mark.parametrize("strip", EVERY)
def test_a_strip_has_5_v_ground_and_its_data_and_no_two_of_them_touch(strip: Strip) -> None:
    found = nets(strip)
    ends = [found[STRIP, pad] for pad in range(1, len(pads(strip)) + 1)]
    assert (PI, 2) in ends[0]
    assert (PI, 6) in ends[1]
    for one in ends:
        assert all(one is other or not one & other for other in ends)
    if not strip.is_shifted:
        assert (PI, 19) in ends[2]
        assert (PI, 23) in ends[3]


@pytest.mark.parametrize("strip", SHIFTED)
def test_the_shifter_lifts_what_the_strip_takes_and_no_leg_hangs_in_the_air(strip: Strip) -> None:
    found = nets(strip)
    for gate, header, pad in ((1, 19, 3), (2, 23, 4))[: len(pads(strip)) - 2]:
        assert found[leg(f"{gate}A")] == {(PI, header), leg(f"{gate}A")}
        assert found[leg(f"{gate}Y")] == {leg(f"{gate}Y"), (STRIP, pad)}
        assert (PI, 6) in found[leg(f"{gate}OE")]  # its gate is open
    inputs = {leg(name) for name in LEGS if not name.endswith("Y")}
    assert inputs <= found.keys()
    assert (PI, 2) in found[leg("VCC")]
    assert (PI, 6) in found[leg("GND")]


@pytest.mark.parametrize("strip", EVERY)
def test_the_diagram_and_the_picture_show_the_strip(strip: Strip) -> None:
    diagram = yaml.safe_load(harness(build(strip)))
    drawn = [next(iter(end.items())) for join in diagram["connections"] for end in join]
    assert {end for start, end, _ in joins(strip) if end[0] == STRIP} <= set(drawn)
    assert (SHIFTER in diagram["connectors"]) == strip.is_shifted
    picture = strip_picture(build(strip))
    assert picture.count("clock") == int(strip.has_clock)
    assert ("74AHCT125" in picture) == strip.is_shifted


def test_only_what_is_needed_is_bought() -> None:
    usual = {item.what for item in parts_of(build())}
    strip = {item.what for item in parts_of(build(Strip()))}
    assert any("with APA102" in what for what in strip - usual)
    assert any("74AHCT125" in what for what in strip - usual)
    assert {"LED 5 mm, red, diffuse"} <= strip  # one for the player; the others are on the strip
    bare = {item.what for item in parts_of(build(EVERY[2]))}
    assert "diode 1N4001" in bare
    assert not any("74AHCT125" in what for what in bare)
    lit = [item.what for item in parts_of(build(None, LIT)) if "arcade button" in item.what]
    assert [what for what in lit if what.startswith("lit")] == lit


def test_the_tables_name_the_strips_pins_and_its_current() -> None:
    assert re.search(r"\| data \| strip \| 10 \| 19 \|", pins_table(build(Strip())))
    told = power_table(build(Strip()))
    assert "up to 91 mA from 5 V" in told
    assert "rage_1" not in told
    assert "strip" not in power_table(build())


def test_lamps_in_buttons_take_the_strips_of_the_board_that_a_light_strip_leaves() -> None:
    assert off_board(build(Strip(), LIT).pins) == ()
    assert off_board(build(None, LIT).pins) == ("attack", "next", "undo")
    sheet = FILES["pictures/stripboard.svg"](build(None, LIT))
    assert "attack, next, undo lamp" in sheet
    assert "Not on the board" not in FILES["pictures/stripboard.svg"](build())
