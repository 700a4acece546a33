"""The table's own Wi-Fi."""
