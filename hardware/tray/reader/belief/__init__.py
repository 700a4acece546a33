"""How much of a reading is to be believed: of each place, each cube, and of the whole."""
