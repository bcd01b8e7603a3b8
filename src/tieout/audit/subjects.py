"""What a passage is about: the areas, indicators and years that it names, as codes of a snapshot."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from tieout.facts.names import fold

if TYPE_CHECKING:
    from tieout.data.snapshot import Snapshot
    from tieout.facts.names import Names

__all__ = ["SubjectFinder", "Subjects"]

_LONGEST: Final = 12
"""Words of the longest name that is looked for."""

_YEAR: Final = re.compile(r"\b(1[89]\d\d|20\d\d)\b")
_SET: Final = re.compile(
    r"\b(?:world|highest|lowest|largest|smallest|biggest|most|least|fewest|top|rank\w*|first|second|third|fourth|"
    r"fifth|average|mean|median|total|together|combined|countries|economies|every|none|all)\b|\b\w+est\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Subjects:
    """What a passage names.

    Attributes:
        areas: Codes, in the order in which they are named.
        indicators: Codes that any phrase may name, in the order in which they are named.
        years: Years, in order.
        speaks_of_a_set: It ranks or sums up, so that the others of the set matter too.
    """

    areas: tuple[str, ...] = ()
    indicators: tuple[str, ...] = ()
    years: tuple[int, ...] = ()
    speaks_of_a_set: bool = False

    @property
    def names_something(self) -> bool:
        """True when it names an area, an indicator or a year."""
        return bool(self.areas or self.indicators or self.years)

    def within(self, other: Subjects) -> bool:
        """Return True when it names nothing that the other does not name."""
        return (
            set(self.areas) <= set(other.areas)
            and set(self.indicators) <= set(other.indicators)
            and set(self.years) <= set(other.years)
        )


class SubjectFinder:
    """Finds names in passages.

    Args:
        snapshot: The snapshot, whose areas and indicators alone are found.
        names: The vocabulary.
    """

    __slots__ = ("_indicators", "_names", "_snapshot")

    def __init__(self, snapshot: Snapshot, names: Names) -> None:
        self._snapshot = snapshot
        self._names = names
        self._indicators = _phrases(snapshot, names)

    def find(self, text: str) -> Subjects:
        """Return what a passage names."""
        words = fold(text).split()
        areas: dict[str, None] = {}
        indicators: dict[str, None] = {}
        for phrase in _runs(words):
            for code in (*self._names.area_codes(phrase), *self._names.adjective_codes(phrase)):
                if code in self._snapshot.areas:
                    areas[code] = None
            for code in self._indicators.get(phrase, ()):
                indicators[code] = None
        years = sorted({int(year) for year in _YEAR.findall(text)})
        return Subjects(
            areas=tuple(areas),
            indicators=tuple(indicators),
            years=tuple(years),
            speaks_of_a_set=_SET.search(text) is not None,
        )

    def find_cell(self, row: str, column: str) -> tuple[str, str, str, str] | None:
        """Return area, indicator, what it is called and the year of a cell of a table, or None.

        The row must begin with the name of one area and nothing else, the column with one indicator and one
        year and nothing else: a unit or a scale in a head ("in millions") is not guessed at.
        """
        areas = [code for code in self._names.area_codes(fold(row)) if code in self._snapshot.areas]
        years = _YEAR.findall(column)
        called = " ".join(_YEAR.sub(" ", column).replace("()", " ").strip(" ,:").split())
        indicators = self._indicators.get(fold(called), ())
        if len(areas) == len(years) == len(indicators) == 1 and not set(called) & set("()[]"):
            return areas[0], indicators[0], called, years[0]
        return None


def _runs(words: list[str]) -> Iterator[str]:
    """Yield every run of words up to the longest name, from left to right."""
    for start in range(len(words)):
        for end in range(start + 1, min(start + _LONGEST, len(words)) + 1):
            yield " ".join(words[start:end])


def _phrases(snapshot: Snapshot, names: Names) -> Mapping[str, tuple[str, ...]]:
    """Return the codes that each phrase may name: names, everyday names, what grows and what is counted."""
    found: dict[str, tuple[str, ...]] = {}
    for code, indicator in snapshot.indicators.items():
        known = names.indicators.get(code)
        own = () if known is None else (*known.phrases, *known.grows, *known.counted, *known.does)
        for phrase in {fold(indicator.name), *own}:
            found[phrase] = (*found.get(phrase, ()), code)
    return found
