"""How a refusal is worded: short, on one line, naming what is allowed, never echoing more than a little.

What a model proposed may be a megabyte, or hold line breaks and invisible characters that would forge a log
line; `quoted` makes any of it safe to repeat.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from difflib import get_close_matches

__all__ = ["LONGEST_TEXT", "MOST_NAMES", "allowed", "close", "listed", "quoted"]

LONGEST_TEXT = 200
"""The most characters that a text argument may have."""

MOST_NAMES = 12
"""The most names that a refusal lists."""

_MOST_ECHOED = 40
_LONGEST_WHOLE = 10**20


def quoted(value: object) -> str:
    """Return a short, printable, one-line form of anything proposed.

    Examples:
        >>> quoted("FRA"), quoted(True), quoted([1, 2])
        ("'FRA'", 'true', 'a list')
    """
    match value:
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case str():
            return repr(value if len(value) <= _MOST_ECHOED else value[:_MOST_ECHOED] + "…")
        case int():
            return str(value) if abs(value) < _LONGEST_WHOLE else "a very long number"
        case float():
            return repr(value)
        case list() | tuple():
            return "a list"
        case _:
            return "an object"


def listed(names: Iterable[str]) -> str:
    """Return the names with commas, at most `MOST_NAMES` of them, and how many more there are."""
    every = list(names)
    text = ", ".join(every[:MOST_NAMES])
    more = len(every) - MOST_NAMES
    return f"{text} and {more} more" if more > 0 else text


def close(text: str, names: Collection[str]) -> list[str]:
    """Return up to three names that look like ``text``, letter case aside, the closest first."""
    by_folded = {name.casefold(): name for name in names}
    found = get_close_matches(text[:LONGEST_TEXT].casefold(), by_folded, n=3, cutoff=0.7)
    return [by_folded[name] for name in found]


def allowed(names: Collection[str], suggestions: Iterable[str] = ()) -> str:
    """Return what is allowed, in sentences: all of a short list; of a long one, what may have been meant.

    Examples:
        >>> allowed(["BRA", "CAN"])
        'Available: BRA, CAN.'
    """
    meant = list(dict.fromkeys(suggestions))
    hint = f"Did you mean {' or '.join(meant[:3])}? " if meant else ""
    if len(names) <= MOST_NAMES:
        return f"{hint}Available: {', '.join(names)}."
    return f"{hint}{len(names)} are available; search for the one you mean."
