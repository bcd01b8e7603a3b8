"""Question sets: what is asked, and what a right answer must state.

A question set is a file of JSON lines, one question a line. Expected values are computed from a snapshot by
:func:`build_questions`, never typed; the packaged sets are rebuilt and compared in the tests.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from importlib import resources
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from tieout.data.snapshot import Snapshot
from tieout.errors import UsageError
from tieout.evaluation.attempt import digest_of
from tieout.facts import derivation
from tieout.facts.observation import Observation
from tieout.facts.period import Period

__all__ = ["Operation", "Question", "build_questions", "list_question_sets", "load_questions"]

Kind = Literal["lookup", "comparison", "derived", "no_data", "forbidden"]
Operation = Literal[
    "value",
    "highest",
    "lowest",
    "top",
    "rank",
    "difference",
    "percent_change",
    "ratio",
    "mean",
    "growth_per_year",
]

_EVERY_AREA = "*"


class Question(BaseModel):
    """One question, and what makes an outcome right.

    Attributes:
        id: Unique in its set.
        kind: Which ability it tests.
        dataset: The data set it is asked of.
        question: The words.
        operation: What a right answer states; None when declining is right.
        values: Exact numbers that a right answer states, each at a precision that the rules allow.
        areas: Codes of the areas that it names, in the order of a ranking where there is one.
        position: The place in a ranking that it states, else None.
        decline: Why the data cannot answer; empty for a question that they can.
        no_reads: True when besides no tool may have read data.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    id: Annotated[str, Field(min_length=1)]
    kind: Kind
    dataset: str
    question: Annotated[str, Field(min_length=1)]
    operation: Operation | None = None
    values: tuple[str, ...] = ()
    areas: tuple[str, ...] = ()
    position: int | None = None
    decline: str = ""
    no_reads: bool = False

    @property
    def digest(self) -> str:
        """SHA-256, in hex, of the words and of what makes an outcome right."""
        return digest_of(self.model_dump(mode="json"))


@dataclass(frozen=True, slots=True)
class _Expected:
    values: tuple[Fraction | Decimal, ...]
    areas: tuple[str, ...]
    position: int | None = None


class _Specification(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    kind: Kind
    text: str
    operation: Operation | None = None
    operands: tuple[str, ...] = ()
    count: int = 1
    decline: str = ""
    no_reads: bool = False


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
    text = _read(str(name_or_file))
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


def _read(name_or_file: str) -> str:
    if name_or_file in list_question_sets():
        folder = resources.files("tieout.evaluation").joinpath("questions")
        return folder.joinpath(f"{name_or_file}.jsonl").read_text(encoding="utf-8")
    try:
        return Path(name_or_file).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError, ValueError) as error:
        known = ", ".join(list_question_sets())
        reason = "is not UTF-8 text" if isinstance(error, UnicodeDecodeError) else "cannot be read"
        raise UsageError(f"Question file {name_or_file!r} {reason}; packaged sets: {known}.") from None


def build_questions(name: str, specifications: Iterable[Mapping[str, Any]], snapshot: Snapshot) -> str:
    """Compute the expected values of a question set and return it as JSON lines.

    Args:
        name: Prefix of the ids.
        specifications: Question, operation and operands ("CAN SP.POP.TOTL 2024", or "*" for every economy).
        snapshot: Where every expected value comes from.

    Raises:
        QueryError: An operand is not in the snapshot.
        ValueError: A specification is malformed.
    """
    lines: list[str] = []
    for number, raw in enumerate(specifications, start=1):
        specification = _Specification.model_validate(raw)
        expected = _Expected((), ())
        if specification.operation is not None:
            operands = _operands(specification.operands, snapshot)
            expected = _OPERATIONS[specification.operation](operands, specification.count)
        question = Question(
            id=f"{name}-{number:02}",
            kind=specification.kind,
            dataset=snapshot.card.name,
            question=specification.text,
            operation=specification.operation,
            values=tuple(derivation.exact_text(value, digits=20) for value in expected.values),
            areas=expected.areas,
            position=expected.position,
            decline=specification.decline,
            no_reads=specification.no_reads,
        )
        lines.append(json.dumps(question.model_dump(exclude_defaults=True), ensure_ascii=False))
    return "\n".join(lines) + "\n"


def _operands(texts: Sequence[str], snapshot: Snapshot) -> list[list[Observation]]:
    operands: list[list[Observation]] = []
    for text in texts:
        area, indicator, when = text.split()
        period = Period.parse(when)
        if area == _EVERY_AREA:
            operands.append(
                [cell for cell in snapshot.cross_section(indicator, period) if cell.value is not None]
            )
        else:
            operands.append([snapshot.get(area, indicator, period)])
    return operands


def _number(cell: Observation) -> Decimal:
    if cell.value is None:
        raise ValueError(f"{cell.area.code} {cell.indicator.code} {cell.period} has no value")
    return cell.value


def _ordered(operands: list[list[Observation]], *, highest: bool) -> list[Observation]:
    cells = [cell for operand in operands for cell in operand]
    return sorted(cells, key=_number, reverse=highest)


def _winners(*, highest: bool) -> Callable[[list[list[Observation]], int], _Expected]:
    def expected(operands: list[list[Observation]], count: int) -> _Expected:
        best = _ordered(operands, highest=highest)[:count]
        return _Expected(tuple(_number(cell) for cell in best), tuple(cell.area.code for cell in best))

    return expected


def _values(operands: list[list[Observation]], _count: int) -> _Expected:
    cells = [cell for operand in operands for cell in operand]
    return _Expected(
        tuple(_number(cell) for cell in cells), tuple(dict.fromkeys(cell.area.code for cell in cells))
    )


def _place(operands: list[list[Observation]], _count: int) -> _Expected:
    (own,), others = operands
    place = derivation.rank(_number(own), [_number(cell) for cell in others], "highest first")
    return _Expected((), (own.area.code,), place)


def _of_two(
    function: Callable[[Decimal, Decimal], Fraction],
) -> Callable[[list[list[Observation]], int], _Expected]:
    def expected(operands: list[list[Observation]], _count: int) -> _Expected:
        (first,), (second,) = operands
        areas = tuple(dict.fromkeys((first.area.code, second.area.code)))
        return _Expected((function(_number(first), _number(second)),), areas)

    return expected


def _mean(operands: list[list[Observation]], _count: int) -> _Expected:
    return _Expected((derivation.mean([_number(cell) for operand in operands for cell in operand]),), ())


def _growth(operands: list[list[Observation]], _count: int) -> _Expected:
    (first,), (second,) = operands
    years = second.period.year - first.period.year
    return _Expected(
        (derivation.growth_per_year(_number(first), _number(second), years),), (first.area.code,)
    )


_OPERATIONS: Mapping[Operation, Callable[[list[list[Observation]], int], _Expected]] = {
    "value": _values,
    "highest": _winners(highest=True),
    "lowest": _winners(highest=False),
    "top": _winners(highest=True),
    "rank": _place,
    "difference": _of_two(derivation.difference),
    "percent_change": _of_two(derivation.percent_change),
    "ratio": _of_two(derivation.ratio),
    "mean": _mean,
    "growth_per_year": _growth,
}
