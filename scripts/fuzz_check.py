"""Change accepted answers by one edit and list what is still accepted, for a reader to judge.

Usage: PYTHONPATH=src:. python scripts/fuzz_check.py CASES.jsonl... [--golden] [--adversary] [--seed N]
       [--most N] [--only KIND] [--show N]

--golden takes the accepted answers of tests/golden/check too. --adversary edits so that the answer before and
after cannot both be true (numbers, years, places, opposites, bounds; the rows turned, moved or scaled under
the answer), and joins heads and tails of two answers over the same rows. What it lists is a fault or true by
the rows, and a reader tells which. Each fault becomes a line in tests/golden/check.
"""

import argparse
import json
import random
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

from tests.golden.answers import cases as golden_cases
from tests.property.adversary import contradictions, merged, upheavals
from tests.property.edits import Edit, row_edits, text_edits

from tieout.checking.check import check
from tieout.errors import TieoutError
from tieout.facts.rows import evidence_from_rows

Case = dict[str, Any]


def fuzz(
    cases: list[Case], chance: random.Random, *, adversary: bool = False
) -> tuple[Counter[str], dict[str, list[tuple[Case, Edit]]]]:
    """Return how many variants were tried and those still accepted, by kind."""
    others = [case["evidence"][0] for case in cases if case["evidence"]]
    others = [row for row in others if not row.get("derived")]
    tried: Counter[str] = Counter()
    accepted: dict[str, list[tuple[Case, Edit]]] = defaultdict(list)
    beside = _beside(cases)
    for case in cases:
        question = case.get("question")
        verdict = check(case["answer"], evidence_from_rows(case["evidence"]), question=question)
        if not verdict.valid:
            continue
        used = {ref for tie in verdict.ties for ref in tie.facts}
        if adversary:
            edits = [*contradictions(case["answer"], case["evidence"], chance)]
            edits += upheavals(case["answer"], case["evidence"])
            edits += merged(case["answer"], beside[_rows(case)], case["evidence"], chance, _MERGED)
        else:
            edits = [*text_edits(case["answer"], case["evidence"], chance)]
        if used and not adversary:
            edits += row_edits(case["answer"], case["evidence"], used, others, chance)
        for edit in edits:
            tried[edit.kind] += 1
            try:
                evidence = evidence_from_rows(list(edit.rows))
            except TieoutError:
                continue
            if check(edit.answer, evidence, question=question).valid:
                accepted[edit.kind].append((case, edit))
    return tried, accepted


_MERGED = 6
"""Joined answers that are tried for each answer."""


def _rows(case: Case) -> str:
    return json.dumps(case["evidence"], sort_keys=True)


def _beside(cases: list[Case]) -> dict[str, list[str]]:
    """Return the answers that are of the same rows, by those rows."""
    found: dict[str, list[str]] = defaultdict(list)
    for case in cases:
        found[_rows(case)].append(case["answer"])
    return found


def _golden() -> list[Case]:
    return [
        {"id": case.id, "evidence": case.values[0], "question": case.values[1], "answer": case.values[2]}
        for case in golden_cases()
        if case.values[3] == "accept"
    ]


def main() -> None:
    """Read the arguments, fuzz, and print the suspects by kind and by what was done."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("cases", nargs="*", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--most", type=int, default=300)
    parser.add_argument("--show", type=int, default=2)
    parser.add_argument("--only")
    parser.add_argument("--golden", action="store_true")
    parser.add_argument("--adversary", action="store_true")
    arguments = parser.parse_args()
    chance = random.Random(arguments.seed)
    golden = _golden() if arguments.golden else []
    cases = chance.sample(golden, min(arguments.most, len(golden)))
    for path in arguments.cases:
        lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
        right = [case for case in lines if case["expected"]["verdict"] == "accept"]
        cases += chance.sample(right, min(arguments.most, len(right)))
    tried, accepted = fuzz(cases, chance, adversary=arguments.adversary)
    for kind in sorted(tried):
        print(f"## {kind}: {len(accepted[kind])} of {tried[kind]} accepted")
        if arguments.only and not kind.startswith(arguments.only):
            continue
        by_what: dict[str, list[tuple[Case, Edit]]] = defaultdict(list)
        for case, edit in accepted[kind]:
            by_what[edit.what].append((case, edit))
        for what, found in sorted(by_what.items(), key=lambda item: -len(item[1])):
            print(f"  {len(found)} × {what}")
            for case, edit in found[: arguments.show]:
                print(f"      {case['id']}: {edit.answer!r}")


if __name__ == "__main__":
    main()
