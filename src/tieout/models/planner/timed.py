"""Plans for questions about a data set with values by period: which calls, and which sentence they allow."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tieout.facts.derivation import Order
from tieout.facts.fact import Fact
from tieout.facts.frequency import STEP_NAMES, is_finer
from tieout.facts.period import Period
from tieout.models.planner.declining import Answer
from tieout.models.planner.lookup import Call, Found, Lookup
from tieout.models.planner.timed_reading import Asked, Unclear, read_asked
from tieout.writing import gaps, sentences, sets, steps
from tieout.writing.subjects import Subjects, listed

if TYPE_CHECKING:
    from tieout.data.snapshot import Snapshot

__all__ = ["TimedPlans"]

_MOST_STEPS = 62


class TimedPlans:
    """Answers plain questions by day, week, month or quarter; says so when one is beyond it.

    Args:
        snapshot: The data set: its names, codes and years; values are read through tools only.
        subjects: The names to write.
    """

    def __init__(self, snapshot: Snapshot, subjects: Subjects) -> None:
        self._snapshot = snapshot
        self._subjects = subjects

    def answer(self, question: str, lookup: Lookup) -> Answer:
        """Return the answer, or why there is none.

        Raises:
            Needed: Calls are needed first.
        """
        asked = read_asked(question, self._snapshot)
        if isinstance(asked, Unclear):
            return _cannot(self._unclear(asked))
        first, last = self._snapshot.years
        outside = [period.year for period in asked.periods if not first <= period.year <= last]
        if outside:
            return _cannot(gaps.outside_years(outside, first, last))
        if asked.wants_area and asked.what in ("highest", "lowest"):
            return self._rank(asked, lookup)
        if len(asked.areas) != 1 and asked.what != "value":
            return _cannot(gaps.cannot("the question names no one place"))
        match asked.what:
            case "change":
                return self._change(asked, lookup)
            case "highest" | "lowest" | "mean" | "total" if self._frame(asked) is not None:
                return self._over(asked, lookup)
        return self._values(asked, lookup)

    def _unclear(self, asked: Unclear) -> str:
        match asked.why:
            case "words":
                return gaps.not_understood(asked.words)
            case "date":
                return gaps.cannot("a date in the question is not in the calendar")
            case "period":
                return gaps.cannot("the question names no day, month or year")
        nouns = [self._subjects.noun(one) for one in self._snapshot.indicators.values()]
        return f"{gaps.cannot('it is not clear which measure is meant')} The data include {listed(nouns)}."

    def _frame(self, asked: Asked) -> Period | None:
        """Return the one longer period whose steps are asked about."""
        (frame,) = asked.periods if len(asked.periods) == 1 else (None,)
        return frame if frame is not None and is_finer(asked.frequency, frame.frequency) else None

    def _values(self, asked: Asked, lookup: Lookup) -> Answer:
        if not asked.areas:
            return _cannot(gaps.cannot("the question names no place"))
        if any(period.frequency != asked.frequency for period in asked.periods):
            if len(asked.areas) == 1 and self._frame(asked) is not None:
                return self._over(asked, lookup, total=True)
            return _cannot(gaps.cannot("the question mixes periods of different lengths"))
        calls = [self._call(asked.areas, asked.indicator, period, period) for period in asked.periods]
        facts = [fact for found in lookup.get(*calls) for fact in found.values]
        for period in asked.periods:
            for code in asked.areas:
                if not any((fact.area.code, fact.period) == (code, period) for fact in facts):
                    return self._missing(code, asked.indicator, period, lookup.get(*calls))
        if len(facts) == 1:
            return Answer(text=sentences.value(self._subjects, facts[0]))
        if len(asked.areas) == 1:
            return Answer(text=sentences.values_of_years(self._subjects, facts))
        if len(asked.periods) == 1:
            return Answer(text=sentences.values_of_areas(self._subjects, facts))
        return _cannot(gaps.cannot("the question asks for too many values at once"))

    def _missing(self, code: str, indicator: str, period: Period, found: Sequence[Found]) -> Answer:
        area, measure = self._snapshot.areas[code], self._snapshot.indicators[indicator]
        gap = any(
            (fact.area.code, fact.period, fact.text) == (code, period, None)
            for one in found
            for fact in one.facts
        )
        say = gaps.gap if gap else gaps.not_included_for
        return _cannot(say(self._subjects, area, measure, period))

    def _change(self, asked: Asked, lookup: Lookup) -> Answer:
        ends = sorted(set(asked.periods))
        if len(ends) != len(("from", "to")) or {end.frequency for end in ends} != {asked.frequency}:
            return _cannot(gaps.cannot("it is not clear between which periods the change is"))
        arguments = {"area_code": asked.areas[0], "indicator_code": asked.indicator}
        span = {"from_period": str(ends[0]), "to_period": str(ends[1])}
        (found,) = lookup.get(Call(tool="get_change", arguments=arguments | span))
        by_period = {fact.period: fact for fact in found.values}
        for end in ends:
            if end not in by_period:
                return self._missing(asked.areas[0], asked.indicator, end, [found])
        earlier, later = (by_period[end] for end in ends)
        percent = found.ref_of("percent_change", earlier, later)
        ref = found.ref_of("difference", earlier, later) or found.ref_of("points", earlier, later)
        form: sentences.ChangeForm = "both" if percent else "difference"
        return Answer(
            text=sentences.change(self._subjects, earlier, later, form, ref=ref, percent_ref=percent)
        )

    def _over(self, asked: Asked, lookup: Lookup, *, total: bool = False) -> Answer:
        frame = asked.periods[0]
        parts = frame.parts(asked.frequency)
        if not parts or len(parts) > _MOST_STEPS:
            step = STEP_NAMES[asked.frequency]
            return _cannot(
                gaps.cannot(f"{frame.name} has too many values by {step} to look at in one answer")
            )
        code, what = asked.areas[0], "total" if total else asked.what
        indicator = self._snapshot.indicators[asked.indicator]
        if what == "total" and not indicator.unit.is_additive:
            return _cannot(gaps.cannot(f"{self._subjects.noun(indicator)} cannot be added up"))
        found, ref = self._steps(what, code, asked.indicator, parts, lookup)
        by_period = {fact.period: fact for fact in found.values}
        for part in parts:
            if part not in by_period:
                return self._missing(code, asked.indicator, part, [found])
        facts = [by_period[part] for part in parts]
        if what == "mean":
            return Answer(text=steps.mean_of_steps(self._subjects, facts, frame, ref=ref))
        if what == "total":
            return Answer(text=steps.total_of_steps(self._subjects, facts, frame, ref=ref))
        ordered = sorted(facts, key=sentences.exact, reverse=what == "highest")
        if sentences.exact(ordered[0]) == sentences.exact(ordered[1]):
            return _cannot(gaps.cannot("several of them share that value"))
        order: Order = "highest first" if what == "highest" else "lowest first"
        return Answer(text=steps.extreme_step(self._subjects, ordered[0], frame, order))

    def _steps(
        self, what: str, code: str, indicator: str, parts: Sequence[Period], lookup: Lookup
    ) -> tuple[Found, str]:
        """Return all values of a longer period, and the ref of what is computed of them."""
        if what in ("highest", "lowest"):
            (found,) = lookup.get(self._call([code], indicator, parts[0], parts[-1]))
            return found, ""
        operation = {"total": "sum"}.get(what, what)
        arguments = {"operation": operation, "area_code": code, "indicator_code": indicator}
        span = {"from_period": str(parts[0]), "to_period": str(parts[-1])}
        (found,) = lookup.get(Call(tool="summarise", arguments=arguments | span))
        return found, found.ref_of(operation, *found.values)

    def _rank(self, asked: Asked, lookup: Lookup) -> Answer:
        if len(asked.periods) != 1 or asked.periods[0].frequency != asked.frequency:
            return _cannot(gaps.cannot("the question names no one period that the data have"))
        arguments = {
            "indicator_code": asked.indicator,
            "period": str(asked.periods[0]),
            "order": asked.what,
            "limit": 20,
        }
        (found,) = lookup.get(Call(tool="rank_areas", arguments=arguments))
        rows = found.ranked
        if not rows:
            return _cannot(gaps.cannot("the data have no value for that"))
        values = [sentences.exact(fact) for fact, _ in rows[:2]]
        if len(set(values)) < len(values):
            return _cannot(gaps.cannot("several of them share that place"))
        facts: list[Fact] = [fact for fact, _ in rows]
        if len(facts) > 1:
            order: Order = "highest first" if asked.what == "highest" else "lowest first"
            return Answer(text=sets.top_of_named(self._subjects, facts[:4], order))
        return Answer(text=sentences.value(self._subjects, facts[0]))

    def _call(self, areas: Sequence[str], indicator: str, first: Period, last: Period) -> Call:
        arguments = {"area_codes": list(areas), "indicator_code": indicator}
        return Call(
            tool="get_values", arguments=arguments | {"from_period": str(first), "to_period": str(last)}
        )


def _cannot(text: str) -> Answer:
    return Answer(text=text, is_answered=False)
