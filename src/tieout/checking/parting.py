"""Parting: the marks and joining words behind which a claim of its own always begins."""

from collections.abc import Sequence
from typing import Final

from tieout.checking.chunk import Chunk

__all__ = ["ALWAYS", "SEQUENCE", "opens_claim"]

ALWAYS: Final = frozenset({"while", "whereas", "but", "although", "though", "so", "yet"})


def opens_claim(chunks: Sequence[Chunk], place: int) -> bool:
    """Return True where a claim of its own begins after a mark or a joining word."""
    if chunks[place].key not in _PARTING:
        return False
    return (
        _parts_claims(chunks, place)
        or _new_subject(chunks, place)
        or _adds_step(chunks, place)
        or _goes_on(chunks, place)
        or _sets_against(chunks, place)
        or _looks_ahead(chunks, place)
        or _stays(chunks, place)
        or _adds_value(chunks, place)
        or _rates_back(chunks, place)
    )


def _adds_value(chunks: Sequence[Chunk], place: int) -> bool:
    """True for "and was back at 77.6 in 2022" behind a change with its year: a value told of its own."""
    left = chunks[:place]
    if chunks[place].key not in _BEFORE_SIDE or not any(
        one.kind in ("direction", "multiple") for one in left
    ):
        return False
    if not any(one.kind == "year" for one in left):
        return False
    rest = chunks[place + 1 : place + 12]
    at = 0
    while at < len(rest) and (rest[at].key in ("and", "but") or rest[at].kind == "pronoun"):
        at += 1
    if at >= len(rest) or rest[at].key not in _STANDING:
        return False
    ends = next((end for end, one in enumerate(rest) if end > at and one.key in (",", ";", "and")), len(rest))
    told = [one.kind for one in rest[at:ends] if one.kind in _TELLING]
    return told == ["num", "year"]


_STANDING: Final = frozenset({"was", "were", "stood", "stood at", "is", "is now", "was back", "had been"})
_TELLING: Final = frozenset(
    {"num", "year", "direction", "comparison", "superlative", "peak", "multiple", "area", "ind"}
)


def _stays(chunks: Sequence[Chunk], place: int) -> bool:
    """True for "and has stayed above 50% ever since" behind a claim with a year."""
    if chunks[place].key not in _BEFORE_SIDE or not any(one.kind == "year" for one in chunks[:place]):
        return False
    rest = chunks[place + 1 : place + 8]
    ends = next((at for at, one in enumerate(rest) if one.kind == "punct"), len(rest))
    after = [one for one in rest[:ends] if one.kind not in ("neutral", "pronoun")]
    bounded = bool(after) and (after[0].kind == "bound" or (after[0].kind == "hold" and len(after) > 1))
    ever = any(one.kind == "timeword" and one.readings["timeword"] in _EVER for one in after)
    dated = any(one.kind == "year" for one in after)
    return bounded and ever and (not dated or any(one.kind == "direction" for one in chunks[:place]))


_EVER: Final = frozenset({"since", "sincethen", "everysince"})


def _rates_back(chunks: Sequence[Chunk], place: int) -> bool:
    """True for "rose by 33.9% in 2023, up from 13.9% in 2022": the rates, not what grew by them."""
    after = chunks[place + 1 : place + 5]
    back = len(after) == len(("up", "from", "13.9%", "in")) and after[0].key in ("up", "down")
    if chunks[place].key != "," or not back or after[1].key != "from" or after[2].kind != "num":
        return False
    left = chunks[:place]
    ways = [str(one.readings["direction"]) for one in left if one.kind == "direction"]
    grew = any(one.kind == "grows" for one in left) or any(way.endswith("level") for way in ways)
    nums = [one for one in left if one.kind == "num"]
    return grew and bool(ways) and len(nums) == 1 and nums[0].prep in ("by", "")


def _looks_ahead(chunks: Sequence[Chunk], place: int) -> bool:
    """True for "and is projected at 75.6 years for 2030" behind a value: a forecast is a claim of its own."""
    if chunks[place].key not in _BEFORE_SIDE or any(one.kind == "forecast" for one in chunks[:place]):
        return False
    after = [one for one in chunks[place + 1 : place + 4] if one.kind not in ("neutral", "pronoun")]
    told = {one.kind for one in chunks[:place]} >= {"num", "year"}
    ahead = {one.kind for one in chunks[place + 1 :]} >= {"num", "year"}
    return told and ahead and bool(after) and after[0].kind == "forecast"


def _sets_against(chunks: Sequence[Chunk], place: int) -> bool:
    """True for ", still above the 8.2% of 2007" behind a claim: its value against one of another year."""
    if chunks[place].key not in _BEFORE_SIDE or not any(one.kind == "year" for one in chunks[:place]):
        return False
    at = place + 1
    while at < len(chunks) and (chunks[at].kind in ("neutral", "bound") or chunks[at].key in _BEFORE_SIDE):
        at += 1
    if at >= len(chunks) or chunks[at].kind != "comparison":
        return False
    rest = chunks[at + 1 :]
    ends = next((number for number, one in enumerate(rest) if one.kind == "punct"), len(rest))
    told = [one.kind for one in rest[:ends] if one.kind in ("num", "year", "area", "direction")]
    return told == ["num", "year"]


_BEFORE_SIDE: Final = frozenset({",", "and", "but", "–", "—"})


def _goes_on(chunks: Sequence[Chunk], place: int) -> bool:
    """True for ", then nearly doubled to 2% in 2024" behind a claim with a year: the next step told."""
    if chunks[place].key not in _BEFORE_STEP | _GIVING_WAY:
        return False
    follows = chunks[place].key in _GIVING_WAY
    for at in range(place + 1, min(place + _STEP_WORDS, len(chunks))):
        one = chunks[at]
        if one.kind in ("direction", "multiple"):
            moved = follows and any(later.kind in ("num", "year") for later in chunks[at + 1 :])
            return moved and any(before.kind == "year" for before in chunks[:place])
        if one.kind == "ordinal":
            return False
        if one.key not in SEQUENCE and one.kind not in ("neutral", "preposition", "bound", "pronoun"):
            return False
        follows = follows or one.key in SEQUENCE
    return False


_BEFORE_STEP: Final = frozenset({",", "and", "–", "—"})
_GIVING_WAY: Final = frozenset({"followed by", "gave way to", "giving way to", "preceded by", "before"})
_STEP_WORDS: Final = 6
SEQUENCE: Final = frozenset({"then", "thereafter", "afterwards", "subsequently", "after which", "since then"})
"""Words that open the next step of what is told."""


def _adds_step(chunks: Sequence[Chunk], place: int) -> bool:
    """True for ", with the steepest drop in 2020" and ", with a low of 3% in Peru" behind a claim."""
    after = chunks[place + 1 : place + 5]
    if chunks[place].key != "," or not after or after[0].key.split()[0] != "with":
        return False
    if any(one.kind == "peak" for one in after):
        return True
    moved = [one for one in after if one.kind == "superlative"]
    said = moved and str(moved[0].readings["superlative"]).endswith(("growth", "decline"))
    return bool(moved) and (bool(said) or any(one.kind == "direction" for one in after))


def _parts_claims(chunks: Sequence[Chunk], place: int) -> bool:
    chunk = chunks[place]
    marks = chunk.key == ";" or chunk.key in ALWAYS
    return marks and chunk.kind in ("punct", "neutral") and chunks[place + 1].kind != "ordinal"


def _new_subject(chunks: Sequence[Chunk], place: int) -> bool:
    """True for ", and it picked up": a verb with a subject of its own is a claim of its own."""
    if chunks[place].key != "and" or chunks[place - 1].key != ",":
        return False
    after = [one for one in chunks[place + 1 : place + 7] if one.kind not in ("punct", "neutral")]
    dated = len(after) > 1 and after[0].kind == "preposition" and after[1].kind == "year"
    after = after[2:] if dated else after
    return len(after) > 1 and after[0].key in ("it", "they") and after[1].kind == "direction"


_PARTING: Final = ALWAYS | _BEFORE_SIDE | _BEFORE_STEP | _GIVING_WAY | {";"}
"""All that a claim of its own may begin behind."""
