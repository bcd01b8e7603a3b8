"""Golden answers for the check: facts, answers, and what is expected of each; a file a family.

A file holds the facts first (``CODE Name | indicator | label | unit | 2020=1.5 2021=-``; ``-`` for a
published gap, ``f``, ``p``, ``e`` or ``b`` after a value for a forecast, provisional, estimated, a break;
``*`` before the code for an aggregate, ``district:`` before the line for what an area is that is no country),
ranks computed over a whole set (``rank: CODE indicator 2024 = 2 of 187 highest first | words for the set``),
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


def rank_row(line: str, rows: list[dict[str, Any]]) -> dict[str, Any]:
    """Read one rank of a value above; it is complete unless its set is only what the snapshot holds."""
    told, _, words = line.removeprefix("rank:").partition("|")
    area, indicator, period, _, position, _, size, *order = told.split()
    own = next(
        row for row in rows if (row["area"], row["indicator"], row["period"]) == (area, indicator, period)
    )
    derived = {
        "operation": "rank",
        "operands": [own["ref"]],
        "set": words.strip(),
        "size": int(size),
        "position": int(position),
        "order": " ".join(order),
        "complete": "snapshot" not in words,
    }
    return {**own, "ref": f"e{len(rows) + 1}", "unit": "rank", "value": position, "derived": derived}


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
            elif line.startswith("rank:"):
                rows.append(rank_row(line, rows))
            elif "|" in line:
                if expected:
                    rows, expected, question = [], "", None
                rows += rows_of(line, len(rows))
            elif line.startswith("question:"):
                question = line.partition(":")[2].strip() or None
            else:
                expected = line.strip()
    return found
