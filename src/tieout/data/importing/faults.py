"""Bad rows: each named by its place and what is wrong with it, so that all can be mended at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tieout.data.importing.sheet import Sheet
from tieout.data.importing.staging import Staging
from tieout.errors import TableInvalid

__all__ = ["judged_rows", "refuse", "repeated_rows"]

_WRONG: Final = {
    "area": "there is no code of an area",
    "indicator": "there is no code of an indicator",
    "period": "{period!r} is no period; write 2020, 2020-Q3, 2020-07 or 2020-07-15",
    "year": "period {period} is outside the years of the card",
    "value": "{value!r} is not a decimal number",
    "status": "the flag {status!r} has no meaning; give it one in [table.statuses]",
}
_FAULTS: Final = (
    "SELECT n, spot, fault, period_text, value_text, status_text FROM checked WHERE fault IS NOT NULL "
    "ORDER BY n, spot LIMIT ?"
)
_TWICE: Final = (
    "SELECT code, area, period, list(n ORDER BY n), count(*) OVER () FROM checked "
    "GROUP BY code, area, period "
    "HAVING count(*) > 1 ORDER BY min(n), code, period LIMIT ?"
)


def refuse(sheet: Sheet, found: Sequence[tuple[int, str]], count: int, limit: int) -> TableInvalid:
    """Return the error that names bad rows.

    Args:
        sheet: The table.
        found: Place and reason of bad rows, the first of them at least.
        count: The number of all.
        limit: The most that are listed.
    """
    rows = [f"{sheet.name}, {sheet.word} {place}: {reason}" for place, reason in found[:limit]]
    what = f"{count:,} bad {sheet.word}s" if count > 1 else f"a bad {sheet.word}"
    return TableInvalid(
        f"{sheet.name} has {what}, so nothing was imported; the first is {sheet.word} {found[0][0]}: "
        f"{found[0][1]}.",
        rows,
        count,
    )


def judged_rows(sheet: Sheet, staging: Staging, limit: int) -> list[tuple[int, str]]:
    """Return place and reason of the rows whose cells are wrong, in the order of the table."""
    rows = staging.rows(_FAULTS, [max(1, limit)])
    places = sheet.places([row[0] for row in rows])
    found = []
    for number, spot, fault, period, value, status in rows:
        reason = _WRONG[fault].format(period=period, value=value, status=status)
        found.append((places.get(number, number), f"{reason} (column {spot!r})" if spot else reason))
    return found


def repeated_rows(sheet: Sheet, staging: Staging, limit: int) -> tuple[list[tuple[int, str]], int]:
    """Return place and reason of rows whose key stands in the table twice, and how many keys do."""
    rows = staging.rows(_TWICE, [max(1, limit)])
    places = sheet.places([number for row in rows for number in row[3]])
    found = []
    for code, area, period, numbers, _ in rows:
        first, second = (places.get(number, number) for number in numbers[:2])
        more = f", and {len(numbers) - 2} more times" if len(numbers) > 2 else ""
        reason = f"{code} of {area} in {period} stands also in {sheet.word} {first}{more}"
        found.append((second, f"{reason}; a column that tells them apart belongs among the dimensions"))
    return found, rows[0][4] if rows else 0
