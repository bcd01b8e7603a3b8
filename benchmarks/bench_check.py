"""The check beside its peers, on the same rows in one run: what each accepts, lets through, and costs.

    python benchmarks/bench_check.py                       every suite of ../shared/cases
    python benchmarks/bench_check.py FILE.jsonl --json     these suites, as JSON

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
    r"(?<![\w.])(\d[\d,]*(?:\.\d+)?)\s?(million|billion|trillion|m\b|bn\b|tn\b)?", re.IGNORECASE
)
_POWERS = {"million": 6, "m": 6, "billion": 9, "bn": 9, "trillion": 12, "tn": 12}


def tieout() -> Judge:
    """Return our own check, reading of the rows included."""

    def judge(case: Case) -> bool:
        evidence = evidence_from_rows(case["evidence"])
        return check(case["answer"], evidence, question=case.get("question")).valid

    return judge


def occurs() -> Judge:
    """Return the usual first check: each number equals a number of the evidence when rounded like it.

    Years, numbers in the labels and small counts of areas pass, as they do in such checks.
    """

    def judge(case: Case) -> bool:
        rows = case["evidence"]
        known = {Decimal(row["period"][:4]) for row in rows} | set(
            range(len({row["area"] for row in rows}) + 1)
        )
        known |= {number for row in rows for number, _ in _numbers(f"{row['indicator_name']} {row['unit']}")}
        values = [abs(Decimal(row["value"])) for row in case["evidence"] if row["value"] is not None]
        return all(
            number in known or _occurs(number, half, values) for number, half in _numbers(case["answer"])
        )

    return judge


def _numbers(text: str) -> Iterator[tuple[Decimal, Decimal]]:
    for digits, scale in _NUMBER.findall(text):
        number = Decimal(digits.replace(",", "").rstrip("."))
        power = Decimal(10) ** _POWERS.get(scale.lower(), 0)
        exponent = number.as_tuple().exponent
        yield number * power, Decimal(1).scaleb(int(exponent)) * power / 2


def _occurs(number: Decimal, half: Decimal, values: Sequence[Decimal]) -> bool:
    return any(abs(value - number) <= half for value in values)


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
    "tieout": (tieout, "tieout"),
    "number occurs (regex)": (occurs, "re"),
    "figured": (figured, "figured"),
    "corroborate": (corroborate, "corroborate"),
    "hallucination-check": (hallucination_check, "hallucination_check"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """How one judge did on one suite; times in microseconds an answer."""

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


def measure(suite: str, cases: Sequence[Case], name: str, judge: Judge) -> Figures:
    """Judge every case of a suite."""
    accepted: dict[str, bool] = {}
    times: list[float] = []
    crashes = 0
    for case in cases:
        begin = time.perf_counter()
        try:
            accepted[case["id"]] = judge(case)
        except Exception:  # a crash is a verdict: rejected
            accepted[case["id"]] = False
            crashes += 1
        times.append((time.perf_counter() - begin) * 1e6)
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
        "| suite | judge | right accepted | wrong let through | pairs right | median | p99 |",
        "|---|---|---|---|---|---|---|",
    ]
    for each in figures:
        pairs = f"{100 * each.pairs_right / each.pairs:.1f}%" if each.pairs else "–"
        lines.append(
            f"| {each.suite} | {each.judge} | {_share(each.right_accepted, each.right)} "
            f"| {_share(each.wrong_accepted, each.wrong)} | {pairs} "
            f"| {each.median_us:,.0f} µs | {each.p99_us:,.0f} µs |"
        )
    return "\n".join(lines)


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
    arguments = parser.parse_args()
    suites = arguments.suites or [SHARED / name for name in SUITES if (SHARED / name).exists()]
    if not suites:
        print("No case files here: name some.", file=sys.stderr)
        return 2
    figures: list[Figures] = []
    for suite in suites:
        cases = [json.loads(line) for line in suite.read_text(encoding="utf-8").splitlines() if line.strip()]
        for name in arguments.judge or JUDGES:
            make, module = JUDGES[name]
            if find_spec(module) is None:
                print(f"{name} is not installed and is left out", file=sys.stderr)
                continue
            figures.append(measure(suite.stem, cases, name, make()))
    if arguments.json:
        print(json.dumps([{key: getattr(each, key) for key in Figures.__slots__} for each in figures]))
    else:
        print(table(figures))
    return 0


if __name__ == "__main__":
    sys.exit(main())
