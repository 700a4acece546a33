"""What a game is, how it speaks, and how its messages become JSON."""
