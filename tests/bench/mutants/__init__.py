"""Mutants of the rules, each tried in a fork of a process that has everything loaded."""
