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

The peers are libraries that ground numbers in evidence: figured, corroborate, hallucination-check
(``pip install '.[peers]'``), and the check that most people write first: every number of the answer occurs in
the evidence after rounding. Each gets the rows in the form it was made for; one that is not installed is left
out, and said so.
"""

import argparse
import json
import math
import re
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from tieout.checking.check import check
from tieout.facts.rows import evidence_from_rows

Case = Mapping[str, Any]
Judge = Callable[[Case], bool]

SHARED = Path(__file__).parents[2] / "shared" / "cases"
SUITES = ("mutation.jsonl", "mutation-2.jsonl", "natural.jsonl", "editorial.jsonl")
SCALES = (("million", 6), ("billion", 9), ("trillion", 12))
_NUMBER = re.compile(
    r"(?<![\w.])(\d[\d,]*(?:\.\d+)?)[ \u00a0]?(million|billion|trillion|(?:mn|m|bn|b|tn|t)\b)?", re.IGNORECASE
)
_POWERS = {"million": 6, "mn": 6, "m": 6, "billion": 9, "bn": 9, "b": 9, "trillion": 12, "tn": 12, "t": 12}
OURS, REGEX = "tieout", "number occurs (regex)"
MOST_TIMES_REGEX, MOST_TIMES_MEDIAN = 4.0, 5.0


def tieout() -> Judge:
    """Return our own check, reading of the rows included."""

    def judge(case: Case) -> bool:
        evidence = evidence_from_rows(case["evidence"])
        return check(case["answer"], evidence, question=case.get("question")).valid

    return judge


def occurs() -> Judge:
    """Return the usual first check: each number equals a number of the evidence when rounded like it.

    What it does for an answer, since its time is what ours is held to: every row gives its period, its value
    (both as exact decimals) and the numbers in its label and unit, found with the pattern that reads the
    answer; nothing is kept from one answer to the next. A number of the answer without a scale word passes as
    a period, a number of a label, or a whole number no larger than the count of areas, as in most such
    checks; any number passes when a value divided by its scale lies within half a unit of its last digit.
    """

    def judge(case: Case) -> bool:
        periods: set[Decimal] = set()
        labels: set[Decimal] = set()
        values: list[Decimal] = []
        for row in case["evidence"]:
            periods.add(Decimal(row["period"][:4]))
            labels.update(number for number, _ in _numbers(f"{row['indicator_name']} {row['unit']}"))
            if row["value"] is not None:
                values.append(abs(Decimal(row["value"])))
        areas = len({row["area"] for row in case["evidence"]})
        for number, scale in _numbers(case["answer"]):
            whole = number == number.to_integral_value()
            if not scale and (number in periods or number in labels or (whole and number <= areas)):
                continue
            power = Decimal(10) ** _POWERS.get(scale.lower(), 0)
            half = Decimal(1).scaleb(int(number.as_tuple().exponent)) / 2
            if not any(abs(value / power - number) <= half for value in values):
                return False
        return True

    return judge


def _numbers(text: str) -> Iterator[tuple[Decimal, str]]:
    for digits, scale in _NUMBER.findall(text):
        yield Decimal(digits.replace(",", "")), scale


def figured() -> Judge:
    """Return figured's trace over a table of one line a country and year."""
    from figured import trace

    return lambda case: bool(trace(case["answer"], results=[_table(case)]).ok)


def _table(case: Case) -> list[dict[str, Any]]:
    lines: dict[tuple[str, str], dict[str, Any]] = {}
    for row in case["evidence"]:
        line = lines.setdefault(
            (row["area_name"], row["period"]), {"country": row["area_name"], "year": row["period"]}
        )
        line[row["indicator_name"]] = None if row["value"] is None else float(row["value"])
    columns = dict.fromkeys(column for line in lines.values() for column in line)
    return [{column: line.get(column) for column in columns} for line in lines.values()]


def corroborate() -> Judge:
    """Return corroborate's check over one sentence a row."""
    import corroborate as library

    return lambda case: bool(library.check_answer("question", _sentences(case), case["answer"]).ok())


def hallucination_check() -> Judge:
    """Return hallucination-check over one source a row."""
    import hallucination_check as library

    def judge(case: Case) -> bool:
        sources = [{"id": str(number), "text": text} for number, text in enumerate(_sentences(case))]
        return not library.check(case["answer"], sources).unsupported

    return judge


def _sentences(case: Case) -> list[str]:
    return [
        f"{row['area_name']}: {row['indicator_name']} in {row['period']} "
        + ("has no value." if row["value"] is None else f"was {_spelled(row['value'], row['unit'])}.")
        for row in case["evidence"]
    ]


def _spelled(text: str, unit: str) -> str:
    """Return a value in every rounding that an answer may use, so that a peer of text can find it."""
    value = Decimal(text)
    forms = [f"{value:,f}"]
    forms += [f"{_rounded(value, places):,f}" for places in (0, 1, 2)]
    for word, power in SCALES:
        if abs(value) >= Decimal(10) ** power:
            forms += [f"{_rounded(value.scaleb(-power), places):f} {word}" for places in (0, 1, 2)]
    sign = "%" if unit.startswith("%") else f" {unit}"
    return ", ".join(form + sign for form in dict.fromkeys(forms))


def _rounded(value: Decimal, places: int) -> Decimal:
    return value.quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP)


JUDGES: Mapping[str, tuple[Callable[[], Judge], str]] = {
    OURS: (tieout, "tieout"),
    REGEX: (occurs, "re"),
    "figured": (figured, "figured"),
    "corroborate": (corroborate, "corroborate"),
    "hallucination-check": (hallucination_check, "hallucination_check"),
}


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


def wilson(part: int, whole: int) -> tuple[float, float]:
    """Return the 95% Wilson score interval of a share, in percent."""
    if not whole:
        return 0.0, 100.0
    z, share = 1.959964, part / whole
    centre = (share + z * z / (2 * whole)) / (1 + z * z / whole)
    half = z * math.sqrt(share * (1 - share) / whole + z * z / (4 * whole * whole)) / (1 + z * z / whole)
    return 100 * max(0.0, centre - half), 100 * min(1.0, centre + half)


def _share(part: int, whole: int) -> str:
    low, high = wilson(part, whole)
    return f"{part:,} of {whole:,} ({100 * part / whole:.1f}%; {low:.1f}–{high:.1f})" if whole else "–"


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
    judges: dict[str, Judge] = {}
    for name in (OURS, REGEX) if arguments.bar else arguments.judge or JUDGES:
        make, module = JUDGES[name]
        if find_spec(module) is None:
            print(f"{name} is not installed and is left out", file=sys.stderr)
        else:
            judges[name] = make()
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
