"""Coverage: which values a data set has, and why one is missing."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

__all__ = ["Coverage", "Missing"]


class Missing(StrEnum):
    """Why a cell has no value; three different statements that are never mixed."""

    PUBLISHED_GAP = "published gap"
    NOT_IN_SNAPSHOT = "not in this snapshot"
    OUTSIDE_YEARS = "outside its years"


@dataclass(frozen=True, slots=True, kw_only=True)
class Coverage:
    """How much of a cross-section a snapshot holds, aggregates left out.

    Attributes:
        values: Number of economies with a value.
        gaps: Number of economies for which the release has no value.
        unknown: Number of economies of which the snapshot cannot say; a rank "in the world" needs 0 here.
    """

    values: int
    gaps: int
    unknown: int

    @property
    def is_complete(self) -> bool:
        """True when every economy of the data set has a value or a published gap."""
        return self.unknown == 0
