"""Coverage: which years the data cover, where a series begins and ends, and what lies outside."""

from collections.abc import Mapping
from typing import Final

from tieout.checking.absence import extent_of, years_absent
from tieout.checking.clause import Cell, Clause, Reading, Scene
from tieout.checking.series import named_mask
from tieout.checking.verdict import ProblemCode
from tieout.checking.when import named_periods, period_of, span_of
from tieout.checking.where import named_areas
from tieout.facts.period import Period

__all__ = ["read_beyond", "read_coverage", "read_edge", "read_outside"]

_BEFORE: Final = frozenset({"before", "until", "prior to", "up to"})
_AFTER: Final = frozenset({"after", "since", "beyond", "past"})
_COVERS: Final = frozenset({"cover", "extend", "range", "run", "span"})


def read_coverage(clause: Clause, scene: Scene) -> Reading | None:
    """Read "The data cover 2000 to 2025, so there is no value for 1999".

    No row of the evidence says otherwise. A year behind the span is one that the data do not cover, and is
    said to be; "do not span 2000 to 2020" may mean more than one thing.
    """
    covers, denied = _covers(clause), _denies(clause)
    spans = [span for chunk in clause.of("year") if (span := span_of(chunk)) is not None]
    periods = named_periods(clause)
    if spans:
        first, last = spans[0]
    elif len(periods) >= 2:
        first, last, periods = min(periods[:2]), max(periods[:2]), periods[2:]
    elif periods:
        return _read_year(clause, scene, periods[0]) if covers else read_outside(clause, scene, periods)
    else:
        return None
    if not covers or _is_turned(clause) or (periods and not denied):
        return None
    if any(first <= period <= last for period in periods):
        raise clause.reject(ProblemCode.WRONG_PERIOD, "A year that is named lies inside the years covered.")
    for series in scene.table.cells.values():
        for period in series:
            if period.first_day < first.first_day or period.last_day > last.last_day:
                raise clause.reject(ProblemCode.WRONG_PERIOD, f"The evidence holds a row of {period.name}.")
    every = any(chunk.readings["timeword"] == "every" for chunk in clause.of("timeword"))
    wanted = set(first.until(last)) if every else set()
    if any(wanted - set(series) for series in scene.table.cells.values()):
        raise clause.reject(ProblemCode.WRONG_PERIOD, "The evidence does not hold every one of these years.")
    scene.cover = (first, last)
    return Reading(
        periods=tuple(periods),
        absence=years_absent(clause, scene, periods),
        extent=extent_of(clause, scene, first, last),
    )


def _covers(clause: Clause) -> bool:
    """True for "cover", "span", "run from"; False for "do not reach" and "lies outside"."""
    words = [chunk.key.split() for chunk in clause.of("gap") if chunk.readings["gap"] == "years"]
    return all(word[0].rstrip("s") in _COVERS for word in words)


def _is_turned(clause: Clause) -> bool:
    """True where a negation stands before what the data cover."""
    word = next(chunk for chunk in clause.of("gap") if chunk.readings["gap"] == "years")
    return any(chunk.start < word.start for chunk in clause.of("negation"))


def _denies(clause: Clause) -> bool:
    """True where the clause says of a year that there is nothing for it."""
    return clause.has("negation", "cannot") or any(
        chunk.readings["gap"] != "years" for chunk in clause.of("gap")
    )


def _read_year(clause: Clause, scene: Scene, period: Period) -> Reading | None:
    """Read "the data cover 2020", where every series spoken of has a value then; "do not span 1985"."""
    if _is_turned(clause):
        return read_outside(clause, scene, [period])
    spoken = _spoken(clause, scene)
    if _denies(clause) or any("from" in chunk.key.split() for chunk in clause.of("gap")):
        return None
    if not spoken or any(scene.table.value(*key, period) is None for key, _ in spoken):
        raise clause.reject(ProblemCode.BEYOND_EVIDENCE, f"The evidence does not show a value of {period}.")
    return Reading(periods=(period,), refuses=True)


def read_outside(clause: Clause, scene: Scene, periods: list[Period]) -> Reading:
    """Hold "1985 is out of range" where the evidence has a value of that year."""
    for number, series in _spoken(clause, scene):
        if any(scene.table.value(number[0], number[1], period) for period in periods if period in series):
            raise clause.reject(
                ProblemCode.WRONG_PERIOD, "The evidence holds a value of a year that is named."
            )
    absence = years_absent(clause, scene, periods)
    return Reading(periods=tuple(periods), refuses=True, absence=absence)


def read_edge(clause: Clause, scene: Scene) -> Reading | None:
    """Read "the series ends in 2017" or "begins in 2000": the last or first year with a value.

    Further years in the clause must lie beyond that edge.
    """
    word = next(chunk for chunk in clause.of("gap") if chunk.readings["gap"] in ("begins", "ends"))
    years = [(chunk, period) for chunk in clause.of("year") if (period := period_of(chunk)) is not None]
    after = [(chunk, period) for chunk, period in years if chunk.start > word.start]
    if not after or len(years) > 2:
        return None
    at, edge = after[0]
    ends = word.readings["gap"] == "ends"
    cells: list[Cell] = []
    spoken = list(_spoken(clause, scene))
    for (area, measure), _ in spoken:
        periods = scene.table.periods(area, measure)
        if not periods or edge != (periods[-1] if ends else periods[0]):
            raise clause.reject(ProblemCode.WRONG_PERIOD, _truth(scene, area, periods, ends=ends), at)
        fact = scene.table.value(area, measure, edge)
        if fact is not None:
            cells.append(Cell(area=area, measure=measure, period=edge, fact=fact))
    if not spoken and scene.table.cells:
        raise clause.reject(ProblemCode.BEYOND_EVIDENCE, "The evidence holds no row of this series.")
    for other, period in years:
        if other is not at and (period <= edge if ends else period >= edge):
            raise clause.reject(ProblemCode.WRONG_PERIOD, "This year lies inside the years covered.", other)
    scene.cover = _cover(spoken, scene, edge, ends=ends)
    only = cells[0] if len(cells) == 1 else None
    return Reading(
        cells=cells if only else [],
        areas=(only.area,) if only else (),
        measure=only.measure if only else None,
        periods=(edge,),
        refuses=True,
        extent=extent_of(clause, scene, None if ends else edge, edge if ends else None),
    )


def read_beyond(clause: Clause, scene: Scene) -> Reading | None:
    """Read "no values before 2015", "nothing after 2017"; None where a year is meant itself."""
    years = clause.of("year")
    word = _edge_word(clause) if len(years) == 1 else ""
    if word not in _BEFORE | _AFTER:
        return None
    edge = period_of(years[0])
    if edge is None:
        return None
    before = word in _BEFORE
    for (area, measure), _ in _spoken(clause, scene):
        for period in scene.table.periods(area, measure):
            if period < edge if before else period > edge:
                raise clause.reject(
                    ProblemCode.MISSING_VALUE, f"The evidence holds a value for {period.name}.", years[0]
                )
    first = edge.shifted(-1 if before else 1)
    return Reading(periods=(edge,), refuses=True, absence=years_absent(clause, scene, [first]))


def _edge_word(clause: Clause) -> str:
    """Return the word that says on which side of the one year: "after", "since", "later than"."""
    year = clause.of("year")[0]
    before = [chunk.key for chunk in clause if chunk.start < year.start][-2:]
    if before[-1:] == ["than"]:
        return {"later": "after", "earlier": "before"}.get(before[0], "")
    return year.prep if year.prep in _BEFORE | _AFTER else "".join(before[-1:])


def _spoken(clause: Clause, scene: Scene) -> list[tuple[tuple[str, int], Mapping[Period, object]]]:
    """Return the series that the clause may speak of: those named, carried or asked about, else all."""
    areas = named_areas(clause, scene) or list(scene.areas or scene.question_areas)
    mask = named_mask(clause, scene)
    if not mask and scene.measure is not None:
        mask = 1 << scene.measure
    mask = mask or scene.question_mask or scene.table.all_mask
    return [
        (key, series)
        for key, series in scene.table.cells.items()
        if (not areas or key[0] in areas) and mask >> key[1] & 1
    ]


def _truth(scene: Scene, area: str, periods: list[Period], *, ends: bool) -> str:
    place = scene.area_name(area)
    if not periods:
        return f"The evidence holds no value for {place}."
    return f"The {'last' if ends else 'first'} value for {place} is of {periods[-1] if ends else periods[0]}."


def _cover(
    spoken: list[tuple[tuple[str, int], Mapping[Period, object]]], scene: Scene, edge: Period, *, ends: bool
) -> tuple[Period, Period]:
    """Return the years covered; with no row to look at, all years on the near side of the edge."""
    every = [period for key, _ in spoken for period in scene.table.periods(*key)]
    far = (min(every) if ends else max(every)) if every else Period.of_year(1 if ends else 9999)
    return (far, edge) if ends else (edge, far)
