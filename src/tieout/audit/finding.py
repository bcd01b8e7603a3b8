"""Findings: what the audit says of one sentence."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tieout.audit.passage import Passage
    from tieout.checking.verdict import Problem, Tie
    from tieout.facts.fact import Fact

__all__ = ["Finding", "FindingKind"]


class FindingKind(StrEnum):
    """What became of a sentence.

    ``ticked``: every claim in it ties out. ``contradicted``: a claim in it was understood, and the snapshot
    says otherwise. ``not_checked``: it gives a figure, and something in it was not understood or is not in
    the snapshot; it may be right or wrong. ``no_figure``: it gives none, and is not read as a claim.
    """

    TICKED = "ticked"
    CONTRADICTED = "contradicted"
    NOT_CHECKED = "not_checked"
    NO_FIGURE = "no_figure"


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """What the audit says of one sentence.

    Attributes:
        passage: The passage it stands in.
        start: First code point of the sentence in the passage's text.
        end: Code point after the last.
        kind: What became of it.
        ties: Its numbers with the refs of the facts they rest on; offsets count in the passage's text.
        problem: Why it is not ticked; offsets as above. None when ticked or without a figure.
        facts: The facts that the ties name.
    """

    passage: Passage
    start: int
    end: int
    kind: FindingKind
    ties: tuple[Tie, ...] = ()
    problem: Problem | None = None
    facts: tuple[Fact, ...] = ()

    @property
    def text(self) -> str:
        """The sentence."""
        return self.passage.text[self.start : self.end]
