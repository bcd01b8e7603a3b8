"""Gists: what an answer says in general before it gives the figures: "Barely.", "A long way:", "Very close:".

A gist names no place, series, year or number. It says how large a change or a difference is, that there was
hardly any, or which way a trend goes, and it is held to the facts of the claim that follows it: the bounds
are those of words of degree, wide where taste decides and never open.
"""

import itertools
import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from tieout.checking.amount import goes
from tieout.checking.chunk import Chunk
from tieout.checking.clause import Cell, Reading, Scene
from tieout.checking.gistrates import are_rates
from tieout.checking.gistwords import FORECAST, GISTS, SILENT, WORDS, YEARLY
from tieout.checking.verdict import ProblemCode, Reject
from tieout.checking.when import period_of
from tieout.facts.observation import Status
from tieout.facts.period import Period

__all__ = ["Gist", "Gists"]

_MARKS: Final = frozenset({":", ",", ";", "—", "–"})
_YEARS: Final = frozenset({"year", "yearclaim"})
_LONGEST: Final = 14
_MARGINS: Final = {
    # The least and the most that the change or the difference may be of the larger value.
    "large": (Fraction(10, 100), Fraction(10**9)),
    "small": (Fraction(0), Fraction(10, 100)),
    "flat": (Fraction(0), Fraction(2, 100)),
    "apart": (Fraction(25, 100), Fraction(10**9)),
    "alike": (Fraction(0), Fraction(10, 100)),
}
_POINTS: Final = {"large": Fraction(3), "small": Fraction(3, 2), "flat": Fraction(1, 2)}
"""Percentage points that are a large change, or at most a small or hardly any, whatever part they are."""
_BETWEEN: Final = frozenset({"apart", "alike"})
_RATES: Final = frozenset({"fast", "slow", "zero"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Gist:
    """A gist as it stands in the answer.

    Attributes:
        sort: What it says: ``large``, ``small``, ``flat``, ``apart``, ``alike``, ``fast``, ``slow``, ``zero``
            (close to it), ``up``, ``down``, ``steady up``, ``steady down``, ``year``, ``forecast`` or
            ``none`` (a heading that says nothing).
        start: First code point.
        end: Code point after the last.
        first: Number of readings before it.
        period: The year that it says all values told so far to be of.
    """

    sort: str
    start: int
    end: int
    first: int
    period: Period | None = None

    @property
    def affirms(self) -> bool:
        """True for "Considerably." and "Barely.", which say yes to a question of yes or no."""
        return self.sort in ("large", "small")


class Gists:
    """The gists of one answer, and where its sentences end among its readings."""

    def __init__(self) -> None:
        self._found: dict[int, Gist] = {}
        self._ends: list[int] = []

    def take(self, chunks: list[Chunk], first: int) -> tuple[Gist | None, list[Chunk]]:
        """Note what a sentence says in general; return it, and what follows it.

        Args:
            chunks: The sentence.
            first: Number of readings before it.
        """
        gist, rest = _find(chunks, first)
        if gist is not None:
            self._found[gist.start] = gist
        return gist, rest

    def end(self, count: int) -> None:
        """Note that a sentence ended after so many readings."""
        self._ends.append(count)

    def check(self, readings: Sequence[Reading], scene: Scene) -> list[Reject]:
        """Return a problem for each gist that the claim after it does not bear out."""
        found: list[Reject] = []
        for gist in self._found.values():
            if gist.sort == "none":
                continue
            end = next((end for end in self._ends if end > gist.first), len(readings))
            told = gist.period is not None or gist.sort == "forecast"
            after = readings[: gist.first] if told else readings[gist.first : end]
            if not _bears_out(gist, after, scene):
                message = "The figures after this do not bear it out."
                found.append(Reject(ProblemCode.NOT_UNDERSTOOD, gist.start, gist.end, message))
        return found


def _find(chunks: list[Chunk], first: int) -> tuple[Gist | None, list[Chunk]]:
    """Return what a sentence opens with in general, or None, and what follows it."""
    if not chunks or chunks[0].key.split()[0] not in WORDS:
        return None, chunks
    for end in _ends(chunks):
        head = chunks[:end]
        years = [period for chunk in head if chunk.kind in _YEARS and (period := period_of(chunk))]
        words = " ".join("Y" if chunk.kind in _YEARS else chunk.key for chunk in head)
        words, whole = re.sub(r" (?=[,:])", "", words), end == len(chunks)
        sort = _sort(words, years, whole=whole, colon=not whole and chunks[end].key == ":")
        if sort:
            period = years[0] if sort == "year" else None
            found = Gist(
                sort=sort, start=chunks[0].start, end=chunks[end - 1].end, first=first, period=period
            )
            return found, chunks[end + 1 :]
    return None, chunks


def _ends(chunks: Sequence[Chunk]) -> list[int]:
    """Return where a gist may end, at a mark or with the sentence: the last mark first."""
    found: list[int] = []
    for place, chunk in enumerate(chunks[:_LONGEST]):
        if place and chunk.key in _MARKS:
            found.insert(0, place)
        elif chunk.kind not in _YEARS and not WORDS.issuperset(_WORD.findall(chunk.key)):
            return found
    return [*found, len(chunks)] if len(chunks) <= _LONGEST else found


_WORD: Final = re.compile(r"[a-z]+")


def _sort(words: str, years: Sequence[Period], *, whole: bool, colon: bool) -> str:
    if years:
        return "year" if len(years) == 1 and whole and YEARLY.fullmatch(words) else ""
    if whole and FORECAST.fullmatch(words):
        return "forecast"
    if (whole or colon) and SILENT.fullmatch(words):
        return "none"
    return next((sort for sort, pattern in GISTS.items() if pattern.fullmatch(words)), "")


def _bears_out(gist: Gist, readings: Sequence[Reading], scene: Scene) -> bool | None:
    """Return whether the facts of the claim after a gist are so; None where they say nothing of it."""
    cells = list({(one.area, one.measure, one.period): one for r in readings for one in r.cells}.values())
    if gist.sort == "forecast":
        return bool(cells) and all(cell.fact.status is Status.FORECAST for cell in cells)
    if gist.period is not None:
        return all(cell.period == gist.period for cell in cells)
    if any(reading.refuses for reading in readings):
        return None
    if gist.sort in _RATES:
        return bool(cells) and are_rates(gist.sort, cells, scene)
    if gist.sort in _BETWEEN:
        return _are_so(gist.sort, cells, scene)
    series: dict[tuple[str, int], list[Cell]] = {}
    for cell in cells:
        series.setdefault((cell.area, cell.measure), []).append(cell)
    courses = [sorted(course, key=lambda cell: cell.period) for course in series.values() if len(course) > 1]
    if len(courses) != len(series) or not courses:
        # "Very close" of two places, said as "Not by much": the difference of two values of one year.
        return _are_so(gist.sort, cells, scene) if gist.affirms else None
    return all(_runs_so(gist.sort, course, scene) for course in courses)


def _are_so(sort: str, cells: Sequence[Cell], scene: Scene) -> bool | None:
    if len(cells) != len(("one", "other")) or len({(cell.measure, cell.period) for cell in cells}) != 1:
        return None
    return _in_margin(sort, cells[0], cells[1], scene)


def _runs_so(sort: str, course: Sequence[Cell], scene: Scene) -> bool:
    if sort in _MARGINS:
        pairs = [(course[0], course[-1])] if sort != "flat" else list(itertools.combinations(course, 2))
        return all(_in_margin(sort, before, after, scene) for before, after in pairs)
    steady, _, way = sort.rpartition(" ")
    values = [course[0].value, course[-1].value] if not steady else _between(course, scene)
    return bool(values) and all(goes(way, before, after) for before, after in itertools.pairwise(values))


def _between(course: Sequence[Cell], scene: Scene) -> list[Fraction]:
    """Return every value from the first fact told to the last; none where a year between is not there."""
    area, measure = course[0].area, course[0].measure
    periods = [
        period
        for period in scene.table.periods(area, measure)
        if course[0].period <= period <= course[-1].period
    ]
    found = [scene.table.value(area, measure, period, forecast=None) for period in periods]
    values = [Fraction(fact.value) for fact in found if fact is not None and fact.value is not None]
    whole = len(values) == len(list(course[0].period.until(course[-1].period)))
    told = len(course) == len(values) > len(("first", "last"))
    return values if whole or told else []


def _in_margin(sort: str, one: Cell, other: Cell, scene: Scene) -> bool:
    larger = max(abs(one.value), abs(other.value))
    part = abs(one.value - other.value) / larger if larger else Fraction(0)
    least, most = _MARGINS[sort]
    points = _POINTS.get(sort)
    if points is not None and scene.table.measures[one.measure].unit.is_percent:
        gap = abs(one.value - other.value)
        return least <= part <= most or (gap >= points if sort == "large" else gap <= points)
    return least <= part <= most
