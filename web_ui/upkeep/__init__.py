"""The host's page about the table as a machine."""
