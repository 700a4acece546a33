"""The Game on the phones."""
