"""The engine that brings accepted questions to workers, and news of runs for whoever listens."""

from __future__ import annotations

from typing import Any

from alembic import op

from tieout.ledger.jobs import engine_tables
from tieout.ledger.tables import statements

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Make the tables of the engine, and the triggers of version 5."""
    # as they are: what looks like a parameter in them is none
    driver: Any = op.get_bind().connection.driver_connection
    driver.execute(engine_tables())
    for statement in statements(5, "postgresql"):
        op.execute(statement)
