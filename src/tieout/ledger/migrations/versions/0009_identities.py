"""Logins that another server vouches for."""

from __future__ import annotations

from alembic import op

from tieout.ledger.tables import statements

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Make the tables of version 9."""
    for statement in statements(9, "postgresql"):
        op.execute(statement)
