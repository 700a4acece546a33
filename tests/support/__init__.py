"""What many tests need: tables, players, phones, fingers and stand-ins."""
