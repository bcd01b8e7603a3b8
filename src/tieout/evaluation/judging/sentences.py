"""Rows in the forms that other checks of answers read: a sentence each, or a table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from decimal import ROUND_HALF_UP, Decimal
from typing import Any, Final

__all__ = ["sentences_of", "table_of"]

Row = Mapping[str, Any]

_SCALES: Final = (("million", 6), ("billion", 9), ("trillion", 12))


def sentences_of(rows: Iterable[Row]) -> list[str]:
    """Return a sentence for each row, with its value in every rounding that an answer may use."""
    return [
        f"{row['area_name']}: {row['indicator_name']} in {row['period']} "
        + ("has no value." if row["value"] is None else f"was {_spelled(row['value'], row['unit'])}.")
        for row in rows
    ]


def table_of(rows: Iterable[Row]) -> list[dict[str, Any]]:
    """Return a line for each area and period, with the indicators as columns; values as binary fractions."""
    lines: dict[tuple[str, str], dict[str, Any]] = {}
    for row in rows:
        line = lines.setdefault(
            (row["area_name"], row["period"]), {"country": row["area_name"], "year": row["period"]}
        )
        line[row["indicator_name"]] = None if row["value"] is None else float(row["value"])
    columns = dict.fromkeys(column for line in lines.values() for column in line)
    return [{column: line.get(column) for column in columns} for line in lines.values()]


def _spelled(text: str, unit: str) -> str:
    value = Decimal(text)
    forms = [f"{value:,f}"]
    forms += [f"{_rounded(value, places):,f}" for places in (0, 1, 2)]
    for word, power in _SCALES:
        if abs(value) >= Decimal(10) ** power:
            forms += [f"{_rounded(value.scaleb(-power), places):f} {word}" for places in (0, 1, 2)]
    sign = "%" if unit.startswith("%") else f" {unit}"
    return ", ".join(form + sign for form in dict.fromkeys(forms))


def _rounded(value: Decimal, places: int) -> Decimal:
    return value.quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP)
