"""Score the check on suites of cases: right answers accepted, wrong let through, pairs right, and why.

Usage: python scripts/score_cases.py CASES.jsonl... [--misses N] [--wrong N] [--kind KIND]
A case: {"id", "evidence", "answer", "question"?, "twin"?, "expected": {"verdict": "accept" | "reject"}}.
"""

import argparse
import json
import statistics
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tieout.checking.check import check
from tieout.facts.rows import evidence_from_rows

Case = dict[str, Any]


@dataclass(slots=True, kw_only=True)
class Score:
    """What the check made of one suite."""

    accepted: dict[str, bool] = field(default_factory=dict)
    counts: Counter[str] = field(default_factory=Counter)
    stops: Counter[str] = field(default_factory=Counter)
    kinds: Counter[str] = field(default_factory=Counter)
    stopped: list[tuple[Case, str]] = field(default_factory=list)
    through: list[Case] = field(default_factory=list)
    times: list[float] = field(default_factory=list)

    def add(self, case: Case) -> None:
        """Check one case and count it."""
        evidence = evidence_from_rows(case["evidence"])
        begin = time.perf_counter()
        verdict = check(case["answer"], evidence, question=case.get("question"))
        self.times.append(time.perf_counter() - begin)
        right = case["expected"]["verdict"] == "accept"
        self.accepted[case["id"]] = verdict.valid
        self.counts["right" if right else "wrong"] += 1
        self.counts[f"{'right' if right else 'wrong'} accepted"] += verdict.valid
        if right and not verdict.valid:
            problem = verdict.problems[0]
            self.stops[problem.code] += 1
            self.kinds[case["kind"]] += 1
            self.stopped.append((case, f"{problem.code} [{problem.text}] {problem.message}"))
        if verdict.valid and not right:
            self.through.append(case)

    def pairs(self, cases: list[Case]) -> tuple[int, int]:
        """Return how many pairs of a true text and its false twin came out right, and how many there are."""
        pairs = [
            case
            for case in cases
            if case.get("twin") and case["expected"]["verdict"] == "reject" and case["twin"] in self.accepted
        ]
        return sum(self.accepted[case["twin"]] and not self.accepted[case["id"]] for case in pairs), len(
            pairs
        )

    def show(self, cases: list[Case]) -> None:
        """Print the figures."""
        right, wrong, times = self.counts["right"], self.counts["wrong"], sorted(self.times)
        accepted, (good, pairs) = self.counts["right accepted"], self.pairs(cases)
        print(f"right accepted {accepted} of {right} ({_part(accepted, right)})")
        print(f"wrong let through {self.counts['wrong accepted']} of {wrong}")
        if pairs:
            print(f"pairs right {good} of {pairs} ({_part(good, pairs)})")
        p99 = times[min(len(times) - 1, int(len(times) * 0.99))]
        print(f"median {statistics.median(times) * 1e3:.2f} ms, p99 {p99 * 1e3:.2f} ms")
        print("stops by code:", dict(self.stops.most_common()))
        print("stops by kind:", dict(self.kinds.most_common(40)))


def score(path: Path, *, misses: int, wrong: int, kind: str | None) -> None:
    """Print the figures of one suite, and the texts that came out wrong as far as asked for."""
    cases = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
    if kind:
        cases = [case for case in cases if case.get("kind") == kind]
    result = Score()
    for case in cases:
        result.add(case)
    print(f"== {path.name}: {len(cases)} cases")
    result.show(cases)
    for case in result.through[:wrong]:
        print("  LET THROUGH", case["id"], case["kind"], "|", _line(case), "|", case["expected"].get("why"))
    for case, why in result.stopped[:misses]:
        asked = case.get("question") or ""
        print("  STOPPED", case["id"], case["kind"], "|", _line(case), "|", asked, "\n      ->", why)


def _line(case: Case) -> str:
    return str(case["answer"]).replace("\n", "\\n")


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
