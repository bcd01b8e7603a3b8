"""What a server tells whoever listens: that there is news of a run, as soon as its row is committed.

Triggers tell it, so that it does not matter which process or door wrote the row.
"""

from __future__ import annotations

from typing import Final

__all__ = ["NEWS", "TRIGGERS"]

NEWS: Final = "tieout_news"
"""The channel to listen to; what is told is the id of a run."""

_TELLS: Final = """
CREATE FUNCTION ledger_news() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_TABLE_NAME = 'reviews' THEN
        PERFORM pg_notify('{channel}', (SELECT run FROM runs WHERE number = NEW.run_number));
    ELSIF TG_TABLE_NAME = 'approval_answers' THEN
        PERFORM pg_notify('{channel}', (SELECT run FROM approvals WHERE number = NEW.approval));
    ELSE
        PERFORM pg_notify('{channel}', NEW.run);
    END IF;
    RETURN NEW;
END $$
"""

_TABLES: Final = ("runs", "reviews", "waiting_runs", "approval_answers", "steps")

TRIGGERS: Final = (
    _TELLS.format(channel=NEWS),
    *(
        f"CREATE TRIGGER {table}_news AFTER INSERT ON {table} FOR EACH ROW EXECUTE FUNCTION ledger_news()"
        for table in _TABLES
    ),
)
"""For PostgreSQL alone; who watches a file looks into it."""
