"""What a composed claim is verified against: the evidence, the question, and where known the data set."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import pairwise
from typing import TYPE_CHECKING

from tieout.facts.fact import Evidence, Fact
from tieout.facts.observation import Status
from tieout.writing.amounts import written_alike
from tieout.writing.refusal import ClaimRefused, RefusalCode
from tieout.writing.sentences import exact
from tieout.writing.subjects import Subjects
from tieout.writing.when import when

if TYPE_CHECKING:
    from tieout.data.snapshot import Snapshot

__all__ = ["Given"]

_YEAR = re.compile(r"(?<![\d.,])(?:1[5-9]|2[01])\d\d(?![\d]|[.,]\d)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """The ground a claim stands on. Every method refuses by name what the facts do not bear.

    Attributes:
        evidence: Exactly the facts that the model was shown.
        subjects: The names that house style uses.
        question: The question; empty without one.
        snapshot: The data set; None where only rows are known. It only ever makes a refusal stricter, or
            lets a statement about what the data lack be verified.
    """

    evidence: Evidence
    subjects: Subjects
    question: str = ""
    snapshot: Snapshot | None = None

    def any_fact(self, ref: str) -> Fact:
        """Return the fact of a ref, whatever it is."""
        fact = self.evidence.find(ref)
        if fact is None:
            raise ClaimRefused(RefusalCode.UNKNOWN_REF, f"The evidence holds no fact {ref}.")
        return fact

    def published(self, ref: str) -> Fact:
        """Return a published fact, which may be a gap."""
        fact = self.any_fact(ref)
        if fact.derivation is not None:
            of = " and ".join(fact.derivation.operands)
            message = f"{ref} is computed; the claim must name the facts it was computed from ({of})."
            raise ClaimRefused(RefusalCode.COMPUTED, message)
        return fact

    def valued(self, ref: str) -> Fact:
        """Return a published fact with a value."""
        fact = self.published(ref)
        if fact.value is None:
            message = f"{ref} is a published gap: {self._named(fact)} has no value."
            raise ClaimRefused(RefusalCode.GAP, message)
        return fact

    def alike(self, refs: Sequence[str]) -> list[Fact]:
        """Return facts with values, each once, of one indicator, unit and vintage, in the order named.

        A forecast is said by itself only, so that nothing published is taken for one.
        """
        facts = [self.valued(ref) for ref in refs]
        seen: set[tuple[str, object]] = set()
        first = facts[0]
        for fact in facts:
            self._like(first, fact)
            cell = (fact.area.code, fact.period)
            if cell in seen:
                raise ClaimRefused(RefusalCode.REPEATED, f"{fact.ref} stands twice in one claim.")
            seen.add(cell)
        if len(facts) > 1:
            self.unflagged([fact for fact in facts if fact.status is Status.FORECAST])
        return facts

    def _like(self, first: Fact, fact: Fact) -> None:
        pair = f"{first.ref} and {fact.ref}"
        if fact.indicator.code != first.indicator.code:
            message = f"{pair} measure different things: {first.indicator.name}, {fact.indicator.name}."
            raise ClaimRefused(RefusalCode.UNLIKE_INDICATOR, message)
        if fact.indicator.unit != first.indicator.unit:
            message = f"{pair} are in different units: {first.indicator.unit}, {fact.indicator.unit}."
            raise ClaimRefused(RefusalCode.UNLIKE_UNIT, message)
        if (fact.vintage, fact.dataset, fact.source) != (first.vintage, first.dataset, first.source):
            message = f"{pair} come from different releases or sources; they enter no claim together."
            raise ClaimRefused(RefusalCode.MIXED_VINTAGES, message)

    def series(self, refs: Sequence[str]) -> list[Fact]:
        """Return facts of one area, by period."""
        facts = self.alike(refs)
        for fact in facts[1:]:
            if fact.area.code != facts[0].area.code:
                message = f"{facts[0].ref} and {fact.ref} are of different places."
                raise ClaimRefused(RefusalCode.UNLIKE_AREA, message)
        return sorted(facts, key=lambda fact: fact.period)

    def whole_series(self, refs: Sequence[str]) -> list[Fact]:
        """Return facts of one area for every year of a span, by year."""
        facts = self.series(refs)
        for before, after in pairwise(facts):
            if after.period != before.period.shifted(1):
                message = f"Between {before.ref} and {after.ref} there are periods that the claim leaves out."
                raise ClaimRefused(RefusalCode.INCOMPLETE_SET, message)
        return facts

    def ends(self, earlier: str, later: str) -> tuple[Fact, Fact]:
        """Return two facts of one series, the first before the second."""
        first, second = self.valued(earlier), self.valued(later)
        self.series([earlier, later])
        self.apart(first, second)
        if not first.period < second.period:
            message = f"{earlier} ({first.period}) is not before {later} ({second.period})."
            raise ClaimRefused(RefusalCode.WRONG_ORDER, message)
        return first, second

    def section(self, refs: Sequence[str], *, countries: bool = True) -> list[Fact]:
        """Return facts of several areas in one period, in the order named; by default of countries only."""
        facts = self.alike(refs)
        for fact in facts:
            if fact.period != facts[0].period:
                message = f"{facts[0].ref} and {fact.ref} are of different years."
                raise ClaimRefused(RefusalCode.UNLIKE_PERIOD, message)
            if countries and fact.area.is_aggregate:
                message = f"{fact.ref} is of {self.subjects.area(fact.area)}, which is no country."
                raise ClaimRefused(RefusalCode.AGGREGATE, message)
        return facts

    def pair(self, first: str, second: str) -> tuple[Fact, Fact]:
        """Return facts of two areas in one period."""
        one, other = self.valued(first), self.valued(second)
        if one.area.code == other.area.code and one.indicator.code == other.indicator.code:
            if one.period == other.period:
                raise ClaimRefused(RefusalCode.REPEATED, f"{second} is compared with itself.")
            message = f"{first} and {second} are of one place; a change says that."
            raise ClaimRefused(RefusalCode.SAME_AREA, message)
        self.section([first, second], countries=False)
        self.apart(one, other)
        return one, other

    def complete(self, facts: Sequence[Fact]) -> None:
        """Refuse a set that is not all the countries with a value that the evidence holds."""
        first, named = facts[0], {fact.area.code for fact in facts}
        for fact in self.evidence.observed:
            same = (fact.indicator.code, fact.period) == (first.indicator.code, first.period)
            if not same or fact.value is None or fact.area.is_aggregate or fact.area.code in named:
                continue
            message = f"The set is not named whole: {fact.ref} ({fact.area.name}) belongs to it too."
            raise ClaimRefused(RefusalCode.INCOMPLETE_SET, message)

    def unflagged(self, facts: Sequence[Fact]) -> None:
        """Refuse facts with a flag that the sentence has no place for."""
        for fact in facts:
            if fact.status is not Status.NORMAL:
                what = f"{fact.ref} is flagged {fact.status.value}, and this claim cannot say so"
                raise ClaimRefused(RefusalCode.FLAG_UNSAID, f"{what}; name it as a value.")

    def apart(self, one: Fact, other: Fact) -> None:
        """Refuse two values that differ by less than house style writes: they would read as equal."""
        if exact(one) != exact(other) and written_alike(exact(one), exact(other), one.indicator.unit):
            message = f"{one.ref} and {other.ref} differ by less than is written; name each as a value."
            raise ClaimRefused(RefusalCode.TOO_FINE, message)

    def above_zero(self, facts: Sequence[Fact]) -> None:
        """Refuse a quotient of values that are not above zero."""
        for fact in facts:
            if exact(fact) <= 0:
                message = f"{fact.ref} is {fact.text}; percentages and multiples need values above zero."
                raise ClaimRefused(RefusalCode.NOT_ABOVE_ZERO, message)

    def additive(self, fact: Fact) -> None:
        """Refuse sums and shares of values that cannot be added up."""
        if not fact.indicator.unit.is_additive:
            message = f"Values such as {fact.ref} ({fact.indicator.unit}) cannot be added up."
            raise ClaimRefused(RefusalCode.NOT_ADDITIVE, message)

    def computed(self, operation: str, facts: Sequence[Fact]) -> str:
        """Return the ref of the fact that the application showed for this very computation, or empty."""
        operands = [fact.ref for fact in facts]
        for fact in self.evidence.derived:
            derivation = fact.derivation
            if derivation is None or derivation.operation != operation:
                continue
            if list(derivation.operands) == operands:
                return fact.ref
        return ""

    def values_in(self, fact: Fact) -> list[Decimal]:
        """Return all values of countries that are known for the indicator and period of a fact."""
        known = {
            other.area.code: other.value
            for other in self.evidence.observed
            if (other.indicator.code, other.period) == (fact.indicator.code, fact.period)
            and other.value is not None
            and not other.area.is_aggregate
        }
        if self.snapshot is not None:
            cells = self.snapshot.cross_section(fact.indicator.code, fact.period)
            known |= {cell.area.code: cell.value for cell in cells if cell.value is not None}
        return list(known.values())

    @property
    def years(self) -> list[int]:
        """The years that the question names, each once, in order."""
        return list(dict.fromkeys(int(found[0]) for found in _YEAR.finditer(self.question)))

    def _named(self, fact: Fact) -> str:
        noun = self.subjects.noun(fact.indicator)
        return f"{self.subjects.owner(fact.area)} {noun} {when(fact.period)}"
