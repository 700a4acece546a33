"""The tray: cameras, the cube reader, and what watches for cubes that have come to rest."""
