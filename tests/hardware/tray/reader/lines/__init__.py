"""Cubes in lines without seams."""
