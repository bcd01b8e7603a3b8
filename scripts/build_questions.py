"""Compute the packaged question sets from their specifications and the snapshots.

Usage: python scripts/build_questions.py [--check]

Every expected value is computed from the snapshot; with --check nothing is written, and the exit status is 1
when a packaged file is not what the snapshot gives today.
"""

from __future__ import annotations

import argparse
import sys
import tomllib
from pathlib import Path

from tieout.data.snapshot import load_snapshot
from tieout.evaluation.questions import build_questions

ROOT = Path(__file__).parent.parent
SPECIFICATIONS = ROOT / "scripts" / "questions"
PACKAGED = ROOT / "src" / "tieout" / "evaluation" / "questions"


def main() -> int:
    """Build or check every question set; return the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--check", action="store_true", help="write nothing; fail when a file would change")
    check = parser.parse_args().check
    stale = []
    for file in sorted(SPECIFICATIONS.glob("*.toml")):
        specification = tomllib.loads(file.read_text(encoding="utf-8"))
        with_values = build_questions(
            specification["name"], specification["question"], load_snapshot(specification["dataset"])
        )
        target = PACKAGED / f"{specification['name']}.jsonl"
        if target.exists() and target.read_text(encoding="utf-8") == with_values:
            continue
        stale.append(target.name)
        if not check:
            target.write_text(with_values, encoding="utf-8")
    print("\n".join(f"{'stale' if check else 'written'}: {name}" for name in stale) or "all current")
    return 1 if check and stale else 0


if __name__ == "__main__":
    sys.exit(main())
