"""A newsroom's desk: an answer is shown only when every claim in it ties out."""

from __future__ import annotations

import tieout
from tieout.testing import ScriptedModel, answer, calls

LOOKUP = {"country_codes": ["CAN"], "indicator_code": "SP.POP.TOTL", "from_year": 2024, "to_year": 2024}

SCRIPTS: dict[str, tuple[tieout.Reply, ...]] = {
    "What was the population of Canada in 2024?": (
        calls(("get_values", LOOKUP)),
        tieout.Reply(text="I have the value."),
        answer("The population of Canada was 41,262,329 in 2024."),
    ),
    "How many people lived in Canada in 2024?": (
        calls(("get_values", LOOKUP)),
        tieout.Reply(text="I have the value."),
        answer("The population of Canada was 42,262,329 in 2024."),
    ),
    "What was the population of France in 2024?": (
        calls(("find_areas", {"query": "France"})),
        tieout.Reply(text="It is not there."),
        answer("The data do not include the population of France.", status="cannot_answer"),
    ),
}


def ask(question: str) -> tieout.Outcome:
    """Ask the newsroom's desk, with the script in the model's place."""
    desk = tieout.open_desk(ScriptedModel(SCRIPTS[question]), "core8", path="tools:prose")
    return desk.ask(question)


def told(outcome: tieout.Outcome) -> str:
    """Return what the newsroom shows: an answer with its source, or why there is none."""
    if outcome.answer:
        return "\n".join(line for line in (outcome.answer, outcome.source) if line)
    reasons = "; ".join(problem.message for problem in outcome.problems)
    return f"{outcome.kind}: {reasons or outcome.stop}"


def main() -> None:
    """Ask each question and print what is shown."""
    for question in SCRIPTS:
        print(f"{question}\n{told(ask(question))}\n")


if __name__ == "__main__":
    main()
