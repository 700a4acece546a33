// Dragonbag: the box of the panel, in millimetres. Made by `dragonbag wiring`.
// The whole:  openscad box.scad
// One board:  openscad -D 'show="panel"' -o panel.dxf box.scad
//             panel, front, back, side, bottom
show = "box";
apart = 0;  // 40 lifts the panel off, to look inside
$fn = 48;
wall = 4;
height = 60;
block = 15;
spacer = 5;
standing = 23;  // of a Pi, from the bottom
button_depth = 45;
panel_size = [260, 120];
bottom_size = [252, 112];
cable = [60, 20];
cable_x = 136;
pi = [85, 56];
pi_at = [112, 6];
stripboard = [51, 61];
stripboard_at = [21, 5];
blocks = [
  [4, 4],
  [4, 101],
  [241, 4],
  [241, 101]
];
// x, y, diameter
panel_holes = [
  [34, 22, 6.5],
  [54, 22, 6.5],
  [74, 22, 6.5],
  [94, 22, 6.5],
  [114, 22, 6.5],
  [134, 22, 6.5],
  [154, 22, 6.5],
  [34, 54, 6.5],
  [74, 54, 6.5],
  [114, 54, 6.5],
  [154, 54, 6.5],
  [34, 82, 30],
  [74, 82, 30],
  [114, 82, 30],
  [154, 82, 30],
  [226, 28, 30],
  [226, 64, 24],
  [226, 97, 24],
  [189, 13, 3],
  [11.5, 11.5, 3.5],
  [11.5, 108.5, 3.5],
  [248.5, 11.5, 3.5],
  [248.5, 108.5, 3.5]
];
bottom_holes = [
  [131.5, 5.5, 2.8],
  [131.5, 28.5, 2.8],
  [131.5, 54.5, 2.8],
  [189.5, 5.5, 2.8],
  [189.5, 28.5, 2.8],
  [189.5, 54.5, 2.8],
  [23.45, 58.17, 3.2],
  [23.45, 4.83, 3.2]
];
vents = [
  [16, 14, 8],
  [36, 14, 8],
  [56, 14, 8],
  [76, 14, 8],
  [96, 14, 8]
];

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
