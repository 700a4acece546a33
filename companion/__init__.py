"""The rules, the journal and the table; nothing here knows pins or pages."""
