"""The panel: buttons, lamps and buzzer, on real pins or mock ones."""
