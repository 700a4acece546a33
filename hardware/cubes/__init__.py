"""Reading cubes in a tray from a photograph: `hardware.cube_reader` is the door."""
