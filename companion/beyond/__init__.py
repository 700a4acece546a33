"""What a table tells beyond itself: brokers, homes, programs. Nothing here holds up a game."""
