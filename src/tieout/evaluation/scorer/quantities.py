"""The quantities of a text, each with the year and the area that it is said of, as far as the text says so.

What a quantity belongs to is read from the order of the words of its sentence, with no grammar: as many
labels as quantities are paired in order ("41 million in 2023 and 40 million in 2022"); else a quantity takes
the nearest label before it, or the first one behind it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

from tieout.checking.mention import Bound, Mention, NumberKind
from tieout.checking.numbers import scan
from tieout.evaluation.scorer.expected import UnitKind
from tieout.evaluation.scorer.places import Place, places_in
from tieout.evaluation.scorer.words import DIRECTION, Way, folded, way_of
from tieout.facts.names import Names

__all__ = ["Draft", "Quantity", "Sentence", "draft_of"]

Label = TypeVar("Label")

_END: Final = re.compile(r"(?<![Nn]o)(?<!\bsq)(?<!\b[A-Z])[.!?](?=[\s\"'”)]|$)|[;\n]+")
_BOUNDS: Final = (
    (folded(r"(?:just|slightly|a little|a bit) (?:over|more than|above)\s*$"), Bound.JUST_OVER),
    (
        folded(r"(?:nearly|almost|just under|close to|slightly (?:under|less than))\s*$"),
        Bound.NEARLY,
    ),
    (folded(r"(?:at least|no less than)\s*$"), Bound.AT_LEAST),
    (folded(r"(?:at most|up to|no more than)\s*$"), Bound.AT_MOST),
    (folded(r"(?:more than|over|above|exceed(?:s|ed|ing)?|upwards of)\s*$"), Bound.MORE),
    (folded(r"(?:less than|fewer than|under|below)\s*$"), Bound.LESS),
    (folded(r"(?:about|around|roughly|some|approximately|circa|approx\.?)\s*$"), Bound.ABOUT),
)
_CHANGE_BEFORE: Final = folded(r"\b(?:by|of|up|down|plus|minus|fell|rose|grew|shrank|dropped)\s*$")
_FOR_EACH: Final = folded(r"^\s*(?:\S+\s+){0,5}(?:for (?:every|each)|to (?:one|1|each))\b")
_CHANGE_BEHIND: Final = folded(
    r"^\s*(?:\w+\s){0,2}(?:more|fewer|higher|lower|larger|smaller|greater|less|longer|shorter)\b"
)
_SET_BEHIND: Final = folded(r"^\s*(?:countries|economies|nations|states|areas)\b")
"""The size of the set that is spoken of, which is no value of it ("among the 187 economies")."""
_PRICES_BEFORE: Final = folded(r"\b(?:constant|in)\s*$")
_PRICES_BEHIND: Final = folded(r"^\s*(?:PPP|US ?\$|prices|dollars)")
_UNITS_BEHIND: Final = (
    (folded(r"^\s*(?:percentage[- ])?points?\b"), UnitKind.POINTS),
    (folded(r"^\s*(?:%|per ?cent\b)"), UnitKind.PERCENT),
    (folded(r"^\s*(?:times\b|x\b|-?fold\b)"), UnitKind.TIMES),
    (
        folded(r"^\s*(?:current |constant |international )?(?:US ?\$|USD\b|US dollars?|dollars?)"),
        UnitKind.MONEY,
    ),
    (folded(r"^\s*(?:years?|yrs?)\b"), UnitKind.TIME),
    (
        folded(r"^\s*(?:months?|weeks?|days?|hours?|naira|pounds|euros?|yen|rupees|pesos)\b"),
        UnitKind.OTHER,
    ),
    (
        folded(r"^\s*(?:people|persons?|inhabitants|residents|countries|economies|states|births|deaths)\b"),
        UnitKind.COUNT,
    ),
)
_OF_KIND: Final[Mapping[NumberKind, UnitKind]] = {
    NumberKind.PERCENT: UnitKind.PERCENT,
    NumberKind.FRACTION: UnitKind.PERCENT,
    NumberKind.POINTS: UnitKind.POINTS,
    NumberKind.BASIS_POINTS: UnitKind.POINTS,
    NumberKind.CURRENCY: UnitKind.MONEY,
    NumberKind.MULTIPLE: UnitKind.TIMES,
    NumberKind.RATIO: UnitKind.TIMES,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Quantity:
    """A number that is no year and no place in an order.

    Attributes:
        mention: What is written.
        bound: What the words before it say of the side of the true value.
        unit: The sort of its unit; unknown for a bare number.
        year: The year that it is said of, or None.
        area: The code of the area that it is said of, or nothing.
        has_year: True where a year stands in its own sentence.
        is_negated: True where a word of its sentence says that it is below zero ("lost", "fell by").
        is_for_each: True for a bare number of one thing for each of another.
        is_change: True where the words around say that it is a difference, not a level.
        sentence: The number of its sentence.
    """

    mention: Mention
    bound: Bound
    unit: UnitKind
    year: int | None
    area: str
    has_year: bool
    is_negated: bool
    is_for_each: bool
    is_change: bool
    sentence: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Sentence:
    """A stretch of a text between two ends of sentences; offsets count code points of the text."""

    start: int
    end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A text and what is read in it, each in the order of the text."""

    text: str
    sentences: tuple[Sentence, ...]
    mentions: tuple[Mention, ...]
    places: tuple[Place, ...]
    quantities: tuple[Quantity, ...]

    @property
    def years(self) -> tuple[int, ...]:
        """Every year named, in the order of the text, each once."""
        return tuple(dict.fromkeys(year for mention in self.mentions for year in mention.years))

    @property
    def areas(self) -> tuple[str, ...]:
        """The code of every area named, in the order of the text, each once."""
        return tuple(dict.fromkeys(place.code for place in self.places))

    def sentence(self, number: int) -> str:
        """Return the words of a sentence."""
        return self.text[self.sentences[number].start : self.sentences[number].end]


def draft_of(text: str, names: Names, own: Mapping[str, str]) -> Draft:
    """Read a text.

    Args:
        text: The draft, without markers.
        names: What areas are called.
        own: Names of areas by code that the evidence gives.
    """
    sentences, mentions, places = _sentences(text), tuple(scan(text)), places_in(text, names, own)
    found: list[Quantity] = []
    year: int | None = None
    area = ""
    for number, sentence in enumerate(sentences):
        inside = [each for each in mentions if sentence.start <= each.start < sentence.end]
        numbers = [
            each
            for each in inside
            if each.is_quantity and each.value is not None and not _SET_BEHIND.match(text[each.end :])
        ]
        dated = [each for each in inside if not _is_of_prices(text, each)]
        years = [(each.start, each.years[0]) for each in dated if len(each.years) == 1]
        named = [(each.start, each.code) for each in places if sentence.start <= each.start < sentence.end]
        own_years, own_areas = _labels(numbers, years, year), _labels(numbers, named, area)
        for each, its_year, its_area in zip(numbers, own_years, own_areas, strict=True):
            words = text[sentence.start : sentence.end]
            found.append(_quantity(text, each, its_year, its_area, number, words, has_year=bool(years)))
        distinct = {label for _, label in years}
        year = distinct.pop() if len(distinct) == 1 else None if distinct else year
        codes = {label for _, label in named}
        area = codes.pop() if len(codes) == 1 else "" if codes else area
    return Draft(text=text, sentences=sentences, mentions=mentions, places=places, quantities=tuple(found))


def _is_of_prices(text: str, mention: Mention) -> bool:
    """Tell whether a year is that of prices, not of values: "in constant 2021 US$"."""
    before = _PRICES_BEFORE.search(text[: mention.start])
    return before is not None and _PRICES_BEHIND.match(text[mention.end :]) is not None


def _sentences(text: str) -> tuple[Sentence, ...]:
    found: list[Sentence] = []
    start = 0
    for match in [*_END.finditer(text)]:
        if text[start : match.start()].strip():
            found.append(Sentence(start=start, end=match.start()))
        start = match.end()
    if text[start:].strip():
        found.append(Sentence(start=start, end=len(text)))
    return tuple(found)


def _labels(numbers: Sequence[Mention], labels: Sequence[tuple[int, Label]], left: Label) -> list[Label]:
    """Return the label of each number; ``left`` is what the sentence before leaves for one without any."""
    if not labels:
        return [left for _ in numbers]
    if len(labels) == len(numbers):
        return [label for _, label in labels]
    found: list[Label] = []
    for number in numbers:
        before = [label for place, label in labels if place < number.start]
        found.append(before[-1] if before else labels[0][1])
    return found


def _quantity(
    text: str,
    mention: Mention,
    year: int | None,
    area: str,
    sentence: int,
    words: str,
    *,
    has_year: bool,
) -> Quantity:
    before, behind = text[max(0, mention.start - 30) : mention.start], text[mention.end : mention.end + 40]
    bound = next((bound for pattern, bound in _BOUNDS if pattern.search(before)), mention.bound)
    lead = next((found for pattern, _ in _BOUNDS if (found := pattern.search(before))), None)
    unit = next((unit for pattern, unit in _UNITS_BEHIND if pattern.search(behind)), UnitKind.UNKNOWN)
    return Quantity(
        mention=mention,
        bound=bound,
        unit=_OF_KIND.get(mention.kind, unit),
        year=year,
        area=area,
        has_year=has_year,
        is_negated=any(way_of(found) is Way.DOWN for found in DIRECTION.finditer(words)),
        is_for_each=unit is UnitKind.UNKNOWN and _FOR_EACH.match(behind) is not None,
        is_change=bool(
            _CHANGE_BEFORE.search(before[: lead.start()] if lead else before) or _CHANGE_BEHIND.search(behind)
        ),
        sentence=sentence,
    )
