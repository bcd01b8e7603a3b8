"""Case suites: answers that are known to be right or wrong, and what judges make of them.

A suite is a file of JSON lines ``{"id", "evidence", "answer", "question"?, "twin"?, "expected": {"verdict":
"accept" | "reject"}}``; the packaged ones by name. Two errors are counted apart: right answers stopped, and
wrong ones let through. A judge that crashes has stopped the answer.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Final

from tieout.errors import UsageError
from tieout.evaluation.judging.judges import Case, Judge
from tieout.evaluation.reported import JudgeFigures, Share

__all__ = ["PACKAGED", "Verdicts", "judge_figures", "read_suite", "verdicts_of"]

PACKAGED: Final = "golden"
"""The suite that comes with the program: a part of the check's own golden answers, on which it was made."""

_VERDICTS: Final = ("accept", "reject")
_NEEDED: Final = ("id", "evidence", "answer", "expected")


def read_suite(name_or_file: str) -> tuple[Case, ...]:
    """Read a suite by name, or a file of JSON lines.

    Raises:
        UsageError: The file cannot be read, or a line is no case; the sentence names the line.
    """
    cases: list[Case] = []
    for number, line in enumerate(_text(name_or_file).splitlines(), start=1):
        if not line.strip():
            continue
        try:
            case = json.loads(line)
            known = all(key in case for key in _NEEDED) and case["expected"]["verdict"] in (
                "accept",
                "reject",
            )
        except (ValueError, TypeError, KeyError):
            known = False
        if not known:
            raise UsageError(
                f"{name_or_file}, line {number}, is no case; it needs {', '.join(_NEEDED)}, and there the "
                "verdict accept or reject."
            )
        cases.append(case)
    if not cases:
        raise UsageError(f"{name_or_file} holds no case.")
    return tuple(cases)


def _text(name_or_file: str) -> str:
    if name_or_file == PACKAGED:
        file = resources.files("tieout.evaluation").joinpath("suites").joinpath(f"{PACKAGED}.jsonl")
        return file.read_text(encoding="utf-8")
    try:
        return Path(name_or_file).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError, ValueError):
        raise UsageError(
            f"The suite {name_or_file!r} cannot be read; name a file of JSON lines, or {PACKAGED}."
        ) from None


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdicts:
    """What one judge made of the cases of a suite: the ids that it accepted, and how often it crashed."""

    accepted: frozenset[str]
    crashes: int


def verdicts_of(cases: Sequence[Case], judge: Judge) -> Verdicts:
    """Let a judge decide every case."""
    accepted: set[str] = set()
    crashes = 0
    for case in cases:
        try:
            if judge(case):
                accepted.add(case["id"])
        except Exception:  # a crash is a verdict: stopped
            crashes += 1
    return Verdicts(accepted=frozenset(accepted), crashes=crashes)


def judge_figures(suite: str, cases: Sequence[Case], judges: Mapping[str, Judge]) -> tuple[JudgeFigures, ...]:
    """Return how often each judge was wrong on a suite, in either way."""
    right = [case["id"] for case in cases if case["expected"]["verdict"] == "accept"]
    wrong = [case["id"] for case in cases if case["expected"]["verdict"] == "reject"]
    found: list[JudgeFigures] = []
    for name, judge in judges.items():
        verdicts = verdicts_of(cases, judge)
        stopped = sum(each not in verdicts.accepted for each in right)
        through = sum(each in verdicts.accepted for each in wrong)
        found.append(
            JudgeFigures(
                judge=name,
                suite=suite,
                false_reject=Share.of(stopped, len(right)),
                false_accept=Share.of(through, len(wrong)),
                crashes=verdicts.crashes,
            )
        )
    return tuple(found)
