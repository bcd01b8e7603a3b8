"""Refusals: whether a text says that the data cannot answer, and whether for the reason that is so."""

from __future__ import annotations

from typing import Final

from tieout.evaluation.scorer.expected import Expected
from tieout.evaluation.scorer.quantities import Draft
from tieout.evaluation.scorer.words import folded, refuses
from tieout.facts.names import fold

__all__ = ["has_the_reason", "refuses_in", "tells_it_after_all"]

_PLAIN: Final = frozenset(
    "a an the this that these is are was were be been it its in on of for to by not no none has have had "
    "does do did data dataset set value values figure figures answer hold holds include included cover "
    "covered covers lies lie outside year years publish there published call which who what with and or "
    "from at only".split()
)
_KINDS: Final = (
    (
        folded(r"\b(?:forecast|projection|future|predict)"),
        folded(r"\b(?:forecast|project(?:ion|ed|s)|future|predict|ahead|\w*cannot_answer because)"),
    ),
    (
        folded(r"\b(?:advice|opinion|recommend|judg)"),
        folded(r"\b(?:advi[cs]e|advis|opinion|recommend|judg|invest|should)"),
    ),
    (
        folded(r"\b(?:cause|reason|why|explain)"),
        folded(r"\b(?:cause|reason|why|explain|because|due to|behind)"),
    ),
)
_ORDER: Final = folded(r"\b(?:allowed|order|instruction|permitted)\b")


def refuses_in(draft: Draft) -> bool:
    """Tell whether any sentence of a draft says that something cannot be answered, or is not there."""
    return any(refuses(draft.sentence(number)) for number in range(len(draft.sentences)))


def has_the_reason(draft: Draft, expected: Expected) -> bool:
    """Tell whether a refusal names what the data lack.

    The reason of the question is held to the words of the draft: the place, measure or year that is missing
    must be named in it. Forecasts, advice and causes have words of their own; an order may be refused anyhow.
    """
    if _ORDER.search(expected.decline):
        return True
    text = fold(draft.text)
    for is_kind, said in _KINDS:
        if is_kind.search(expected.decline):
            later = [year for year in draft.years if year in expected.years]
            return bool(said.search(draft.text) or later)
    return _shares(text, set(fold(expected.decline).split()) - _PLAIN)


def _shares(text: str, words: set[str]) -> bool:
    said = {_stem(word) for word in text.split()}
    return any(_stem(word) in said for word in words)


def _stem(word: str) -> str:
    return word[:7] if word.isalpha() else word


def tells_it_after_all(draft: Draft, expected: Expected) -> bool:
    """Tell whether a refusal gives a number for what it says is not there."""
    missing = {fold(word) for word in fold(expected.decline).split()} - _PLAIN
    for each in draft.quantities:
        if each.mention.words:
            continue
        area = fold(draft.text[_named_at(draft, each.area) :][:40]) if each.area else ""
        years = {str(each.year)} if each.year is not None else set()
        if any(area.startswith(word) for word in missing if word.isalpha()) or years & missing:
            return True
    return False


def _named_at(draft: Draft, code: str) -> int:
    return next(place.start for place in draft.places if place.code == code)
