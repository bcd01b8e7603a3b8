"""Claims about sets of places: verified against the facts they name, recomputed, written in house style."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Literal

from tieout.assistant.claim import Claim
from tieout.facts.derivation import Derivation, percent_change, rank
from tieout.facts.fact import Fact
from tieout.writing import sentences, sets
from tieout.writing.claims_series import order_of, threshold_of
from tieout.writing.given import Given
from tieout.writing.refusal import ClaimRefused, RefusalCode
from tieout.writing.sentences import exact

__all__ = ["SETS"]

_WORLD = "WLD"


def _comparison(claim: Claim, given: Given) -> str:
    first, second = given.pair(claim.single["first"], claim.single["second"])
    match claim.single["by"]:
        case "order":
            return sentences.comparison(given.subjects, first, second, "order")
        case "percent":
            if first.indicator.unit.is_percent_rate:
                message = f"{first.ref} is a rate a year; such rates differ in percentage points."
                raise ClaimRefused(RefusalCode.NOT_FOR_THE_UNIT, message)
            given.above_zero([first, second])
            ref = given.computed("percent_change", [second, first])
            return sentences.comparison(given.subjects, first, second, "percent", ref=ref)
        case _:
            in_points = first.indicator.unit.is_percent
            ref = given.computed("points" if in_points else "difference", [second, first])
            return sentences.comparison(given.subjects, first, second, "difference", ref=ref)


def _ratio(claim: Claim, given: Given) -> str:
    first, second = given.valued(claim.single["first"]), given.valued(claim.single["second"])
    if first.area.code == second.area.code:
        earlier, later = given.ends(second.ref, first.ref)
        given.above_zero([earlier, later])
        ref = given.computed("ratio", [later, earlier])
        return sentences.change(given.subjects, earlier, later, "times", ref=ref)
    given.pair(first.ref, second.ref)
    given.above_zero([first, second])
    ref = given.computed("ratio", [first, second])
    return sentences.comparison(given.subjects, first, second, "times", ref=ref)


def _share(claim: Claim, given: Given) -> str:
    part, of = given.valued(claim.single["part"]), claim.listed["of"]
    given.additive(part)
    if len(of) == 1:
        part, whole = given.pair(part.ref, of[0])
        given.above_zero([part, whole])
        if not _holds(part, whole, given) or exact(part) > exact(whole):
            raise ClaimRefused(RefusalCode.NO_PART, f"{part.ref} is not known to be a part of {whole.ref}.")
        return sets.share_of_whole(given.subjects, part, whole)
    facts = given.section(of)
    given.above_zero(facts)
    given.unflagged(facts)
    if part.ref not in of:
        message = f"{part.ref} is not among the facts of the sum; name it there too."
        raise ClaimRefused(RefusalCode.NO_PART, message)
    _named_or_complete(facts, given)
    return sets.share_of_sum(given.subjects, part, facts)


def _holds(part: Fact, whole: Fact, given: Given) -> bool:
    """True when the area of the whole is known to hold the area of the part."""
    if whole.area.code == _WORLD:
        return part.area.code != _WORLD
    if given.snapshot is None or part.area.code not in given.snapshot.areas or not whole.area.is_aggregate:
        return False
    card = given.snapshot.describe_area(part.area.code)
    return not card.is_aggregate and whole.area.name in (card.region, card.income_group)


def _named_or_complete(facts: Sequence[Fact], given: Given) -> None:
    if len(facts) > sets.NAMED_AT_MOST:
        given.complete(facts)


def _statistic(claim: Claim, given: Given, operation: sets.Statistic) -> str:
    refs = claim.listed["facts"]
    if len({given.valued(ref).area.code for ref in refs}) > 1:
        facts = given.section(refs)
        if operation == "sum":
            given.additive(facts[0])
        given.unflagged(facts)
        _named_or_complete(facts, given)
        ref = given.computed(operation, facts)
        return sets.statistic_of_areas(given.subjects, facts, operation, ref=ref)
    series = given.whole_series(refs)
    given.unflagged(series)
    if operation == "sum":
        message = f"{series[0].ref} and {series[1].ref} are years of one place; sums are over places."
        raise ClaimRefused(RefusalCode.NOT_ADDITIVE, message)
    ref = given.computed(operation, series)
    return sets.statistic_of_years(given.subjects, series, operation, ref=ref)


def _sum(claim: Claim, given: Given) -> str:
    return _statistic(claim, given, "sum")


def _mean(claim: Claim, given: Given) -> str:
    return _statistic(claim, given, "mean")


def _median(claim: Claim, given: Given) -> str:
    return _statistic(claim, given, "median")


def _ranked(ref: str, given: Given) -> tuple[Fact, Fact, Derivation]:
    """Return the value, its rank fact, and how it was ranked; recomputed where the whole set is known."""
    placed = given.any_fact(ref)
    found = placed.derivation
    if found is None or found.operation != "rank" or not found.operands or not found.position:
        raise ClaimRefused(RefusalCode.NO_RANK, f"{ref} is no rank.")
    fact = given.valued(found.operands[0])
    if fact.area.is_aggregate:
        raise ClaimRefused(RefusalCode.AGGREGATE, f"{ref} ranks {fact.area.name}, which is no country.")
    values = given.values_in(fact)
    if values.count(exact(fact)) > 1:
        raise ClaimRefused(RefusalCode.TIED, f"{ref} is a place that several countries share.")
    order = _order_from(found)
    if len(values) == found.size and rank(exact(fact), values, order) != found.position:
        raise ClaimRefused(RefusalCode.NO_RANK, f"{ref} is not the place that the values give.")
    return fact, placed, found


def _order_from(derivation: Derivation) -> Literal["highest first", "lowest first"]:
    """Return the order of a rank; from the highest where it says none."""
    return "lowest first" if derivation.order == "lowest first" else "highest first"


def _rank(claim: Claim, given: Given) -> str:
    fact, placed, _ = _ranked(claim.single["rank"], given)
    return sets.placed(given.subjects, (fact, placed))


def _top(claim: Claim, given: Given) -> str:
    rows = [_ranked(ref, given) for ref in claim.listed["ranks"]]
    facts = given.section([fact.ref for fact, _, _ in rows])
    given.unflagged(facts)
    first = rows[0][2]
    for place, (_, placed, found) in enumerate(rows, start=1):
        if (found.set, found.size, found.order) != (first.set, first.size, first.order):
            message = f"{rows[0][1].ref} and {placed.ref} are places in different rankings."
            raise ClaimRefused(RefusalCode.INCOMPLETE_SET, message)
        if found.position != place:
            message = f"{placed.ref} is place {found.position}, not {place}; name all places in order."
            raise ClaimRefused(RefusalCode.INCOMPLETE_SET, message)
    return sets.top(given.subjects, [(fact, placed) for fact, placed, _ in rows])


def _sorted(claim: Claim, given: Given) -> list[Fact]:
    facts = given.section(claim.listed["facts"])
    given.unflagged(facts)
    return sorted(facts, key=exact, reverse=order_of(claim) == "highest first")


def _superlative(claim: Claim, given: Given) -> str:
    facts = _sorted(claim, given)
    values = [exact(fact) for fact in facts]
    if values[0] != values[1] and len(set(values)) < len(values):
        same = next(fact for fact in facts if values.count(exact(fact)) > 1)
        raise ClaimRefused(RefusalCode.TIED, f"Another country has the value of {same.ref}.")
    return sets.top_of_named(given.subjects, facts, order_of(claim))


def _place(claim: Claim, given: Given) -> str:
    facts, own = _sorted(claim, given), given.valued(claim.single["fact"])
    if own not in facts:
        raise ClaimRefused(RefusalCode.INCOMPLETE_SET, f"{own.ref} is not among the facts of the set.")
    values = [exact(fact) for fact in facts]
    if len(set(values)) < len(values):
        same = next(fact for fact in facts if values.count(exact(fact)) > 1)
        raise ClaimRefused(RefusalCode.TIED, f"Another country has the value of {same.ref}.")
    return sets.placed_of_named(given.subjects, facts, facts.index(own) + 1, order_of(claim))


def _fastest(claim: Claim, given: Given) -> str:
    starts, ends = given.section(claim.listed["from"]), given.section(claim.listed["to"])
    if len(starts) != len(ends):
        message = f"{len(starts)} facts stand before the change and {len(ends)} after it."
        raise ClaimRefused(RefusalCode.INCOMPLETE_SET, message)
    pairs = [given.ends(start.ref, end.ref) for start, end in zip(starts, ends, strict=True)]
    given.unflagged([*starts, *ends])
    given.above_zero([*starts, *ends])
    pairs.sort(key=lambda pair: percent_change(exact(pair[0]), exact(pair[1])), reverse=True)
    best, next_best = (percent_change(exact(start), exact(end)) for start, end in pairs[:2])
    if best <= 0:
        raise ClaimRefused(RefusalCode.NO_CHANGE, f"{pairs[0][1].ref} and the others did not grow.")
    if best == next_best:
        message = f"{pairs[0][1].ref} and {pairs[1][1].ref} grew at the same rate."
        raise ClaimRefused(RefusalCode.TIED, message)
    return sets.fastest(given.subjects, pairs)


def _count(claim: Claim, given: Given) -> str:
    facts = given.section(claim.listed["facts"])
    given.unflagged(facts)
    _named_or_complete(facts, given)
    return sets.count_beyond(given.subjects, facts, threshold_of(claim, facts[0]), order_of(claim))


SETS: Mapping[str, Callable[[Claim, Given], str]] = {
    "comparison": _comparison,
    "ratio": _ratio,
    "share": _share,
    "sum": _sum,
    "mean": _mean,
    "median": _median,
    "rank": _rank,
    "top": _top,
    "superlative": _superlative,
    "place": _place,
    "fastest": _fastest,
    "count": _count,
}
"""What writes each shape about sets."""
