"""Kinds of failure from public bug reports: own cases of each kind, and the shared suite where it is at hand.

A case says what went in and what must and must not come out. Its kind has a judge here, which knows no case
by name; what a case says in words stands in the judge as assertions.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from tests.cases import consent, loop, rows, sums, wires, words
from tests.unit.models.providers.conftest import Room

OWN = Path(__file__).with_name("own.jsonl")
SHARED = Path(__file__).resolve().parents[3] / "shared" / "cases" / "public.jsonl"
JUDGES: Mapping[str, Mapping[str, Callable[[Any], None]]] = {
    "agent_run": loop.JUDGES,
    "approval_flow": consent.JUDGES,
    "calculate": sums.JUDGES,
    "read_numbers": words.NUMBERS,
    "resolve_place": words.PLACES,
    "tool_data": rows.JUDGES,
    "other": words.FORMATS,
}


def cases(file: Path) -> list[Any]:
    """Return the cases of a file as parameters; one that is skipped, and says why, where there is none."""
    if not file.exists():
        reason = f"the shared cases are not at hand ({file})"
        return [pytest.param(None, id="none", marks=pytest.mark.skip(reason=reason))]
    lines = file.read_text(encoding="utf-8").splitlines()
    read = [json.loads(line) for line in lines if line.strip()]
    return [pytest.param(case, id=f"{case['id']}-{case['kind']}") for case in read]


@pytest.mark.parametrize("case", [*cases(OWN), *cases(SHARED)])
def test_case(case: Mapping[str, Any]) -> None:
    """What must come out does, and what must not does not."""
    if case["form"] == "provider_reply":
        pytest.importorskip("pydantic_ai", reason="the extra `models` is not installed")
        room = Room()
        try:
            wires.JUDGES[case["kind"]](room, case)
        finally:
            room.close()
        return
    JUDGES[case["form"]][case["kind"]](case)
