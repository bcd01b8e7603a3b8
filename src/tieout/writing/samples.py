"""Samples: every sentence that house style can write of an indicator, written of made-up places and values.

The grammar of the sentences is read off them, so that it is the language of the writer by construction: each
shape of claim is tried with every word of its slots over places and years that rise, fall, tie and stay.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal
from itertools import product

from tieout.assistant.claim import Claim
from tieout.assistant.shape import SHAPES, Shape, Slot
from tieout.facts.area import Area
from tieout.facts.derivation import Derivation, Order, rank
from tieout.facts.fact import Evidence, Fact
from tieout.facts.indicator import Indicator
from tieout.facts.observation import Status
from tieout.facts.period import Period
from tieout.writing.compose import write
from tieout.writing.given import Given
from tieout.writing.refusal import ClaimRefused
from tieout.writing.subjects import Subjects

__all__ = ["PLACES", "YEARS", "sample_sentences"]

PLACES = ("Aaa", "Bbb", "Ccc", "Ddd", "Eee", "Fff", "Ggg", "Hhh", "Iii", "Jjj")
"""The made-up countries, as many as a claim may list; the world is the only real name in a sample."""

YEARS = tuple(range(2001, 2011))
"""The made-up years, in order, as many as a claim may list."""

_FLAGS = (Status.NORMAL, Status.ESTIMATED, Status.FORECAST)
_ORDERS: tuple[Order, ...] = ("highest first", "lowest first")
# Half a unit, so that a difference of two is a whole one: "1 percentage point" has a form of its own.
_SCALE = Decimal("0.5")
_SERIES = (5, 7, 3, 3, 4, 6, 6, 8, 9, 2)
"""The first place: up, down, level; each count of years has one highest and one lowest."""
_LAST = (2, 5, 4, 8, 7, 9, 10, 12, 6, 6)
"""The last year of each place; the last two are equal."""
_BEFORE = 3
_BOUNDS = (1, 4, 5, 6, 7, 11, 13)
_FEW = 4


def sample_sentences(subjects: Subjects, indicator: Indicator, sets: tuple[str, ...]) -> Iterator[str]:
    """Yield every kind of sentence about an indicator, some more than once.

    Args:
        subjects: The names that house style uses.
        indicator: What the sentences are about.
        sets: The words for sets that were ranked whole.
    """
    for flag in _FLAGS:
        evidence = _evidence(indicator, flag, sets)
        given = Given(evidence=evidence, subjects=subjects)
        for shape in SHAPES.values():
            for claim in _claims(shape, evidence):
                try:
                    yield write(claim, given)
                except ClaimRefused:
                    continue


def _evidence(indicator: Indicator, flag: Status, sets: tuple[str, ...]) -> Evidence:
    areas = [Area(code=f"?{name}", name=name) for name in PLACES]
    cells: list[tuple[Area, int, int | None]] = []
    cells += [(areas[0], year, times) for year, times in zip(YEARS, _SERIES, strict=True)]
    cells += [(area, YEARS[-1], times) for area, times in zip(areas[1:], _LAST[1:], strict=True)]
    cells += [(area, YEARS[0], _BEFORE) for area in areas[1:]]
    cells += [(Area(code="WLD", name="World", is_aggregate=True), YEARS[-1], 100), (areas[1], YEARS[1], None)]
    facts = [
        Fact(
            ref=f"e{number}",
            area=area,
            indicator=indicator,
            period=Period.of_year(year),
            text=None if times is None else format(_SCALE * times, "f"),
            status=flag if year == YEARS[-1] else Status.NORMAL,
        )
        for number, (area, year, times) in enumerate(cells, start=1)
    ]
    section = [fact for fact in facts if fact.period.year == YEARS[-1] and fact.area in areas]
    for words, order in product(sets, _ORDERS):
        facts.extend(_ranks(section, words, order, len(facts)))
    return Evidence(facts)


def _ranks(section: list[Fact], words: str, order: Order, numbered: int) -> list[Fact]:
    """Return the ranks of a section whose places all differ, as the tool would show them."""
    values = [Decimal(fact.text or 0) for fact in section]
    placed = []
    for fact in section:
        derivation = Derivation(
            operation="rank",
            operands=(fact.ref,),
            set=words,
            size=99,
            position=rank(Decimal(fact.text or 0), values, order),
            order=order,
            complete=True,
        )
        placed.append(replace(fact, text=str(derivation.position), derivation=derivation))
    placed.sort(key=lambda fact: (Decimal(fact.text or 0), fact.ref))
    return [replace(fact, ref=f"e{numbered + place}") for place, fact in enumerate(placed, start=1)]


def _claims(shape: Shape, evidence: Evidence) -> Iterator[Claim]:
    for slots in product(*(tuple(_given(slot, evidence)) for slot in shape.slots)):
        named = dict(zip((slot.name for slot in shape.slots), slots, strict=True))
        yield Claim.of(shape.say, **named)


def _given(slot: Slot, evidence: Evidence) -> Iterator[str | tuple[str, ...]]:
    """Yield what may stand in a slot; claims that make no sense are refused like anyone's."""
    ranks = [fact.ref for fact in evidence.derived]
    match slot.kind:
        case "word":
            yield from slot.words
        case "threshold":
            yield from (format(_SCALE * times, "f") for times in _BOUNDS)
        case "ref":
            yield from ranks if slot.name == "rank" else (fact.ref for fact in _few(evidence))
        case "refs" if slot.name == "ranks":
            for start, count in product(range(0, len(ranks), len(PLACES)), range(2, len(PLACES))):
                yield tuple(ranks[start : start + count])
        case "refs":
            yield from (
                tuple(fact.ref for fact in facts)
                for facts in _lists(evidence.observed)
                if slot.least <= len(facts) <= slot.most
            )
        case _:
            return


def _few(evidence: Evidence) -> Iterator[Fact]:
    """Yield enough single facts for every way in which two can differ."""
    places = (*PLACES[:_FEW], *PLACES[-2:])
    for fact in evidence.observed:
        is_late = fact.period.year == YEARS[-1] and (fact.area.name in places or fact.area.is_aggregate)
        if is_late or fact.text is None or (fact.area.name == PLACES[0] and fact.period.year in YEARS[:_FEW]):
            yield fact


def _lists(published: tuple[Fact, ...]) -> Iterator[list[Fact]]:
    """Yield lists of facts of one place and of one year, with and without ties; and the world alone."""
    series = [fact for fact in published if fact.area.name == PLACES[0]]
    late = [fact for fact in published if fact.period.year == YEARS[-1] and fact.area.name in PLACES]
    early = [fact for fact in published if fact.period.year == YEARS[0] and fact.area.name in PLACES]
    for count in range(2, len(PLACES) + 1):
        yield from (series[:count], late[:count], early[:count])
        yield [*late[: count - 2], *late[-2:]]
    yield [fact for fact in published if fact.area.is_aggregate]
