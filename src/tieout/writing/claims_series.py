"""Claims about series: verified against the facts they name, recomputed, and written in house style."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction

from tieout.assistant.claim import Claim
from tieout.facts.derivation import Order
from tieout.facts.fact import Fact
from tieout.writing import sentences, sets
from tieout.writing.amounts import says_exactly, written_alike
from tieout.writing.given import Given
from tieout.writing.refusal import ClaimRefused, RefusalCode
from tieout.writing.sentences import exact

__all__ = ["SERIES", "order_of", "threshold_of"]


def order_of(claim: Claim) -> Order:
    """Return the order that the end or the side of a claim means."""
    word = claim.single.get("end") or claim.single.get("side")
    return "highest first" if word in ("highest", "above") else "lowest first"


def threshold_of(claim: Claim, like: Fact) -> Fraction:
    """Return the bound of a claim, which must be one that house style writes without rounding it."""
    text = claim.single["threshold"]
    bound = Fraction(Decimal(text))
    if not says_exactly(bound, like.indicator.unit):
        message = f"The threshold {text} has more digits than are written for values such as {like.ref}."
        raise ClaimRefused(RefusalCode.TOO_FINE, message)
    return bound


def _value(claim: Claim, given: Given) -> str:
    return sentences.value(given.subjects, given.valued(claim.single["fact"]))


def _values(claim: Claim, given: Given) -> str:
    refs = claim.listed["facts"]
    if len({given.valued(ref).area.code for ref in refs}) == 1:
        return sentences.values_of_years(given.subjects, given.series(refs))
    return sentences.values_of_areas(given.subjects, given.section(refs, countries=False))


def _ends(claim: Claim, given: Given) -> tuple[Fact, Fact]:
    earlier, later = given.ends(claim.single["from"], claim.single["to"])
    if exact(earlier) == exact(later):
        given.unflagged([earlier, later])
    return earlier, later


def _change(claim: Claim, given: Given) -> str:
    earlier, later = _ends(claim, given)
    subjects, kind = given.subjects, claim.single["in"]
    in_points = earlier.indicator.unit.is_percent
    if kind == "points" and not in_points:
        message = f"{earlier.ref} is no percentage ({earlier.indicator.unit}); its change has no points."
        raise ClaimRefused(RefusalCode.NOT_FOR_THE_UNIT, message)
    if kind == "percent":
        if earlier.indicator.unit.is_percent_rate:
            message = f"{earlier.ref} is a rate a year; its change is said in percentage points."
            raise ClaimRefused(RefusalCode.NOT_FOR_THE_UNIT, message)
        given.above_zero([earlier, later])
        ref = given.computed("percent_change", [earlier, later])
        return sentences.change(subjects, earlier, later, "percent", ref=ref)
    ref = given.computed("points" if in_points else "difference", [earlier, later])
    return sentences.change(subjects, earlier, later, "difference", ref=ref)


def _growth_per_year(claim: Claim, given: Given) -> str:
    earlier, later = _ends(claim, given)
    if earlier.indicator.unit.is_percent:
        message = f"{earlier.ref} is a percentage; growth a year is said of amounts."
        raise ClaimRefused(RefusalCode.NOT_FOR_THE_UNIT, message)
    given.above_zero([earlier, later])
    if later.period.frequency != "A" or later.period.year == earlier.period.year:
        message = f"There is no year between {earlier.ref} and {later.ref}."
        raise ClaimRefused(RefusalCode.WRONG_ORDER, message)
    ref = given.computed("growth_per_year", [earlier, later])
    return sentences.change(given.subjects, earlier, later, "per year", ref=ref)


def _from_to(claim: Claim, given: Given) -> str:
    return sentences.from_to(given.subjects, *_ends(claim, given))


def _extreme(claim: Claim, given: Given) -> str:
    series = given.whole_series(claim.listed["facts"])
    given.unflagged(series)
    best = max if order_of(claim) == "highest first" else min
    _once(series, best(exact(fact) for fact in series))
    return sets.extreme_year(given.subjects, series, order_of(claim))


def _range(claim: Claim, given: Given) -> str:
    series = given.whole_series(claim.listed["facts"])
    given.unflagged(series)
    if len({exact(fact) for fact in series}) == 1:
        message = f"All values from {series[0].ref} to {series[-1].ref} are the same."
        raise ClaimRefused(RefusalCode.NO_CHANGE, message)
    for end in (min, max):
        _once(series, end(exact(fact) for fact in series))
    return sets.range_of_years(given.subjects, series)


def _once(series: Sequence[Fact], value: Decimal) -> None:
    """Refuse an extreme that several years share."""
    same = [fact.ref for fact in series if exact(fact) == value]
    if len(same) > 1:
        message = f"{' and '.join(same[:2])} are equal: no single year is the extreme one."
        raise ClaimRefused(RefusalCode.TIED, message)


def _first_year(claim: Claim, given: Given) -> str:
    series = given.whole_series(claim.listed["facts"])
    given.unflagged(series)
    bound, order = threshold_of(claim, series[0]), order_of(claim)
    above = order == "highest first"
    for place, fact in enumerate(series):
        if exact(fact) > bound if above else exact(fact) < bound:
            before = series[place - 1] if place else None
            _apart_from(bound, fact)
            return sets.first_beyond(given.subjects, before, fact, bound, order)
    return sets.never_beyond(given.subjects, series, bound, order)


def _against(claim: Claim, given: Given) -> str:
    fact = given.valued(claim.single["fact"])
    bound = threshold_of(claim, fact)
    _apart_from(bound, fact)
    return sets.value_and_bound(given.subjects, fact, bound)


def _apart_from(bound: Fraction, fact: Fact) -> None:
    """Refuse a value that differs from the threshold by less than is written."""
    if exact(fact) != bound and written_alike(exact(fact), bound, fact.indicator.unit):
        message = f"{fact.ref} differs from the threshold by less than is written."
        raise ClaimRefused(RefusalCode.TOO_FINE, message)


SERIES: Mapping[str, Callable[[Claim, Given], str]] = {
    "value": _value,
    "values": _values,
    "change": _change,
    "growth_per_year": _growth_per_year,
    "from_to": _from_to,
    "extreme": _extreme,
    "range": _range,
    "first_year": _first_year,
    "against": _against,
}
"""What writes each shape about series."""
