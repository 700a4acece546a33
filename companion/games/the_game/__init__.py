"""The Game, second edition (rulebook 001)."""
