"""The card of a data set: publisher, release, licence, and what a reader must be told."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from tieout.data.fields import Fields
from tieout.facts.frequency import Frequency

__all__ = [
    "AreaCard",
    "Caveat",
    "DatasetCard",
    "IndicatorCard",
    "card_from_mapping",
    "mapping_from_card",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Caveat:
    """A sentence that must stand beside some facts.

    Attributes:
        text: The sentence, for readers.
        indicators: Codes it is about; empty means every indicator.
        areas: Codes it is about; empty means every area.
        first_year: First year it is about.
        last_year: Last year it is about.
    """

    text: str
    indicators: tuple[str, ...] = ()
    areas: tuple[str, ...] = ()
    first_year: int = 0
    last_year: int = 9999

    def covers(self, *, area: str, indicator: str, first_year: int, last_year: int) -> bool:
        """Return True when facts of one series lie in the caveat's years or span them, as a change does."""
        return (
            (not self.indicators or indicator in self.indicators)
            and (not self.areas or area in self.areas)
            and first_year <= self.last_year
            and last_year >= self.first_year
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class AreaCard:
    """What a data set says about an area.

    Attributes:
        code: The publisher's code (ISO 3166 alpha-3 where there is one).
        name: The short English name that a reader sees.
        is_aggregate: True for the world and regions, which are never countries.
        iso2: The publisher's two-letter code, or empty.
        region: Name of the publisher's region; empty for aggregates.
        income_group: The publisher's income group; empty for aggregates.
        kind: What such an area is called ("district", "counting station"); empty for a country.
    """

    code: str
    name: str
    is_aggregate: bool = False
    iso2: str = ""
    region: str = ""
    income_group: str = ""
    kind: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class IndicatorCard:
    """What a data set says about an indicator.

    Attributes:
        code: The publisher's code.
        name: The publisher's name.
        unit: The publisher's words for the unit of every value.
        topic: The publisher's topic, or empty.
        source: The organisations behind the values, to be credited.
        definition: What is measured, in a sentence or two.
        caveat: A sentence that always stands beside values of the indicator, or empty.
        frequency: How often it has a value; the store sets it by the periods of the values.
    """

    code: str
    name: str
    unit: str
    topic: str = ""
    source: str = ""
    definition: str = ""
    caveat: str = ""
    frequency: Frequency = "A"


@dataclass(frozen=True, slots=True, kw_only=True)
class DatasetCard:
    """A dated, licensed, possibly restricted data set.

    Attributes:
        name: Short name, used on the command line and in facts.
        title: Name for readers.
        version: Release, in a form that sorts (``2026-07``).
        release: Release in words.
        retrieved: The day the newest of its values was fetched.
        publisher: Who publishes the values (``World Bank``).
        source_name: The publication (``World Development Indicators``).
        credit: The credit line that the licence asks for, to be followed by the indicator's source.
        licence: Short name of the licence.
        licence_url: Where the licence stands.
        first_year: First year covered; earlier is "outside its years".
        last_year: Last year covered.
        caveats: Sentences for some facts; those of whole indicators are in :class:`IndicatorCard`.
        base: Name of the data set this one is cut from, or empty.
        areas: Codes it is cut to, or None for all of its base.
        indicators: Codes it is cut to, or None for all of its base.
    """

    name: str
    title: str
    version: str
    release: str
    retrieved: datetime.date
    publisher: str
    source_name: str
    credit: str
    licence: str
    licence_url: str
    first_year: int
    last_year: int
    caveats: tuple[Caveat, ...] = ()
    base: str = ""
    areas: tuple[str, ...] | None = None
    indicators: tuple[str, ...] | None = None

    @property
    def label(self) -> str:
        """Name and version, as facts carry them in ``dataset``: ``wdi-starter 2026-07``."""
        return f"{self.name} {self.version}"


def card_from_mapping(tables: Mapping[str, Any], where: str, base: DatasetCard | None = None) -> DatasetCard:
    """Return the card that TOML or JSON tables describe.

    With a base, everything the tables leave out is the base's, and the restrictions of both hold.

    Args:
        tables: The keys of ``card.toml``; an unknown key is an error: a misspelt restriction must not pass.
        where: The file, for messages.
        base: The card of the data set that ``tables["base"]`` names.

    Raises:
        SnapshotInvalid: A key is missing, unknown or of the wrong type, or a restriction leaves the base.
    """
    fields = Fields(tables, where)
    texts = {key: fields.text(key, getattr(base, key, None)) for key in _TEXTS}
    name = fields.text("name", None)
    first, last = fields.years("years", (base.first_year, base.last_year) if base else None)
    card = DatasetCard(
        name=name,
        title=fields.text("title", name),
        retrieved=fields.date("retrieved", base.retrieved if base else None),
        first_year=first,
        last_year=last,
        caveats=(*(base.caveats if base else ()), *map(_caveat, fields.tables("caveats"))),
        base=fields.text("base", ""),
        areas=base.areas if base else None,
        indicators=base.indicators if base else None,
        **texts,
    )
    restrict = fields.table("restrict")
    fields.close()
    return _restricted(card, restrict)


def mapping_from_card(card: DatasetCard) -> dict[str, Any]:
    """Return the card as JSON-ready tables that :func:`card_from_mapping` reads back.

    The base is left out: the tables describe the data set as it is after the cut. What it was cut to is told,
    for a ranking of eight chosen countries is not one of all that have a value.
    """
    tables: dict[str, Any] = {key: getattr(card, key) for key in ("name", "title", *_TEXTS)}
    tables["retrieved"] = card.retrieved.isoformat()
    tables["years"] = [card.first_year, card.last_year]
    tables["caveats"] = [
        {
            "text": caveat.text,
            "indicators": list(caveat.indicators),
            "areas": list(caveat.areas),
            "years": [caveat.first_year, caveat.last_year],
        }
        for caveat in card.caveats
    ]
    cuts = {"areas": card.areas, "indicators": card.indicators}
    if restrict := {key: list(codes) for key, codes in cuts.items() if codes is not None}:
        tables["restrict"] = restrict
    return tables


_TEXTS = ("version", "release", "publisher", "source_name", "credit", "licence", "licence_url")


def _caveat(fields: Fields) -> Caveat:
    first, last = fields.years("years", (0, 9999))
    caveat = Caveat(
        text=fields.text("text", None),
        indicators=fields.codes("indicators") or (),
        areas=fields.codes("areas") or (),
        first_year=first,
        last_year=last,
    )
    fields.close()
    return caveat


def _restricted(card: DatasetCard, restrict: Fields) -> DatasetCard:
    first, last = restrict.years("years", (card.first_year, card.last_year))
    if first < card.first_year or last > card.last_year:
        raise restrict.wrong("years", f"lie within {card.first_year} to {card.last_year}")
    cut = replace(
        card,
        areas=_cut(restrict, "areas", card.areas),
        indicators=_cut(restrict, "indicators", card.indicators),
        first_year=first,
        last_year=last,
    )
    restrict.close()
    caveats = tuple(kept for caveat in cut.caveats if (kept := _cut_caveat(caveat, cut)) is not None)
    return replace(cut, caveats=caveats)


def _cut_caveat(caveat: Caveat, card: DatasetCard) -> Caveat | None:
    """Return the caveat with only the codes that the card keeps, or None when nothing it is about is left."""
    areas, indicators = _kept(caveat.areas, card.areas), _kept(caveat.indicators, card.indicators)
    outside = caveat.first_year > card.last_year or caveat.last_year < card.first_year
    if outside or areas is None or indicators is None:
        return None
    return replace(caveat, areas=areas, indicators=indicators)


def _kept(codes: tuple[str, ...], allowed: tuple[str, ...] | None) -> tuple[str, ...] | None:
    if not codes or allowed is None:
        return codes
    return tuple(code for code in codes if code in allowed) or None


def _cut(restrict: Fields, key: str, outer: tuple[str, ...] | None) -> tuple[str, ...] | None:
    codes = restrict.codes(key)
    if codes is None:
        return outer
    if not codes or (outer is not None and not set(codes) <= set(outer)):
        raise restrict.wrong(key, "be a non-empty list of codes of the base")
    return tuple(sorted(set(codes)))
