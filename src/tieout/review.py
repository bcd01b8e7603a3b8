"""Decisions about held answers: what a person may release, the same at every door.

An amended text must tie out against the evidence of its run, unless the person says by name that it stands
all the same; what was overridden is then part of the reason.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from tieout.checking.check import check
from tieout.errors import UsageError
from tieout.facts.rows import evidence_from_rows
from tieout.ledger import Action, Ledger, Review, Run

if TYPE_CHECKING:
    from tieout.checking.verdict import Verdict
    from tieout.facts.fact import Evidence
    from tieout.facts.names import Names

__all__ = ["DoesNotTieOut", "Reviewer", "check_again", "review_document"]

_OVERRIDE = "Released although it does not tie out"


class DoesNotTieOut(UsageError):
    """An amended text that the check rejects; nothing was recorded.

    Attributes:
        verdict: What is wrong with it.
        evidence: What it was checked against.
    """

    def __init__(self, run: Run, verdict: Verdict, evidence: Evidence) -> None:
        super().__init__(f"The text does not tie out, so nothing was recorded; no. {run.number} still waits.")
        self.verdict = verdict
        self.evidence = evidence


@dataclass(frozen=True, slots=True, kw_only=True)
class Reviewer:
    """A person who decides, at a moment, over a ledger.

    Attributes:
        ledger: The ledger.
        names: What areas and indicators are called.
        who: The person.
        at: The moment, in UTC.
    """

    ledger: Ledger
    names: Names
    who: str
    at: datetime

    def approve(self, run: Run, why: str) -> None:
        """Release a draft as it stands; whoever approves answers for it.

        Raises:
            AlreadyDecided: The run was decided before.
            UsageError: The draft is no text, or there is no reason.
        """
        text = str((run.document.get("draft") or {}).get("text", "")).strip()
        if not text or text.startswith(("{", "[")):
            raise UsageError(f"The draft of no. {run.number} is no text; amend it or decline it.")
        if not why.strip():
            raise UsageError("Say why the draft may be shown as it stands, although it does not tie out.")
        self._decide(run, Action.APPROVE, text=text, why=why)

    def amend(self, run: Run, text: str, why: str, *, override: bool = False) -> Verdict:
        """Replace a draft by a text that ties out, or that is released by name all the same.

        Raises:
            DoesNotTieOut: It does not, and nobody overrode that.
            AlreadyDecided: The run was decided before.
            UsageError: It is empty, or an override has no reason.
        """
        if not text.strip():
            raise UsageError("The amended text is empty; decline the answer instead.")
        evidence, verdict = check_again(run, text, self.names)
        if not verdict.valid:
            if not override:
                raise DoesNotTieOut(run, verdict, evidence)
            if not why.strip():
                raise UsageError("Say why the text stands although it does not tie out.")
            codes = ", ".join(dict.fromkeys(str(problem.code) for problem in verdict.problems))
            why = f"{_OVERRIDE} ({codes}): {why.strip()}"
        self._decide(run, Action.AMEND, text=text, why=why)
        return verdict

    def decline(self, run: Run, why: str) -> None:
        """Show nothing of a draft.

        Raises:
            AlreadyDecided: The run was decided before.
        """
        self._decide(run, Action.DECLINE, text="", why=why)

    def _decide(self, run: Run, action: Action, *, text: str, why: str) -> None:
        decided = Review(decided_at=self.at, who=self.who, action=action, why=why, text=text)
        self.ledger.decide(run.number, decided)


def check_again(run: Run, text: str, names: Names) -> tuple[Evidence, Verdict]:
    """Check a text against the evidence of a run, as if the model had drafted it."""
    evidence = evidence_from_rows(run.document["evidence"])
    return evidence, check(text, evidence, question=run.question, names=names)


def review_document(run: Run) -> dict[str, str] | None:
    """Return the decision about a run in its JSON form, or None while there is none."""
    decided = run.review
    if decided is None:
        return None
    return {
        "decided_at": decided.decided_at.isoformat(),
        "who": decided.who,
        "action": str(decided.action),
        "why": decided.why,
        "text": decided.text,
    }
