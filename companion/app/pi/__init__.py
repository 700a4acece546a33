"""A Pi that boots into the table: install, update, backup, and what systemd is told."""
