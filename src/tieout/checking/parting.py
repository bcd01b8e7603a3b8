"""Parting: the marks and joining words behind which a claim of its own always begins."""

from collections.abc import Sequence
from typing import Final

from tieout.checking.chunk import Chunk

__all__ = ["ALWAYS", "opens_claim"]

ALWAYS: Final = frozenset({"while", "whereas", "but", "although", "though", "so", "yet"})


def opens_claim(chunks: Sequence[Chunk], place: int) -> bool:
    """Return True where a claim of its own begins after a mark or a joining word."""
    return _parts_claims(chunks, place) or _new_subject(chunks, place) or _adds_step(chunks, place)


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
    after = chunks[place + 1 : place + 3]
    subject = len(after) > 1 and after[0].key in ("it", "they") and after[1].kind == "direction"
    return subject and chunks[place].key == "and" and chunks[place - 1].key == ","
