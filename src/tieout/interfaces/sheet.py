"""The rows of an answer as CSV, safe to open in a spreadsheet."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Mapping
from typing import Any, Final

__all__ = ["rows_csv"]

_COLUMNS: Final = (
    "ref",
    "area",
    "area_name",
    "indicator",
    "indicator_name",
    "unit",
    "period",
    "value",
    "status",
    "derived",
    "used",
    "dataset",
    "version",
    "source",
)
_NUMBER: Final = re.compile(r"[-+]?[0-9][0-9.,]*(?:[eE][-+]?[0-9]+)?")
_STARTS: Final = ("=", "+", "-", "@", "\t", "\r")
"""What a spreadsheet takes for the beginning of a formula."""


def rows_csv(document: Mapping[str, Any]) -> str:
    """Return the evidence of an outcome as CSV (RFC 4180), with the published text as it stands.

    A text that a spreadsheet would run as a formula has an apostrophe before it; a number never has.

    Args:
        document: The JSON form of an outcome.
    """
    used = {ref for tie in document["ties"] for ref in tie["facts"]}
    stamp = document["dataset"]
    target = io.StringIO(newline="")
    writer = csv.writer(target)
    writer.writerow(_COLUMNS)
    for row in document["evidence"]:
        derived = row.get("derived")
        more = {
            "derived": f"{derived['operation']} of {' '.join(derived['operands'])}" if derived else "",
            "used": "yes" if row["ref"] in used else "",
            "dataset": stamp["name"],
            "version": stamp["version"],
        }
        writer.writerow([_safe(str({**row, **more}.get(name) or "")) for name in _COLUMNS])
    return target.getvalue()


def _safe(text: str) -> str:
    risky = text.startswith(_STARTS) and _NUMBER.fullmatch(text) is None
    return f"'{text}" if risky else text
