"""Claims over the steps of a period: its busiest day, its mean a month, the sum of its months."""

from dataclasses import replace
from typing import Final

from tieout.checking.amount import cell_for, same_release, tie
from tieout.checking.chunk import Chunk
from tieout.checking.clause import Clause, Reading, Scene
from tieout.checking.frames.course import read_course
from tieout.checking.frames.extreme import pair_of, read_extreme
from tieout.checking.frames.statistic import check_statistic
from tieout.checking.frames.value import NAMING, PLAIN
from tieout.checking.often import TRAFFIC
from tieout.checking.series import select
from tieout.checking.verdict import ProblemCode
from tieout.checking.when import every, period_of
from tieout.checking.where import areas_for
from tieout.facts.frequency import STEP_NAMES, Frequency, is_finer
from tieout.facts.period import Period

__all__ = ["read_stepwise"]

_ALLOWED: Final = PLAIN | NAMING | {"num", "year", "yearclaim", "area", "statistic", "superlative", "peak"}
_COMPUTED: Final = frozenset({"mean", "median"})
_UNITS: Final[dict[str, Frequency]] = {"D": "D", "W": "W", "M": "M", "Q": "Q", "A": "A"}


def read_stepwise(clause: Clause, scene: Scene) -> Reading | None:
    """Read what is said of the days, weeks, months or quarters of a longer period.

    All of them must be in the evidence; sums are of what happens in a time, such as counts, and never of what
    there is at a time, such as people.
    """
    steps = clause.of("step")
    if clause.has("direction") and len(steps) == 1 and str(steps[0].readings["step"]).endswith(" each"):
        return _read_course(clause, steps, scene)
    rest = Clause([chunk for chunk in clause if chunk.kind != "step"])
    if not rest.only(_ALLOWED) or len(clause.of("area")) > 1:
        return None
    words = {str(chunk.readings["statistic"]) for chunk in rest.of("statistic")}
    singled = rest.has("superlative", "peak")
    if singled and not words & _COMPUTED and (steps or _frame(rest) is not None):
        reading = _read_best(rest, steps, scene)
    elif steps and not singled and len(words & _COMPUTED) == 1 and len(rest.nums) == 1:
        reading = _read_mean(rest, min(words & _COMPUTED), scene)
    elif not steps and not singled and words <= {"sum"} and len(rest.nums) == 1:
        reading = _read_sum(rest, scene, said=bool(words))
    else:
        return None
    if reading is not None and reading.cells:
        _check_units(steps, reading, clause)
    return reading


def _read_course(clause: Clause, steps: list[Chunk], scene: Scene) -> Reading | None:
    """Read "fell every month from July to December 2024" as "every year" is read of years."""
    each = replace(steps[0], kind="timeword", readings={"timeword": "every"})
    reading = read_course(Clause([each if chunk is steps[0] else chunk for chunk in clause]), scene)
    if reading is not None and reading.cells:
        _check_units(steps, reading, clause)
    return reading if reading is None or reading.cells else None


def _check_units(steps: list[Chunk], reading: Reading, clause: Clause) -> None:
    for chunk in steps:
        unit = _UNITS[str(chunk.readings["step"])[0]]
        own = reading.cells[0].period.frequency
        if unit != own:
            message = f"These values are by {STEP_NAMES[own]}, not by {STEP_NAMES[unit]}."
            raise clause.reject(ProblemCode.WRONG_PERIOD, message, chunk)


def _periods(clause: Clause) -> list[Period]:
    return [period for chunk in clause.of("year", "yearclaim") if (period := period_of(chunk)) is not None]


def _frame(clause: Clause) -> Period | None:
    """Return the longer of two periods, the one of which lies in the other."""
    found = _periods(clause)
    if len(found) != len(("frame", "at")):
        return None
    outer = [one for one in found if all(one.contains(other) for other in found)]
    return outer[0] if len(outer) == 1 else None


def _read_best(clause: Clause, steps: list[Chunk], scene: Scene) -> Reading | None:
    own = scene.copy()
    found = _periods(clause)
    counts = [number for number, measure in enumerate(scene.table.measures) if measure.adds_up]
    if own.measure is None and len(counts) == 1 and any(chunk.key in TRAFFIC for chunk in clause):
        # What is busy is busy with what is counted.
        own.measure = counts[0]
    for chunk in steps:
        _, _, whole = str(chunk.readings["step"]).partition(" whole ")
        frame = (
            found[0].wider("A" if whole == "A" else "Q" if whole == "Q" else "M") if found and whole else None
        )
        if whole and (frame is None or len(found) != 1):
            raise clause.reject(ProblemCode.NO_PERIOD, "Say of which year or month this is.", chunk)
        if frame is not None:
            own.window = own.question_window = (frame, frame)
    return read_extreme(clause, own)


def _read_mean(clause: Clause, operation: str, scene: Scene) -> Reading | None:
    areas = areas_for(clause, scene)
    years = [chunk for chunk in clause.of("year") if period_of(chunk) is not None]
    pair = pair_of(years)
    found = (pair[0], pair[1]) if pair is not None and pair[2] is None else None
    if found is None and len(years) == 1:
        found = (_periods(clause)[0],) * 2
    if found is None or len(areas) != 1 or clause.has("yearclaim"):
        return None
    measure = select(Clause([chunk for chunk in clause if chunk.kind != "statistic"]), scene)
    frequency = scene.table.frequency(areas[0], measure)
    if not is_finer(frequency, found[0].frequency) and found[0] == found[1]:
        return None
    return _computed(operation, areas[0], measure, every(*found, frequency, clause), clause, scene)


def _read_sum(clause: Clause, scene: Scene, *, said: bool) -> Reading | None:
    found = _periods(clause)
    if len(found) != 1 or clause.has("yearclaim"):
        return None
    areas = areas_for(clause, scene)
    measure = select(Clause([chunk for chunk in clause if chunk.kind != "statistic"]), scene)
    frequency = scene.table.frequency(areas[0], measure)
    if len(areas) != 1 or not is_finer(frequency, found[0].frequency) or frequency == "W":
        return None
    if scene.table.facts_at(areas[0], measure, found[0]):
        return None
    if not scene.table.measures[measure].adds_up:
        if not said:
            return None
        message = f"Values of this indicator do not add up over a {STEP_NAMES[found[0].frequency]}."
        raise clause.reject(ProblemCode.WRONG_STATISTIC, message)
    periods = every(found[0], found[0], frequency, clause)
    return _computed("sum", areas[0], measure, periods, clause, scene)


def _computed(
    operation: str, area: str, measure: int, periods: list[Period], clause: Clause, scene: Scene
) -> Reading:
    cells = [cell_for(area, measure, period, clause, scene) for period in periods]
    same_release(cells, clause)
    number = clause.nums[0]
    check_statistic(number, operation, cells, clause, scene)
    reading = Reading(cells=cells, areas=(area,), measure=measure, periods=tuple(_periods(clause)))
    reading.ties.append(tie(number, tuple(cell.fact for cell in cells), operation))
    return reading
