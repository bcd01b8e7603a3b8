"""Two values of the two places that a question sets against each other: "1.86 million against 1.37 million".

The question names them, in that order; an answer that names one of them says whose its value is, and the
other value is the other's.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from tieout.checking.chunk import Chunk
from tieout.checking.mention import NumberKind

__all__ = ["pair_up"]

_PAIR: Final = 2
_SIZES: Final = frozenset({NumberKind.POINTS, NumberKind.BASIS_POINTS, NumberKind.MULTIPLE, NumberKind.RATIO})
_JOINS: Final = frozenset(
    {"against", "versus", "vs", "compared with", "compared to", "as against", "next to"}
)


def pair_up(chunks: list[Chunk], asked: Sequence[Chunk]) -> list[Chunk]:
    """Return a sentence with each of its two values given the place it is of, where that is clear.

    Args:
        chunks: The sentence.
        asked: The question, which names two places, or one where the sentence names the other.
    """
    names = {_codes(chunk): chunk for chunk in asked if chunk.kind == "area"}
    values = _values(chunks)
    own = [place for place, chunk in enumerate(chunks) if chunk.kind == "area"]
    if values is None:
        return chunks
    first, second = values
    order = list(names.values())
    if len(names) == len(own) == 1 and own[0] > first and _codes(chunks[own[0]]) not in names:
        return _with(chunks, (first, order[0]))
    if len(names) != _PAIR:
        return chunks
    if not own:
        return _with(chunks, (first, order[0]), (second, order[1]))
    if len(own) != 1 or _codes(chunks[own[0]]) not in names:
        return chunks
    other = next(chunk for chunk in order if _codes(chunk) != _codes(chunks[own[0]]))
    return _with(chunks, (second if own[0] < first else first, other))


def _codes(chunk: Chunk) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*chunk.readings.get("area", ()), *chunk.readings.get("adjective", ()))))


def _values(chunks: Sequence[Chunk]) -> tuple[int, int] | None:
    """Return where the two values stand of which one is set against the other, the last of the sentence."""
    numbers = [
        place
        for place, chunk in enumerate(chunks)
        if chunk.kind == "num" and chunk.mention is not None and chunk.mention.kind not in _SIZES
    ]
    joins = [place for place, chunk in enumerate(chunks) if chunk.key in _JOINS]
    if len(numbers) < _PAIR or len(joins) != 1:
        return None
    first, second = numbers[-2:]
    mentions = [chunks[place].mention for place in (first, second)]
    same = len({mention.kind for mention in mentions if mention is not None}) == 1
    sized = any(chunks[place].prep in ("by", "from", "than") for place in (first, second))
    return (first, second) if first < joins[0] < second and same and not sized else None


def _with(chunks: list[Chunk], *named: tuple[int, Chunk]) -> list[Chunk]:
    found = list(chunks)
    for place, area in sorted(named, key=lambda one: -one[0]):
        at = chunks[place].start
        found.insert(place, replace(area, start=at, end=at, prep=""))
    return found
