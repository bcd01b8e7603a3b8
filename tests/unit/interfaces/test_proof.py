"""Checked numbers in proof-carrying form: tagged where a published value ties out, and nowhere else."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

import tieout
from tieout.interfaces.proof import proof_document

ROWS: list[dict[str, Any]] = [
    {
        "ref": f"e{number}",
        "area": "CAN",
        "area_name": "Canada",
        "indicator": "SP.POP.TOTL",
        "indicator_name": "Population, total",
        "unit": "people",
        "period": period,
        "value": value,
    }
    for number, (period, value) in enumerate({"2014": "35437435", "2024": "41262329"}.items(), start=1)
]


def proof(text: str) -> dict[str, Any]:
    evidence = tieout.evidence_from_rows(ROWS)
    verdict = tieout.check(text, evidence)
    assert verdict.valid, verdict.problems
    return proof_document(text, verdict.ties, evidence)


@pytest.mark.parametrize(
    ("written", "policy", "value", "multiplier"),
    [
        ("41,262,329 people", 'policy="exact"', "41262329", 0),
        ("41.3 million people", 'policy="rounded" decimals="1"', "41.262329", 6),
        ("41 million people", 'policy="rounded" decimals="0"', "41.262329", 6),
        ("41.262329 million people", 'policy="exact"', "41.262329", 6),
    ],
)
def test_a_published_value_is_tagged_with_how_it_was_rounded(
    written: str, policy: str, value: str, multiplier: int
) -> None:
    """The data point has the scale of the text, so that a renderer compares digits with digits."""
    document = proof(f"Canada had {written} in 2024.")
    (point,) = document["data"]
    digits, _, rest = written.partition(" ")
    assert (
        document["text"]
        == f'Canada had <claim id="{point["claim_id"]}" {policy}>{digits}</claim> {rest} in 2024.'
    )
    assert (point["OBS_VALUE"], point["UNIT_MULT"], point["PUBLISHED"]) == (value, multiplier, "41262329")
    assert (point["REF_AREA"], point["INDICATOR"], point["TIME_PERIOD"]) == ("CAN", "SP.POP.TOTL", "2024")


def test_a_derived_number_has_no_data_point() -> None:
    """A change rests on two values; neither of them is what the text says."""
    document = proof("Canada's population grew by 5,824,894 between 2014 and 2024.")
    assert document == {"text": "Canada's population grew by 5,824,894 between 2014 and 2024.", "data": []}


def test_the_tags_hold_under_the_rule_of_the_renderer() -> None:
    """Each tagged number is its data point's value, exactly or rounded to the decimals that the tag names."""
    document = proof("Canada's population rose from 35.4 million in 2014 to 41,262,329 in 2024.")
    assert [point["claim_id"] for point in document["data"]] == [
        "CAN_SP.POP.TOTL_2014_E6",
        "CAN_SP.POP.TOTL_2024",
    ]
    assert round(Decimal(document["data"][0]["OBS_VALUE"]), 1) == Decimal("35.4")


def test_text_is_escaped_around_the_tags() -> None:
    """What a text says with < or & cannot become a tag of its own."""
    evidence = tieout.evidence_from_rows(ROWS)
    assert proof_document("a < b & <claim>", (), evidence)["text"] == "a &lt; b &amp; &lt;claim&gt;"
