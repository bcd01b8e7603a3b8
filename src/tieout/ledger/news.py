"""News of runs: which of them gained a row since one looked last, for those whom no server tells."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from tieout.ledger.storage import Storage

__all__ = ["News"]

_ROWS: Final = MappingProxyType(
    {
        "runs": "SELECT number, run FROM runs WHERE number > :mark",
        "waiting_runs": "SELECT number, run FROM waiting_runs WHERE number > :mark",
        "steps": "SELECT number, run FROM steps WHERE number > :mark",
        "reviews": (
            "SELECT r.number, runs.run FROM reviews r JOIN runs ON runs.number = r.run_number"
            " WHERE r.number > :mark"
        ),
        "approval_answers": (
            "SELECT b.number, a.run FROM approval_answers b JOIN approvals a ON a.number = b.approval"
            " WHERE b.number > :mark"
        ),
    }
)

_MARKS: Final = """
SELECT (SELECT coalesce(max(number), 0) FROM runs), (SELECT coalesce(max(number), 0) FROM waiting_runs),
       (SELECT coalesce(max(number), 0) FROM steps), (SELECT coalesce(max(number), 0) FROM reviews),
       (SELECT coalesce(max(number), 0) FROM approval_answers)
"""
"""The newest number of each of these tables, in their order."""


class News:
    """What happened to the runs of one ledger."""

    __slots__ = ("_storage",)

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    def marks(self) -> dict[str, int]:
        """Return how far one has seen everything."""
        (row,) = self._storage.rows(_MARKS)
        return dict(zip(_ROWS, map(int, row), strict=True))

    def since(self, marks: Mapping[str, int]) -> tuple[frozenset[str], dict[str, int]]:
        """Return the runs of which there is news, and how far one has seen everything now.

        Args:
            marks: How far one had seen everything.
        """
        seen = self.marks()
        if seen == dict(marks):
            return frozenset(), seen
        found: set[str] = set()
        for table, statement in _ROWS.items():
            if seen[table] == marks[table]:
                continue
            rows = self._storage.rows(statement, mark=marks[table])
            seen[table] = max((number for number, _ in rows), default=seen[table])
            found.update(run for _, run in rows)
        return frozenset(found), seen
