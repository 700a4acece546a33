"""Cubes in a line, face to face: where no seam is seen, both looks count few of them."""
