"""Disks that fail and processes that die, for tests and the bench."""
