"""Grave Robbers on the phones."""
