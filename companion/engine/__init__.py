"""What a game is: its contract, its sentences, its errors, and its messages as JSON."""
