"""Write the packaged case suite: a part of the check's golden answers, as lines of a case suite.

    python scripts/build_suite.py

Which answers are in it is told by a digest of their words, so that a new golden answer moves no other.
"""

import hashlib
import json
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tests.golden.answers import cases  # noqa: E402

FILE = ROOT / "src" / "tieout" / "evaluation" / "suites" / "golden.jsonl"
ONE_OF = 9
MOST_ROWS = 20


def main() -> None:
    """Write right and wrong answers in the order of the golden files, those over few rows."""
    lines = []
    for case in cases():
        rows, question, answer, expected = case.values
        told = f"{question} {answer} {expected}".encode()
        if int(hashlib.sha256(told).hexdigest(), 16) % ONE_OF or len(rows) > MOST_ROWS:
            continue
        evidence = [{key: value for key, value in row.items() if value not in ("", False)} for row in rows]
        lines.append(
            json.dumps(
                {
                    "id": f"golden-{len(lines) + 1:03}",
                    "evidence": evidence,
                    "question": question,
                    "answer": answer,
                    "expected": {"verdict": "accept" if expected == "accept" else "reject"},
                },
                ensure_ascii=False,
                separators=(",", ":"),
            )
        )
    FILE.parent.mkdir(exist_ok=True)
    FILE.write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(f"{len(lines)} cases, {FILE.stat().st_size // 1024} kB")


if __name__ == "__main__":
    main()
