"""The server and its live streams."""
