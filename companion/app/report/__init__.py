"""One file that tells how Dragonbag does on a real Pi: no names, no keys."""
