"""What an answer opens with: the areas or the years that stand first, and whether they stand alone there."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from tieout.checking.chunk import Chunk
from tieout.checking.clause import Clause, Scene
from tieout.checking.frames.members import explicit_set
from tieout.checking.verdict import Reject
from tieout.checking.when import period_of
from tieout.checking.where import area_of
from tieout.facts.period import Period

__all__ = ["Lead", "lead_of"]

_BEFORE: Final = frozenset(
    {"neutral", "preposition", "pronoun", "punct", "yes", "scope", "setmember", "source", "bound", "generic"}
)
_CONTRASTS: Final = frozenset({"contrast", "comparison", "ranking", "gapword"})
_TURNS: Final = frozenset(
    {";", "while", "whereas", "but", "against", "than", "though", "although", "compared"}
)
_VERBS: Final = frozenset(
    "was is were are had has have did does do recorded reported posted registered saw showed stood came got "
    "reached counted produced generated took spent received exported imported measured totalled".split()
)
_NAMES: Final = frozenset({"ind", "piece", "people", "counted", "grows"})
"""What an area has, in "Canada's life expectancy was": a sentence, not an answer that stands alone."""
_STANDS: Final = frozenset({"with", "at", "on", "by", "when", "which", "where", "of"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Lead:
    """What an answer opens with.

    Attributes:
        start: First code point of it.
        end: Code point after it.
        areas: Areas in the order of the sentence, up to where it turns to others.
        run: How many of them stand side by side.
        years: The single years of the sentence, in order.
        fragment: It stands there alone, as the answer ("Peru, with 0.8"; "In 2024 it was Peru").
    """

    start: int
    end: int
    areas: tuple[str, ...]
    run: int
    years: tuple[Period, ...]
    fragment: bool


def lead_of(said: Sequence[Sequence[Chunk]], scene: Scene, *, year: bool, wide: bool) -> Lead | None:
    """Return what the first sentence that names an area, or a year, opens with; None where none does.

    Args:
        said: The sentences of the answer, as chunks.
        scene: The scene, for what a name means.
        year: A year is asked for, else an area.
        wide: Several are asked for: all areas of the sentence are meant.
    """
    kind = "year" if year else "area"
    for sentence in said:
        chunks = sentence if year else _past_set(sentence, scene)
        at = next((place for place, chunk in enumerate(chunks) if chunk.kind == kind), None)
        if at is None:
            continue
        years = [one for chunk in chunks if chunk.kind == "year" and (one := period_of(chunk)) is not None]
        areas, run = _areas(chunks, at, scene, wide=wide) if not year else ((), 0)
        before = _BEFORE | ({"area", "ind", "timeword"} if year else {"year", "timeword", "ind"})
        alone = all(chunk.kind in before for chunk in chunks[:at]) and _stands(chunks, at, kind)
        return Lead(
            start=chunks[at].start,
            end=chunks[at].end,
            areas=areas,
            run=run,
            years=tuple(dict.fromkeys(years)),
            fragment=alone,
        )
    return None


def _past_set(chunks: Sequence[Chunk], scene: Scene) -> Sequence[Chunk]:
    """Return a sentence from behind the set that it opens with: "Of Brazil, Mexico and Nigeria, Brazil"."""
    try:
        _, listed = explicit_set(Clause(chunks), scene)
    except Reject:
        return chunks  # a name that may mean several places opens no set
    opens = bool(listed) and all(chunk.kind in _BEFORE for chunk in chunks if chunk.start < listed[0].start)
    return [chunk for chunk in chunks if chunk.start > listed[-1].start] if opens else chunks


def _areas(chunks: Sequence[Chunk], at: int, scene: Scene, *, wide: bool) -> tuple[tuple[str, ...], int]:
    """Return the areas from a place on, and how many of them stand side by side."""
    found: dict[str, None] = {}
    run, beside = 0, True
    for chunk in chunks[at:]:
        if not wide and (chunk.kind in _CONTRASTS or chunk.key in _TURNS):
            break
        if chunk.kind == "area":
            try:
                found[area_of(chunk, scene)] = None
            except Reject:
                found[chunk.key] = None
            run += beside
        elif chunk.key not in (",", "and", "or", "the"):
            beside = False
    return tuple(found), max(run, 1)


def _stands(chunks: Sequence[Chunk], at: int, kind: str) -> bool:
    """True where no verb follows that would make it the subject or the time of a sentence."""
    rest = list(chunks[at + 1 :])
    while rest and (rest[0].kind == kind or rest[0].key in ("and", "the")) and len(rest) > 1:
        rest = rest[1:]
    if rest and rest[0].key == "(":
        closed = next((place for place, chunk in enumerate(rest) if chunk.key == ")"), len(rest) - 1)
        rest = rest[closed + 1 :]
        if rest and rest[0].kind != "punct" and not _is_verb(rest[0]):
            return True
    if not rest or rest[0].kind == "punct" or rest[0].key in _STANDS:
        return not _goes_on(rest, kind)
    if rest[0].key in ("'s", "'") or _is_verb(rest[0]):
        return len(rest) == 1 or rest[1].kind == "punct" or rest[1].key in _STANDS
    if rest[0].kind in _NAMES and any(_is_verb(chunk) for chunk in rest[1:]):
        return False
    return kind == "area" and rest[0].kind not in ("direction", "comparison", "ranking", "gap", "cannot")


def _is_verb(chunk: Chunk) -> bool:
    return chunk.key.split()[0] in _VERBS and chunk.kind == "neutral"


def _goes_on(rest: Sequence[Chunk], kind: str) -> bool:
    """True for "In 2024, South Korea had": a comma, and then a subject of its own."""
    if kind != "year" or not rest or rest[0].key != ",":
        return False
    after = [chunk for chunk in rest[1:4] if chunk.key not in ("the", "its")]
    return bool(after) and after[0].kind in ("area", "ind", "pronoun", "piece", "people")
