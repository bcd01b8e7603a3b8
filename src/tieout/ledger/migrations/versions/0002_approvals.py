"""Waiting runs, approvals and watches."""

from __future__ import annotations

from alembic import op

from tieout.ledger.tables import statements

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Make the tables of version 2."""
    for statement in statements(2, "postgresql"):
        op.execute(statement)
