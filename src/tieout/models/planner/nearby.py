"""What the data have near a question that they cannot answer: years, areas, measures, each as a question.

Every question offered is one that the planner reads; where a value was missing, one whose value is there.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from tieout.models.planner.followup import FollowUps
from tieout.models.planner.question import Beyond, Question, Reason
from tieout.models.planner.reader import Reader
from tieout.models.planner.tagging import Scope
from tieout.tools.timed import is_timed
from tieout.writing.subjects import Subjects

if TYPE_CHECKING:
    from tieout.data.catalogue import Catalogue
    from tieout.facts.period import Period

__all__ = ["Nearby", "Offer"]

_MOST: Final = 5
_FEW: Final = 12
"""Areas or measures of a data set that are few enough to name them all."""

_PLACES: Final = frozenset({Reason.OUTSIDE_AREA, Reason.NOT_INCLUDED, Reason.AMBIGUOUS_AREA, Reason.NO_AREA})
_MEASURES: Final = frozenset(
    {Reason.OUTSIDE_INDICATOR, Reason.NOT_UNDERSTOOD, Reason.NO_INDICATOR, Reason.AMBIGUOUS_INDICATOR}
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """Something that the data have.

    Attributes:
        label: What it is.
        question: The question that asks it.
    """

    label: str
    question: str


class Nearby:
    """Finds what the data have near a question. Deterministic.

    Args:
        catalogue: The data set.
    """

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue
        self._snapshot = catalogue.snapshot
        self._subjects = Subjects(names=catalogue.names)

    @cached_property
    def _reader(self) -> Reader:
        return Reader(Scope.of(self._catalogue))

    @cached_property
    def _follow_ups(self) -> FollowUps:
        return FollowUps(self._catalogue)

    def offers(self, document: Mapping[str, Any]) -> tuple[Offer, ...]:
        """Return what to offer beside an outcome that was declined, the nearest first; often nothing.

        Args:
            document: The JSON form of the outcome.
        """
        if is_timed(self._snapshot):
            return ()
        question = document["question"]
        found = dict.fromkeys(self._near(question, document["evidence"]))
        return tuple(offer for offer in found if offer.question != question)[:_MOST]

    def _near(self, question: str, rows: Iterable[Mapping[str, Any]]) -> Iterable[Offer]:
        read = self._reader.read(question)
        if isinstance(read, Question):
            return self._years_with_values(question, read)
        if read.reason is Reason.OUTSIDE_YEARS:
            return self._years(question, read)
        if read.reason in _PLACES:
            return self._areas(question, read)
        return self._measures(question, read) if read.reason in _MEASURES else ()

    def _asked(self, question: str, label: str, words: str) -> Iterable[Offer]:
        """Yield the question with something else put into it, where the planner reads that."""
        whole = self._follow_ups.whole(question, words)
        if whole is not None and isinstance(self._reader.read(whole), Question):
            yield Offer(label=label, question=whole)

    def _years(self, question: str, beyond: Beyond) -> Iterable[Offer]:
        first, last = self._snapshot.years
        found: list[Offer] = []
        for year in dict.fromkeys(min(max(year, first), last) for year in beyond.years):
            near = self._nearest(question, year)
            found += self._asked(question, str(near), f"And in {near}?")
        if not found and min(beyond.years, default=first) < first:
            found += self._asked(question, f"from {first} on", f"And since {first}?")
        return found

    def _nearest(self, question: str, year: int) -> int:
        """Return the year nearest to one in which the place asked about has a value; itself for none."""
        whole = self._follow_ups.whole(question, f"And in {year}?")
        read = None if whole is None else self._reader.read(whole)
        if not isinstance(read, Question) or not read.areas:
            return year
        years = {period.year for period in self._valued(read.areas[0], read.indicator)}
        return min(years, key=lambda one: abs(one - year), default=year)

    def _areas(self, question: str, beyond: Beyond) -> Iterable[Offer]:
        areas, names = self._snapshot.areas, self._catalogue.names
        words = [*beyond.words, *(names.areas[code].name for code in beyond.codes if code in names.areas)]
        found = [code for code in beyond.codes if code in areas]
        for word in words:
            found += [
                match.area.code for match in self._catalogue.find_areas(word, 3) if match.area.code in areas
            ]
        if not found and len(areas) <= _FEW:
            found = list(areas)
        for code in dict.fromkeys(found):
            name = self._subjects.area(areas[code])
            yield from self._asked(question, areas[code].name, f"What about {name}?")

    def _measures(self, question: str, beyond: Beyond) -> Iterable[Offer]:
        indicators = self._snapshot.indicators
        words = " ".join(beyond.words) or question
        found = [code for code in beyond.codes if code in indicators]
        found += [match.indicator.code for match in self._catalogue.find_indicators(words[:100], 4)]
        if len(indicators) <= _FEW:
            found += list(indicators)
        for code in dict.fromkeys(code for code in found if code in indicators):
            noun = self._subjects.noun(indicators[code])
            yield from self._asked(question, noun, f"And the {noun}?")

    def _years_with_values(self, question: str, read: Question) -> Iterable[Offer]:
        """Yield the years nearest to the one asked for in which the places that lack a value have one."""
        wanted = read.years.years[-1] if read.years.years else self._snapshot.years[1]
        for code in read.areas[:2]:
            periods = self._valued(code, read.indicator)
            if any(period.year == wanted for period in periods):
                continue
            before = max((one.year for one in periods if one.year < wanted), default=None)
            after = min((one.year for one in periods if one.year > wanted), default=None)
            for year in (before, after):
                if year is not None:
                    yield from self._asked(question, str(year), f"And in {year}?")

    def _valued(self, area: str, indicator: str) -> list[Period]:
        series = self._snapshot.series(area, indicator)
        return [one.period for one in series if one.text is not None]
