"""The toy game is copied beside the others by its test; here it has nothing to import."""

collect_ignore = ["toy"]
