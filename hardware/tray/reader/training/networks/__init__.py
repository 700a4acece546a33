"""The cube reader's networks and how they are trained."""
