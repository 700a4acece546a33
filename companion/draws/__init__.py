"""Fair draws, and the numbers that phones add to them."""
