"""What each game adds to the pages, a folder a game."""
