"""How Alembic runs the revisions: over the one connection that the ledger hands in."""

from __future__ import annotations

from alembic import context

context.configure(connection=context.config.attributes["connection"])
with context.begin_transaction():
    context.run_migrations()
