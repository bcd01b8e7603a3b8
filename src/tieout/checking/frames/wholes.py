"""Parts and their whole: whose part is told, and of what, in whatever order a sentence names the two.

What comes right behind "of" is the whole ("12.2% of the world's forest is in Brazil", "its share of it");
what stands elsewhere is the part. Either may be one area, several, or the set that is named.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from tieout.checking.chunk import Chunk
from tieout.checking.clause import Clause, Scene
from tieout.checking.where import area_of

__all__ = ["Division", "asked_share", "codes_of_side", "divided", "is_aggregate", "names_set"]

_OF: Final = frozenset({"of", "out of", "of all", "in"})
_SHARE: Final = frozenset({"share"})
_SET: Final = ("setsize", "setnoun")
_LIST: Final = frozenset({"and", "the", "'s", "s"})
_HOLDING: Final = ("owned", "share")
_QUIET: Final = frozenset({"neutral", "bound", "generic", "denom", "people", "sex"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Division:
    """The words of a part and of its whole.

    Attributes:
        part: What is said of the part; without an area or a set it is carried or asked about.
        whole: What is said of the whole; without an area or a set it is asked about.
    """

    part: Clause
    whole: Clause


def divided(clause: Clause, number: Chunk) -> Division | None:
    """Return the words of the part and of the whole that a percentage or fraction is said of, or None."""
    chunks = clause.chunks
    at = chunks.index(number)
    found = _behind(chunks, at + 1) or _noun(chunks) or _opening(chunks, at)
    if found is None:
        return None
    first, last = found
    whole = Clause(chunks[first:last])
    return Division(part=Clause([*chunks[:first], *chunks[last:]]), whole=whole)


def _behind(chunks: Sequence[Chunk], start: int) -> tuple[int, int] | None:
    """Return where the whole stands in "12.2% of the world's forest": behind the number."""
    place = start
    while place < len(chunks) and _is_quiet(chunks, place):
        place += 1
    if place == len(chunks) or chunks[place].key not in _OF:
        return None
    if chunks[place].key == "in" and not any(one.kind in ("denom", "people") for one in chunks[start:place]):
        return None
    return place, _whole_ends(chunks, place + 1)


def _is_quiet(chunks: Sequence[Chunk], place: int) -> bool:
    """True for what may stand between a number and its "of": "12.2% of", "a 12.2% share, in 2023, of"."""
    chunk = chunks[place]
    dated = chunk.key in ("in", "for") and place + 1 < len(chunks) and chunks[place + 1].kind == "year"
    return dated or chunk.kind == "year" or (chunk.kind in _QUIET and chunk.key not in _STATES)


_STATES: Final = frozenset({"was", "is", "were", "are", "lived", "live", "lives", "lay", "lies"})


def _noun(chunks: Sequence[Chunk]) -> tuple[int, int] | None:
    """Return where the whole stands in "its share of the world's exports was 14.5%": behind the noun."""
    for place, chunk in enumerate(chunks):
        after = chunks[place + 1].key if place + 1 < len(chunks) else ""
        if chunk.kind == "generic" and chunk.readings["generic"] in _SHARE and after in _OF:
            return place, _whole_ends(chunks, place + 2)
        if chunk.kind == "denominator" and _SHARE & set(chunk.key.split()):
            return place, _whole_ends(chunks, place + 1)
    return None


def _opening(chunks: Sequence[Chunk], at: int) -> tuple[int, int] | None:
    """Return where the whole stands in "Of the world's forest, 12.2% was in Brazil": at the front."""
    if chunks[0].key not in ("of", "out of"):
        return None
    ends = [
        place for place, chunk in enumerate(chunks[:at]) if chunk.key == "," and not _goes_on(chunks, place)
    ]
    return (0, ends[0]) if ends else None


def _whole_ends(chunks: Sequence[Chunk], start: int) -> int:
    """Return where the words of the whole end: before a verb, a mark, or an area that is no member of it."""
    seen = False
    for place in range(start, len(chunks)):
        chunk = chunks[place]
        if chunk.kind == "area":
            if seen and not _joins(chunks, place):
                return _before_verb(chunks, start, place)
            seen = True
        elif chunk.kind in _HOLDING or chunk.key in _STATES or _closes(chunks, place):
            return place
    return len(chunks)


def _closes(chunks: Sequence[Chunk], place: int) -> bool:
    return chunks[place].kind == "punct" and not _goes_on(chunks, place)


def _joins(chunks: Sequence[Chunk], place: int) -> bool:
    """True for an area of a list: between it and the one before stand only commas, "and" and articles."""
    for chunk in reversed(chunks[:place]):
        if chunk.kind == "area":
            return True
        if chunk.key not in _LIST and chunk.key != ",":
            return False
    return False


def _goes_on(chunks: Sequence[Chunk], place: int) -> bool:
    """True for the comma inside a list of areas."""
    after = [chunk for chunk in chunks[place + 1 : place + 4] if chunk.key not in _LIST]
    before = [chunk for chunk in chunks[:place] if chunk.key not in _LIST]
    listed = bool(after) and after[0].kind == "area" and bool(before) and before[-1].kind == "area"
    return chunks[place].key == "," and listed


def _before_verb(chunks: Sequence[Chunk], start: int, place: int) -> int:
    """Return where "in" or "by" begins the place of the part: "was in Brazil", "produced by Chile"."""
    while place - 1 > start and chunks[place - 1].kind in ("preposition", "neutral", "punct"):
        place -= 1
    return place


def names_set(side: Clause) -> bool:
    """Return True where a side is a set that is named by its size or its noun, with no list of members."""
    return side.has(*_SET) and not side.has("area")


def codes_of_side(side: Clause, scene: Scene) -> list[str]:
    """Return the areas that a side names, each once."""
    return list(dict.fromkeys(area_of(chunk, scene) for chunk in side.of("area")))


def is_aggregate(code: str, scene: Scene) -> bool:
    """Return True for the world, a region or another group of countries."""
    known = scene.names.areas.get(code)
    return bool(scene.table.areas.get(code)) or (known is not None and known.kind == "aggregate")


def asked_share(asked: Sequence[Chunk], scene: Scene) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the areas whose share a question asks for, and the aggregate that it is a share of.

    Both are empty where it asks for none ("How much of the world's forest is in Brazil?" asks for one;
    "What share of the land is forest in Brazil and in the world?" does not).
    """
    clause = Clause(asked)
    wholes = [
        chunk
        for chunk in clause.of("area")
        if chunk.prep == "of" and is_aggregate(area_of(chunk, scene), scene)
    ]
    parts = [chunk for chunk in clause.of("area") if chunk not in wholes]
    if len(wholes) != 1 or not parts or not _asks_share(clause, wholes[0]):
        return (), ()
    if any(chunk.key in _SIDES or chunk.kind in ("comparison", "contrast") for chunk in asked):
        return (), ()
    codes = tuple(dict.fromkeys(area_of(chunk, scene) for chunk in parts))
    return (codes, (area_of(wholes[0], scene),))


_SIDES: Final = frozenset({"or", "than", "versus", "vs"})


def _asks_share(clause: Clause, whole: Chunk) -> bool:
    """True where "share", "how much" or "what part" comes right before "of", or a verb of sharing is said."""
    before = [chunk for chunk in clause if chunk.start < whole.start and chunk.kind != "preposition"]
    before = [chunk for chunk in before if chunk.key not in ("the", "'s")]
    last = before[-1].key if before else ""
    noun = bool(before) and before[-1].readings.get("generic") == "share"
    return noun or last in _HOW or clause.has("share", "owned")


_HOW: Final = frozenset(
    {"how much", "how many", "much", "many", "part", "what part", "fraction", "proportion"}
)
