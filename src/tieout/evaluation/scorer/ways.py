"""Which way a draft says a change went, and which of two areas it puts above the other."""

from __future__ import annotations

from dataclasses import dataclass

from tieout.checking.mention import NumberKind
from tieout.evaluation.scorer.places import Place
from tieout.evaluation.scorer.quantities import Draft, Quantity, Sentence
from tieout.evaluation.scorer.words import COMPARATIVE, DIRECTION, Way, way_of

__all__ = ["Compared", "change_way", "comparisons", "way_in"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared:
    """One area set above or below another; either code may be missing where the sentence leaves it out."""

    subject: str
    way: Way
    reference: str


def change_way(draft: Draft, quantity: Quantity) -> Way | None:
    """Return which way a change is said to go: by its sign, or the word nearest before it, or behind it."""
    if quantity.mention.sign:
        return Way.DOWN if quantity.mention.sign == "-" else Way.UP
    sentence = draft.sentences[quantity.sentence]
    words = list(DIRECTION.finditer(draft.text, sentence.start, sentence.end))
    before = [match for match in words if match.end() <= quantity.mention.start]
    if before:
        return way_of(before[-1])
    return way_of(words[0]) if words else None


def way_in(text: str) -> Way | None:
    """Return which way the first word of change in a text points; None without any."""
    found = DIRECTION.search(text)
    return None if found is None else way_of(found)


def comparisons(draft: Draft) -> tuple[Compared, ...]:
    """Return every comparison of two areas, in the order of the text.

    The subject is the nearest area before the word, the reference the first one behind it.
    """
    found: list[Compared] = []
    for sentence in draft.sentences:
        places = [each for each in draft.places if sentence.start <= each.start < sentence.end]
        for match in COMPARATIVE.finditer(draft.text, sentence.start, sentence.end):
            if not _is_bound(draft, match.end()):
                found.append(_compared(places, match.start(), match.end(), way_of(match)))
        found += _times(draft, sentence, places)
    return tuple(each for each in found if each.subject or each.reference)


def _is_bound(draft: Draft, end: int) -> bool:
    """Tell whether a word is the bound of a number ("more than 78%") and not a comparison of two areas."""
    return any(
        end <= each.mention.start and draft.text[end : each.mention.start].split() in ([], ["than"])
        for each in draft.quantities
    )


def _compared(places: list[Place], start: int, end: int, way: Way) -> Compared:
    before = [each.code for each in places if each.end <= start]
    behind = [each.code for each in places if each.start >= end]
    return Compared(subject=before[-1] if before else "", way=way, reference=behind[0] if behind else "")


def _times(draft: Draft, sentence: Sentence, places: list[Place]) -> list[Compared]:
    """Return what "12.9 times Canada's" compares, where no word of comparison stands behind it."""
    found: list[Compared] = []
    for mention in draft.mentions:
        if mention.kind is NumberKind.MULTIPLE and sentence.start <= mention.start < sentence.end:
            behind = draft.text[mention.end : mention.end + 20].lstrip()
            if COMPARATIVE.match(behind) is None:
                found.append(_compared(places, mention.start, mention.end, Way.UP))
    return found
