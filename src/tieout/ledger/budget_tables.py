"""The tables of budgets: what an admin let a person use in a day, apart from the defaults (version 10)."""

from __future__ import annotations

from typing import Final

__all__ = ["KEPT", "ONLY", "TABLES"]

TABLES: Final = (
    """
    CREATE TABLE budgets (
        number    {NUMBER},
        person    TEXT NOT NULL,
        at        TEXT NOT NULL,
        who       TEXT NOT NULL CHECK (who <> ''),
        questions {REF},
        tokens    {REF},
        dollars   TEXT
    )
    """,
    "CREATE INDEX budgets_by_person ON budgets (person, number)",
    "CREATE INDEX questions_by_asker ON questions (asker, asked_at)",
)

KEPT: Final = {"budgets": "0"}

ONLY: Final = ("budgets_only_somebodys", "budgets", "(NEW.person <> '')", "a budget needs a person")
