"""Growth per head: "Per head, the economy grew by 4.8%" speaks of GDP per person, and of nothing else."""

from collections.abc import Sequence
from typing import Final

from tieout.checking.chunk import Chunk
from tieout.checking.table import Table

__all__ = ["find_heads"]

_HEADS: Final = frozenset({"head", "capita", "person", "inhabitant"})
_JOINED: Final = frozenset(f"per {head}" for head in _HEADS)
_ECONOMY: Final = frozenset({"economy", "output"})
_CORE: Final = frozenset({"capita", "gdp", "growth"})
_OPENS: Final = 3
"""Chunks that a phrase at the head of a sentence may stand behind ("In per capita terms, ...")."""


def find_heads(chunks: Sequence[Chunk], table: Table) -> None:
    """Make "the economy" the growth per head of the evidence, where the sentence says "per head" of it.

    It does where it opens with that, or gives one number only; otherwise "head" stays a word unknown here.
    """
    mask = sum(1 << number for number, one in enumerate(table.measures) if one.growth and one.core == _CORE)
    economies = [chunk for chunk in chunks if chunk.key in _ECONOMY and chunk.kind in ("grows", "setmember")]
    if not mask or len(economies) != 1 or not any(chunk.kind == "direction" for chunk in chunks):
        return
    said = _phrases(chunks)
    numbers = sum(chunk.kind == "num" for chunk in chunks)
    if len(said) != 1 or any(chunk.kind in ("ind", "piece") for chunk in chunks):
        return
    if numbers > 1 and said[0][0].place >= _OPENS:
        return
    for chunk in said[0]:
        chunk.kind = "neutral"
    economies[0].kind, economies[0].readings = "grows", {"grows": mask}


def _phrases(chunks: Sequence[Chunk]) -> list[list[Chunk]]:
    found: list[list[Chunk]] = []
    for place, chunk in enumerate(chunks):
        if chunk.key in _JOINED:
            found.append([chunk])
        elif chunk.key == "per" and place + 1 < len(chunks) and chunks[place + 1].key in _HEADS:
            found.append([chunk, chunks[place + 1]])
    return found
