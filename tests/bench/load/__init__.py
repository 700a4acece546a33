"""A served table under load, in browsers and under many hands."""
