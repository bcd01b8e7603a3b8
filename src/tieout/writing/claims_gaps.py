"""Claims about what cannot be answered: verified against the evidence, the question and the data set."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tieout.assistant.claim import Claim
from tieout.facts.area import Area
from tieout.facts.indicator import Indicator
from tieout.facts.names import fold
from tieout.facts.period import Period
from tieout.facts.unit import Unit
from tieout.writing import gaps
from tieout.writing.given import Given
from tieout.writing.refusal import ClaimRefused, RefusalCode

__all__ = ["GAPS", "WHY"]


def _missing(claim: Claim, given: Given) -> str:
    fact = given.published(claim.single["fact"])
    if fact.text is not None:
        raise ClaimRefused(RefusalCode.NO_GAP, f"{fact.ref} has a value, {fact.text}; it is no gap.")
    return gaps.gap(given.subjects, fact.area, fact.indicator, fact.period)


def _area(code: str, given: Given) -> Area:
    for fact in given.evidence:
        if fact.area.code == code:
            return fact.area
    if given.snapshot is not None and code in given.snapshot.areas:
        return given.snapshot.areas[code]
    if code not in given.subjects.names.areas:
        raise ClaimRefused(RefusalCode.UNKNOWN_CODE, f"{code!r} is the code of no known place.")
    return Area(code=code, name=given.subjects.names.areas[code].name)


def _indicator(code: str, given: Given) -> Indicator:
    for fact in given.evidence.observed:
        if fact.indicator.code == code:
            return fact.indicator
    if given.snapshot is not None and code in given.snapshot.indicators:
        return given.snapshot.indicators[code]
    if code not in given.subjects.names.indicators:
        raise ClaimRefused(RefusalCode.UNKNOWN_CODE, f"{code!r} is the code of no known measure.")
    return Indicator(code=code, name=given.subjects.names.indicators[code].name, unit=Unit(""))


def _not_in_data(claim: Claim, given: Given) -> str:
    area_code, indicator_code = claim.single["area"], claim.single["indicator"]
    subjects = given.subjects
    if area_code and indicator_code:
        return _series_not_in_data(_area(area_code, given), _indicator(indicator_code, given), given)
    if area_code:
        area = _area(area_code, given)
        held = any(fact.area.code == area_code for fact in given.evidence)
        _hold(held or _in_snapshot(area_code, "areas", given), subjects.area(area))
        return gaps.not_included(subjects.area(area))
    if indicator_code:
        indicator = _indicator(indicator_code, given)
        held = any(fact.indicator.code == indicator_code for fact in given.evidence)
        _hold(held or _in_snapshot(indicator_code, "indicators", given), subjects.noun(indicator))
        return gaps.not_included(subjects.definite(indicator))
    raise ClaimRefused(RefusalCode.UNKNOWN_CODE, "The claim names neither a place nor a measure.")


def _in_snapshot(code: str, what: str, given: Given) -> bool:
    if given.snapshot is None:
        return False
    return code in (given.snapshot.areas if what == "areas" else given.snapshot.indicators)


def _hold(is_held: bool, what: str) -> None:
    if is_held:
        raise ClaimRefused(RefusalCode.IN_THE_DATA, f"The data do include {what}.")


def _series_not_in_data(area: Area, indicator: Indicator, given: Given) -> str:
    """Say that the data hold nothing of a series, or nothing in the first such year of the question."""
    subjects = given.subjects
    what = f"{subjects.owner(area)} {subjects.noun(indicator)}"
    rows = [fact for fact in given.evidence.observed if fact.key == (area.code, indicator.code)]
    known = {fact.period for fact in rows}
    if given.snapshot is not None:
        known |= {cell.period for cell in given.snapshot.series(area.code, indicator.code)}
    if not known:
        return gaps.not_included_for(subjects, area, indicator)
    for year in given.years:
        if Period.of_year(year) not in known:
            return gaps.not_included_for(subjects, area, indicator, year)
    gap = next((fact.ref for fact in rows if fact.value is None), "")
    hint = f"; {gap} is a published gap, which is missing, not absent" if gap else ""
    raise ClaimRefused(RefusalCode.IN_THE_DATA, f"The data do include {what}{hint}.")


def _outside_years(claim: Claim, given: Given) -> str:
    if given.snapshot is None:
        message = "Which years the data cover is not known here."
        raise ClaimRefused(RefusalCode.UNKNOWN_CODE, message)
    first, last = given.snapshot.years
    outside = [year for year in given.years if not first <= year <= last]
    if not outside:
        message = f"The question names no year outside {first} to {last}."
        raise ClaimRefused(RefusalCode.NOT_IN_QUESTION, message)
    return gaps.outside_years(outside, first, last)


def _ambiguous(claim: Claim, given: Given) -> str:
    codes, names = claim.listed["areas"], given.subjects.names
    areas = [_area(code, given) for code in dict.fromkeys(codes)]
    words = f" {fold(given.question)} "
    meant = [
        phrase
        for phrase, meanings in names.ambiguous.items()
        if set(codes) <= set(meanings) and f" {phrase} " in words
    ]
    if not meant or len(areas) < 2:
        message = f"The question holds no name that can mean {' or '.join(codes)}."
        raise ClaimRefused(RefusalCode.NOT_IN_QUESTION, message)
    phrase = max(meant, key=len)
    start = given.question.casefold().find(phrase)
    written = given.question[start : start + len(phrase)] if start >= 0 else phrase
    return gaps.ambiguous(written, [given.subjects.area(area) for area in areas])


WHY: Mapping[str, str] = {
    "forecast": gaps.no_forecasts(),
    "cause": gaps.no_causes(),
    "opinion": gaps.no_opinions(),
    "months": gaps.not_yearly(),
    "no_place": gaps.cannot("the question names no country"),
    "no_measure": gaps.cannot("the question names no statistic in the data"),
    "unclear_years": gaps.cannot("it is not clear which years the question means"),
    "too_hard": gaps.cannot("the question asks for more than I can work out"),
}
"""The sentence for each reason why no data can answer."""


def _cannot(claim: Claim, given: Given) -> str:
    why = claim.single["why"]
    for fact in given.evidence:
        if (why == "forecast" and fact.status == "forecast") or (
            why == "months" and fact.period.frequency != "A"
        ):
            raise ClaimRefused(
                RefusalCode.IN_THE_DATA, f"{fact.ref} shows that the data do hold such values."
            )
    return WHY[why]


GAPS: Mapping[str, Callable[[Claim, Given], str]] = {
    "missing": _missing,
    "not_in_data": _not_in_data,
    "outside_years": _outside_years,
    "ambiguous": _ambiguous,
    "cannot": _cannot,
}
"""What writes each shape about what cannot be answered."""
