"""Users, sessions, tokens, one-time links and attempts to log in."""

from __future__ import annotations

from alembic import op

from tieout.ledger.tables import statements

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Make the tables of version 4."""
    for statement in statements(4, "postgresql"):
        op.execute(statement)
