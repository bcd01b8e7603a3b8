"""Budgets: what a person may use in a day, and what the runs of that person have used."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Final

from tieout.assistant.limits import Budget
from tieout.ledger.storage import Storage, is_address, stamp

__all__ = ["Budgets", "Spent"]

_NEWEST: Final = """
SELECT person, questions, tokens, dollars FROM budgets b
WHERE number = (SELECT max(number) FROM budgets WHERE person = b.person)
"""

_USED: Final = {
    False: "json_extract(r.document, '$.usage.{}')",
    True: "(r.document::json -> 'usage' ->> '{}')",
}
"""What a run used, in a file and on a server."""

_OF_DAY: Final = "FROM questions q {} WHERE q.asker = :person AND q.asked_at >= :since"


@dataclass(frozen=True, slots=True, kw_only=True)
class Spent:
    """What a person has used of a day: questions accepted, tokens and dollars of those that ended."""

    questions: int
    tokens: int = 0
    dollars: Decimal = Decimal(0)


class Budgets:
    """The budgets of one ledger."""

    __slots__ = ("_storage",)

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    def listed(self) -> dict[str, Budget]:
        """Return the budgets that are not the default, by person."""
        return {
            person: Budget(
                questions=questions,
                tokens=tokens,
                dollars=None if dollars is None else Decimal(dollars),
            )
            for person, questions, tokens, dollars in self._storage.rows(_NEWEST)
        }

    def set(self, person: str, budget: Budget, *, by: str, at: datetime) -> None:
        """Let a person use another budget from now on."""
        self._storage.append(
            "INSERT INTO budgets (person, at, who, questions, tokens, dollars)"
            " VALUES (:person, :at, :by, :questions, :tokens, :dollars)",
            person=person,
            at=stamp(at),
            by=by,
            questions=budget.questions,
            tokens=budget.tokens,
            dollars=None if budget.dollars is None else format(budget.dollars, "f"),
        )

    def spent(self, person: str, since: datetime) -> Spent:
        """Return what a person has used since a moment, by when the questions were accepted."""
        values = {"person": person, "since": stamp(since)}
        ((questions,),) = self._storage.rows(f"SELECT count(*) {_OF_DAY.format('')}", **values)
        used = _USED[is_address(self._storage.place)]
        columns = ", ".join(used.format(one) for one in ("input_tokens", "output_tokens", "cost_usd"))
        rows = self._storage.rows(
            f"SELECT {columns} {_OF_DAY.format('JOIN runs r ON r.run = q.run')}",
            **values,
        )
        return Spent(
            questions=questions,
            tokens=sum(int(read or 0) + int(written or 0) for read, written, _ in rows),
            dollars=sum((Decimal(cost) for *_, cost in rows if cost is not None), Decimal(0)),
        )

    def asked(self, person: str, since: datetime) -> tuple[int, datetime | None]:
        """Return how many questions of a person were accepted after a moment, and when the first of them."""
        ((count, first),) = self._storage.rows(
            "SELECT count(*), min(asked_at) FROM questions WHERE asker = :person AND asked_at > :since",
            person=person,
            since=stamp(since),
        )
        return int(count), None if first is None else datetime.fromisoformat(first)
