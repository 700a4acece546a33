"""The box in OpenSCAD: every board with its holes, and what stands inside, from the same numbers.

Whoever has a laser or a mill exports a board from it as DXF or SVG; nobody needs it to build.
"""

from collections.abc import Iterable, Iterator

from hardware.panel.plan import BLOCK_MM, PANEL_MM, WALL_MM, Place, holes
from hardware.wiring import box
from hardware.wiring.build import Build

# `show` is what OpenSCAD draws: the whole box, or one flat board to export.
HEAD = """// Dragonbag: the box of the panel, in millimetres. Made by `dragonbag wiring`.
// The whole:  openscad box.scad
// One board:  openscad -D 'show="panel"' -o panel.dxf box.scad
//             panel, front, back, side, bottom
show = "box";
apart = 0;  // 40 lifts the panel off, to look inside
$fn = 48;
"""
MODULES = """
module drilled(size, places) {
  difference() {
    square(size);
    for (p = places) translate([p[0], p[1]]) circle(d = p[2]);
  }
}
module panel() drilled(panel_size, panel_holes);
module bottom() drilled(bottom_size, bottom_holes);
module side() drilled([bottom_size[1], height], vents);
module front() square([panel_size[0], height]);
module back() {
  difference() {
    square([panel_size[0], height]);
    translate([cable_x, height - cable[1]]) square(cable);
  }
}
module board() linear_extrude(wall) children();
module upright() translate([0, 0, height]) rotate([-90, 0, 0]) board() children();

module whole() {
  translate([wall, wall, 0]) board() bottom();
  upright() back();
  translate([0, panel_size[1] - wall, 0]) upright() front();
  for (x = [wall, panel_size[0]])
    translate([x, wall, 0]) rotate([0, 0, 90]) upright() side();
  for (p = blocks) translate([p[0], p[1], wall]) cube([block, block, height - wall]);
  color("green") translate([pi_at[0], pi_at[1], wall + spacer]) cube([pi[0], pi[1], 1.6]);
  color("silver") translate([pi_at[0] - 2, pi_at[1] + 4, wall + spacer])
    cube([18, 48, standing - spacer]);
  color("tan") translate([stripboard_at[0], stripboard_at[1], wall + spacer])
    cube([stripboard[0], stripboard[1], 1.6]);
  translate([0, 0, height + apart]) {
    board() panel();
    for (p = panel_holes) if (p[2] > 20)
      color("gray") translate([p[0], p[1], -button_depth]) cylinder(d = p[2], h = button_depth);
  }
}

// The drawings count from the upper left corner, OpenSCAD from the lower left one.
if (show == "box") mirror([0, 1, 0]) whole();
else mirror([0, 1, 0]) {
  if (show == "panel") panel();
  if (show == "front") front();
  if (show == "back") back();
  if (show == "side") side();
  if (show == "bottom") bottom();
}
"""


def box_scad(build: Build) -> str:
    """Return the OpenSCAD text: the numbers first, then what is made of them."""
    return HEAD + "\n".join(_numbers(build)) + "\n" + MODULES


def _numbers(build: Build) -> Iterator[str]:
    yield f"wall = {WALL_MM:g};"
    yield f"height = {box.HEIGHT_MM:g};"
    yield f"block = {BLOCK_MM:g};"
    yield f"spacer = {box.SPACER_MM:g};"
    yield f"standing = {box.STANDING_MM:g};  // of a Pi, from the bottom"
    yield f"button_depth = {box.BUTTON_DEPTH_MM:g};"
    yield f"panel_size = {_list(PANEL_MM)};"
    yield f"bottom_size = {_list(box.BOTTOM_MM)};"
    yield f"cable = {_list(box.CABLE_MM)};"
    yield f"cable_x = {box.CABLE_X:g};"
    yield f"pi = {_list(box.PI_MM)};"
    yield f"pi_at = {_list(box.PI_AT)};"
    yield f"stripboard = {_list(box.STRIPBOARD_MM)};"
    yield f"stripboard_at = {_list(box.STRIPBOARD_AT)};"
    yield f"blocks = {_lists(box.blocks())};"
    yield "// x, y, diameter"
    yield f"panel_holes = {_lists((*hole.at, hole.diameter_mm) for hole in holes(build.pins))};"
    yield f"bottom_holes = {_lists(_bottom_holes())};"
    yield f"vents = {_lists(_vents())};"


def _bottom_holes() -> Iterator[tuple[float, ...]]:
    pi: set[Place] = {*box.pi_holes(), *box.pi_holes(box.ZERO_HOLES_MM)}
    yield from ((x - WALL_MM, y - WALL_MM, 2.8) for x, y in sorted(pi))
    yield from ((x - WALL_MM, y - WALL_MM, 3.2) for x, y in box.stripboard_holes())


def _vents() -> Iterator[tuple[float, ...]]:
    x, y = box.VENT_AT
    return ((x + box.VENT_STEP_MM * place, y, box.VENT_MM) for place in range(box.VENTS))


def _list(numbers: Iterable[float]) -> str:
    return f"[{', '.join(f'{round(number, 2):g}' for number in numbers)}]"


def _lists(lists: Iterable[Iterable[float]]) -> str:
    return "[\n  " + ",\n  ".join(_list(each) for each in lists) + "\n]"
