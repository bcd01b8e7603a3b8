"""Retrieving: the application looks rows up for a question, with the same search that the tools use.

No model is asked. Measures are the best matches of the words that are left when places and years are taken
away; the rows are those measures for the places and years named, or the newest ones, or all economies of one
year where no place is named. It is plain on purpose: a path to compare others with.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from tieout.assistant.handing import numbered
from tieout.facts.fact import Fact
from tieout.facts.observation import Observation
from tieout.facts.period import Period

if TYPE_CHECKING:
    from tieout.data.catalogue import Catalogue

__all__ = ["retrieved_facts"]

_MOST_MEASURES = 3
_MOST_CELLS = 250
_NEWEST = 5
_LONGEST_NAME = 5
_SURE = 0.9
_WORD = re.compile(r"[^\W_]+(?:['’.-][^\W_]+)*\.?")
_YEAR = re.compile(r"\b(?:1[6-9]|2[01])\d{2}\b")
_OWNER = re.compile(r"['’]s?$")


def retrieved_facts(question: str, catalogue: Catalogue) -> tuple[Fact, ...]:
    """Return the facts that the search finds for a question, numbered in order; none where it finds none."""
    areas, rest = _areas(question, catalogue)
    years = sorted({int(year) for year in _YEAR.findall(question)})
    measures = catalogue.find_indicators(_YEAR.sub(" ", rest), _MOST_MEASURES)
    found: list[Observation] = []
    for match in measures:
        found += _cells(match.indicator.code, areas, years, catalogue)
    return numbered(found[:_MOST_CELLS], catalogue.snapshot)


def _areas(question: str, catalogue: Catalogue) -> tuple[tuple[str, ...], str]:
    """Return the codes of the places named, in order, and the question without their names."""
    words = list(_WORD.finditer(question))
    codes: dict[str, None] = {}
    rest, end, place = [], 0, 0
    while place < len(words):
        length, found = _named(question, words, place, catalogue)
        if found:
            codes |= dict.fromkeys(found)
            rest.append(question[end : words[place].start()])
            end = words[place + length - 1].end()
        place += max(length, 1)
    return tuple(codes), " ".join([*rest, question[end:]])


def _named(
    question: str, words: list[re.Match[str]], place: int, catalogue: Catalogue
) -> tuple[int, tuple[str, ...]]:
    """Return how many words from here on name places of the data set, the longest name first, and which."""
    if not words[place].group()[0].isupper():
        return 0, ()
    for length in range(min(_LONGEST_NAME, len(words) - place), 0, -1):
        name = _OWNER.sub("", question[words[place].start() : words[place + length - 1].end()])
        matches = [match for match in catalogue.find_areas(name) if match.score >= _SURE]
        if matches:
            return length, tuple(match.area.code for match in matches)
    return 0, ()


def _cells(
    indicator: str, areas: tuple[str, ...], years: list[int], catalogue: Catalogue
) -> Iterator[Observation]:
    snapshot = catalogue.snapshot
    first, last = (years[0], years[-1]) if years else snapshot.years
    if not areas:
        newest = max((year for year in _filled(indicator, catalogue) if year <= last), default=last)
        yield from snapshot.cross_section(indicator, Period.of_year(last if years else newest))
        return
    for area in areas:
        series = snapshot.series(area, indicator, first, last)
        yield from series if years else [cell for cell in series if cell.text is not None][-_NEWEST:]


def _filled(indicator: str, catalogue: Catalogue) -> Iterator[int]:
    """Yield the years in which the indicator has a value somewhere."""
    for cell in catalogue.snapshot.cells(indicator):
        if cell.value is not None:
            yield int(cell.period[:4])
