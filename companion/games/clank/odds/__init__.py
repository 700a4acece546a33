"""Exact chances of the dragon's attacks, and luck measured against them."""
