"""The advisor: the best turn from what one player knows."""
