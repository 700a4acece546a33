"""The steps by which a venue's database became what it is (Alembic)."""
