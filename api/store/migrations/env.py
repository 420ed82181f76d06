"""Alembic's entry: runs the steps on the connection that `migrate.py` hands over."""

from alembic import context

from api.store.tables import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
context.run_migrations()
