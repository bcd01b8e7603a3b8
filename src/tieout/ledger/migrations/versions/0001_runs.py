"""Runs and reviews."""

from __future__ import annotations

from alembic import op

from tieout.ledger.tables import statements

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make the tables of version 1."""
    for statement in statements(1, "postgresql"):
        op.execute(statement)
