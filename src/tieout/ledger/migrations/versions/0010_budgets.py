"""What a person may use in a day."""

from __future__ import annotations

from alembic import op

from tieout.ledger.tables import statements

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Make the tables of version 10."""
    for statement in statements(10, "postgresql"):
        op.execute(statement)
