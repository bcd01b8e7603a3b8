"""Cuts: where a sentence that no frame claims as a whole may be cut, the strongest mark first."""

from collections.abc import Sequence
from typing import Final

from tieout.checking.chunk import Chunk

__all__ = ["places_of"]

_STRONG: Final = frozenset({";", "—", ":", "–"})
_JOINS: Final = frozenset({"while", "whereas", "but", "although", "though", "yet"})
_TURNING: Final = frozenset({"and", "but", "then", "before", "while", "whereas", "after", "yet"})
_WEAK: Final = frozenset(
    {"and", "so", "then", "with", "which", "when", "where", "before", "after", "or", "from", "against", "for"}
)


def _turns(chunks: Sequence[Chunk]) -> list[int]:
    """Return where a sentence turns from one direction to the other ("grew (4%), then contracted")."""
    found: list[int] = []
    last = ""
    for place, chunk in enumerate(chunks):
        if chunk.kind not in ("direction", "signword"):
            continue
        way = str(chunk.readings[chunk.kind]).split()[0]
        way = {"+": "up", "-": "down"}.get(way, way)
        if last and {way, last} == {"up", "down"}:
            mark = 0
            for before in range(place - 1, 0, -1):
                if chunks[before].kind in ("num", "year", "direction", "multiple"):
                    break
                if chunks[before].kind == "punct" or chunks[before].key in _TURNING:
                    mark = before
            if mark:
                found.append(mark)
        last = way if way in ("up", "down") else last
    return found[:1]


def _is_weak(chunk: Chunk) -> bool:
    return chunk.key in _WEAK and chunk.kind in ("neutral", "preposition", "follow", "timeword")


def places_of(chunks: Sequence[Chunk]) -> list[tuple[int, int]]:
    """Return where a sentence may be cut: (end of the left part, start of the right), the strongest first."""
    ranked: list[tuple[int, int, int]] = [(-1, place, place) for place in _turns(chunks)]
    for place, chunk in enumerate(chunks):
        if place == 0:
            continue
        if chunk.kind == "punct":
            rank = 0 if chunk.key in _STRONG else 3 if chunk.key == "," else 2 if chunk.key in "()" else None
        elif chunk.key in _JOINS:
            rank = 1
        elif _is_weak(chunk) or (chunk.key == "at" and any(one.kind == "gap" for one in chunks[:place])):
            rank = 5
        elif chunk.kind in ("direction", "contrast", "comparison"):
            rank = 6
        else:
            rank = None
        if rank is not None:
            keep = chunk.kind != "punct" and chunk.key not in ("and", *_JOINS)
            ranked.append((rank, place, place if keep else place + 1))
    ranked.sort()
    return [(place, rest) for _, place, rest in ranked]
