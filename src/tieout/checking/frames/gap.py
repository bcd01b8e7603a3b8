"""Gaps: what has no value, what is not in the data, and what cannot be answered (rule 19)."""

from typing import Final

from tieout.checking.clause import Clause, Reading, Scene
from tieout.checking.frames.value import NAMING, PLAIN
from tieout.checking.series import named_mask, select
from tieout.checking.verdict import ProblemCode
from tieout.checking.when import named_periods, periods_for, span_of
from tieout.checking.where import areas_for, named_areas
from tieout.facts.period import Period

__all__ = ["read_gap"]

_ALLOWED: Final = (
    PLAIN
    | NAMING
    | {
        "year",
        "area",
        "timeword",
        "gap",
        "cannot",
        "ambiguous",
        "setphrase",
        "known",
        "negation",
        "forecast",
        "cause",
        "both",
    }
    | {"setnoun", "comparison", "contrast", "direction", "statistic"}
)


def read_gap(clause: Clause, scene: Scene) -> Reading | None:
    """Read a clause that states a gap, or what cannot be answered."""
    if not clause.has("gap", "cannot", "ambiguous", "setphrase") or not clause.only(_ALLOWED):
        return None
    kinds = {str(chunk.readings["gap"]) for chunk in clause.of("gap")}
    if len(kinds) > 1:
        kinds.discard("holds")
    if "holds" in kinds:
        return Reading() if kinds == {"holds"} and not clause.has("year", "area", "timeword") else None
    if "years" in kinds:
        return _read_coverage(clause, scene)
    if "gap" in kinds:
        return _read_missing(clause, scene)
    if "absent" in kinds:
        return _read_absent(clause, scene)
    return _read_refusal(clause, scene)


def _read_missing(clause: Clause, scene: Scene) -> Reading:
    """Read "There is no value for ... in 2025": the evidence must hold the gap."""
    if clause.has("known"):
        raise clause.reject(ProblemCode.BEYOND_EVIDENCE, "The evidence holds no row that shows this gap.")
    named = named_periods(clause)
    if scene.cover is not None and named and not named_areas(clause, scene) and not named_mask(clause, scene):
        if any(scene.cover[0] <= period <= scene.cover[1] for period in named):
            raise clause.reject(ProblemCode.WRONG_PERIOD, "This year lies inside the years covered.")
        return _outside(clause, scene, named)
    areas, periods, measure = areas_for(clause, scene), periods_for(clause, scene), select(clause, scene)
    for area in areas:
        for period in periods:
            _hold_unless_gap(area, measure, period, clause, scene)
    return Reading(areas=tuple(areas), periods=tuple(periods), measure=measure)


def _hold_unless_gap(area: str, measure: int, period: Period, clause: Clause, scene: Scene) -> None:
    facts = scene.table.facts_at(area, measure, period)
    place = scene.area_name(area)
    if any(fact.text is not None for fact in facts):
        value = next(fact for fact in facts if fact.text is not None)
        raise clause.reject(
            ProblemCode.MISSING_VALUE,
            f"The evidence holds a value for {place} in {period}.",
            None,
            value.text,
        )
    if not facts:
        raise clause.reject(
            ProblemCode.BEYOND_EVIDENCE, f"The evidence does not show that {place} has no value in {period}."
        )


def _read_absent(clause: Clause, scene: Scene) -> Reading:
    """Read "The data do not include ...": no row of the area, the indicator and the period that are named."""
    areas, periods = named_areas(clause, scene), named_periods(clause)
    codes = _codes(clause, scene)
    quoted = any(chunk.quoted for chunk in clause)
    if quoted and not areas and not codes:
        return Reading()
    if not areas and not codes and not periods and not clause.has("forecast", "setphrase"):
        raise clause.reject(ProblemCode.NOT_UNDERSTOOD, "This does not say what the data do not include.")
    for (area, number), series in scene.table.cells.items():
        if areas and area not in areas:
            continue
        if codes and scene.table.measures[number].code not in codes:
            continue
        held = [fact for period in periods for fact in series.get(period, ())]
        if periods and not any(fact.text is not None for fact in held):
            continue
        raise clause.reject(ProblemCode.MISSING_VALUE, "The evidence does hold this.")
    return Reading(areas=tuple(areas), periods=tuple(periods))


def _codes(clause: Clause, scene: Scene) -> set[str]:
    """Return the codes of the indicators that are named, in the evidence or not."""
    found: set[str] = set()
    for chunk in clause.of("known", "ind", "people", "grows", "piece", "label", "of", "counted"):
        if not clause.has("generic") or chunk.kind == "known":
            found.update(chunk.readings.get("known", ()))
    mask = named_mask(clause, scene)
    found.update(measure.code for number, measure in enumerate(scene.table.measures) if mask >> number & 1)
    return found


def _read_coverage(clause: Clause, scene: Scene) -> Reading | None:
    """Read "The data cover 2000 to 2025, so there is no value for 1999".

    No row of the evidence says otherwise.
    """
    spans = [span for chunk in clause.of("year") if (span := span_of(chunk)) is not None]
    periods = named_periods(clause)
    if spans:
        first, last = spans[0]
    elif len(periods) >= 2:
        first, last, periods = min(periods[:2]), max(periods[:2]), periods[2:]
    elif periods:
        return _outside(clause, scene, periods)
    else:
        return None
    if any(first <= period <= last for period in periods):
        raise clause.reject(ProblemCode.WRONG_PERIOD, "A year that is named lies inside the years covered.")
    for series in scene.table.cells.values():
        for period in series:
            if not first.year <= period.year <= last.year:
                raise clause.reject(ProblemCode.WRONG_PERIOD, f"The evidence holds a row of {period}.")
    scene.cover = (first, last)
    return Reading(periods=tuple(periods))


def _outside(clause: Clause, scene: Scene, periods: list[Period]) -> Reading:
    for series in scene.table.cells.values():
        if any(period in series for period in periods):
            raise clause.reject(ProblemCode.WRONG_PERIOD, "The evidence holds a row of a year that is named.")
    return Reading(periods=tuple(periods))


def _read_refusal(clause: Clause, scene: Scene) -> Reading:
    """Read "I cannot answer that".

    Fine by itself; what is said to be beyond answer must not stand in the evidence.
    """
    areas, periods = named_areas(clause, scene), named_periods(clause)
    codes = _codes(clause, scene)
    compares = clause.has("comparison", "contrast", "direction", "statistic")
    if areas and codes and periods and not compares:
        for (area, number), series in scene.table.cells.items():
            known = any(fact.text is not None for period in periods for fact in series.get(period, ()))
            if area in areas and scene.table.measures[number].code in codes and known:
                raise clause.reject(ProblemCode.MISSING_VALUE, "The evidence does hold this.")
    elif compares and not clause.has("cannot"):
        raise clause.reject(ProblemCode.NOT_UNDERSTOOD, "This is not a statement of what cannot be answered.")
    return Reading()
