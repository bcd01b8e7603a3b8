"""Question sets: files of JSON lines, one question a line; packaged ones by name.

Expected values are computed from a snapshot (`tieout.evaluation.expected`), never typed; the packaged sets
are rebuilt and compared in the tests.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from importlib import resources
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError

from tieout.data.snapshot import Snapshot
from tieout.errors import UsageError
from tieout.evaluation.expected import computed
from tieout.evaluation.question import Operation, Question, Split

__all__ = [
    "Operation",
    "Question",
    "build_questions",
    "list_question_sets",
    "load_questions",
    "parse_questions",
    "question_line",
    "read_set",
]


class _Specification(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    kind: str
    text: str
    operation: Operation | None = None
    operands: tuple[str, ...] = ()
    count: int = 1
    bound: str = ""
    decline: str = ""
    no_reads: bool = False
    split: Split = "development"
    source: str = ""


_QUESTION: TypeAdapter[Question] = TypeAdapter(Question)


def list_question_sets() -> tuple[str, ...]:
    """Return the names of the packaged question sets, sorted."""
    folder = resources.files("tieout.evaluation").joinpath("questions")
    return tuple(
        sorted(entry.name[: -len(".jsonl")] for entry in folder.iterdir() if entry.name.endswith(".jsonl"))
    )


def load_questions(name_or_file: str | Path) -> tuple[Question, ...]:
    """Read a packaged question set by name, or a file of JSON lines.

    Raises:
        UsageError: There is no such set or file, or a line is malformed; the sentence names the line.
    """
    return parse_questions(read_set(name_or_file), name_or_file)


def parse_questions(text: str, name_or_file: str | Path) -> tuple[Question, ...]:
    """Read questions from JSON lines.

    Args:
        text: The lines.
        name_or_file: What they are called, for messages.

    Raises:
        UsageError: A line is malformed, two questions share an id, or there is none.
    """
    questions: list[Question] = []
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        try:
            questions.append(_QUESTION.validate_json(line))
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            where = ".".join(str(part) for part in first["loc"]) or "line"
            raise UsageError(f"{name_or_file}, line {number}: {where}: {first['msg']}.") from None
    if len({question.id for question in questions}) != len(questions):
        raise UsageError(f"{name_or_file}: two questions share an id; give each its own.")
    if not questions:
        raise UsageError(f"{name_or_file} holds no question.")
    return tuple(questions)


def read_set(name_or_file: str | Path) -> str:
    """Return the text of a packaged question set or of a file.

    Raises:
        UsageError: There is no such set, or the file cannot be read.
    """
    name = str(name_or_file)
    if name in list_question_sets():
        folder = resources.files("tieout.evaluation").joinpath("questions")
        return folder.joinpath(f"{name}.jsonl").read_text(encoding="utf-8")
    try:
        return Path(name).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError, ValueError) as error:
        known = ", ".join(list_question_sets())
        reason = "is not UTF-8 text" if isinstance(error, UnicodeDecodeError) else "cannot be read"
        raise UsageError(f"Question file {name!r} {reason}; packaged sets: {known}.") from None


def build_questions(name: str, specifications: Iterable[Mapping[str, Any]], snapshot: Snapshot) -> str:
    """Compute the expected values of a question set and return it as JSON lines.

    Args:
        name: Prefix of the ids.
        specifications: Question, operation and operands ("CAN SP.POP.TOTL 2024", or "*" for every economy).
        snapshot: Where every expected value comes from.

    Raises:
        QueryError: An operand is not in the snapshot.
        UsageError: An operand is malformed, or nothing single is right.
        ValueError: A specification is malformed.
    """
    lines: list[str] = []
    for number, raw in enumerate(specifications, start=1):
        given = _Specification.model_validate(raw)
        question = Question(
            id=f"{name}-{number:02}",
            dataset=snapshot.card.name,
            question=given.text,
            facts=given.operands,
            **given.model_dump(exclude={"text", "operands"}),
        )
        lines.append(question_line(computed(question, snapshot)))
    return "".join(lines)


def question_line(question: Question) -> str:
    """Return a question as a line of a file, without what it leaves at its default."""
    return json.dumps(question.model_dump(mode="json", exclude_defaults=True), ensure_ascii=False) + "\n"
