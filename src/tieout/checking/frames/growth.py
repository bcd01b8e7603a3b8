"""Growth of something in a year: "the economy shrank by 5.8% in 2020", "prices rose 7.3% in 1998"."""

from fractions import Fraction
from typing import Final

from tieout.checking.amount import cell_for, check_value, shown_fact
from tieout.checking.chunk import Chunk
from tieout.checking.clause import Clause, Reading, Scene, mention_of
from tieout.checking.frames.value import NAMING, PLAIN, check_latest
from tieout.checking.mention import NumberKind
from tieout.checking.series import select
from tieout.checking.verdict import ProblemCode, Reject
from tieout.checking.when import named_periods, period_of, periods_for
from tieout.checking.where import areas_for
from tieout.facts.period import Period

__all__ = ["SIGNS", "is_growth", "rate_words", "read_dearer", "read_growth", "wrong_way"]

_DEARER: Final = PLAIN | NAMING | {"num", "year", "area", "timeword", "comparison"}
_LEVELS: Final = frozenset({"below", "beneath", "underneath", "past", "beyond"})
"""Words behind a verb of direction that say where it went, and no size of it."""
_UNDER: Final = _LEVELS | {"above", "under", "lower", "smaller"}
_PARTS: Final = frozenset({NumberKind.PERCENT, NumberKind.FRACTION})
SIGNS: Final = {"up": 1, "down": -1, "flat": 0}


def rate_words(clause: Clause) -> bool:
    """Return True when a word speaks of the pace of something ("slowed", "accelerated")."""
    return any(str(chunk.readings["direction"]).endswith("rate") for chunk in clause.of("direction"))


def is_growth(clause: Clause, scene: Scene) -> bool:
    """True for "the economy grew by 3% in 2019".

    A noun whose growth the evidence holds, one year, no value reached.
    """
    nouns = clause.of("grows")
    lent = scene.question_grew and scene.measure is None
    carried = (scene.grew or lent) and not clause.has("ind", "piece", "grows") and bool(clause.nums)
    if carried and any(number.prep in ("to", "from", "at") for number in clause.nums):
        return False
    if not (nouns or carried) or rate_words(clause) or clause.has("multiple", "hold"):
        return False
    if any(mention_of(number).kind not in _PARTS for number in clause.nums):
        return False
    singles = [chunk for chunk in clause.of("year") if period_of(chunk) is not None]
    if (
        len(clause.nums) > 1
        and len(singles) == len(clause.nums)
        and not any(chunk.prep in ("from", "to", "between", "since") for chunk in singles)
    ):
        return True
    if clause.has("both") and len(clause.nums) == 1 and len(singles) == 2 and _listed(clause):
        return True
    if len(clause.of("year")) > 1 or clause.timewords("since", "sincethen", "period"):
        return not clause.nums and not any(chunk.mask("ind") for chunk in nouns)
    return len([chunk for chunk in clause.of("year") if period_of(chunk) is not None]) == len(
        clause.of("year")
    )


def read_growth(clause: Clause, scene: Scene, area: str) -> Reading:
    """Read the growth of something in the years named."""
    measure = select(clause, scene, growth_of=True)
    if not scene.table.measures[measure].growth:
        raise clause.reject(ProblemCode.WRONG_INDICATOR, "The evidence holds no row of this growth.")
    for chunk in clause.of("ind"):
        if chunk.key == "growth" and chunk.prep in ("of", "on", "after", "following", "before"):
            raise clause.reject(ProblemCode.NOT_UNDERSTOOD, "It is not clear which growth this is.", chunk)
    periods = _growth_periods(clause, scene)
    cells = [cell_for(area, measure, period, clause, scene) for period in periods]
    reading = Reading(cells=cells, areas=(area,), measure=measure, periods=tuple(periods), grew=True)
    for cell in cells:
        for chunk in clause.of("direction"):
            sign = SIGNS.get(str(chunk.readings["direction"]).split()[0])
            if sign is not None and sign != _sign_of_growth(cell.value, flat=sign == 0):
                raise wrong_way(clause, chunk, f"{shown_fact(cell.fact)} in {cell.period.name}")
    if len(clause.nums) == 1 and len(cells) == 2 and clause.has("both"):
        check_value(clause.nums[0], cells[1], clause, scene, size=True)
        cells = cells[:1]
    if any(number.prep == "or" for number in clause.nums):
        raise clause.reject(ProblemCode.NOT_UNDERSTOOD, "Only one of these can be said.", clause.nums[-1])
    if clause.nums and len(clause.nums) != len(cells):
        raise clause.reject(
            ProblemCode.AMBIGUOUS, "It is not clear which year each number is for.", clause.nums[0]
        )
    for number, cell in zip(clause.nums, cells, strict=False):
        falls = cell.value < 0 and clause.has("direction")
        if number.prep in ("to", "from") or number.readings.get("level") in (_UNDER if falls else _LEVELS):
            raise clause.reject(
                ProblemCode.WRONG_RELATION, "Growth in a year is by a percentage, not to one.", number
            )
        reading.ties.append(check_value(number, cell, clause, scene, size=True))
    check_latest(clause, scene, cells)
    return reading


def _growth_periods(clause: Clause, scene: Scene) -> list[Period]:
    carried = sorted(set(scene.periods))
    periods = carried if not clause.of("year") and len(carried) == 2 else periods_for(clause, scene)
    if len(periods) == 1 or len(periods) == len(clause.nums):
        return periods
    if _listed(clause):
        return periods
    first, last = min(periods), max(periods)
    return list(first.until(last))[1:]


def _listed(clause: Clause) -> bool:
    """True for "in 2021, 2022 and 2024": these years and no others."""
    years = [chunk for chunk in clause.of("year") if period_of(chunk) is not None]
    return (
        len(years) > 1
        and (years[0].prep in ("in", "during") or clause.has("both"))
        and all(chunk.prep in ("and", "in", "", "and again in") for chunk in years[1:])
    )


def read_dearer(clause: Clause, scene: Scene) -> Reading | None:
    """Read "prices were 4% higher in 2021 than a year earlier": the growth of the later year."""
    words, numbers = clause.of("comparison"), clause.nums
    if len(words) != 1 or len(numbers) != 1 or not clause.only(_DEARER) or not clause.has("grows"):
        return None
    years = named_periods(clause)
    if clause.has("ind") or mention_of(numbers[0]).kind is not NumberKind.PERCENT or len(years) != 2:
        return None
    then = next(
        (
            chunk
            for chunk in clause.of("year", "timeword")
            if chunk.start > words[0].end and chunk.prep == "than"
        ),
        None,
    )
    later, earlier = max(years), min(years)
    backward = then is not None and (then.kind == "timeword" or period_of(then) == earlier)
    if (
        not backward
        or earlier.frequency != "A"
        or later != earlier.shifted(1)
        or words[0].readings["comparison"] == "same"
    ):
        return None
    areas = areas_for(clause, scene)
    if len(areas) != 1 or numbers[0].prep not in ("", "by", "at"):
        return None
    measure = select(clause, scene, growth_of=True)
    if not scene.table.measures[measure].growth:
        return None
    cell = cell_for(areas[0], measure, later, clause, scene)
    if (cell.value > 0) != (words[0].readings["comparison"] == "more") or cell.value == 0:
        raise wrong_way(clause, words[0], f"{shown_fact(cell.fact)} in {cell.period.name}")
    reading = Reading(cells=[cell], areas=(areas[0],), measure=measure, periods=(later,), grew=True)
    reading.ties.append(check_value(numbers[0], cell, clause, scene, size=True))
    return reading


def _sign_of_growth(value: Fraction, *, flat: bool) -> int:
    if flat and abs(value) <= Fraction(1, 20):
        return 0
    return (value > 0) - (value < 0)


def wrong_way(clause: Clause, chunk: Chunk, truth: str) -> Reject:
    """Return the Reject of a direction that does not agree with the data."""
    return clause.reject(
        ProblemCode.WRONG_DIRECTION, f"{chunk.key!r} does not agree with the data: {truth}.", chunk
    )
