"""Sizes of sets, counts of members and lengths of lists: the small numbers that need no fact of their own."""

from collections.abc import Sequence
from typing import Final

from tieout.checking.chunk import Chunk
from tieout.checking.mention import NumberKind

__all__ = ["find_sets"]

_SET_LARGEST: Final = 300
_BEFORE_SIZE: Final = frozenset(
    {"out of", "the", "these", "those", "all", "of", "among", "amongst", "other", "its", "both", "our"}
)
_COUNTED: Final = ("ind", "counted", "unit", "people", "label", "of")


def _small(chunk: Chunk) -> bool:
    mention = chunk.mention
    if mention is None or mention.kind is not NumberKind.PLAIN or mention.value is None or mention.scale != 1:
        return False
    return mention.value.denominator == 1 and 0 <= mention.value <= _SET_LARGEST and not mention.currency


def find_sets(chunks: Sequence[Chunk]) -> None:
    """Mark the numbers that are sizes of sets, counts of members, or lengths of lists."""
    grouped = any(chunk.kind == "setnoun" for chunk in chunks)
    for place, chunk in enumerate(chunks):
        after = chunks[place + 1 : place + 4]
        before = chunks[place - 1] if place else None
        if _is_share_of_set(chunk, after):
            chunk.kind = "countsize"
        if chunk.kind != "num" or not _small(chunk):
            continue
        if (after and after[0].kind == "superlative") or (
            before is not None and before.kind == "superlative" and before.key in _TOP
        ):
            chunk.kind = "topn"
        elif after and (
            after[0].kind == "setnoun"
            or (after[0].key in ("named", "listed", "other") and after[1:] and after[1].kind == "setnoun")
        ):
            chunk.kind = "setsize"
        elif _of_a_set(after):
            chunk.kind = "count"
        elif (
            before is not None
            and before.key in _BEFORE_SIZE
            and (_ends_size(after) or _of_figures(chunks, place))
        ):
            chunk.kind = "setsize"
        elif (
            grouped
            and before is not None
            and before.key in ("was", "is", "were", "are", "stood at")
            and _ends_size(after)
        ):
            chunk.kind = "count"


_TOP: Final = frozenset(
    {
        "top",
        "bottom",
        "first",
        "leading",
        "highest",
        "largest",
        "lowest",
        "smallest",
        "most populous",
        "biggest",
        "fewest",
    }
)


def _is_share_of_set(chunk: Chunk, after: Sequence[Chunk]) -> bool:
    """True for "two out of four" before "countries": a count and a size, no fraction."""
    mention = chunk.mention
    if mention is None or mention.parts is None or chunk.kind != "num":
        return False
    rest = [one for one in after if one.key not in ("the", "of", "listed", "named")]
    return bool(rest) and rest[0].kind == "setnoun"


def _of_figures(chunks: Sequence[Chunk], place: int) -> bool:
    """True for "the 9 urbanisation rate figures": the figures of nine countries."""
    after = [chunk for chunk in chunks[place + 1 : place + 5] if chunk.kind != "neutral"]
    if after and after[0].kind == "ind" and after[0].key.endswith((" figures", " values", " numbers")):
        return True
    return (
        len(after) > 1
        and after[0].kind in ("ind", "grows")
        and any(
            chunk.kind == "generic" and chunk.key in ("figures", "values", "readings", "numbers")
            for chunk in after[1:3]
        )
    )


def _of_a_set(after: Sequence[Chunk]) -> bool:
    """True for what follows "three" in "three of the seven countries"."""
    if not after or after[0].key not in ("of", "out of"):
        return False
    rest = [
        chunk for chunk in after[1:] if chunk.key not in ("the", "these", "those", "all", "named", "listed")
    ]
    return bool(rest) and (rest[0].kind == "setnoun" or _small(rest[0]) or rest[0].kind == "area")


def _ends_size(after: Sequence[Chunk]) -> bool:
    """True where no noun that a number could count follows."""
    return (
        not after
        or after[0].kind in ("punct", "scope", "timeword", "preposition")
        or (
            after[0].kind in ("neutral", "statistic", "piece")
            and not any(kind in after[0].readings for kind in _COUNTED)
        )
    )
