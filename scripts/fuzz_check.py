"""Change accepted answers by one edit and list what is still accepted, for a reader to judge.

Usage: PYTHONPATH=src:. python scripts/fuzz_check.py CASES.jsonl... [--seed N] [--most N] [--only KIND]
"""

import argparse
import json
import random
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

from tests.property.edits import Edit, row_edits, text_edits

from tieout.checking.check import check
from tieout.errors import TieoutError
from tieout.facts.rows import evidence_from_rows

Case = dict[str, Any]


def fuzz(cases: list[Case], chance: random.Random) -> tuple[Counter[str], dict[str, list[tuple[Case, Edit]]]]:
    """Return how many variants were tried and those still accepted, by kind."""
    others = [case["evidence"][0] for case in cases if case["evidence"]]
    others = [row for row in others if not row.get("derived")]
    tried: Counter[str] = Counter()
    accepted: dict[str, list[tuple[Case, Edit]]] = defaultdict(list)
    for case in cases:
        question = case.get("question")
        verdict = check(case["answer"], evidence_from_rows(case["evidence"]), question=question)
        if not verdict.valid:
            continue
        used = {ref for tie in verdict.ties for ref in tie.facts}
        edits = [*text_edits(case["answer"], case["evidence"], chance)]
        if used:
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


def main() -> None:
    """Read the arguments, fuzz, and print the suspects by kind and by what was done."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("cases", nargs="+", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--most", type=int, default=300)
    parser.add_argument("--show", type=int, default=2)
    parser.add_argument("--only")
    arguments = parser.parse_args()
    chance = random.Random(arguments.seed)
    cases: list[Case] = []
    for path in arguments.cases:
        lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
        right = [case for case in lines if case["expected"]["verdict"] == "accept"]
        cases += chance.sample(right, min(arguments.most, len(right)))
    tried, accepted = fuzz(cases, chance)
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
