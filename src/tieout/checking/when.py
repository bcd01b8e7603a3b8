"""Which periods a clause speaks of."""

import re
from typing import Final, NamedTuple, cast

from tieout.checking.chunk import Chunk
from tieout.checking.clause import Clause, Scene, mention_of
from tieout.checking.mention import NumberKind
from tieout.checking.verdict import ProblemCode
from tieout.facts.frequency import PER_YEAR, STEP_NAMES, Frequency, is_finer
from tieout.facts.period import Period

_THAT = frozenset({"that year", "in that year", "that same year", "in the same year", "in that same year"})
_SHIFT: Final = re.compile(r"([+-][0-9]+)([SQMWD]?)( on)?")
__all__ = [
    "Shift",
    "before",
    "every",
    "moved",
    "named_periods",
    "period_of",
    "periods_for",
    "shift_of",
    "span_of",
]


class Shift(NamedTuple):
    """So many steps later, or earlier, and of which length."""

    steps: int
    unit: Frequency
    on: bool = False
    """It says what a change is measured from ("on the month"), wherever it stands in the clause."""


def period_of(chunk: Chunk) -> Period | None:
    """Return the one period that a year chunk names, or None for a range or an incomplete date."""
    mention = mention_of(chunk)
    if mention.kind in (NumberKind.YEAR, NumberKind.QUARTER, NumberKind.MONTH) and mention.period:
        return Period.parse(mention.period)
    return None


def span_of(chunk: Chunk) -> tuple[Period, Period] | None:
    """Return the first and last year of a range or decade; "over the 1990s" is 1990 to 2000 (rule 12)."""
    mention = mention_of(chunk)
    if mention.kind is NumberKind.YEAR_RANGE and len(mention.years) == 2:
        return Period.of_year(mention.years[0]), Period.of_year(mention.years[1])
    if mention.kind is NumberKind.DECADE and len(mention.years) == 2:
        return Period.of_year(mention.years[0]), Period.of_year(mention.years[0] + 10)
    return None


def named_periods(clause: Clause) -> list[Period]:
    """Return the single periods of the clause in order, "a year later" resolved against the one before it.

    Raises:
        Reject: A relative period has no anchor in the clause.
    """
    found: list[Period] = []
    waiting: Chunk | None = None
    for chunk in clause.of("year", "timeword"):
        if chunk.kind == "year":
            period = period_of(chunk)
            if period is not None:
                found.append(period)
            continue
        shift = shift_of(chunk)
        if shift is not None and found:
            found.append(moved(found[-1], shift, clause, chunk))
        elif shift is not None and shift.on:
            waiting = chunk
    shift = shift_of(waiting) if waiting is not None and len(found) == 1 else None
    if shift is not None:
        found.append(moved(found[0], shift, clause, waiting))
    return _without_frames(found)


def _without_frames(found: list[Period]) -> list[Period]:
    """Return the periods without those that others lie in: "In 2024 it was highest in July" is of July."""
    if len({period.frequency for period in found}) < len(("year", "month")):
        return found
    return [one for one in found if not any(one != other and one.contains(other) for other in found)]


def shift_of(chunk: Chunk) -> Shift | None:
    """Return what "three years later" or "the previous month" moves a period by, or None."""
    found = _SHIFT.fullmatch(str(chunk.readings.get("timeword", "")))
    return Shift(int(found[1]), cast(Frequency, found[2] or "A"), bool(found[3])) if found else None


def moved(period: Period, shift: Shift, clause: Clause, chunk: Chunk | None = None) -> Period:
    """Return the period that a shift leads to: "a year earlier" than July 2020 is July 2019.

    Raises:
        Reject: The shift is finer than the period, or there is no such day.
    """
    steps, unit, _ = shift
    found: Period | None = None
    if unit == period.frequency:
        found = period.shifted(steps)
    elif unit == "A":
        found = period.in_year(period.year + steps)
    elif unit == "W" and period.frequency == "D":
        found = period.shifted(7 * steps)
    elif period.frequency == "M" and unit in PER_YEAR:
        found = period.shifted(steps * 12 // PER_YEAR[unit])
    if found is None:
        what = f"{period.name} has no such {STEP_NAMES[unit]} before or after it."
        raise clause.reject(ProblemCode.WRONG_PERIOD, what, chunk)
    return found


def before(period: Period, clause: Clause, chunk: Chunk | None = None) -> Period:
    """Return the year before, which a change of one year is measured from without saying so.

    Raises:
        Reject: The period is no year: a month may be set against the month before or that of the year before.
    """
    if period.frequency == "A":
        return period.shifted(-1)
    step = STEP_NAMES[period.frequency]
    message = f"Say what {period.name} is set against: the {step} before, or the same {step} a year earlier."
    raise clause.reject(ProblemCode.NO_PERIOD, message, chunk)


def every(first: Period, last: Period, frequency: Frequency, clause: Clause) -> list[Period]:
    """Return every period of a frequency from the first to the last, both included.

    A year stands for all its months where the series is monthly; weeks are those that the year counts.

    Raises:
        Reject: They are not in order, or not made of such periods.
    """
    found: tuple[Period, ...] = ()
    if first.frequency == last.frequency and not is_finer(frequency, first.frequency):
        found = first.until(last)
    elif frequency != "W":
        start = _edge(first, frequency, last=False)
        found = start.until(_edge(last, frequency, last=True))
    elif first.frequency == last.frequency == "A":
        found = Period.of("W", first.year).until(Period.of("W", last.year + 1).shifted(-1))
    if not found:
        message = f"From {first.name} to {last.name} is no run of periods that the data have."
        raise clause.reject(ProblemCode.WRONG_PERIOD, message)
    return list(found)


def _edge(period: Period, frequency: Frequency, *, last: bool) -> Period:
    if not is_finer(frequency, period.frequency):
        return period
    return Period.of_date(period.last_day if last else period.first_day, frequency)


def _with_same(clause: Clause, scene: Scene, found: list[Period]) -> list[Period]:
    """Return the periods with the one that "that year" points to in its place, where it stands first."""
    same = clause.timewords("same")
    if len(same) != 1 or len(clause.nums) != len(found) + 1 or len(set(scene.periods)) != 1:
        return found
    if same[0].key not in _THAT or scene.periods[0] in found:
        return found
    if any(chunk.start < same[0].start for chunk in clause.of("year")):
        return found
    return [scene.periods[0], *found]


def periods_for(clause: Clause, scene: Scene) -> list[Period]:
    """Return the periods of the clause, or those that the sentence or the clause before lends.

    Raises:
        Reject: No period is named or carried.
    """
    found = list(dict.fromkeys(named_periods(clause)))
    if found:
        return _with_same(clause, scene, found)
    if clause.timewords("both"):
        for lent in (scene.sentence_periods, scene.periods):
            if len(set(lent)) == 2:
                return list(dict.fromkeys(lent))
    for chunk in clause.of("timeword"):
        shift = shift_of(chunk)
        if shift is not None and len(set(scene.periods)) >= 1:
            return [moved(scene.periods[-1], shift, clause, chunk)]
    if any(chunk.key in _THAT for chunk in clause.timewords("same")) and len(set(scene.periods)) == 1:
        return [scene.periods[0]]
    if len(set(scene.sentence_periods)) == 1:
        return [scene.sentence_periods[0]]
    if len(set(scene.periods)) == 1 and not scene.sentence_periods:
        return [scene.periods[0]]
    if len(set(scene.periods)) == 1:
        return [scene.periods[0]]
    raise clause.reject(ProblemCode.NO_PERIOD, "Nothing here says which year the number is for.")
