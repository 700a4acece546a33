"""What lets people check that nobody chose a draw or changed a game."""
