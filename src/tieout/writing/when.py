"""When a value is of, in words: "in 2024", "in July 2024", "on 14 July 2024"."""

from __future__ import annotations

from tieout.facts.period import Period

__all__ = ["when"]


def when(period: Period) -> str:
    """Return the words that say that something is of a period.

    Examples:
        >>> [when(Period.parse(text)) for text in ("2024", "2024-Q3", "2024-07-14")]
        ['in 2024', 'in the third quarter of 2024', 'on 14 July 2024']
    """
    return f"{'on' if period.frequency == 'D' else 'in'} {period.name}"
