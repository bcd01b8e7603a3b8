"""Pace: how fast a model may be sent requests, and what a run may cost; shared by all its threads."""

from __future__ import annotations

import threading
from collections.abc import Callable
from decimal import Decimal

__all__ = ["Cap", "CapReached", "Pace"]

_MINUTE = 60.0


class CapReached(BaseException):
    """Raised where the next request might pass the cap; no part of a run may take it for a failed model."""


class Cap:
    """What the replies of a run have cost so far, and where it has to stop.

    Args:
        dollars: The cap in US dollars; None for none.
        spent: What earlier replies of the same run cost.
    """

    def __init__(self, dollars: Decimal | None = None, spent: Decimal = Decimal(0)) -> None:
        self._dollars, self._spent = dollars, spent
        self._lock = threading.Lock()
        self._unknown = ""

    @property
    def spent(self) -> Decimal:
        """US dollars, as far as the prices are known."""
        return self._spent

    @property
    def reason(self) -> str:
        """Why nothing more may be sent, in one sentence; empty while something may."""
        if self._dollars is None:
            return ""
        if self._unknown:
            return f"What a reply of {self._unknown} costs is not known, so a cap in dollars cannot be kept."
        if self._spent >= self._dollars:
            return f"The cost cap is reached: US${self._spent:f} of US${self._dollars:f} is spent."
        return ""

    def check(self) -> None:
        """Return while a request may be sent.

        Raises:
            CapReached: It may not.
        """
        if self.reason:
            raise CapReached(self.reason)

    def add(self, cost: Decimal | None, model: str) -> None:
        """Add what a reply cost; None where its price is not known."""
        with self._lock:
            if cost is None:
                self._unknown = self._unknown or model
            else:
                self._spent += cost


class Pace:
    """When the next request to one model may be sent.

    Args:
        per_minute: The most requests in a minute, evenly spread; None for any number.
        clock: Seconds that only go forward.
    """

    def __init__(self, per_minute: int | None, clock: Callable[[], float]) -> None:
        self._gap = 0.0 if per_minute is None else _MINUTE / per_minute
        self._clock = clock
        self._lock = threading.Lock()
        self._next = clock()

    def turn(self) -> float:
        """Take the next turn, and return in how many seconds it is."""
        with self._lock:
            now = self._clock()
            at = max(now, self._next)
            self._next = at + self._gap
            return at - now

    def pause(self, seconds: float) -> None:
        """Let nobody send before so many seconds have passed: the provider asked for it."""
        with self._lock:
            self._next = max(self._next, self._clock() + seconds)
