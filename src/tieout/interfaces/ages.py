"""How long ago something was, as a person says it."""

from __future__ import annotations

from datetime import datetime

__all__ = ["age"]


def age(now: datetime, then: datetime) -> str:
    """Return an age in its largest whole unit; a clock that was set back gives ``now``.

    Examples:
        >>> age(datetime(2026, 7, 3), datetime(2026, 7, 1, 12))
        '1 d'
    """
    seconds = (now - then).total_seconds()
    for size, unit in ((86_400, "d"), (3_600, "h"), (60, "min")):
        if seconds >= size:
            return f"{int(seconds // size)} {unit}"
    return f"{int(seconds)} s" if seconds >= 1 else "now"
