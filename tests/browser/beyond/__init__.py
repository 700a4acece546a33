"""Venue boards in a real browser."""
