"""What a reader takes away of an answer: rows that a spreadsheet does not run, and a citation."""

from __future__ import annotations

import csv
import io
from datetime import UTC, date, datetime
from typing import Any

import pytest

from tieout.data.snapshot import load_snapshot
from tieout.interfaces.citing import Citation, citation_of
from tieout.interfaces.sheet import rows_csv
from tieout.ledger import Run

ROW = {
    "ref": "e1",
    "area": "CAN",
    "area_name": "Canada",
    "is_aggregate": False,
    "indicator": "SP.POP.TOTL",
    "indicator_name": "Population, total",
    "unit": "people",
    "period": "2024",
    "value": "41262329",
    "status": "",
    "source": "World Bank WDI",
}


def document(*rows: dict[str, Any], name: str = "core8") -> dict[str, Any]:
    return {
        "evidence": list(rows),
        "ties": [{"facts": ["e1"]}],
        "dataset": {"name": name, "version": "2026-07", "sha256": "0" * 64},
    }


def read(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text, newline="")))


def test_rows_keep_the_published_text() -> None:
    """Digits stand as published, a gap is empty, and a sum of ours says of what it is."""
    difference = {"operation": "difference", "operands": ["e1", "e2"]}
    rows = read(
        rows_csv(
            document(
                {**ROW, "value": "4190008188358.570"},
                {**ROW, "ref": "e2", "value": None},
                {**ROW, "ref": "e3", "value": "-582000", "derived": difference},
            )
        )
    )
    assert [row["value"] for row in rows] == ["4190008188358.570", "", "-582000"]
    assert [row["used"] for row in rows] == ["yes", "", ""]
    assert rows[2]["derived"] == "difference of e1 e2"
    assert (rows[0]["dataset"], rows[0]["version"], rows[0]["source"]) == (
        "core8",
        "2026-07",
        "World Bank WDI",
    )


@pytest.mark.parametrize("text", ["=1+1", "+A1", "-A1", "@SUM(A1)", "\t=1", "\r=1", "=cmd|' /C calc'!A0"])
def test_a_text_is_no_formula(text: str) -> None:
    """What a spreadsheet would run stands behind an apostrophe, whichever column holds it."""
    (row,) = read(rows_csv(document({**ROW, "area_name": text, "unit": text})))
    assert row["area_name"] == row["unit"] == f"'{text}"


@pytest.mark.parametrize("text", ["-5", "+5", "-1.5e-7", "-1,234.5"])
def test_a_number_stays_a_number(text: str) -> None:
    """A sign before digits begins no formula."""
    (row,) = read(rows_csv(document({**ROW, "value": text})))
    assert row["value"] == text


def cited(question: str = "What was the population of Canada in 2024?", name: str = "core8") -> Citation:
    run = Run(
        number=1,
        run="20260701T120000-9f86d081",
        asked_at=datetime(2026, 7, 1, 12, tzinfo=UTC),
        question=question,
        outcome="answered",
        document=document(ROW, name=name),
        trace={},
        review=None,
    )
    card = load_snapshot("core8").card
    return citation_of(run, card, address="https://desk.example/runs/1", accessed=date(2026, 7, 3))


def test_a_citation_says_what_where_and_when() -> None:
    """Data set with version, licence, series, the permanent link, and both days."""
    assert cited().plain == (
        "World Bank, World Development Indicators (core8 2026-07), series SP.POP.TOTL, CC BY 4.0. "
        "“What was the population of Canada in 2024?”, checked answer of 1 July 2026, "
        "https://desk.example/runs/1 (accessed 3 July 2026)."
    )
    csl = cited().csl()
    assert csl["accessed"] == {"date-parts": [[2026, 7, 3]]}
    assert (csl["URL"], csl["publisher"]) == ("https://desk.example/runs/1", "World Bank")
    assert csl["license"].startswith("https://")


def test_a_citation_of_other_data_claims_no_card() -> None:
    """Publisher and licence are those of the data set that is served, and stay out for another."""
    other = cited(name="bikes")
    assert other.plain.startswith("bikes (bikes 2026-07), series SP.POP.TOTL. “What was")
    assert "author" not in other.bibtex
    assert "license" not in other.csl()


def test_bibtex_holds_any_question() -> None:
    """Braces, backslashes and signs of TeX neither end a field nor run."""
    entry = cited("What } \\input{x} of 5% & $1 #2 a_b?").bibtex
    assert entry.count("{") == entry.count("}")
    assert "\\input" not in entry
    assert r"5\% \& \$1 \#2 a\_b" in entry
