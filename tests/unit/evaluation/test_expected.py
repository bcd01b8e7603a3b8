"""Expected values, by hand over three countries with round values."""

from __future__ import annotations

from typing import Any

import pytest

from tieout.errors import QueryError, UsageError
from tieout.evaluation.expected import computed
from tieout.evaluation.question import Question
from tieout.testing import tiny_snapshot

TINY = tiny_snapshot()
POP, GDP, POWER = "SP.POP.TOTL", "NY.GDP.MKTP.CD", "EG.ELC.ACCS.ZS"

BY_HAND: list[tuple[str, list[str], dict[str, Any], dict[str, Any]]] = [
    ("value", [f"CAN {POP} 2021"], {}, {"values": ("39000000",), "areas": ("CAN",)}),
    ("value", [f"MEX {POWER} latest"], {}, {"values": ("99.6",), "areas": ("MEX",)}),
    ("highest", [f"* {POP} 2022"], {}, {"values": ("128000000",), "areas": ("MEX",)}),
    ("lowest", [f"* {POP} 2022"], {}, {"values": ("40000000",), "areas": ("CAN",)}),
    ("top", [f"* {POP} 2022"], {"count": 2}, {"values": ("128000000", "125000000"), "areas": ("MEX", "JPN")}),
    (
        "bottom",
        [f"* {POP} 2022"],
        {"count": 2},
        {"values": ("40000000", "125000000"), "areas": ("CAN", "JPN")},
    ),
    ("rank", [f"JPN {POP} 2022", f"* {POP} 2022"], {}, {"areas": ("JPN",), "position": 2}),
    ("difference", [f"CAN {POP} 2020", f"CAN {POP} 2022"], {}, {"values": ("2000000",), "areas": ("CAN",)}),
    ("percent_change", [f"CAN {POP} 2021", f"CAN {POP} 2020"], {}, {"values": ("-2.5641025641025641026",)}),
    ("ratio", [f"JPN {POP} 2022", f"CAN {POP} 2022"], {}, {"values": ("3.125",), "areas": ("JPN", "CAN")}),
    ("share", [f"CAN {POP} 2022", f"WLD {POP} 2022"], {}, {"values": ("0.5",), "areas": ("CAN", "WLD")}),
    ("sum", [f"CAN {POP} 2022", f"JPN {POP} 2022"], {}, {"values": ("165000000",)}),
    ("mean", [f"CAN {POP} 2020:2022"], {}, {"values": ("39000000",)}),
    ("median", [f"* {POP} 2022"], {}, {"values": ("125000000",)}),
    ("growth_per_year", [f"CAN {GDP} 2020", f"CAN {GDP} 2021"], {}, {"values": ("21.212121212121212121",)}),
    ("highest_year", [f"JPN {GDP} 2020:2022"], {}, {"years": (2021,), "areas": ("JPN",)}),
    ("lowest_year", [f"JPN {GDP} 2020:2022"], {}, {"years": (2022,), "areas": ("JPN",)}),
    ("first_year_above", [f"CAN {POP} 2020:2022"], {"bound": "38500000"}, {"years": (2021,)}),
]


def question(operation: str, facts: list[str], **more: Any) -> Question:
    """Return a question whose words do not matter."""
    document = {"id": "one", "kind": "any", "dataset": "tiny", "question": "?", **more}
    return Question.model_validate({**document, "operation": operation, "facts": facts})


@pytest.mark.parametrize(("operation", "facts", "more", "expected"), BY_HAND)
def test_values_are_those_computed_by_hand(
    operation: str, facts: list[str], more: dict[str, Any], expected: dict[str, Any]
) -> None:
    """Every operation there is, over values that can be seen by eye."""
    asked = question(operation, facts, **more)
    assert not asked.is_computed
    found = computed(asked, TINY)
    assert found.is_computed
    assert {key: getattr(found, key) for key in expected} == expected


@pytest.mark.parametrize(
    ("operation", "facts", "more"),
    [
        ("highest", [f"* {POWER} 2021"], {}),
        ("top", [f"* {POP} 2022"], {"count": 4}),
        ("highest_year", [f"CAN {POWER} 2020:2022"], {}),
        ("first_year_above", [f"CAN {POP} 2020:2022"], {"bound": "50000000"}),
        ("first_year_above", [f"CAN {POP} 2020:2022"], {}),
        ("difference", [f"CAN {POP} 2020"], {}),
        ("mean", [f"CAN {POP} 1990:1995"], {}),
        ("growth_per_year", [f"CAN {POP} 2022", f"CAN {POP} 2020"], {}),
        ("value", ["CAN 2022"], {}),
        ("value", [f"CAN {POP} soon"], {}),
    ],
)
def test_a_question_without_one_right_answer_is_refused(
    operation: str, facts: list[str], more: dict[str, Any]
) -> None:
    """Ties, too few facts, a bound never passed, and what is no fact: one sentence, no traceback."""
    with pytest.raises(UsageError) as caught:
        computed(question(operation, facts, **more), TINY)
    assert "\n" not in caught.value.message


def test_a_fact_outside_the_snapshot_is_refused() -> None:
    """The sentence says which kind of missing it is."""
    with pytest.raises(QueryError, match="published gap"):
        computed(question("value", [f"MEX {POWER} 2022"]), TINY)
