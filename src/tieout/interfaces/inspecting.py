"""A question set as a task of Inspect, for labs that run it with their own harness (extra ``inspect``).

    inspect eval tieout/questions --model openai/...
    inspect eval tieout/questions -T questions=our.jsonl -T tools=false --model ... --solver their/solver

The scorer is ours and reads the last thing that the model said; the solver is free. By default the model may
call our tools over the data set of the questions. There is no check between: what is wrong here would have
been held at a desk, or shown.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.scorer import (
    CORRECT,
    INCORRECT,
    Score,
    Scorer,
    Target,
    accuracy,
    ci_wilson,
    grouped,
    scorer,
)
from inspect_ai.solver import Solver, TaskState, generate, system_message, use_tools
from inspect_ai.tool import ToolDef, ToolParams

from tieout.errors import UsageError
from tieout.evaluation.question import Question
from tieout.evaluation.questions import load_questions
from tieout.evaluation.reporting import expected_text
from tieout.evaluation.scorer import Standing, expected_of, read_draft
from tieout.facts.names import Names

if TYPE_CHECKING:
    from tieout.tools.contract import Toolset

__all__ = ["CLOSED_PROMPT", "TOOLS_PROMPT", "as_inspect_tools", "questions", "tieout_scorer"]

TOOLS_PROMPT: Final = (
    "Answer the question in one to three sentences. Every number comes from a tool result in this "
    "conversation, never from memory; the tools also compute differences, percent changes, ranks and means. "
    "Name the place, the measure, the unit and the year. If the data do not hold the answer, say in one "
    "sentence what they do not hold. No causes, forecasts or advice."
)
CLOSED_PROMPT: Final = (
    "Answer the question in one to three sentences, with the place, the measure, the unit and the year. If "
    "you cannot answer, say in one sentence why."
)


@task
def questions(
    questions: str = "core8-v1", tools: bool = True, dataset: str | None = None, split: str = "all"
) -> Task:
    """Return a question set as a task.

    Args:
        questions: A packaged set by name, or a file of JSON lines.
        tools: False for a model that is given nothing but the question.
        dataset: The data set that the tools read; that of the questions by default.
        split: ``development`` or ``held_out``; ``all`` by default.

    Raises:
        UsageError: The set or the data set cannot be read, or nothing is left of the set.
    """
    asked = [each for each in load_questions(questions) if split in ("all", each.split)]
    if not asked:
        raise UsageError(f"{questions} has no question in split {split!r}; say all, development or held_out.")
    return Task(
        dataset=MemoryDataset([_sample(each) for each in asked], name=questions),
        solver=_solver(asked, dataset) if tools else [system_message(CLOSED_PROMPT), generate()],
        scorer=tieout_scorer(asked),
        version=1,
        metadata={"questions": questions, "tools": tools},
    )


def _sample(question: Question) -> Sample:
    return Sample(
        id=question.id,
        input=question.question,
        target=expected_text(question),
        metadata={"kind": question.kind, "split": question.split, "digest": question.digest},
    )


def _solver(asked: Sequence[Question], dataset: str | None) -> list[Solver]:
    from tieout.interfaces.settings import Settings
    from tieout.interfaces.toolsets import toolset_of

    names = {dataset} if dataset else {each.dataset for each in asked}
    if len(names) > 1:
        raise UsageError(f"The questions are of {', '.join(sorted(map(str, names)))}; name one as dataset.")
    settings = Settings.from_environment()
    toolset = toolset_of(*settings.load(names.pop()), now=settings.now)
    return [system_message(TOOLS_PROMPT), use_tools(as_inspect_tools(toolset)), generate()]


def as_inspect_tools(toolset: Toolset) -> list[ToolDef]:
    """Return our tools as Inspect's: the same names, texts and schemas, run by the same dispatch."""
    return [_tool_def(toolset, definition) for definition in toolset.definitions()]


def _tool_def(toolset: Toolset, definition: dict[str, Any]) -> ToolDef:
    from tieout.tools.call import ToolCall

    name = str(definition["name"])

    async def execute(**arguments: Any) -> str:
        return toolset.call(ToolCall(id=name, name=name, arguments=arguments)).content

    parameters = ToolParams.model_validate(definition["parameters"])
    for argument, parameter in parameters.properties.items():
        # Inspect refuses a parameter without words; ours are told apart by their names.
        parameter.description = parameter.description or argument.replace("_", " ")
    return ToolDef(
        execute,
        name=name,
        description=str(definition["description"]),
        parameters=parameters,
        max_output=0,
    )


@scorer(metrics=[grouped(accuracy(), "kind", all_label="every kind"), ci_wilson()])
def tieout_scorer(asked: Sequence[Question]) -> Scorer:
    """Return the scorer: correct for a right answer, or a refusal for the reason that is so.

    The standing (right, wrong, undecided, declines, refuses) and why stand in the score.

    Args:
        asked: The questions, by whose ids the samples are known.
    """
    names = Names.load()
    expected = {question.id: expected_of(question, names) for question in asked}

    async def score(state: TaskState, target: Target) -> Score:
        text = state.output.completion
        reading = read_draft(expected[str(state.sample_id)], text, names)
        right = reading.standing in (Standing.RIGHT, Standing.DECLINES)
        return Score(
            value=CORRECT if right else INCORRECT,
            answer=text,
            explanation=reading.reason or f"as expected: {target.text}",
            metadata={"standing": str(reading.standing)},
        )

    return score
