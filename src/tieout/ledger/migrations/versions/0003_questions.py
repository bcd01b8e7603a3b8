"""Accepted questions, who works on them, and their steps."""

from __future__ import annotations

from alembic import op

from tieout.ledger.tables import statements

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Make the tables of version 3."""
    for statement in statements(3, "postgresql"):
        op.execute(statement)
