"""Lists of runs as people look for them: filtered, a page at a time, without the conversations."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any, Final

from tieout.ledger.storage import Storage, stamp

__all__ = ["Choices", "ListedRun", "Listing", "Wanted"]

_LISTED: Final = """
SELECT runs.number, runs.run, runs.asked_at, runs.question, runs.outcome, runs.model, runs.dataset,
       coalesce(q.asker, ''), runs.document, reviews.decided_at, reviews.who, reviews.action, reviews.why
"""
_FROM: Final = """
FROM runs LEFT JOIN reviews ON reviews.run_number = runs.number LEFT JOIN questions q ON q.run = runs.run
"""
_NAMES: Final = "SELECT runs.model, runs.dataset, coalesce(q.asker, '')"
_LAST: Final = 2**62
_LOOKED_AT: Final = 1_000
"""How many of the newest runs are looked at for names to choose from."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """Which runs are looked for; what is empty or None does not narrow.

    Attributes:
        outcome: ``answered``, ``declined``, ``held`` or ``failed``.
        decided: True for those that a person decided, False for those that wait.
        model: The name of the model.
        dataset: The name of the data set.
        asker: Who asked.
        problem: A problem code of the check.
        text: Words of the question, in any case.
        first: The first day on which it was asked, in UTC.
        last: The last such day, itself included.
    """

    outcome: str = ""
    decided: bool | None = None
    model: str = ""
    dataset: str = ""
    asker: str = ""
    problem: str = ""
    text: str = ""
    first: date | None = None
    last: date | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedRun:
    """A run as a list shows it.

    Attributes:
        number: The ledger's number.
        run: The id of the run.
        asked_at: When the question arrived, in UTC.
        question: The question, as asked.
        outcome: ``answered``, ``declined``, ``held`` or ``failed``.
        model: The name of the model.
        dataset: The name of the data set.
        asker: Who asked; empty where nobody is known.
        document: The outcome in its JSON form.
        decided_at: When a person decided; None while nobody has.
        who: Who decided; empty while nobody has.
        action: What was decided; empty while nothing was.
        why: The reason given.
    """

    number: int
    run: str
    asked_at: datetime
    question: str
    outcome: str
    model: str
    dataset: str
    asker: str
    document: dict[str, Any]
    decided_at: datetime | None
    who: str
    action: str
    why: str

    @property
    def codes(self) -> tuple[str, ...]:
        """The codes of what does not tie out, each once, in the order of the draft."""
        return tuple(dict.fromkeys(str(problem["code"]) for problem in self.document["problems"]))


@dataclass(frozen=True, slots=True, kw_only=True)
class Choices:
    """What may be chosen from: the models, data sets and askers of the newest thousand runs, by name."""

    models: tuple[str, ...]
    datasets: tuple[str, ...]
    askers: tuple[str, ...]


class Listing:
    """The runs of one ledger, to look through."""

    __slots__ = ("_storage",)

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    def newest(self, wanted: Wanted, count: int, *, before: int | None = None) -> tuple[ListedRun, ...]:
        """Return at most ``count`` runs, newest first; with ``before``, those of a lower number."""
        where, values = _conditions(wanted)
        rows = self._storage.rows(
            f"{_LISTED} {_FROM} WHERE runs.number < :before {where} ORDER BY runs.number DESC LIMIT :count",
            before=_LAST if before is None else before,
            count=count,
            **values,
        )
        return tuple(map(_listed, rows))

    def oldest(self, wanted: Wanted, count: int, *, after: int = 0) -> tuple[ListedRun, ...]:
        """Return at most ``count`` runs with a number above ``after``, oldest first."""
        where, values = _conditions(wanted)
        rows = self._storage.rows(
            f"{_LISTED} {_FROM} WHERE runs.number > :after {where} ORDER BY runs.number LIMIT :count",
            after=after,
            count=count,
            **values,
        )
        return tuple(map(_listed, rows))

    def count(self, wanted: Wanted) -> int:
        """Return how many runs there are of that kind."""
        where, values = _conditions(wanted)
        ((count,),) = self._storage.rows(f"SELECT count(*) {_FROM} WHERE 1 = 1 {where}", **values)
        return int(count)

    def choices(self) -> Choices:
        """Return what may be chosen from."""
        rows = self._storage.rows(
            f"{_NAMES} {_FROM} ORDER BY runs.number DESC LIMIT :count", count=_LOOKED_AT
        )
        models, datasets, askers = (sorted({row[at] for row in rows} - {""}) for at in range(3))
        return Choices(models=tuple(models), datasets=tuple(datasets), askers=tuple(askers))


def _conditions(wanted: Wanted) -> tuple[str, dict[str, object]]:
    """Return the conditions in SQL, each with its AND, and their values."""
    found = list(_tested(wanted))
    where = " ".join(f"AND {condition}" for condition, _, _ in found)
    return where, {name: value for _, name, value in found if name}


def _tested(wanted: Wanted) -> Iterator[tuple[str, str, object]]:
    """Yield each condition with the name and value it compares."""
    for name in ("outcome", "model", "dataset"):
        if value := getattr(wanted, name):
            yield f"runs.{name} = :{name}", name, value
    if wanted.asker:
        yield "q.asker = :asker", "asker", wanted.asker
    if wanted.decided is not None:
        yield f"reviews.number IS {'NOT NULL' if wanted.decided else 'NULL'}", "", None
    if wanted.problem:
        # the document is compact JSON, in which a quotation mark inside a text is never bare
        code = f'"code":"{_literal(wanted.problem)}"'
        yield "runs.document LIKE :problem ESCAPE '!'", "problem", f"%{code}%"
    if wanted.text:
        yield (
            "lower(runs.question) LIKE lower(:text) ESCAPE '!'",
            "text",
            f"%{_literal(wanted.text.strip())}%",
        )
    if wanted.first is not None:
        yield "runs.asked_at >= :first", "first", _midnight(wanted.first)
    if wanted.last is not None:
        yield "runs.asked_at < :last", "last", _midnight(wanted.last + timedelta(days=1))


def _literal(text: str) -> str:
    """Return a text for LIKE that stands for itself."""
    return text.replace("!", "!!").replace("%", "!%").replace("_", "!_")


def _midnight(day: date) -> str:
    return stamp(datetime.combine(day, time(), UTC))


def _listed(row: tuple[Any, ...]) -> ListedRun:
    number, run, asked_at, question, outcome, model, dataset, asker, document, *review = row
    decided_at, who, action, why = review
    return ListedRun(
        number=number,
        run=run,
        asked_at=datetime.fromisoformat(asked_at),
        question=question,
        outcome=outcome,
        model=model,
        dataset=dataset,
        asker=asker,
        document=json.loads(document),
        decided_at=None if decided_at is None else datetime.fromisoformat(decided_at),
        who=who or "",
        action=action or "",
        why=why or "",
    )
