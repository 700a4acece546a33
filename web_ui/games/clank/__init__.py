"""Clank! on the phones."""
