"""Score the check on suites of cases: right answers accepted, wrong ones let through, pairs right, and why the rest stops.

Usage: python scripts/score_cases.py CASES.jsonl... [--misses N] [--wrong N] [--kind KIND]
A case: {"id", "evidence", "answer", "question"?, "twin"?, "expected": {"verdict": "accept" | "reject"}}.
"""

import argparse
import json
import statistics
import time
from collections import Counter
from pathlib import Path
from typing import Any

from tieout.checking.check import check
from tieout.facts.rows import evidence_from_rows


def score(path: Path, *, misses: int, wrong: int, kind: str | None) -> None:
    """Print the figures of one suite."""
    cases = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
    if kind:
        cases = [case for case in cases if case.get("kind") == kind]
    accepted: dict[str, bool] = {}
    counts: Counter[str] = Counter()
    stops: Counter[str] = Counter()
    kinds: Counter[str] = Counter()
    stopped: list[tuple[dict[str, Any], str]] = []
    through: list[dict[str, Any]] = []
    times: list[float] = []
    for case in cases:
        evidence = evidence_from_rows(case["evidence"])
        begin = time.perf_counter()
        verdict = check(case["answer"], evidence, question=case.get("question"))
        times.append(time.perf_counter() - begin)
        right = case["expected"]["verdict"] == "accept"
        accepted[case["id"]] = verdict.valid
        counts[f"{'right' if right else 'wrong'}"] += 1
        counts[f"{'right' if right else 'wrong'} accepted"] += verdict.valid
        if right and not verdict.valid:
            problem = verdict.problems[0]
            stops[problem.code] += 1
            kinds[case["kind"]] += 1
            stopped.append((case, f"{problem.code} [{problem.text}] {problem.message}"))
        if verdict.valid and not right:
            through.append(case)
    pairs = [
        case
        for case in cases
        if case.get("twin") and case["expected"]["verdict"] == "reject" and case["twin"] in accepted
    ]
    good = sum(accepted[case["twin"]] and not accepted[case["id"]] for case in pairs)
    times.sort()
    print(f"== {path.name}: {len(cases)} cases")
    print(
        f"right accepted {counts['right accepted']} of {counts['right']} ({_part(counts['right accepted'], counts['right'])})"
    )
    print(f"wrong let through {counts['wrong accepted']} of {counts['wrong']}")
    if pairs:
        print(f"pairs right {good} of {len(pairs)} ({_part(good, len(pairs))})")
    p99 = times[min(len(times) - 1, int(len(times) * 0.99))]
    print(f"median {statistics.median(times) * 1e3:.2f} ms, p99 {p99 * 1e3:.2f} ms")
    print("stops by code:", dict(stops.most_common()))
    print("stops by kind:", dict(kinds.most_common(40)))
    for case in through[:wrong]:
        print(
            "  LET THROUGH",
            case["id"],
            case["kind"],
            "|",
            case["answer"].replace("\n", "\\n"),
            "|",
            case["expected"].get("why"),
        )
    for case, why in stopped[:misses]:
        print(
            "  STOPPED",
            case["id"],
            case["kind"],
            "|",
            case["answer"].replace("\n", "\\n"),
            "|",
            case.get("question") or "",
            "\n      ->",
            why,
        )


def _part(count: int, whole: int) -> str:
    return f"{100 * count / whole:.1f}%" if whole else "none"


def main() -> None:
    """Read the arguments and score each suite."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("cases", nargs="+", type=Path)
    parser.add_argument("--misses", type=int, default=0)
    parser.add_argument("--wrong", type=int, default=20)
    parser.add_argument("--kind")
    arguments = parser.parse_args()
    for path in arguments.cases:
        score(path, misses=arguments.misses, wrong=arguments.wrong, kind=arguments.kind)


if __name__ == "__main__":
    main()
