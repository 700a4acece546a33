"""What is in the box."""

MATCHES = 21  # R 1
MOST_TAKEN = 3  # in one turn; R 2
PLAYERS = range(2, 5)  # R 1
