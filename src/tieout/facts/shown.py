"""The text that a reader would see for an exact value.

Tool results carry it beside the exact digits (models slip on bare digits), and doors use it in tables.
"""

from __future__ import annotations

from decimal import Decimal

from tieout.facts.derivation import Number, round_to
from tieout.facts.unit import Unit

__all__ = ["shown"]

_SMALL = Decimal(1)


def shown(value: Number, unit: Unit) -> str:
    """Return ``value`` in digits grouped by thousands, with no unit word but the percent sign.

    Whole values are written whole; others are rounded half away from zero to two decimals, or, below one, to
    two significant digits at most six decimals down, so that a small value never reads as zero.

    Examples:
        >>> shown(Decimal("41262329"), Unit("people"))
        '41,262,329'
        >>> shown(Decimal("-48.2382"), Unit("%"))
        '-48.24%'
        >>> shown(Decimal("0.00431"), Unit("ratio"))
        '0.0043'
    """
    whole = value == value.to_integral_value() if isinstance(value, Decimal) else value.denominator == 1
    rounded = round_to(value, 0 if whole else _places(value))
    sign = "%" if unit.is_percent else ""
    return f"{rounded:,f}{sign}"


def _places(value: Number) -> int:
    size = abs(round_to(value, 6))
    if size == 0 or size >= _SMALL:
        return 2
    return min(6, 1 - size.adjusted())
