"""The caretaker of an installed table: the only part that runs as root, with three orders."""
