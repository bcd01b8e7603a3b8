"""The areas that a text names, in the order in which it names them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from tieout.facts.names import Names, fold

__all__ = ["Place", "places_in"]

_WORD: Final = re.compile(r"[^\W_]+(?:[.’'-][^\W_]+)*\.?")
_POSSESSIVE: Final = re.compile(r"['’]s?$")
_NO_PLACE: Final = re.compile(r"\s?(?:\$|dollars?\b|cents?\b|bank\b)", re.IGNORECASE)
"""What follows a name that is none there: US dollars, the World Bank."""
_LONGEST: Final = 7


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """An area named at a place in a text; offsets count code points."""

    start: int
    end: int
    code: str


def places_in(text: str, names: Names, own: Mapping[str, str]) -> tuple[Place, ...]:
    """Return the areas named, the longest name at each place; a name that fits several areas is none.

    Args:
        text: The draft.
        names: What areas are called.
        own: Names of areas by code, for a data set whose areas nobody else knows.
    """
    own_codes = {fold(name): code for code, name in own.items()}
    words = [(match.start(), match.end(), match[0].rstrip(".")) for match in _WORD.finditer(text)]
    found: list[Place] = []
    first = 0
    while first < len(words):
        for count in range(min(_LONGEST, len(words) - first), 0, -1):
            run = words[first : first + count]
            code = _code([word for _, _, word in run], names, own_codes)
            if code and not _NO_PLACE.match(text, run[-1][1]):
                end = run[-1][0] + len(_POSSESSIVE.sub("", run[-1][2]))
                found.append(Place(start=run[0][0], end=end, code=code))
                first += count - 1
                break
        first += 1
    return tuple(found)


def _code(words: list[str], names: Names, own: Mapping[str, str]) -> str:
    written = " ".join([*words[:-1], _POSSESSIVE.sub("", words[-1])])
    phrase = fold(written)
    if phrase in own:
        return own[phrase]
    if len(words) == 1 and written in names.areas and not written.isdigit():
        return written
    if phrase in names.capitals and not written.isupper():
        return ""
    codes = names.area_codes(phrase) or names.adjective_codes(phrase)
    if len(codes) != 1:
        return ""
    return codes[0] if written[:1].isupper() or names.areas[codes[0]].kind == "aggregate" else ""
