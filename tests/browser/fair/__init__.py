"""Phones that check what the table does, in a real browser."""
