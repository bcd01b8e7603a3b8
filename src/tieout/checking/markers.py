"""Markers such as [e5] or [f3]: they narrow a number to one fact, and are removed before showing."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from tieout.checking.table import Table
from tieout.checking.verdict import ProblemCode, Reject, Tie

__all__ = ["Marker", "blank_markers", "check_markers"]

_MARKER = re.compile(r"\[([ef][0-9]{1,6}(?:, ?[ef][0-9]{1,6})*)\]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Marker:
    """One pair of brackets in an answer.

    Attributes:
        start: First code point.
        end: Code point after the last.
        refs: The refs it names.
    """

    start: int
    end: int
    refs: tuple[str, ...]


def blank_markers(folded: str) -> tuple[str, tuple[Marker, ...]]:
    """Return the text with markers turned to spaces (offsets stay), and the markers."""
    if "[" not in folded:
        return folded, ()
    markers = tuple(
        Marker(start=found.start(), end=found.end(), refs=tuple(found[1].replace(" ", "").split(",")))
        for found in _MARKER.finditer(folded)
    )
    return _MARKER.sub(lambda found: " " * len(found[0]), folded), markers


def check_markers(markers: Sequence[Marker], ties: Sequence[Tie], table: Table) -> list[Reject]:
    """Return what is wrong with markers: no such fact, no number before it, or a number of another fact."""
    found: list[Reject] = []
    for marker in markers:
        before = [tie for tie in ties if tie.end <= marker.start]
        tied = max(before, key=lambda tie: tie.end) if before else None
        for ref in marker.refs:
            fact = table.facts.get(ref)
            if fact is None:
                message = f"The evidence holds no fact {ref}."
                found.append(Reject(ProblemCode.BEYOND_EVIDENCE, marker.start, marker.end, message))
            elif tied is not None and not _meets(ref, tied, table):
                message = f"{tied.text} is not tied to {ref}."
                found.append(Reject(ProblemCode.UNSUPPORTED_NUMBER, tied.start, tied.end, message))
    return found


def _meets(ref: str, tied: Tie, table: Table) -> bool:
    if ref in tied.facts:
        return True
    derivation = table.facts[ref].derivation
    return (
        derivation is not None and set(derivation.operands) <= set(tied.facts) and bool(derivation.operands)
    )
