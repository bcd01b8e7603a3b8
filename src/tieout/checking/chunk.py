"""Chunks: the typed spans of a sentence, as the tagger leaves them."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from tieout.checking.mention import Bound, Mention

__all__ = ["Chunk", "mark_quoted"]


@dataclass(slots=True, kw_only=True)
class Chunk:
    """One phrase of a sentence with all that it may mean, and, once resolved, the one kind it has here.

    Attributes:
        start: First code point in the answer.
        end: Code point after the last.
        key: The words in lower case, single spaces.
        readings: Kind → payload, as found in the lexicon, the names and the evidence.
        kind: The resolved kind: ``num``, ``year``, ``area``, ``ind``, ``direction`` ... ; ``""`` for words
            without a part.
        mention: The number, for ``num``, ``year``, ``ordinal``, ``per`` and ``ident``.
        bound: What the words before a number say about its side.
        prep: The preposition that governs the chunk, ``""`` without one.
        place: Position among the chunks of the sentence.
        stems: The stems of its words.
        quoted: It stands between quotation marks.
    """

    start: int
    end: int
    key: str
    readings: dict[str, Any] = field(default_factory=dict)
    kind: str = ""
    mention: Mention | None = None
    bound: Bound = Bound.NONE
    prep: str = ""
    place: int = 0
    stems: tuple[str, ...] = ()
    quoted: bool = False

    def mask(self, *kinds: str) -> int:
        """Return the measures that any of the readings may mean, as bits."""
        found = 0
        for kind in kinds:
            found |= self.readings.get(kind, 0)
        return found


def mark_quoted(chunks: Sequence[Chunk], folded: str, sentence: tuple[int, int]) -> None:
    """Mark what stands between quotation marks."""
    marks = [place for place in range(*sentence) if folded[place] == '"']
    for start, end in zip(marks[::2], marks[1::2], strict=False):
        for chunk in chunks:
            chunk.quoted = chunk.quoted or start < chunk.start < end
