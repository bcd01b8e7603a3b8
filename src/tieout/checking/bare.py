"""Bare objects: what a refusal may name though the check does not know it: "I have no data on languages".

A noun without an article or an owner presupposes nothing, and to decline more than was asked is no more than
"I cannot answer that". So such a word may stand where the part of the sentence denies, and says nothing else:
no number, year, place, direction, comparison, cause or judgement.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from tieout.checking.chunk import Chunk

__all__ = ["bare_objects"]

_CLAIMS: Final = frozenset(
    "num year area direction comparison multiple superlative peak ranking cause judgement future forecast "
    "signword ordinal record timeword adjective balance surplus deficit range hold".split()
)
_DENIES: Final = frozenset({"cannot", "gap", "negation"})
_DATA: Final = frozenset(
    "data dataset figures numbers rows table series statistics information records evidence breakdown".split()
)
"""What it must be said of: "Orchards are not included" is of the measure, "not Barely" of nothing."""
_MARKS: Final = frozenset({",", ":", ";", "—", "–", "(", ")"})
_JOINS: Final = frozenset(
    {"but", "because", "as", "since", "so", "while", "although", "though", "that", "which"}
)
_OWNED: Final = frozenset(
    {"the", "its", "their", "his", "her", "this", "these", "those", "that", "'s", "all"}
)
_PUBLISHER: Final = frozenset(
    "source sources bank wdi publisher published publishes database indicators".split()
)
"""What a publisher has is beyond the rows that were given."""
_MOST: Final = 3


def bare_objects(chunks: Sequence[Chunk]) -> tuple[Chunk, ...]:
    """Return the unknown words of a refusal that are nouns without an article or an owner."""
    found: list[Chunk] = []
    for part in _parts(chunks):
        denies = any(chunk.kind in _DENIES or chunk.key in ("no", "nothing") for chunk in part)
        denies = denies and any(not _DATA.isdisjoint(chunk.key.split()) for chunk in part)
        said = {word for chunk in part for word in chunk.key.split()}
        if not denies or any(chunk.kind in _CLAIMS for chunk in part) or not said.isdisjoint(_PUBLISHER):
            continue
        unknown = [chunk for chunk in part if chunk.kind == "unknown"]
        if len(unknown) <= _MOST and not any(_owned(part, chunk) for chunk in unknown):
            found += unknown
    return tuple(found)


def _owned(part: Sequence[Chunk], chunk: Chunk) -> bool:
    """True where an article or an owner stands before the word, or before the unknown words it follows."""
    place = next(at for at, one in enumerate(part) if one is chunk)
    while place and part[place - 1].kind == "unknown":
        place -= 1
    before = part[place - 1].key if place else ""
    return before in _OWNED or (place > 0 and part[place - 1].kind == "pronoun" and before not in ("i", "we"))


def _parts(chunks: Sequence[Chunk]) -> Iterator[list[Chunk]]:
    part: list[Chunk] = []
    for chunk in chunks:
        if (chunk.kind == "punct" and chunk.key in _MARKS) or chunk.key in _JOINS:
            yield part
            part = []
        else:
            part.append(chunk)
    yield part
