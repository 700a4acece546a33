"""Reading cubes in a tray from a photograph: `hardware.tray.reader.read` is the door."""
