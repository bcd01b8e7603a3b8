"""Questions that came by a chat, and what was told there."""

from __future__ import annotations

from alembic import op

from tieout.ledger.tables import statements

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Make the tables of version 8."""
    for statement in statements(8, "postgresql"):
        op.execute(statement)
