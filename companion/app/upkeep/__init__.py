"""What the host does to a table from a phone, and the command line does with the same code."""
