"""How long a provider asks to wait, as its reply says it."""

from __future__ import annotations

import math
from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

__all__ = ["asked_pause"]


def asked_pause(headers: Mapping[str, str], now: datetime) -> float | None:
    """Return the seconds that ``Retry-After`` or ``retry-after-ms`` asks for; None where neither is there.

    Other headers, such as ``x-ratelimit-reset``, mean different things with different servers and are not
    read.

    Args:
        headers: The headers of the reply, with names in lower case.
        now: The time at which the reply came, with its time zone.

    Examples:
        >>> asked_pause({"retry-after": "2"}, datetime.now(UTC))
        2.0
    """
    milliseconds = _seconds(headers.get("retry-after-ms", ""))
    if milliseconds is not None:
        return milliseconds / 1000
    said = headers.get("retry-after", "").strip()
    seconds = _seconds(said)
    if seconds is not None or not said:
        return seconds
    try:
        until = parsedate_to_datetime(said)
    except (ValueError, TypeError, IndexError, OverflowError):
        return None
    if until.tzinfo is None:
        until = until.replace(tzinfo=UTC)
    return max(0.0, (until - now).total_seconds())


def _seconds(text: str) -> float | None:
    try:
        value = float(text)
    except ValueError:
        return None
    return value if math.isfinite(value) and value >= 0 and "_" not in text else None
