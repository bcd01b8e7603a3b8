"""Draw the packaged set ``wdi-full-v1`` from the case suite of questions that lies beside this checkout.

    python scripts/draw_questions.py CASES SNAPSHOT

CASES is ../shared/cases/questions.jsonl, SNAPSHOT what scripts/import_full.py wrote. Words, facts and
operation are taken, and no value: values are computed whenever the set is asked. A question is left out when
its right answer is none of our operations, or when what we compute is not what the suite expects.
Every third question is held out, by the order of the SHA-256 of its id.
"""

from __future__ import annotations

import ast
import hashlib
import json
import re
import sys
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

from tieout.data.snapshot import Snapshot, load_snapshot
from tieout.errors import TieoutError
from tieout.evaluation.expected import computed
from tieout.evaluation.questions import Question, question_line

TARGET = Path(__file__).resolve().parents[1] / "src/tieout/evaluation/questions/wdi-full-v1.jsonl"
COUNT = 150
KINDS = {"cannot": "forbidden", "compare2": "comparison", "single": "value", "average": "mean"}
REF = r"e\d+"


def main() -> int:
    """Write the set; return the exit status."""
    cases, data = Path(sys.argv[1]), load_snapshot(sys.argv[2])
    rows = [json.loads(line) for line in cases.read_text(encoding="utf-8").splitlines()]
    drawn = [question for row in rows if (question := of_row(row, data)) is not None]
    drawn.sort(key=lambda question: hashlib.sha256(question.source.encode()).hexdigest())
    kept = sorted(drawn[:COUNT], key=lambda question: question.source)
    held = {question.source for question in drawn[:COUNT:3]}
    lines = []
    for number, question in enumerate(kept, start=1):
        split = "held_out" if question.source in held else "development"
        changes = {"id": f"wdi-full-v1-{number:03}", "split": split}
        lines.append(question_line(question.model_copy(update=changes)))
    TARGET.write_text("".join(lines), encoding="utf-8")
    print(f"{len(kept)} of {len(drawn)} that could be drawn, {len(held)} of them held out")
    return 0


def of_row(row: dict[str, Any], data: Snapshot) -> Question | None:
    """Return the question of a case without values, or None."""
    if "history" in row:
        return None
    base = {
        "id": row["id"],
        "kind": KINDS.get(row["kind"], row["kind"]),
        "dataset": "wdi-full",
        "question": row["question"],
        "source": f"cases/questions.jsonl {row['id']}",
    }
    if row["operation"] == "cannot_answer":
        reason = row.get("reason", "")
        told = f"{reason} ({row['question'].rstrip('?.')})"
        return Question(**base, decline=told) if reason and reason != "tool error" else None
    if row["operation"] == "missing_value":
        return missing(row, base, data)
    for found in asked(row):
        try:
            question = computed(Question(**base, **found), data)
        except TieoutError:
            continue
        if agrees(question, row["expected_value"]):
            return question.model_copy(update={"values": (), "areas": (), "years": (), "position": None})
    return None


def missing(row: dict[str, Any], base: dict[str, str], data: Snapshot) -> Question | None:
    """Return a question for a value that is not there."""
    gaps = [ref for ref in row["refs"].values() if ref["value"] is None]
    if len(gaps) != 1 or gaps[0]["iso3"] not in data.areas or gaps[0]["indicator"] not in data.indicators:
        return None
    gap = gaps[0]
    name, area = data.indicators[gap["indicator"]].name, data.areas[gap["iso3"]].name
    return Question(**base, decline=f"the data set has no {name} for {area} in {gap['year']}")


def asked(row: dict[str, Any]) -> list[dict[str, Any]]:
    """Return facts and operation that the formulas of a case may be, the likeliest first."""
    refs = {
        ref: f"{cell['iso3']} {cell['indicator']} {cell['year']}"
        for ref, cell in row["refs"].items()
        if cell["value"] is not None
    }
    formulas = [row.get("expected_formula"), *(each.get("formula") for each in row["expected"])]
    found = []
    for formula in filter(None, formulas):
        found += one(formula.replace(" ", ""), refs)
    plain = tuple(dict.fromkeys(refs[each] for each in filter(None, formulas) if each in refs))
    tells_all = row["operation"] != "trend_min_max"
    values = [{"operation": "value", "facts": plain}] if plain and tells_all else []
    return [*values, *found] if row["operation"] in ("multi_part", "series") else [*found, *values]


def one(formula: str, refs: dict[str, str]) -> list[dict[str, Any]]:
    """Return what one formula asks for; nothing where it is none of our operations."""
    names = re.findall(REF, formula)
    if not names or any(name not in refs for name in names):
        return []
    facts = tuple(refs[name] for name in names)
    shape = re.sub(REF, "e", formula)
    pairs = {"e/e": "ratio", "e/e*100": "share", "pct(e,e)": "percent_change"}
    if shape in pairs:
        return [{"operation": pairs[shape], "facts": facts}]
    if shape == "e-e":
        return [{"operation": "difference", "facts": facts[::-1]}]
    if shape in ("e<e", "e>e"):
        return [{"operation": "highest", "facts": facts}]
    if shape == "e":
        return [{"operation": "value", "facts": facts}]
    listed = re.fullmatch(r"(mean|median|sum|ymax|ymin|order)\(\[(?:e,?)+\]\)(?:==.*)?", shape)
    if listed:
        words = {"ymax": "highest_year", "ymin": "lowest_year", "order": "top"}
        operation = words.get(listed[1], listed[1])
        return [
            {"operation": operation, "facts": facts, **({"count": len(facts)} if operation == "top" else {})}
        ]
    first = re.fullmatch(r"first\(\[(?:e,?)+\],'>=?',([\d.]+)\)(?:==.*)?", shape)
    return [{"operation": "first_year_above", "facts": facts, "bound": first[1]}] if first else []


def agrees(question: Question, expected: str) -> bool:
    """Tell whether what is computed is what the suite expects."""
    names = [str(value) for value in (*question.years, *question.areas)]
    if expected in names or expected == ", ".join(question.areas) or expected in ("yes", "no"):
        return True
    try:
        value = Fraction(Decimal(ast.literal_eval(repr(expected))))
    except (ValueError, ArithmeticError):
        return False
    return any(abs(Fraction(each) - value) <= abs(value) / 10**9 for each in question.values)


if __name__ == "__main__":
    sys.exit(main())
