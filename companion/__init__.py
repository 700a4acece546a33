"""The rules, the journal and the table; nothing here knows pins or pages."""

__version__ = "0.1.0"
