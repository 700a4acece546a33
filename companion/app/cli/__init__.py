"""The command `dragonbag`."""
