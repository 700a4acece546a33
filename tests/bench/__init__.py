"""Measurements as ratios against a floor in the same run: `make bench` prints the table."""
