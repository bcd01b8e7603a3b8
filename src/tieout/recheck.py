"""Answers given earlier, against another snapshot: the list of those that no longer tie out.

The facts of an answer are looked up again; ranks, which rest on a whole set, are computed again by the tool
that gave them. Only where one differs is the answer read again, with the facts as they are now: a revision
that the answer's rounding hides breaks nothing.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from tieout.checking.check import check
from tieout.facts.fact import Evidence, Fact
from tieout.facts.rows import evidence_from_rows
from tieout.tools.call import OK, ToolCall

if TYPE_CHECKING:
    from tieout.checking.verdict import Problem
    from tieout.data.snapshot import Snapshot
    from tieout.facts.names import Names
    from tieout.ledger import Run
    from tieout.tools.contract import Toolset

__all__ = ["Rechecked", "Revision", "recheck"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Revision:
    """A fact of an answer that is not what it was.

    Attributes:
        then: The fact as the answer's writer was shown it.
        now: The text of its value now; None for a gap or where the snapshot has no such cell.
        is_there: False where the snapshot has no such cell at all.
    """

    then: Fact
    now: str | None
    is_there: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Rechecked:
    """An answer given earlier, read against the other snapshot.

    Attributes:
        run: The run that gave it, from the ledger.
        text: The text that readers were given.
        revisions: The facts it rests on that are not what they were; empty where all are.
        problems: Why it no longer ties out; empty where it still does.
    """

    run: Run
    text: str
    revisions: tuple[Revision, ...] = ()
    problems: tuple[Problem, ...] = ()

    @property
    def holds(self) -> bool:
        """True when the answer still ties out."""
        return not self.problems


def recheck(runs: Iterable[Run], snapshot: Snapshot, toolset: Toolset, names: Names) -> Iterator[Rechecked]:
    """Yield every answer that readers were given, read against a snapshot, in the order of the runs.

    An answer that a person released although it did not tie out is yielded with what was revised; it has
    problems only when something was.

    Args:
        runs: Runs of the ledger; those that gave no answer are passed over.
        snapshot: The other snapshot.
        toolset: The statistics tools over it.
        names: What areas and indicators are called.

    Raises:
        SnapshotChanged: A row of the snapshot is not as it was written.
    """
    for run in runs:
        text = run.given
        if text:
            yield _rechecked(run, text, snapshot, toolset, names)


def _rechecked(run: Run, text: str, snapshot: Snapshot, toolset: Toolset, names: Names) -> Rechecked:
    evidence = evidence_from_rows(run.document["evidence"])
    now, revisions = _looked_up(evidence, run.document["steps"], snapshot, toolset)
    if not revisions:
        return Rechecked(run=run, text=text)
    verdict = check(text, now, run.question, names=names)
    used = {ref for tie in run.document["ties"] for ref in tie["facts"]}
    told = [one for one in revisions if one.then.ref in used]
    if not told and not verdict.valid:
        # What it says of the whole set ("the highest") rests on facts that no number of it is tied to.
        told = revisions
    return Rechecked(run=run, text=text, revisions=tuple(told), problems=verdict.problems)


def _looked_up(
    evidence: Evidence, steps: Iterable[dict[str, Any]], snapshot: Snapshot, toolset: Toolset
) -> tuple[Evidence, list[Revision]]:
    """Return the facts as they are now, and which of them are not what they were."""
    again = _derived_again(steps, toolset, {fact.ref for fact in evidence.derived})
    facts: list[Fact] = []
    revisions: list[Revision] = []
    for fact in evidence:
        found = again.get(_key(fact)) if fact.derivation is not None else _cell(fact, snapshot)
        if found is None or not _same(fact, found):
            now = None if found is None else found.text
            revisions.append(Revision(then=fact, now=now, is_there=found is not None))
        if found is not None:
            facts.append(replace(found, ref=fact.ref))
    return Evidence(facts), revisions


def _cell(fact: Fact, snapshot: Snapshot) -> Fact | None:
    found = snapshot.find(fact.area.code, fact.indicator.code, fact.period)
    if found is None:
        return None
    return replace(fact, text=found.text, status=found.status, vintage="", dataset=snapshot.card.label)


def _derived_again(
    steps: Iterable[dict[str, Any]], toolset: Toolset, refs: set[str]
) -> dict[tuple[str, ...], Fact]:
    """Return the derived facts that the same calls give now, by what they are of."""
    found: dict[tuple[str, ...], Fact] = {}
    for number, step in enumerate(steps):
        if step["outcome"] != OK or refs.isdisjoint(step["refs"]) or step["tool"] not in toolset.names:
            continue
        call = ToolCall(id=f"again-{number}", name=step["tool"], arguments=json.dumps(step["arguments"]))
        for fact in toolset.call(call).facts:
            if fact.derivation is not None:
                found[_key(fact)] = fact
    return found


def _key(fact: Fact) -> tuple[str, ...]:
    operation = fact.derivation.operation if fact.derivation is not None else ""
    return operation, fact.area.code, fact.indicator.code, str(fact.period)


def _same(then: Fact, now: Fact) -> bool:
    if (then.text is None) != (now.text is None) or then.status is not now.status:
        return False
    if then.text is not None and now.text is not None and Decimal(then.text) != Decimal(now.text):
        return False
    if then.derivation is None or now.derivation is None:
        return True
    return (then.derivation.size, then.derivation.position) == (now.derivation.size, now.derivation.position)
