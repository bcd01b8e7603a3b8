"""The time of one run: what a person takes to decide, and the days a run waited, are not counted."""

from __future__ import annotations

from collections.abc import Callable

__all__ = ["Timer"]


class Timer:
    """Counts the seconds of a run from the moment it is made.

    Args:
        clock: Seconds from any fixed point, never going back.
        limit: The seconds that the run may take.
    """

    __slots__ = ("_began", "clock", "limit")

    def __init__(self, clock: Callable[[], float], limit: float) -> None:
        self.clock, self.limit = clock, limit
        self._began = clock()

    def passed(self) -> float:
        """Return the seconds of the run so far."""
        return self.clock() - self._began

    def left(self) -> float:
        """Return the seconds left; zero or less when the time is up."""
        return self.limit - (self.clock() - self._began)

    def add(self, seconds: float) -> None:
        """Count seconds that passed before the run went on here."""
        self._began -= seconds

    def excuse(self, since: float) -> None:
        """Take the time since a reading of the clock out of the run."""
        self._began += self.clock() - since
