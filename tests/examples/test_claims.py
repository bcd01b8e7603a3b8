"""Claims are compared with the rows that they name, as decimals, and counted by reason."""

from __future__ import annotations

import json
from typing import Any

import pytest
from examples.claims import desk

import tieout
from tieout.testing import ScriptedModel


def judged(**changes: Any) -> desk.Report:
    rows = desk.rows_of(tieout.load_snapshot(desk.DATASET))
    row = rows["CAN/SP.POP.TOTL/2020"]
    claim = {
        "source_id": row.source_id,
        "value": row.text,
        "year": row.year,
        "unit": row.unit,
        "label": "Canada's population",
    }
    return desk.report(ScriptedModel([json.dumps({"claims": [claim | changes]})]))


def test_every_reason_is_counted_once_and_two_claims_are_accepted() -> None:
    """The script's claims, one for each way to be wrong; the report names the data by version and hash."""
    made = desk.report()
    assert made.accepted == ("CAN/SP.POP.TOTL/2020", "JPN/SP.DYN.LE00.IN/2020")
    assert made.rejected == dict.fromkeys(desk.REASONS, 1)
    snapshot = tieout.load_snapshot(desk.DATASET)
    assert (made.version, made.sha256) == (snapshot.card.version, snapshot.sha256)


def test_values_are_compared_as_decimals_and_shown_as_published() -> None:
    """Zeros at the end do not count; the line shows the row's own digits."""
    rows = desk.rows_of(tieout.load_snapshot(desk.DATASET))
    text = rows["CAN/SP.POP.TOTL/2020"].text
    (line,) = judged(value=f"{text}.000").lines
    assert f": {text} people, 2020" in line


@pytest.mark.parametrize("value", ["NaN", "1e8", "38,000", "", "-", "\u0663", "Infinity", "1.2.3", "9" * 50])
def test_a_value_that_is_no_plain_decimal_is_malformed(value: str) -> None:
    """No exponent, no grouping, no digits of another script, nothing special."""
    assert judged(value=value).rejected == {"malformed": 1}


@pytest.mark.parametrize("label", ["Canada in 2020", "top \u0663", "CO\u2082", "\u2460", "Ⅻ"])
def test_a_label_with_a_digit_of_any_script_is_rejected(label: str) -> None:
    """What a number says is said by the row alone."""
    assert judged(label=label).rejected == {"digits_in_label": 1}


@pytest.mark.parametrize("reply", ["", "[]", "no", '{"claims": "x"}', '{"claims": [1]}', '{"claims": [{}]}'])
def test_a_reply_in_another_form_is_counted_as_malformed(reply: str) -> None:
    """Nothing of it is shown."""
    made = desk.report(ScriptedModel([reply]))
    assert (made.lines, made.rejected) == ((), {"malformed": 1})
