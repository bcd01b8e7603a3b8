"""The calculator is exact, runs no code, ends every attack quickly, and launders no number."""

from __future__ import annotations

import json
import time
from dataclasses import replace
from typing import Any

import pytest

from tieout.data.catalogue import Catalogue
from tieout.data.snapshot import Snapshot
from tieout.facts.fact import Fact
from tieout.facts.row import row_from_fact
from tieout.facts.rows import fact_from_row
from tieout.tools.calculator import calculator_tools
from tieout.tools.contract import Numbering, ToolCall, ToolResult, Toolset
from tieout.tools.statistics import statistics_tools


@pytest.fixture(scope="module")
def tools(core8: Snapshot) -> Toolset:
    """Statistics with the calculator beside them."""
    return Toolset((*statistics_tools(core8, Catalogue(core8)), *calculator_tools()))


@pytest.fixture
def numbering(tools: Toolset) -> Numbering:
    """A run that was shown e1 to e4 (people of Canada, then of the US, 2023 and 2024), e5 (GDP of Canada)."""
    shown = Numbering()
    for codes, indicator, first in ((["CAN", "USA"], "SP.POP.TOTL", 2023), (["CAN"], "NY.GDP.MKTP.CD", 2024)):
        arguments = {
            "country_codes": codes,
            "indicator_code": indicator,
            "from_year": first,
            "to_year": 2024,
        }
        tools.call(ToolCall(id="c", name="get_values", arguments=arguments), shown)
    return shown


def calculated(tools: Toolset, expression: str, numbering: Numbering | None = None) -> ToolResult:
    return tools.call(ToolCall(id="c", name="calculate", arguments={"expression": expression}), numbering)


def read(result: ToolResult) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(result.content)
    return document


EXACT = {
    "2 * 6.49 + 18.50": "31.48",
    "1.025**10": "1.280084544196357822418212890625",
    "1/32*100": "3.125",
    "25/200*100": "12.5",
    "0.1 + 0.2": "0.3",
    "2 - 3 - 4": "-5",
    "-2**2": "-4",
    "1.5 - -2": "3.5",
    "2**-2": "0.25",
    "(" * 30 + "7" + ")" * 30: "7",
}


@pytest.mark.parametrize(("expression", "value"), EXACT.items())
def test_sums_are_exact(tools: Toolset, expression: str, value: str) -> None:
    """Decimals are not binary fractions, and equal operators run from left to right."""
    document = read(calculated(tools, expression))
    assert (document["records"][0]["value"], document["exact"]) == (value, True)


def test_a_value_without_a_finite_form_is_cut_and_says_so(tools: Toolset) -> None:
    """Fifteen significant digits, rounded half up."""
    document = read(calculated(tools, "2/3"))
    assert (document["records"][0]["value"], document["exact"]) == ("0.666666666666667", False)


REFUSED = {
    "9**9**9**9": "'**'",
    "1<<10000000": "'<<'",
    "100000**100000": "'100000'",
    "((9**100)**100)**100": "too long",
    "9**100": "digits",
    "(1).__class__": "'.__class__'",
    "__import__('os')": "'__import__'",
    "(lambda: 7)()": "'lambda'",
    "[1 for _ in (1,)][0]": "'['",
    "(x := 5) + 1": "'x'",
    "{1: 2}[1]": "'{'",
    "1 if 2 > 1 else 0": "'if'",
    "2 x 6.49": "write * for times",
    "2x6.49": "write * for times",
    "1.02^10 * 100": "write ** for a power",
    "1000+5%": "1.05",
    "7%4": "'%'",
    "50=": "without =",
    "1,000 + 1": "without commas",
    "\u2783+1": "digits 0 to 9",
    "\u00b2+1": "digits 0 to 9",
    "\u0661\u0662+1": "digits 0 to 9",
    "\uff11\uff12+1": "digits 0 to 9",
    "NaN": "'NaN'",
    "-Infinity": "'Infinity'",
    "1e999999": "'1e999999'",
    "1j*1j": "'1j'",
    "0x10+1": "'0x10'",
    "True+True": "'True'",
    "b'1'": "'b'",
    "1//2": "'/'",
    "7 // 0": "'/'",
    "1/0": "divides by zero",
    "0**-1": "divides by zero",
    "(1+2": "closing bracket",
    "1+2)": "')'",
    "1 2": "operator is missing",
    "--1": "'-'",
    "2**3**2": "needs brackets",
    "2**0.5": "whole number",
    "2**101": "whole number",
    "(" * 31 + "1" + ")" * 31: "30 deep",
    "1" * 31: "30 digits",
    "  ": "empty",
    "": "empty",
    "1\u200b+1": "not understood",
    "e1 + 1": "no fact e1",
}


@pytest.mark.parametrize("expression", REFUSED)
def test_what_is_no_sum_is_refused_by_its_piece_and_quickly(tools: Toolset, expression: str) -> None:
    """The refusal names the piece and the right way to write it; none takes 50 milliseconds."""
    started = time.process_time()
    result = calculated(tools, expression)
    assert time.process_time() - started < 0.05
    assert result.outcome.startswith("refused: ")
    assert REFUSED[expression] in read(result)["message"]
    assert result.content.isprintable()


@pytest.mark.parametrize(
    "arguments",
    [
        {"expression": "1+" * 5_000_000 + "1"},
        json.dumps({"expression": "(" * 10_000_000}),
        {"expression": "1" + "+1" * 20_000},
        {"expression": "1" + "+1" * 100},
    ],
    ids=["parsed", "text", "deep tree", "just too long"],
)
def test_a_long_text_is_refused_before_it_is_read(tools: Toolset, arguments: Any) -> None:
    """Ten megabytes of sum end within 50 milliseconds, and are not echoed."""
    started = time.process_time()
    result = tools.call(ToolCall(id="c", name="calculate", arguments=arguments))
    assert time.process_time() - started < 0.05
    assert result.outcome.startswith("refused: ")
    assert len(result.content) < 300


KNOWN = {
    "e2 - e1": ("difference", ("e1", "e2"), "people"),
    "e4 / e2": ("ratio", ("e4", "e2"), "times"),
    "(e2 - e1) / e1 * 100": ("percent_change", ("e1", "e2"), "%"),
    "100 * (e2 - e1) / e1": ("percent_change", ("e1", "e2"), "%"),
    "(e2 / e1 - 1) * 100": ("percent_change", ("e1", "e2"), "%"),
    "e2 / e1 * 100 - 100": ("percent_change", ("e1", "e2"), "%"),
    "e2 / e4 * 100": ("share", ("e2", "e4"), "%"),
    "e2 + e4": ("sum", ("e2", "e4"), "people"),
    "(e2 + e4) / 2": ("mean", ("e2", "e4"), "people"),
}


@pytest.mark.parametrize("expression", KNOWN)
def test_a_known_derivation_is_a_fact_with_its_operands(
    tools: Toolset, numbering: Numbering, expression: str
) -> None:
    """However it is written, it is the derivation that a statistics tool would have shown."""
    (fact,) = calculated(tools, expression, numbering).facts
    assert fact.derivation is not None
    operation = (fact.derivation.operation, fact.derivation.operands, fact.indicator.unit.text)
    assert operation == KNOWN[expression]
    assert numbering.facts[-1] == fact


def test_any_other_sum_of_facts_is_a_calculation_with_its_expression(
    tools: Toolset, numbering: Numbering
) -> None:
    """It keeps how it was computed, its unit is made of theirs, and it survives being written as a row."""
    (fact,) = calculated(tools, "e5 /  e2", numbering).facts
    assert fact.derivation is not None
    assert (fact.derivation.operation, fact.derivation.expression) == ("calculation", "e5 / e2")
    assert fact.derivation.operands == ("e5", "e2")
    assert (fact.indicator.unit.text, fact.indicator.code) == ("current US$ per people", "")
    assert fact_from_row(row_from_fact(fact)) == fact


LAUNDERED = {
    "e1 + 100": "100 is added",
    "e1 * 1.1": "1.1 is no fact",
    "e1 * (100 - 10 - 10)": "no fact takes part",
    "100 * 100": "no fact takes part",
    "e1 * e5 / e5 + 7": "7 is no fact",
    "e1 / e1": "divided by itself",
    "e1 - e1": "less itself",
    "e1 ** 2": "a power",
    "e1": "nothing was computed",
    "e1 * -1": "a unit constant has no sign",
    "(e1 + e2) / 3": "3 is no fact",
    "42": "42 is no fact",
}


@pytest.mark.parametrize("expression", LAUNDERED)
def test_a_number_cannot_be_laundered(tools: Toolset, numbering: Numbering, expression: str) -> None:
    """A number of the model's own makes the result a plain one: no ref, no fact, and the reason."""
    before = numbering.facts
    result = calculated(tools, expression, numbering)
    assert result.outcome == "ok"
    assert (result.facts, numbering.facts) == ((), before)
    document = read(result)
    assert "ref" not in document["records"][0]
    assert LAUNDERED[expression] in document["note"]


def test_units_that_differ_are_not_added(tools: Toolset, numbering: Numbering) -> None:
    """People and dollars have no sum; the refusal says which is in what."""
    result = calculated(tools, "e1 + e5", numbering)
    assert result.outcome == "refused: not_allowed"
    assert "people" in result.content
    assert "current US$" in result.content


def test_the_first_sum_of_a_fact_keeps_its_ref(tools: Toolset, numbering: Numbering) -> None:
    """The same derivation asked for twice is one fact."""
    first = calculated(tools, "e2 - e1", numbering).facts
    assert calculated(tools, "e2-e1", numbering).facts == first


def test_gaps_ranks_and_other_vintages_are_no_operands(tools: Toolset, numbering: Numbering) -> None:
    """A gap is not zero, a place is no quantity, and two vintages never enter one sum (rule 21)."""
    ranking = {"indicator_code": "SP.POP.TOTL", "year": 2024, "order": "highest", "limit": 1}
    tools.call(ToolCall(id="c", name="rank_countries", arguments=ranking), numbering)
    rank = numbering.facts[-1].ref
    assert "rank" in calculated(tools, f"{rank} + e1", numbering).content
    first = numbering.facts[0]
    numbering.keep([_like(first, ref="e90", text=None), _like(first, ref="e91", vintage="2025-01")])
    assert calculated(tools, "e90 + e1", numbering).outcome == "refused: no_data"
    assert "versions" in calculated(tools, "e91 - e1", numbering).content


def _like(fact: Fact, **changes: Any) -> Fact:
    return replace(fact, dataset=changes["ref"], **changes)


def test_the_statistics_stay_within_their_budget(core8: Snapshot) -> None:
    """The calculator is a toolset of its own, and the eight tools beside it cost no more than before."""
    assert Toolset(statistics_tools(core8, Catalogue(core8))).token_estimate() <= 900
    assert Toolset(calculator_tools()).token_estimate() <= 100
