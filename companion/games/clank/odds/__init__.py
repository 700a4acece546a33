"""Exact chances of the dragon's attacks, luck measured against them, and evenings in numbers."""
