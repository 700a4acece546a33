"""The box: everything stands where nothing hangs down on it, and OpenSCAD has the same numbers."""

import math
import os
import re
import shutil
import subprocess
from itertools import combinations
from pathlib import Path

import pytest

from hardware.panel.pins import Pins
from hardware.panel.plan import BLOCK_MM, PANEL_MM, WALL_MM, Place, holes
from hardware.wiring import box
from hardware.wiring.build import Build
from hardware.wiring.drawings import camera_arm as arm
from hardware.wiring.parts import parts_of
from hardware.wiring.scad import box_scad

SCAD = box_scad(Build())
BLOCK = (BLOCK_MM, BLOCK_MM)
STANDING = ((box.PI_AT, box.PI_MM), (box.STRIPBOARD_AT, box.STRIPBOARD_MM))


def gap(corner: Place, size: Place, at: Place) -> float:
    """Return how far a point is from a rectangle, 0 inside it."""
    sides = zip(corner, size, at, strict=True)
    return math.hypot(*(max(start - x, 0, x - start - length) for start, length, x in sides))


def test_nothing_that_stands_is_under_what_hangs_as_deep() -> None:
    depths = {"buttons": box.BUTTON_DEPTH_MM, "lamps": box.LAMP_DEPTH_MM}
    for hole in holes(Pins()):
        depth = depths.get(hole.key.partition(".")[0])
        for corner, size in STANDING:
            is_over = gap(corner, size, hole.at) < hole.diameter_mm / 2
            if is_over and depth is not None:
                assert depth + box.STANDING_MM < box.INSIDE_MM, hole.key


def test_what_stands_is_inside_the_walls_and_beside_each_other_and_the_blocks() -> None:
    things = [*STANDING, *((corner, BLOCK) for corner in box.blocks())]
    for corner, size in things:
        for start, length, whole in zip(corner, size, PANEL_MM, strict=True):
            assert start >= WALL_MM
            assert start + length <= whole - WALL_MM
    for (one, size), (other, wide) in combinations(things, 2):
        apart = (
            max(a - b - w, b - a - s) for a, s, b, w in zip(one, size, other, wide, strict=True)
        )
        assert max(apart) >= 1, (one, other)


def test_the_power_plugs_come_in_through_the_notch() -> None:
    for from_sd in (box.POWER_FROM_SD_MM, 10.6, box.ZERO_POWER_FROM_SD_MM):
        left = box.power_at(from_sd) - box.PLUG_MM / 2
        assert left >= box.CABLE_X
        assert left + box.PLUG_MM <= box.CABLE_X + box.CABLE_MM[0]
    assert box.CABLE_MM[1] - WALL_MM >= box.SPACER_MM + 9  # over the bottom: board, socket, grip


def test_the_boards_screws_are_where_their_holes_are() -> None:
    across = {math.dist(one, other) for one, other in combinations(box.pi_holes(), 2)}
    assert {58.0, 49.0} <= {round(length, 3) for length in across}
    zero = {math.dist(one, other) for one, other in combinations(box.pi_holes((58.0, 23.0)), 2)}
    assert {58.0, 23.0} <= {round(length, 3) for length in zero}
    for hole in box.pi_holes():
        assert gap(box.PI_AT, box.PI_MM, hole) == 0
    for hole in box.pi_holes(box.ZERO_HOLES_MM):
        assert gap(box.ZERO_AT, box.ZERO_MM, hole) == 0
    for hole in box.stripboard_holes():
        assert gap(box.STRIPBOARD_AT, box.STRIPBOARD_MM, hole) == 0


@pytest.mark.parametrize("screw", ["M2.5", "M3"])
def test_the_screws_are_long_enough_for_bottom_spacer_board_and_nut(screw: str) -> None:
    (line,) = (part.what for part in parts_of(Build()) if f"screw {screw} ×" in part.what)
    length = float(re.findall(r"× (\d+) mm", line)[0])
    assert length >= WALL_MM + box.SPACER_MM + 1.6 + 2.4  # board and nut


def scad_list(name: str) -> list[tuple[float, ...]]:
    found = re.search(rf"^{name} = \[\n(.*?)\n\];", SCAD, re.MULTILINE | re.DOTALL)
    assert found
    rows = re.findall(r"\[([^\]]*)\]", found[1])
    return [tuple(float(number) for number in row.split(",")) for row in rows]


def test_openscad_drills_the_panel_as_the_template_does() -> None:
    wanted = [(*hole.at, hole.diameter_mm) for hole in holes(Pins())]
    assert scad_list("panel_holes") == [tuple(round(n, 2) for n in hole) for hole in wanted]
    places = {(x + WALL_MM, y + WALL_MM) for x, y, _ in scad_list("bottom_holes")}
    for x, y in (*box.pi_holes(), *box.stripboard_holes()):
        assert min(math.dist((x, y), place) for place in places) < 0.01


def test_openscad_knows_every_name_that_it_uses() -> None:
    text = re.sub(r"//.*", "", SCAD)
    known = set(re.findall(r"^(\w+|\$fn) =", text, re.MULTILINE)) | set(
        re.findall(r"^module (\w+)", text, re.MULTILINE)
    )
    used = set(re.findall(r"(?<![\w\"$.])([a-z]\w*)", re.sub(r'"[^"]*"', "", text)))
    words = {"module", "for", "if", "else", "difference", "translate", "rotate", "square", "circle"}
    words |= {
        "cube",
        "cylinder",
        "color",
        "mirror",
        "linear_extrude",
        "children",
        "d",
        "h",
        "p",
        "x",
    }
    assert used - known - words == {"size", "places"}  # what `drilled` is given
    assert text.count("(") == text.count(")")
    assert text.count("{") == text.count("}")


@pytest.mark.skipif(
    not shutil.which("openscad") and "CI" not in os.environ,
    reason="OpenSCAD is not installed; where CI is set, that is a failure",
)
@pytest.mark.slow
def test_openscad_makes_a_board_to_cut(tmp_path: Path) -> None:
    (tmp_path / "box.scad").write_text(SCAD)
    out = tmp_path / "panel.dxf"
    command = ["openscad", "-D", 'show="panel"', "-o", str(out), str(tmp_path / "box.scad")]
    subprocess.run(command, check=True, timeout=120, capture_output=True)
    assert out.read_text().count("LINE") > 100


def test_the_arm_reaches_from_behind_the_mast_past_the_lens() -> None:
    assert arm.ARM_MM == arm.STRIP_MM / 2 + arm.REACH_MM + arm.PAST_LENS_MM
    assert arm.PAST_LENS_MM >= 12.5  # half of the camera's board
    assert arm.BOLT_MM < arm.MAST_MM - arm.STRIP_MM / 2
    assert arm.TRAY_MM[1] / 2 + arm.STRIP_MM / 2 < arm.REACH_MM  # the mast stands behind the tray
