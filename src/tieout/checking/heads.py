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
    """Mark one who stands for all, and make "the economy" growth per head where the sentence says so of it.

    It does where it opens with that, or gives one number only; otherwise "head" stays a word unknown here.
    """
    _find_persons(chunks)
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


def _find_persons(chunks: Sequence[Chunk]) -> None:
    """Mark "a Canadian", "the average Norwegian": one of the people of a place, for whom all stand."""
    for place, chunk in enumerate(chunks):
        if chunk.kind != "area" or "adjective" not in chunk.readings or not place:
            continue
        before, after = chunks[place - 1], chunks[place + 1] if place + 1 < len(chunks) else None
        stands = after is None or after.kind in ("punct", "preposition", "piece", "year") or _is_verb(after)
        if before.key not in _ONE or not stands or chunk.key.endswith("s"):
            continue
        chunk.readings["perhead"] = True
        if before.kind == "statistic":
            before.kind = "neutral"


def _is_verb(chunk: Chunk) -> bool:
    return chunk.kind == "neutral" and chunk.key.split()[0] in _VERBS


_VERBS: Final = frozenset("used had consumed was is has uses consumes emitted received earned spent".split())
_ONE: Final = frozenset(
    {"a", "an", "one", "average", "the average", "an average", "each", "every", "typical"}
)
