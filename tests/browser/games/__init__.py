"""One game each, played in a real browser."""
