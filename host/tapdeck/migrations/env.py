"""Run by Alembic inside the transaction that the store has begun."""

from alembic import context

from tapdeck.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
context.run_migrations()
