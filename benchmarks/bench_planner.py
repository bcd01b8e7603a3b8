"""What the built-in model does in how long, on generated questions over a snapshot.

    python benchmarks/bench_planner.py wdi-full.sqlite --count 1000 --seed 1

Generating is not counted; asking is, with every first reading of an indicator, on one thread. The snapshot is
opened anew for it. `scripts/import_full.py` writes the full-size one.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from pathlib import Path

from tieout.evaluation.generating import generate
from tieout.evaluation.scoring import grade
from tieout.interfaces.settings import Settings


def main() -> None:
    """Print the grades and the seconds."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("snapshot")
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    settings = Settings(home=Path("unused"))
    snapshot, catalogue = settings.load(options.snapshot)
    questions = generate(snapshot, catalogue.names, count=options.count, seed=options.seed)
    desk = settings.desk(model="planner", dataset=options.snapshot)
    began = time.perf_counter()
    outcomes = [desk.ask(question.question) for question in questions]
    seconds = time.perf_counter() - began
    grades = Counter(
        grade(question, outcome, catalogue.names).grade
        for question, outcome in zip(questions, outcomes, strict=True)
    )
    right = sum(count for each, count in grades.items() if each.is_right)
    print(f"{len(questions)} questions in {seconds:.1f} s: {right} right", dict(grades))


if __name__ == "__main__":
    main()
