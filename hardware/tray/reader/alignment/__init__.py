"""Where the tray is in a photograph: nudged, seen from the hand, and where it ends."""
