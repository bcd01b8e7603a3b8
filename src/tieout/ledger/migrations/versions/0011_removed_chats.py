"""Which chats were removed, and that only those may be deleted."""

from __future__ import annotations

from alembic import op

from tieout.ledger.tables import statements

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """Make the tables of version 11."""
    for statement in statements(11, "postgresql"):
        op.execute(statement)
