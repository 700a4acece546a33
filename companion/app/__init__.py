"""The application: the only part that sees devices and pages."""
