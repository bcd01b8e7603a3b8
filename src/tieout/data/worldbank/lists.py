"""The lists of the World Bank: economies and aggregates, and the indicators with their metadata."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, Final

from tieout.data.card import AreaCard, IndicatorCard
from tieout.data.worldbank.replies import Page
from tieout.errors import SourceError

__all__ = ["read_areas", "read_indicators", "read_licences", "unit_of"]

_AGGREGATES: Final = "Aggregates"
"""Its region in the list of countries. The id beside it is "NA", which is also Namibia's two letters."""

_BRACKETS: Final = re.compile(r"\(([^()]*)\)")
_REMARK: Final = re.compile(
    r"estimates?$|^(?:BoP|DAC|DOD|PPP|ISO|ISIC|WHO|UNICEF|IBRD|IDA|Atlas|formerly|includes?|excludes?)\b"
    r"|^(?:male|female|total|modeled|national|gold|net|gross|higher|services|period average|GDP|GPI)\b"
    r"|\baverage$"
)
"""Parts of the brackets that say whose or how, and no unit."""

_PEOPLE: Final = re.compile(
    r"\bpopulation\b|\blabor force, total|\brefugee|\bmigrant stock|\barmed forces", re.IGNORECASE
)


def read_areas(page: Page, where: str) -> dict[str, AreaCard]:
    """Return economies and aggregates by code, in the order of their codes.

    Args:
        page: The list ``/v2/country``.
        where: What was asked for, for messages.

    Raises:
        SourceError: A row lacks its code or name, or a code comes twice.
    """
    areas: dict[str, AreaCard] = {}
    for row in page.rows:
        code, name = _text(row, "id", where), _text(row, "name", where)
        if code in areas:
            raise SourceError(f"{where}: {code} comes twice.")
        region, income = _named(row, "region"), _named(row, "incomeLevel")
        is_aggregate = region == _AGGREGATES
        areas[code] = AreaCard(
            code=code,
            name=name,
            is_aggregate=is_aggregate,
            iso2=str(row.get("iso2Code") or "").strip(),
            region="" if is_aggregate else region,
            income_group="" if is_aggregate else income,
        )
    return dict(sorted(areas.items()))


def read_indicators(pages: Iterable[Page], where: str) -> dict[str, IndicatorCard]:
    """Return indicators by code, in the order of their codes; the unit is the one that the name carries.

    Args:
        pages: Lists of ``/v2/indicator``.
        where: What was asked for, for messages.

    Raises:
        SourceError: A row lacks its code or name.
    """
    cards: dict[str, IndicatorCard] = {}
    for row in (row for page in pages for row in page.rows):
        code, name = _text(row, "id", where), _text(row, "name", where)
        topics = [str(topic.get("value") or "").strip() for topic in row.get("topics") or () if topic]
        cards[code] = IndicatorCard(
            code=code,
            name=name,
            unit=str(row.get("unit") or "").strip() or unit_of(name),
            topic="; ".join(topic for topic in topics if topic),
            source=_line(row.get("sourceOrganization")),
            definition=_line(row.get("sourceNote")),
        )
    return dict(sorted(cards.items()))


def read_licences(document: object, where: str) -> dict[str, str]:
    """Return the licence that each series of a metadata document states; those that state none are absent.

    Args:
        document: The reply of ``/v2/sources/2/series/.../metadata``.
        where: What was asked for, for messages.

    Raises:
        SourceError: It is no metadata document.
    """
    licences: dict[str, str] = {}
    try:
        variables = [
            variable
            for source in document["source"]  # type: ignore[index]
            for concept in source["concept"]
            if concept["id"] == "Series"
            for variable in concept["variable"]
        ]
        for variable in variables:
            stated = {str(one["id"]): str(one["value"]) for one in variable["metatype"]}
            licence = stated.get("License_Type") or stated.get("LicenseType")
            if licence:
                licences[str(variable["id"])] = licence.strip()
    except (LookupError, TypeError):
        raise SourceError(f"{where}: the reply is no metadata document.") from None
    return licences


def unit_of(name: str) -> str:
    """Return the unit that an indicator's name carries in its last brackets.

    Examples:
        >>> unit_of("GDP (current US$)")
        'current US$'
        >>> unit_of("Unemployment, total (% of total labor force) (modeled ILO estimate)")
        '% of total labor force'
        >>> unit_of("Population, total")
        'people'
    """
    for words in reversed(_BRACKETS.findall(name)):
        parts = [part.strip() for part in words.split(", ")]
        plain = [part for part in parts if not _REMARK.search(part)]
        if plain:
            per = " per person" if "per capita" in name and "$" in plain[-1] else ""
            return f"{plain[-1]}{per}"
    return "people" if _PEOPLE.search(name) else "number"


def _text(row: Mapping[str, Any], key: str, where: str) -> str:
    value = row.get(key)
    if not isinstance(value, str) or not value.strip():
        raise SourceError(f"{where}: a row has no {key}.")
    return value.strip()


def _named(row: Mapping[str, Any], key: str) -> str:
    inner = row.get(key)
    return str(inner.get("value") or "").strip() if isinstance(inner, dict) else ""


def _line(value: object) -> str:
    return " ".join(str(value or "").split())
