"""The parts of a comparison: of what it is said, by how much, and against what.

A comparison has an object only where its words take one ("higher than", "exceeded", "twice"); what stands
before belongs to the subject, what stands behind to the object. Where its words take none ("and 76% in 2022,
which was higher"), it has no parts that could be told apart.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from tieout.checking.chunk import Chunk
from tieout.checking.clause import Clause, mention_of
from tieout.checking.mention import NumberKind

__all__ = ["RATIO", "Roles", "halves_area", "is_alike", "is_verb", "roles_of"]

RATIO: Final = frozenset({NumberKind.MULTIPLE, NumberKind.RATIO})
_PARTS: Final = frozenset({NumberKind.PERCENT, NumberKind.FRACTION})
_MARKS: Final = frozenset({"than", "as", "against"})
_TAKING: Final = frozenset("than as of above below over under behind beyond with in".split())
_VERBS: Final = ("exceed", "surpass", "outstrip", "outnumber", "outweigh", "top", "beat", "eclips", "dwarf")
_UNITS: Final = frozenset(
    "unit counted people per denom of generic basis label piece ind currency sex".split()
)
_VALUED: Final = frozenset({"at", "on", "with", "from", "against"})


_ALIKE: Final = frozenset(
    f"as {word}" for word in ("much", "many", "high", "large", "big", "great", "fast", "quickly", "rapidly")
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Roles:
    """A comparison in its parts.

    Attributes:
        subject: What is said to be more, less or so many times as much.
        size: By how much, or how many times.
        shared: What stands between the words of the comparison ("as many *articles* as").
        object: What it is compared with.
    """

    subject: Clause
    size: Chunk | None
    shared: Clause
    object: Clause


def roles_of(clause: Clause) -> Roles | None:
    """Return the parts of the one comparison of a clause, or None where it has no object of its own."""
    chunks = clause.chunks
    words = [place for place, chunk in enumerate(chunks) if chunk.kind == "comparison"]
    if len(words) > 1:
        return None
    if not words:
        return _of_ratio(chunks)
    at = words[0]
    if "gapword" in chunks[at].readings:
        return None
    size = None if is_verb(chunks[at]) else _size_before(chunks, at)
    end = at + 1 if _takes(chunks[at]) else _marked(chunks, at)
    if end is None:
        return None
    shared = [chunk for chunk in chunks[at + 1 : end] if chunk.key not in _MARKS]
    return _parts(chunks, at if size is None else size, None if size is None else chunks[size], shared, end)


def _parts(
    chunks: Sequence[Chunk], start: int, size: Chunk | None, shared: Sequence[Chunk], end: int
) -> Roles | None:
    behind = list(chunks[end:])
    if size is None:
        by = [chunk for chunk in behind if chunk.kind == "num" and chunk.prep == "by"]
        size = by[0] if len(by) == 1 else None
    behind = [chunk for chunk in behind if chunk is not size]
    if all(chunk.kind in ("preposition", "neutral", "punct") for chunk in behind):
        return None  # "more than before": nothing says what it is more than
    return Roles(subject=Clause(chunks[:start]), size=size, shared=Clause(shared), object=Clause(behind))


def is_verb(word: Chunk) -> bool:
    """Return True for "outnumbered", "fell short of": a number before it is its subject's, and no size."""
    first = word.key.split()[0]
    return first.startswith((*_VERBS, "out", "overt", "trail", "lag", "edg")) or first in _PAST


_PAST: Final = frozenset(
    "fell falls fall fallen led leads came comes ranked ranks sat sits stood stands".split()
)


def halves_area(number: Chunk, after: Sequence[Chunk]) -> bool:
    """Return True for "half Germany's": a fraction of what an area has, with no "of" between."""
    if mention_of(number).kind is not NumberKind.FRACTION or not after:
        return False
    if after[0].key == "the":
        after = after[1:]
    place = next((at for at, one in enumerate(after) if one.kind not in _UNITS), len(after))
    if 0 < place < len(after) - 1 and after[place].key == "of" and after[0].kind != "people":
        rest = [one for one in after[place + 1 :] if one.key != "the"]
        return bool(rest) and rest[0].kind == "area"
    marked = after[0].key == "that of"
    named = after[1:2] if marked else after[:1]
    named = named if after else []
    return (marked or number.key == "half") and bool(named) and named[0].kind == "area"


def _takes(word: Chunk) -> bool:
    return word.key.split()[-1] in _TAKING or word.key.startswith((*_VERBS, "out"))


def _marked(chunks: Sequence[Chunk], at: int) -> int | None:
    """Return where the object begins behind "higher ... than", with no mark and no number between."""
    for place in range(at + 1, len(chunks)):
        chunk = chunks[place]
        if chunk.key in _MARKS:
            return place + 1
        if chunk.kind in ("punct", "num", "year", "area"):
            return None
    return None


def _size_before(chunks: Sequence[Chunk], at: int) -> int | None:
    for place in range(at - 1, -1, -1):
        chunk = chunks[place]
        if chunk.kind in ("num", "multiple"):
            return None if chunk.mention is None or chunk.prep in _VALUED else place
        if chunk.kind not in _UNITS and chunk.key not in ("of", "points", "point"):
            return None
    return None


def _of_ratio(chunks: Sequence[Chunk]) -> Roles | None:
    """Return the parts of "90.4% of the Czech figure", "more than twice Canada's"."""
    for place, chunk in enumerate(chunks[:-1]):
        if chunk.kind not in ("num", "multiple") or chunk.mention is None:
            continue
        after = chunks[place + 1]
        kind = mention_of(chunk).kind
        if kind in RATIO or (
            kind in _PARTS and after.key in ("of", "that of") and _of_a_place(chunks[place:])
        ):
            end = place + 2 if after.key in ("of", "that of") else place + 1
            return _parts(chunks, place, chunk, (), end)
        if halves_area(chunk, chunks[place + 1 :]):
            return _parts(chunks, place, chunk, (), place + 1)
    return None


def _of_a_place(chunks: Sequence[Chunk]) -> bool:
    """True for "90.4% of the Czech figure", where "9.0% of GDP" is of what the series is a share of."""
    after = [chunk for chunk in chunks[2:] if chunk.kind != "neutral"]
    return bool(after) and after[0].kind == "area"


def is_alike(clause: Clause) -> bool:
    """True where "about ten times as much" ends the clause, with nothing that it is as much as."""
    numbers = [chunk for chunk in clause.of("num", "multiple") if chunk.mention is not None]
    if not numbers or mention_of(numbers[-1]).kind not in RATIO:
        return False
    words = [chunk for chunk in clause if chunk.start > numbers[-1].start]
    ends = bool(words) and words[0].key in _ALIKE
    return ends and all(one.kind in ("unit", "counted") for one in words[1:])
