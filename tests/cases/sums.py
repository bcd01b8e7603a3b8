"""Cases of form ``calculate``: exact sums, and refusals that come at once."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import Any

from tieout.facts.derivation import round_to
from tieout.tools.calculator import calculator_tools
from tieout.tools.contract import ToolCall, ToolResult, Toolset

__all__ = ["JUDGES"]

Case = Mapping[str, Any]
_REFUSED = ("refuse", "not on the allow-list", "not part of the grammar", "not in the grammar", "no lists")


def calculated(expression: str) -> ToolResult:
    """Return the result of an expression, which must come within 50 milliseconds of this thread."""
    tools = Toolset(calculator_tools())
    started = time.thread_time()
    result = tools.call(ToolCall(id="c", name="calculate", arguments={"expression": expression}))
    assert time.thread_time() - started < 0.05
    assert result.outcome == "ok" or result.outcome.startswith("refused: ")
    assert len(result.content) < 1000
    return result


def described(words: str) -> str:
    """Return the expression that words such as "'(1+' repeated 60 times, then '1'" describe."""
    parts = re.findall(r"'([^']+)'(?: (?:followed by )?'([^']+)')?(?: repeated (\d+) times)?", words)
    text = ""
    for first, second, count in parts:
        text += first * (int(count) if count and not second else 1)
        text += second * int(count or 1) if second else ""
    return text


def of_sums(case: Case) -> None:
    """The value is exact; what is no sum is refused with a readable sentence, and nothing is guessed."""
    given, expected = case["input"], case["expected"]
    for value, places, _ in given.get("round", []):
        assert f"{round_to(Decimal(value), places):f}" in expected["values"]
    single = given.get("expression") or (
        described(given["expression_description"]) if "expression_description" in given else None
    )
    for expression in given.get("expression_variants") or ([single] if single else []):
        result = calculated(expression)
        document = json.loads(result.content)
        if result.outcome != "ok":
            assert "value" not in expected or "or" in expected
            assert document["message"].isprintable()
            continue
        said = " ".join(expected.get("must", []))
        assert not expected.get("error"), expression
        assert not any(word in said for word in _REFUSED), expression
        value = Decimal(document["records"][0]["value"] if document.get("records") else document["value"])
        if "value" in expected:
            assert value == Decimal(expected["value"])
        for key, places in (("value_rounded_4dp", 4), ("rounded_6dp", 6)):
            assert key not in expected or f"{round_to(value, places):f}" == expected[key]
        if "round_to" in given:
            assert f"{round_to(value, given['round_to']):f}" == expected["rounded_half_up"]
    # What no sum may ever be is not among its results.


JUDGES: Mapping[str, Callable[[Case], None]] = {
    f"calculator.{kind}": of_sums for kind in ("huge", "code", "depth", "operators", "literals", "exact")
}
