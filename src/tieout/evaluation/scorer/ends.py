"""Which area a draft picks, and which places in an order it gives."""

from __future__ import annotations

import re
from typing import Final

from tieout.checking.mention import NumberKind
from tieout.evaluation.scorer.expected import Expected
from tieout.evaluation.scorer.quantities import Draft
from tieout.evaluation.scorer.ways import comparisons
from tieout.evaluation.scorer.words import SUPERLATIVE, Way, folded, way_of

__all__ = ["END_OF", "NONE_PICKED", "order_fault", "pick_fault", "place_fault"]

NONE_PICKED: Final = "several areas are named and none is picked"
END_OF: Final = {"highest": Way.UP, "top": Way.UP, "lowest": Way.DOWN, "bottom": Way.DOWN}

_THEN: Final = folded(
    r"\b(?:followed|then|behind|ahead|against|compared|versus|next|fourth|fifth|sixth|after|before|than)\b"
)
_AND: Final = re.compile(r"[\s,’'s]*\b(?:and|or|&)(?:\s+the)?\s+")
_LISTED: Final = re.compile(r"[\s,’'s]*(?:,|\band\b|\bor\b|&)(?:\s*the)?\s*")
_OF_THEM: Final = folded(r"\s*(?:of|among|between)\b")
_ONLY: Final = folded(r"\bonly\b(?P<who>.*?)\b(?:had|has|have|was|were|ranked|stood|is|are)\b")
_PLACE: Final = folded(r"(?:\b(?:place|position|rank(?:s|ed)?|no\.?|number)\s*|#)$")
_OUT_OF: Final = folded(r"\blast\b")
_LOWEST: Final = folded(r"^[- ]?(?:\w+[- ])?(?:lowest|smallest|fewest|least|poorest|shortest)\b")
_PERIOD_BEHIND: Final = folded(r"^\s*(?:year|quarter|month|half|time|decade|world)\b")


def pick_fault(draft: Draft, expected: Expected) -> str:
    """Return what keeps a draft from picking the one expected area, or nothing."""
    (own,) = expected.areas
    if own not in draft.areas:
        return f"{own} is not named"
    end = END_OF[expected.operation]
    said = [(way_of(match), match.start(), match.end()) for match in SUPERLATIVE.finditer(draft.text)]
    compared = comparisons(draft)
    if len(draft.areas) == 1:
        ways = {way for way, _, _ in said} | {each.way for each in compared if each.subject == own}
        return "the other end of the order is said" if ways == {end.other} else ""
    picked = {_winner(each.subject, each.way, each.reference, end) for each in compared} - {""}
    for way, start, stop in said:
        picked.add(_subject(draft, start, stop) if way is end else "the other end of the order")
    if not picked:
        return NONE_PICKED
    if picked - {own}:
        return f"{', '.join(sorted(picked - {own}))} is picked"
    return "several areas are picked" if _companions(draft, own) and not _OF_THEM.match(draft.text) else ""


def _winner(subject: str, way: Way, reference: str, end: Way) -> str:
    return subject if way is end else reference


def _subject(draft: Draft, start: int, stop: int) -> str:
    """Return the area that a superlative is said of: the last before it, or the first behind it."""
    sentence = next(each for each in draft.sentences if each.start <= start < max(each.end, start + 1))
    inside = [each for each in draft.places if sentence.start <= each.start < sentence.end]
    before = [each.code for each in inside if each.end <= start]
    behind = [each.code for each in inside if each.start >= stop]
    return (before[-1:] or behind[:1] or [""])[0]


def _companions(draft: Draft, code: str) -> set[str]:
    """Return the areas that share what is said of one: those that a list joins to it."""
    found: set[str] = set()
    for number, place in enumerate(draft.places):
        last, link = place, _AND
        for before in reversed(draft.places[:number]):
            if place.code != code or not link.fullmatch(draft.text[before.end : last.start]):
                break
            found.add(before.code)
            last, link = before, _LISTED
    return found - {code}


def order_fault(draft: Draft, expected: Expected) -> str:
    """Return what keeps a draft from naming the expected areas in their order and no other, or nothing."""
    named = draft.areas
    missing = [code for code in expected.areas if code not in named]
    if missing:
        return f"{', '.join(missing)} is not named"
    order = [code for code in named if code in expected.areas]
    if order != list(expected.areas):
        return f"named in the order {', '.join(order)}"
    for place in draft.places:
        if place.code not in expected.areas and not _THEN.search(draft.text[: place.start][-40:]):
            return f"{place.code} is named too"
    return ""


def place_fault(draft: Draft, expected: Expected) -> str:
    """Return what keeps a draft from giving the expected place in a ranking, or nothing."""
    said = _places_said(draft, expected)
    if not said:
        return f"place {expected.position} is not stated"
    wrong = said - {expected.position}
    return f"place {wrong.pop() or 'counted from the other end'} is stated" if wrong else ""


def _places_said(draft: Draft, expected: Expected) -> set[int | None]:
    found: set[int | None] = set()
    size = _size(draft)
    for mention in draft.mentions:
        before, behind = draft.text[: mention.start], draft.text[mention.end :]
        is_place = mention.kind is NumberKind.ORDINAL or (
            mention.kind is NumberKind.PLAIN and _PLACE.search(before) is not None
        )
        if not is_place or mention.value is None or _PERIOD_BEHIND.match(behind):
            continue
        place = int(mention.value)
        if _LOWEST.match(behind):
            found.add(None if size is None else size + 1 - place)
        else:
            found.add(place)
    if found:
        return found
    only = _ONLY.search(draft.text)
    if only:
        above = [each for each in draft.places if only.start() <= each.start < only.end("who")]
        return {len(above) + 1}
    if _OUT_OF.search(draft.text) or any(
        way_of(each) is Way.DOWN for each in SUPERLATIVE.finditer(draft.text)
    ):
        return {size}
    return {1} if SUPERLATIVE.search(draft.text) else set()


def _size(draft: Draft) -> int | None:
    """Return how many there are, where the draft says so ("of the eight")."""
    for mention in draft.mentions:
        before = draft.text[: mention.start].rstrip().casefold()
        if (
            mention.kind is NumberKind.PLAIN
            and mention.value is not None
            and before.endswith(("of", "of the", "among the", "among"))
        ):
            return int(mention.value)
    return None
