"""What was removed, and the one case in which rows of a run may go."""

from __future__ import annotations

from alembic import op

from tieout.ledger.tables import statements

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Make the tables of version 7."""
    for statement in statements(7, "postgresql"):
        op.execute(statement)
