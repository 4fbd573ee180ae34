"""The environment of Alembic: runs the migrations over the connection that the caller passes."""

from alembic import context

from crownland.server.store.schema import metadata

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=metadata, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
