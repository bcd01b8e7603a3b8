"""Golden answers for the check: facts, answers, and what is expected of each; a file a family.

A file holds the facts first (``CODE Name | indicator | label | unit | 2020=1.5 2021=-``; ``-`` for a
published gap, ``f``, ``p``, ``e`` or ``b`` after a value for a forecast, provisional, estimated, a break;
``*`` before the code for an aggregate, ``district:`` before the line for what an area is that is no country),
then headings (``accept``, ``reject`` or a problem code) with answers below; ``question:``
sets the question of the answers after it. A slash between spaces is a line break.
"""

from pathlib import Path
from typing import Any

import pytest

FLAGS = {"f": "forecast", "p": "provisional", "e": "estimated", "b": "break"}
FILES = sorted((Path(__file__).parent / "check").glob("*.txt"))


def rows_of(line: str, count: int) -> list[dict[str, Any]]:
    """Read one line of facts."""
    place, code, label, unit, values = (part.strip() for part in line.split("|"))
    kind, _, place = place.rpartition(": ")
    area, _, name = place.lstrip("*").partition(" ")
    rows = []
    for value in values.split():
        period, _, text = value.partition("=")
        status = FLAGS.get(text[-1:], "")
        rows.append(
            {
                "ref": f"e{count + len(rows) + 1}",
                "area": area,
                "area_name": name,
                "is_aggregate": place.startswith("*"),
                "area_kind": kind,
                "indicator": code,
                "indicator_name": label,
                "unit": unit,
                "period": period,
                "value": None if text == "-" else text.rstrip("fpeb"),
                "status": status,
            }
        )
    return rows


def cases() -> list[Any]:
    """Read every answer of every file."""
    found = []
    for path in FILES:
        rows: list[dict[str, Any]] = []
        expected, question = "", None
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if not line.strip() or line.startswith("#"):
                continue
            if line.startswith(" "):
                answer = line.strip().replace(" / ", "\n")
                found.append(pytest.param(list(rows), question, answer, expected, id=f"{path.stem}:{number}"))
            elif "|" in line:
                if expected:
                    rows, expected, question = [], "", None
                rows += rows_of(line, len(rows))
            elif line.startswith("question:"):
                question = line.partition(":")[2].strip() or None
            else:
                expected = line.strip()
    return found
