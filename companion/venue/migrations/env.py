"""What Alembic runs: the steps that are missing, on the connection that it was given."""

from alembic import context

from companion.venue.schema import METADATA

if hasattr(context, "config"):  # only while Alembic runs it
    connection = context.config.attributes["connection"]
    context.configure(connection=connection, target_metadata=METADATA)
    context.run_migrations()
