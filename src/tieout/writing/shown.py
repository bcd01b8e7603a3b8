"""What is shown of an answer: its text without markers, its source line, and the facts that it rests on."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tieout.checking.verdict import Tie
    from tieout.data.card import DatasetCard
    from tieout.facts.fact import Evidence, Fact

__all__ = ["facts_used", "source_line", "without_markers"]

_MARKER = re.compile(r"\s*\[\s*[A-Za-z]\d+(?:\s*[,;]\s*[A-Za-z]\d+)*\s*\]")


def source_line(card: DatasetCard, facts: Iterable[Fact]) -> str:
    """Return the source line of facts, or an empty text when there are none.

    The application writes it from the rows that were read; nothing that a model says can change it.
    """
    series = dict.fromkeys(fact.indicator.code for fact in facts if fact.indicator.code)
    if not series:
        return ""
    return (
        f"Source: {card.publisher}, {card.source_name} ({card.licence}), snapshot of {card.version}; "
        f"series {', '.join(series)}. Check the official figure before publishing."
    )


def without_markers(text: str, ties: Iterable[Tie]) -> tuple[str, tuple[Tie, ...]]:
    """Return the text without markers such as ``[e3]``, and the ties moved to where their text now is.

    Examples:
        >>> without_markers("Canada had 41,262,329 people [e1] in 2024.", ())
        ('Canada had 41,262,329 people in 2024.', ())
    """
    spans = [match.span() for match in _MARKER.finditer(text)]

    def moved(offset: int) -> int:
        return offset - sum(min(end, offset) - start for start, end in spans if start < offset)

    kept = "".join(
        text[start:end]
        for (_, start), (end, _) in zip([(0, 0), *spans], [*spans, (len(text), len(text))], strict=True)
    )
    shifted = (replace(tie, start=moved(tie.start), end=moved(tie.end)) for tie in ties)
    return kept, tuple(replace(tie, text=kept[tie.start : tie.end]) for tie in shifted)


def facts_used(evidence: Evidence, ties: Iterable[Tie]) -> list[Fact]:
    """Return the facts that the ties rest on, and their operands; all facts when there are none."""
    refs: dict[str, None] = {}
    for tie in ties:
        for ref in tie.facts:
            refs[ref] = None
            fact = evidence.find(ref)
            if fact is not None and fact.derivation is not None:
                refs.update(dict.fromkeys(fact.derivation.operands))
    found = [fact for ref in refs if (fact := evidence.find(ref)) is not None]
    return found or list(evidence)
