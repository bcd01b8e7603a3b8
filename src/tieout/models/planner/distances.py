"""A year that is said by its distance from another: "the year before", "ten years later"."""

from __future__ import annotations

import re
from typing import Final

from tieout.models.planner.lexicon import COUNTS

__all__ = ["with_years"]

_COUNTS: Final = {**COUNTS, "a": 1, "an": 1, "one": 1}
_NUMBER: Final = f"(?P<count>[1-9][0-9]?|{'|'.join(_COUNTS)})"
_DISTANCE: Final = re.compile(
    r"\b(?:(?:in|for)\s+)?(?:"
    rf"{_NUMBER}\s+(?P<unit>years?|decades?)\s+(?:(?P<less>earlier|before|prior|previously)|later|after|on)"
    r"|the\s+(?:year\s+(?:(?P<before>before|earlier|prior)|after)"
    r"|(?:(?P<previous>previous|preceding|prior)|next|following|subsequent)\s+year)"
    r")(?:\s+(?:that|then))?(?=\s*(?:[?.!,;]|$|(?:in|for|of)\b(?!\s+[0-9])))",
    re.IGNORECASE,
)


def with_years(text: str, year: int) -> str:
    """Return a text with each year that is said by its distance from another written as that year.

    Args:
        text: The text.
        year: The year from which it is said.

    Examples:
        >>> with_years("And ten years earlier?", 2024)
        'And in 2014?'
        >>> with_years("And in Mexico the year after that?", 2019)
        'And in Mexico in 2020?'
        >>> with_years("And a decade ago?", 2024)
        'And a decade ago?'
    """

    def written(found: re.Match[str]) -> str:
        count = found["count"]
        years = 1 if count is None else _COUNTS.get(count.casefold()) or int(count)
        if (found["unit"] or "").casefold().startswith("decade"):
            years *= 10
        is_less = found["less"] or found["before"] or found["previous"]
        return f"in {year - years if is_less else year + years}"

    return _DISTANCE.sub(written, text)
