"""Rendered photographs of trays, to train the cube reader with."""
