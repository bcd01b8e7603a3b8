"""Areas: the places that statistics are about (SDMX ``REF_AREA``)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

__all__ = ["KIND", "Area", "plural_of"]

KIND: Final = r"(?:[a-z]{2,20}(?: [a-z]{2,20}){0,2})?"
"""What a kind of area may be called: one to three lower-case words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Area:
    """A place with a code; two areas are the same only when their codes are.

    Attributes:
        code: The publisher's code, such as ``CAN`` or ``WLD``; empty for a fact about several areas.
        name: The name that a reader sees.
        is_aggregate: True for the world, regions and income groups. An aggregate is never a country: it stays
            out of rankings, sums and "the country with ...".
        kind: What such a place is called, in one or two lower-case words ("district"); empty for a country.
    """

    code: str
    name: str
    is_aggregate: bool = False
    kind: str = ""


def plural_of(kind: str) -> str:
    """Return what several areas of a kind are called; of countries, which have none, "countries".

    Examples:
        >>> [plural_of(kind) for kind in ("counting station", "city", "parish", "bay", "")]
        ['counting stations', 'cities', 'parishes', 'bays', 'countries']
    """
    word = kind or "country"
    if word.endswith("y") and word[-2:-1] not in tuple("aeiou"):
        return f"{word[:-1]}ies"
    return f"{word}es" if word.endswith(("s", "x", "z", "ch", "sh")) else f"{word}s"
