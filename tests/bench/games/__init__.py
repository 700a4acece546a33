"""Whole games, and the draws in them."""
