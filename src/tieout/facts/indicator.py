"""Indicators: what is measured (the World Bank's word for an SDMX series dimension)."""

from __future__ import annotations

from dataclasses import dataclass

from tieout.facts.unit import Unit

__all__ = ["Indicator"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Indicator:
    """A measure with a code, the publisher's name for it, and the unit of its values.

    Attributes:
        code: The publisher's code, such as ``SP.POP.TOTL``.
        name: The publisher's name, such as ``Population, total``.
        unit: The unit of every value of the indicator.
    """

    code: str
    name: str
    unit: Unit
