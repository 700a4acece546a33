"""The pages that every game shares."""
