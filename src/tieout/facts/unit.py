"""Units: what a number counts, read from the publisher's own unit text.

World Bank rows carry their unit as words ("current US$ per person", "% of labour force", "per 1,000 live
births"). Everything that a rule asks of a unit (may it be summed, is its change in points, which price basis)
is read from those words here, once for every part of Tieout.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache

__all__ = ["Unit"]

_BASE_YEAR = re.compile(r"\bconstant\s+([0-9]{4})\b")
_PER_MANY = re.compile(r"\bper\s+([0-9][0-9,]*)\s+(.+)$")
_PER_ONE = re.compile(r"\bper\s+(.+)$")
_PERCENT_OF = re.compile(r"^%\s+of\s+(.+)$")
_RATE = re.compile(r"%\s*(?:per year|a year)|\bannual\s*%|%\s*growth", re.IGNORECASE)
_COUNTS = frozenset(
    "people persons inhabitants births deaths applications articles businesses teu subscriptions vehicles "
    "arrivals departures households dwellings passengers tonnes tons kwh number companies kt "
    "mt bicycles cyclists pedestrians cars trips rides journeys visits visitors crossings accidents "
    "collisions crashes crimes offences incidents calls complaints permits loans registrations events "
    "cases guests nights admissions arrests fines tickets count counts".split()
)
_MEASURED = ("sq. km", "sq km", "square kilomet", "route-km", "metric tons", "million metric", "hectares")


@dataclass(frozen=True, slots=True)
class _Traits:
    is_percent: bool
    is_percent_rate: bool
    currency: str | None
    basis: str
    base_year: int | None
    per: Decimal | None
    denominator: str
    is_additive: bool


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit of measure, known by the publisher's words for it.

    Attributes:
        text: The words, such as ``people``, ``current US$``, ``% of population`` or ``index (0-100)``.
    """

    text: str

    def __str__(self) -> str:
        """Return the publisher's words."""
        return self.text

    @property
    def is_percent(self) -> bool:
        """True when values are percentages, so that differences are percentage points."""
        return _traits(self.text).is_percent

    @property
    def is_percent_rate(self) -> bool:
        """True for percentages a year (growth, inflation): a rate, not a share of something."""
        return _traits(self.text).is_percent_rate

    @property
    def currency(self) -> str | None:
        """``USD``, ``INT`` (international dollars), ``LCU`` (local currency), or None for other units."""
        return _traits(self.text).currency

    @property
    def basis(self) -> str:
        """Price basis: ``current``, ``constant``, ``PPP current``, ``PPP constant``; empty without prices."""
        return _traits(self.text).basis

    @property
    def base_year(self) -> int | None:
        """The year whose prices a constant-price unit uses, else None."""
        return _traits(self.text).base_year

    @property
    def per(self) -> Decimal | None:
        """The size of the denominator, such as 1000 of "per 1,000 people" or 100 of a share; None without."""
        return _traits(self.text).per

    @property
    def denominator(self) -> str:
        """What the value is a share of or counted per ("population", "live births"); empty without."""
        return _traits(self.text).denominator

    @property
    def is_additive(self) -> bool:
        """True when a sum over areas means something: counts and money, not shares, rates or averages."""
        return _traits(self.text).is_additive


@lru_cache(maxsize=1024)
def _traits(text: str) -> _Traits:
    words = text.strip()
    lower = words.lower()
    rate = bool(_RATE.search(lower))
    percent = "%" in words or "percent" in lower
    currency = None if percent else _currency(lower)
    per, denominator = _denominator(words, percent=percent, rate=rate)
    base = _BASE_YEAR.search(lower)
    return _Traits(
        is_percent=percent,
        is_percent_rate=rate,
        currency=currency,
        basis=_basis(lower, currency),
        base_year=int(base[1]) if base else None,
        per=per,
        denominator=denominator,
        is_additive=not percent and per is None and (currency in ("USD", "INT") or _counts_things(lower)),
    )


def _currency(lower: str) -> str | None:
    if "international $" in lower or "international dollar" in lower or "ppp $" in lower:
        return "INT"
    if lower.startswith(("local currency units per", "lcu per")):
        return None
    if "us$" in lower or "us dollar" in lower:
        return "USD"
    return "LCU" if "lcu" in lower or "local currency" in lower else None


def _basis(lower: str, currency: str | None) -> str:
    if currency is None:
        return ""
    prices = "constant" if "constant" in lower else "current"
    return f"PPP {prices}" if currency == "INT" or "ppp" in lower else prices


def _denominator(words: str, *, percent: bool, rate: bool) -> tuple[Decimal | None, str]:
    if percent:
        found = _PERCENT_OF.match(words)
        return (None, "") if rate else (Decimal(100), found[1] if found else "")
    if many := _PER_MANY.search(words):
        return Decimal(many[1].replace(",", "")), many[2]
    if one := _PER_ONE.search(words):
        return Decimal(1), one[1]
    return None, ""


def _counts_things(lower: str) -> bool:
    return lower in _COUNTS or lower.startswith(_MEASURED)
