"""The check beside its peers, on the same rows in one run: what each accepts, lets through, and costs.

    python benchmarks/bench_check.py                       every suite of ../shared/cases
    python benchmarks/bench_check.py FILE.jsonl --json     these suites, as JSON
    python benchmarks/bench_check.py --bar                 ours and the regex peer only; status 1 over a bar

The bars: our median at most 4 times the regex peer's, and our 99th percentile at most 5 times our median, in
one run. Times are processor time of one judgement, the rows read anew each time, first uses included: a busy
machine slows both sides, so the ratios hold where the times do not.

A suite is a file of JSON lines {"id", "evidence", "answer", "question"?, "twin"?, "expected": {"verdict":
"accept" | "reject"}}. Two errors are counted apart: right ones stopped, and wrong ones let through.
*Pairs right* are the wrong answers that were rejected while their right twin was accepted. A judge that
crashes has rejected.

The judges are those of `tieout.evaluation.judging`, which the reports of `tieout eval` use too; a peer that
is not installed (``pip install '.[peers]'``) is left out, and said so.
"""

import argparse
import json
import statistics
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from tieout.evaluation.judging.judges import JUDGES, OURS, REGEX, Case, Judge, installed_judges
from tieout.evaluation.statistics import wilson

SHARED = Path(__file__).parents[2] / "shared" / "cases"
SUITES = ("mutation.jsonl", "mutation-2.jsonl", "natural.jsonl", "editorial.jsonl")
MOST_TIMES_REGEX, MOST_TIMES_MEDIAN = 4.0, 5.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """How one judge did on one suite; times in microseconds of the processor an answer."""

    suite: str
    judge: str
    right: int
    right_accepted: int
    wrong: int
    wrong_accepted: int
    pairs: int
    pairs_right: int
    crashes: int
    median_us: float
    p99_us: float


def measure(suite: str, cases: Sequence[Case], judges: Mapping[str, Judge]) -> list[Figures]:
    """Judge every case of a suite, by each judge in turn, so that a busy minute is everybody's."""
    accepted: dict[str, dict[str, bool]] = {name: {} for name in judges}
    times: dict[str, list[float]] = {name: [] for name in judges}
    crashes = dict.fromkeys(judges, 0)
    for case in cases:
        for name, judge in judges.items():
            begin = time.process_time()
            try:
                verdict = judge(case)
            except Exception:  # a crash is a verdict: rejected
                verdict = False
                crashes[name] += 1
            times[name].append((time.process_time() - begin) * 1e6)
            accepted[name][case["id"]] = verdict
    return [_figures(suite, cases, name, accepted[name], times[name], crashes[name]) for name in judges]


def _figures(
    suite: str,
    cases: Sequence[Case],
    name: str,
    accepted: Mapping[str, bool],
    times: Sequence[float],
    crashes: int,
) -> Figures:
    right = [case for case in cases if case["expected"]["verdict"] == "accept"]
    wrong = [case for case in cases if case["expected"]["verdict"] == "reject"]
    pairs = [case for case in wrong if case.get("twin") in accepted]
    return Figures(
        suite=suite,
        judge=name,
        right=len(right),
        right_accepted=sum(accepted[case["id"]] for case in right),
        wrong=len(wrong),
        wrong_accepted=sum(accepted[case["id"]] for case in wrong),
        pairs=len(pairs),
        pairs_right=sum(accepted[case["twin"]] and not accepted[case["id"]] for case in pairs),
        crashes=crashes,
        median_us=statistics.median(times),
        p99_us=sorted(times)[min(len(times) - 1, len(times) * 99 // 100)],
    )


def _share(part: int, whole: int) -> str:
    found = wilson(part, whole)
    ends = f"{100 * found.low:.1f}–{100 * found.high:.1f}"
    return f"{part:,} of {whole:,} ({100 * part / whole:.1f}%; {ends})" if whole else "–"


def table(figures: Sequence[Figures]) -> str:
    """Return the figures as a Markdown table, shares with their 95% Wilson intervals."""
    lines = [
        "| suite | judge | right accepted | wrong let through | pairs right | median | p99 | p99 / median "
        "| times the regex |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    for each in figures:
        times = times_regex(each, figures)
        pairs = f"{100 * each.pairs_right / each.pairs:.1f}%" if each.pairs else "–"
        lines.append(
            f"| {each.suite} | {each.judge} | {_share(each.right_accepted, each.right)} "
            f"| {_share(each.wrong_accepted, each.wrong)} | {pairs} "
            f"| {each.median_us:,.0f} µs | {each.p99_us:,.0f} µs | {each.p99_us / each.median_us:.1f} "
            f"| {f'{times:.1f}' if times else '–'} |"
        )
    return "\n".join(lines)


def times_regex(own: Figures, figures: Sequence[Figures]) -> float | None:
    """Return how many times the regex peer's median on the same suite this median is; None without it."""
    peer = [each.median_us for each in figures if each.suite == own.suite and each.judge == REGEX]
    return own.median_us / peer[0] if peer else None


def over_bar(figures: Sequence[Figures]) -> list[str]:
    """Return a sentence for each bar that our check is over."""
    found: list[str] = []
    for each in figures:
        times = times_regex(each, figures) if each.judge == OURS else None
        if times is None:
            continue
        tail = each.p99_us / each.median_us
        if times > MOST_TIMES_REGEX:
            found.append(f"{each.suite}: the median is {times:.1f} times the regex peer's (bar: 4).")
        if tail > MOST_TIMES_MEDIAN:
            found.append(f"{each.suite}: the 99th percentile is {tail:.1f} medians (bar: 5).")
    return found


def main() -> int:
    """Read the arguments, judge, print; return the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument(
        "suites", nargs="*", type=Path, help="case files; by default those of ../shared/cases"
    )
    parser.add_argument(
        "--judge", action="append", choices=list(JUDGES), help="only this judge; may be repeated"
    )
    parser.add_argument("--json", action="store_true", help="figures as JSON")
    parser.add_argument("--bar", action="store_true", help="ours and the regex peer; status 1 over a bar")
    arguments = parser.parse_args()
    suites = arguments.suites or [SHARED / name for name in SUITES if (SHARED / name).exists()]
    if not suites:
        print("No case files here: name some.", file=sys.stderr)
        return 2
    chosen = (OURS, REGEX) if arguments.bar else tuple(arguments.judge or ())
    judges, missing = installed_judges(chosen)
    for name in missing:
        print(f"{name} is not installed and is left out", file=sys.stderr)
    figures: list[Figures] = []
    for suite in suites:
        cases = [json.loads(line) for line in suite.read_text(encoding="utf-8").splitlines() if line.strip()]
        figures += measure(suite.stem, cases, judges)
    if arguments.json:
        print(json.dumps([{key: getattr(each, key) for key in Figures.__slots__} for each in figures]))
    else:
        print(table(figures))
    over = over_bar(figures) if arguments.bar else []
    print("\n".join(over), file=sys.stderr, end="\n" if over else "")
    return 1 if over else 0


if __name__ == "__main__":
    sys.exit(main())
