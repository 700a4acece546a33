"""The rules of The Game."""
