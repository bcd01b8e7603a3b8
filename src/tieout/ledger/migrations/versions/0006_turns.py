"""Which question another one follows, and which a person stopped."""

from __future__ import annotations

from alembic import op

from tieout.ledger.tables import statements

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Make the tables of version 6."""
    for statement in statements(6, "postgresql"):
        op.execute(statement)
