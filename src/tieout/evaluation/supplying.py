"""Supplying: the rows that a right answer rests on, handed over as if somebody had looked them up."""

from __future__ import annotations

from tieout.assistant.handing import numbered
from tieout.data.snapshot import Snapshot
from tieout.evaluation.expected import facts_of
from tieout.evaluation.question import Question
from tieout.facts.fact import Fact

__all__ = ["supplied_facts"]


def supplied_facts(question: Question, snapshot: Snapshot) -> tuple[Fact, ...]:
    """Return the facts of a question with refs, each cell once, in the order that the question needs.

    A question that is to be declined is supplied with nothing: there is no right row.

    Raises:
        QueryError: A fact is not in the snapshot.
        UsageError: A fact is malformed.
    """
    return numbered((cell for text in question.facts for cell in facts_of(text, snapshot)), snapshot)
