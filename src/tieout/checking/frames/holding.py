"""Holdings: which years or places have a value, without the value itself.

"Only 2018 and 2022 have values", "neither country has a figure for 2023", "none of the three has a value",
"the latest value is for 2021".
"""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Final

from tieout.checking.chunk import Chunk
from tieout.checking.clause import Cell, Clause, Reading, Scene, mention_of
from tieout.checking.series import select
from tieout.checking.verdict import ProblemCode
from tieout.checking.when import period_of, span_of
from tieout.checking.where import areas_for, named_areas
from tieout.facts.period import Period

__all__ = ["members_said", "read_holding", "years_said"]

_ALLOWED: Final = frozenset(
    "neutral preposition punct generic area year only bound quantifier negation setsize setnoun setmember "
    "ind label piece people counted of unit denom source scope pronoun both timeword record".split()
)
_HAVE: Final = frozenset({"has", "have", "had", "exist", "exists", "is", "are"})
_HELD: Final = frozenset(
    {"value", "values", "figure", "figures", "number", "numbers", "reading", "readings", "data"}
)
_NONE: Final = frozenset({"neither", "none", "none of", "none of the", "no", "neither of", "neither of the"})
_TO: Final = frozenset({"to", "until", "through", "till"})
_LENT: Final = ("ind", "label", "piece", "people", "counted", "of", "unit", "denom")


def read_holding(clause: Clause, scene: Scene) -> Reading | None:
    """Read a clause that says which years or places have a value."""
    if not clause.only(_ALLOWED) or not any(_is_held(chunk) for chunk in clause):
        return None
    if clause.timewords("latest"):
        return _read_latest(clause, scene)
    if clause.has("timeword", "record") or not any(chunk.key in _HAVE for chunk in clause):
        return None
    if any(chunk.kind == "negation" and chunk.key not in ("nor", "only") for chunk in clause):
        return None
    if any(chunk.kind == "quantifier" and chunk.key not in _NONE for chunk in clause):
        return None
    if clause.has("quantifier"):
        return _read_none(clause, scene)
    only = clause.has("only") or any(chunk.key in ("only", "just") for chunk in clause)
    return _read_only(clause, scene) if only and clause.has("year") else None


def _is_held(chunk: Chunk) -> bool:
    latest = chunk.kind == "timeword" and chunk.readings["timeword"] == "latest"
    said = chunk.key.split()[-1] if latest else chunk.key
    return said in _HELD or (chunk.kind == "source" and chunk.key == "data")


def years_said(chunks: Iterable[Chunk]) -> list[Period]:
    """Return every year that is said, those within a span too."""
    years = [chunk for chunk in chunks if chunk.kind == "year"]
    found: list[Period] = []
    for chunk in years:
        span = span_of(chunk)
        period = period_of(chunk)
        if span is not None:
            found += span[0].until(span[1])
        elif period is not None:
            found.append(period)
    for one, other in pairwise(years):
        first, last = period_of(one), period_of(other)
        spans = other.prep in _TO or (one.prep == "between" and other.prep == "and")
        if spans and first is not None and last is not None:
            found += first.until(last)
    return sorted(set(found))


def members_said(clause: Clause, scene: Scene, measure: int) -> list[str]:
    """Return the areas of "both countries", "neither", "none of the three": of the question, or of the rows.

    Raises:
        Reject: The set is of another size.
    """
    named = named_areas(clause, scene)
    sizes = [int(mention_of(chunk).value or 0) for chunk in clause.of("setsize") if chunk.mention is not None]
    pair = clause.has("both") or any("neither" in chunk.key.split() for chunk in clause)
    size = sizes[0] if sizes else 2 if pair else 0
    areas = named or list(scene.question_set[0]) or scene.table.members(measure)
    if not size or len(areas) != size:
        areas = named or scene.table.members(measure)
    if not named and size and len(areas) != size:
        raise clause.reject(ProblemCode.WRONG_COUNT, f"The evidence holds {len(areas)} countries.")
    return areas


def _read_none(clause: Clause, scene: Scene) -> Reading | None:
    """Read "Neither Kenya nor Uganda has a value for 2023"."""
    periods = years_said(clause)
    if not periods:
        return None
    measure = select(clause, scene)
    areas = members_said(clause, scene, measure)
    for area in areas:
        for period in periods:
            facts = scene.table.facts_at(area, measure, period)
            if any(fact.text is not None for fact in facts):
                message = f"The evidence holds a value for {scene.area_name(area)} in {period.name}."
                raise clause.reject(ProblemCode.MISSING_VALUE, message)
            if not facts and (area, measure) in scene.table.cells and scene.table.cells[area, measure]:
                message = (
                    f"The evidence does not show that {scene.area_name(area)} has no value in {period.name}."
                )
                raise clause.reject(ProblemCode.BEYOND_EVIDENCE, message)
    return Reading(areas=tuple(areas), periods=tuple(periods), measure=measure, refuses=True)


def _read_only(clause: Clause, scene: Scene) -> Reading | None:
    """Read "Only 2018 and 2022 have values", "only Cuba has a figure for 2023"."""
    measure, periods = select(clause, scene), years_said(clause)
    only = next(chunk for chunk in clause if chunk.kind == "only" or chunk.key in ("only", "just"))
    after = [chunk for chunk in clause if chunk.start > only.start and chunk.kind in ("area", "year")]
    before = [chunk for chunk in clause if chunk.start < only.start and chunk.kind in ("area", "year")]
    first = after[0] if after else before[-1]
    if first.kind == "area":
        return _read_places(clause, scene, measure, periods)
    areas = areas_for(clause, scene)
    for area in areas:
        held = [one for one in scene.table.periods(area, measure) if _asked(one, scene)]
        if held != periods:
            years = ", ".join(str(one) for one in held) or "no year"
            message = f"{scene.area_name(area)} has a value for {years}."
            raise clause.reject(ProblemCode.WRONG_PERIOD, message, first, years)
    return Reading(areas=tuple(areas), measure=measure, refuses=True)


def _asked(period: Period, scene: Scene) -> bool:
    window = scene.question_window
    return window is None or window[0] <= period <= window[1]


def _read_places(clause: Clause, scene: Scene, measure: int, periods: Sequence[Period]) -> Reading | None:
    named = named_areas(clause, scene)
    for period in periods:
        held = [one for one in scene.table.members(measure) if scene.table.value(one, measure, period)]
        if set(held) != set(named):
            places = ", ".join(scene.area_name(one) for one in held) or "no country"
            message = f"In {period.name} there is a value for {places}."
            raise clause.reject(ProblemCode.WRONG_AREA, message, None, places)
    return Reading(areas=tuple(named), periods=tuple(periods), measure=measure)


def _read_latest(clause: Clause, scene: Scene) -> Reading | None:
    """Read "The latest value is for 2021": the value may follow."""
    periods = years_said(clause)
    dated = any(chunk.prep in ("for", "from") for chunk in clause.of("year"))
    copula = any(
        chunk.key in _COPULAS and (dated or chunk.key not in ("is", "was", "are")) for chunk in clause
    )
    if len(periods) != 1 or not copula or clause.has("negation", "quantifier", "only", "both", "setsize"):
        return None
    areas = areas_for(clause, scene)
    measure = select(clause, scene)
    cells: list[Cell] = []
    for area in areas:
        held = scene.table.periods(area, measure)
        fact = scene.table.value(area, measure, periods[0])
        if not held or held[-1] != periods[0] or fact is None:
            latest = str(held[-1]) if held else "none"
            message = f"The latest year with a value for {scene.area_name(area)} is {latest}."
            raise clause.reject(ProblemCode.WRONG_PERIOD, message, None, latest)
        cells.append(Cell(area=area, measure=measure, period=periods[0], fact=fact))
    return Reading(cells=cells, areas=tuple(areas), measure=measure, periods=tuple(periods), refuses=True)


_COPULAS: Final = frozenset(
    {"is", "was", "are", "is from", "dates", "dates from", "comes from", "comes", "dated"}
)
