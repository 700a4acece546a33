"""A Wi-Fi of the table's own, opened where there is no network, and the way back to the house's."""
