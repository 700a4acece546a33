"""Nim on the phones."""
