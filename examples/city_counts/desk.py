"""A city's desk: bicycles counted by day and by month, imported from a table, asked about and checked."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path

import tieout

HERE = Path(__file__).parent
QUESTIONS = (
    "How many bicycles were counted at North Bridge on 14 July 2024?",
    "Which day of July 2024 was the busiest at North Bridge?",
    "How did the number of bicycles at North Bridge change from July 2023 to July 2024?",
    "How many bicycles were counted at North Bridge in 2024 in total?",
    "How many bicycles were counted at Mill Lane on 7 March 2024?",
)
REFUSED = (
    {"area_codes": ["CAN"], "indicator_code": "BIKES.M", "from_period": "2024-07", "to_period": "2024-07"},
    {"area_codes": ["NB"], "indicator_code": "SP.POP.TOTL", "from_period": "2024-07", "to_period": "2024-07"},
    {"area_codes": ["NB"], "indicator_code": "BIKES.D", "from_period": "2024-07", "to_period": "2024-07"},
    {"area_codes": ["NB"], "indicator_code": "BIKES.M", "from_period": "2024-13", "to_period": "2024-13"},
    {"area_codes": ["NB"], "indicator_code": "BIKES.M", "from_period": "2030-01", "to_period": "2030-01"},
)
TRUE = "North Bridge counted 99,324 bicycles in July 2024, up 10.7% on the month."
FALSE = "North Bridge counted 99,324 bicycles in July 2024, up 10.7% from a year earlier."


def import_counts(folder: Path) -> Path:
    """Import the table as a person would, with `tieout data import`, and return the snapshot."""
    target = folder / "city-counts.sqlite"
    command = ["data", "import", str(HERE / "counts.csv"), "--card", str(HERE / "counts.card.toml")]
    subprocess.run(  # noqa: S603  # our own program, with names of our own
        [sys.executable, "-m", "tieout", *command, "--out", str(target)], check=True, capture_output=True
    )
    return target


def toolset(snapshot: tieout.Snapshot) -> tieout.Toolset:
    """Return the tools over the city's data: they take its counters and its two series, and nothing else."""
    return tieout.Toolset(tieout.statistics_tools(snapshot, tieout.Catalogue(snapshot)))


def refusals(tools: tieout.Toolset) -> list[str]:
    """Return what is answered to calls that the city's allow-lists and periods do not take."""
    calls = (
        tieout.ToolCall(id=f"call-{number}", name="get_values", arguments=json.dumps(arguments))
        for number, arguments in enumerate(REFUSED, 1)
    )
    results = (tools.call(call) for call in calls)
    return [str(json.loads(result.content).get("message", "")) for result in results]


def evidence(snapshot: tieout.Snapshot) -> tieout.Evidence:
    """Return the monthly counts of North Bridge as evidence."""
    cells = snapshot.series("NB", "BIKES.M")
    return tieout.Evidence(tieout.Fact.of(cell, ref=f"e{number}") for number, cell in enumerate(cells, 1))


def told(outcome: tieout.Outcome) -> str:
    """Return what the city shows: an answer with its source, or why there is none."""
    if outcome.answer:
        return outcome.answer
    return f"{outcome.kind}: {'; '.join(problem.message for problem in outcome.problems) or outcome.stop}"


def main() -> None:
    """Import, ask, show what is refused, and check a true and a false sentence."""
    with tempfile.TemporaryDirectory() as folder:
        path = import_counts(Path(folder))
        desk = tieout.open_desk("planner", str(path))
        for question in QUESTIONS:
            print(f"{question}\n{told(desk.ask(question))}\n")
        snapshot = tieout.load_snapshot(path)
        for message in refusals(toolset(snapshot)):
            print(f"refused: {message}")
        facts = evidence(snapshot)
        for sentence in (TRUE, FALSE):
            verdict = tieout.check(sentence, facts)
            print(f"\n{sentence}")
            print("ties out" if verdict.valid else f"held: {verdict.problems[0].message}")
        snapshot.close()


if __name__ == "__main__":
    main()
