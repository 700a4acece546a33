"""The pages of a venue: a wall for a television, and one for the phones of the staff."""
