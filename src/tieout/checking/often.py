"""How often: a word such as "year" or "daily" is held to how often the series has a value."""

from typing import Final

from tieout.checking.clause import Clause, Reading, Scene
from tieout.checking.mention import NumberKind
from tieout.checking.verdict import ProblemCode
from tieout.checking.when import shift_of
from tieout.facts.frequency import STEP_NAMES, Frequency

__all__ = ["TRAFFIC", "check_often"]

_KINDS: Final = (
    "timeword peak superlative statistic generic neutral order ordinal quantifier range record setnoun step "
    "preposition bound"
).split()
_UNITS: Final[dict[str, Frequency]] = {
    **dict.fromkeys(("year", "years", "annual", "annually", "yearly", "decade", "annum"), "A"),
    **dict.fromkeys(("quarter", "quarters", "quarterly"), "Q"),
    **dict.fromkeys(("month", "months", "monthly"), "M"),
    **dict.fromkeys(("week", "weeks", "weekly"), "W"),
    **dict.fromkeys(("day", "days", "daily"), "D"),
}
TRAFFIC: Final = frozenset({"busiest", "quietest", "busier", "quieter"})


def check_often(clause: Clause, scene: Scene, reading: Reading) -> None:
    """Hold "every year" of monthly values, a month set against a year, and "busiest" of what is no count.

    Raises:
        Reject: A word of time is of another frequency than the facts, or these are of two.
    """
    if any(chunk.key in TRAFFIC for chunk in clause) and not all(
        scene.table.measures[cell.measure].adds_up for cell in reading.cells
    ):
        raise clause.reject(ProblemCode.NOT_UNDERSTOOD, "Busy and quiet are said of counts only.")
    found = {cell.period.frequency for cell in reading.cells}
    if len(found) > 1:
        names = " and a ".join(sorted(STEP_NAMES[one] for one in found))
        raise clause.reject(ProblemCode.WRONG_PERIOD, f"A {names} do not compare.")
    own = found.pop() if found else "A"
    if own != "A":
        _check_edges(clause)
    if own == "A" and not clause.has("step"):
        return
    for chunk in clause.of(*_KINDS):
        units = {_UNITS[word] for word in chunk.key.split() if word in _UNITS}
        shifts = shift_of(chunk) is not None
        spans = str(chunk.readings.get("timeword", "")).startswith("span")
        if not units or shifts or spans or own in units or _names_year(clause, chunk.end):
            continue
        message = f"These values are by {STEP_NAMES[own]}; {chunk.key!r} says something else."
        raise clause.reject(ProblemCode.WRONG_PERIOD, message, chunk)


def _check_edges(clause: Clause) -> None:
    """Hold "5,000 by July 2024": a value of a month says what was in it, not up to it or at one end of it."""
    years = clause.of("year", "yearclaim")
    if len(years) != 1 or clause.has("direction", "comparison", "multiple", "gap", "cannot"):
        return
    before = [chunk for chunk in clause if chunk.end <= years[0].start and chunk.key != "the"]
    words = {years[0].prep, before[-1].key if before else ""}
    if words & _EDGES:
        message = "Say what it was in this time, not before, after, up to it or at one end of it."
        raise clause.reject(ProblemCode.WRONG_PERIOD, message, years[0])


_EDGES: Final = frozenset(
    {
        *("by", "before", "until", "till", "up to", "to", "through", "after", "since", "from", "past"),
        *("at the end of", "at the start of", "by the end of", "at the beginning of", "early in", "late in"),
        *("towards", "toward", "near the end of", "in the middle of", "around", "about"),
    }
)


def _names_year(clause: Clause, end: int) -> bool:
    """True for the word in "the year 2024", which only names it."""
    after = next((chunk for chunk in clause if chunk.start >= end), None)
    return after is not None and after.mention is not None and after.mention.kind is NumberKind.YEAR
