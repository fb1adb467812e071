"""Run by alembic: migrates the connection that it is handed."""

from __future__ import annotations

from alembic import context

from fangcheng.server.storage.sql_tables import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    # SQLite cannot alter much of a table in place.
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
