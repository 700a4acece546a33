"""How much of a reading is to be believed: of each place, and of the whole."""
