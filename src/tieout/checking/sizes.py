"""Sizes of sets, counts of members and lengths of lists: the small numbers that need no fact of their own."""

from collections.abc import Sequence
from typing import Final

from tieout.checking.chunk import Chunk
from tieout.checking.mention import NumberKind

__all__ = ["find_sets"]

_SET_LARGEST: Final = 300
_BEFORE_SIZE: Final = frozenset(
    {
        "out of",
        "the",
        "these",
        "those",
        "all",
        "of",
        "among",
        "amongst",
        "other",
        "its",
        "both",
        "our",
        "remaining",
    }
)
_NAMED: Final = frozenset({"ind", "counted", "people", "piece", "grows", "statistic"})
"""What "of 39" right behind says the value of."""
_COUNTED: Final = ("ind", "counted", "unit", "people", "label", "of")


def _small(chunk: Chunk) -> bool:
    mention = chunk.mention
    if mention is None or mention.kind is not NumberKind.PLAIN or mention.value is None or mention.scale != 1:
        return False
    # "65.0" shows a tenth, which no set is counted to.
    return (
        mention.value.denominator == 1
        and mention.step >= 1
        and 0 <= mention.value <= _SET_LARGEST
        and not mention.currency
    )


def find_sets(chunks: Sequence[Chunk]) -> None:
    """Mark the numbers that are sizes of sets, counts of members, or lengths of lists."""
    grouped = any(chunk.kind == "setnoun" for chunk in chunks)
    for place, chunk in enumerate(chunks):
        if chunk.kind != "num" and (chunk.kind != "neutral" or chunk.key != "one"):
            continue
        after = chunks[place + 1 : place + 4]
        before = chunks[place - 1] if place else None
        if _is_share_of_set(chunk, after):
            chunk.kind = "countsize"
        if chunk.kind == "neutral" and _is_count_of_one(before, after):
            chunk.kind = "count"
        if chunk.kind == "num" and _small(chunk):
            chunk.kind = _kind_of_size(chunks, place, before, after, grouped=grouped)
            if chunk.kind == "setsize" and before is not None and before.key in _OTHERS:
                before.kind, chunk.readings["others"] = "neutral", True


_OTHERS: Final = frozenset({"other", "the other", "remaining", "the remaining"})


def _kind_of_size(
    chunks: Sequence[Chunk], place: int, before: Chunk | None, after: Sequence[Chunk], *, grouped: bool
) -> str:
    """Return what a small number counts: places of a list, members of a set, or those inside a bound."""
    key, kind = (before.key, before.kind) if before is not None else ("", "")
    if (after and after[0].kind == "superlative") or (kind == "superlative" and key in _TOP):
        return "topn"
    if key in _OTHERS and _ends_size(after):
        return "setsize"
    if _of_named_set(chunks, place):
        return "count"
    if after and (
        after[0].kind == "setnoun"
        or (after[0].key in ("named", "listed", "other") and after[1:] and after[1].kind == "setnoun")
    ):
        return "setsize"
    if len(after) > 1 and after[0].kind == "setmember" and after[1].kind in ("statistic", "ind", "neutral"):
        return "setsize"  # "the five-country average"
    if _of_a_set(after) or (before is not None and before.readings.get("quantifier") == "allbut"):
        return "count"
    counts = not after or after[0].kind not in ("setnoun", "punct")
    if key == "of" and place > 1 and chunks[place - 2].kind in _NAMED and counts and not _ends_set(after):
        return "num"
    if key in _BEFORE_SIZE or kind == "quantifier":
        sized = _ends_size(after) or _of_figures(chunks, place) or _averaged(chunks, place)
        return "setsize" if sized else "num"
    copula = key in ("was", "is", "were", "are", "stood at")
    return "count" if grouped and copula and _ends_size(after) else "num"


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


def _ends_set(after: Sequence[Chunk]) -> bool:
    """True for "the median of six was": a set, of which something is said next."""
    return bool(after) and after[0].key in ("was", "is", "were", "are")


def _averaged(chunks: Sequence[Chunk], place: int) -> bool:
    """True for "the average of the six rates": as many as there are areas."""
    before = [chunk for chunk in chunks[max(0, place - 3) : place] if chunk.key not in _POINTING]
    after = chunks[place + 1 : place + 3]
    named = bool(after) and after[0].kind in ("ind", "generic", "grows", "counted", "people")
    behind = len(after) > 1 and after[1].kind == "statistic"
    return named and (behind or (bool(before) and before[-1].kind == "statistic"))


_POINTING: Final = frozenset({"the", "of", "these", "those", "all"})


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


def _is_count_of_one(before: Chunk | None, after: Sequence[Chunk]) -> bool:
    """True for "One of A and B had", "in one of the eight", "all but one", not "Chad, one of the"."""
    if before is not None and before.readings.get("quantifier") == "allbut":
        return True
    opens = before is None or before.key in ("in", "for", "with") or before.kind == "bound"
    shown = before is not None and before.key.split()[-1] in ("show", "shows", "had", "have", "has", "give")
    opens = opens or shown
    return opens and _of_a_set(after)


def _of_named_set(chunks: Sequence[Chunk], place: int) -> bool:
    """True for "Of the four countries, three had", "Of A, B and C, two had": a verb of having comes next."""
    if place + 1 >= len(chunks) or chunks[place + 1].key.split()[0] not in _HAVING:
        return False
    opened = chunks[0].key in ("of", "among", "amongst", "out of", "across") and place > 2
    sets = any(chunk.kind in ("setnoun", "setsize") for chunk in chunks[:place])
    return opened and (sets or sum(chunk.kind == "area" for chunk in chunks[:place]) > 1)


_HAVING: Final = frozenset(
    "had have has recorded reported posted registered saw showed exceeded passed topped surpassed were was "
    "stood stayed reached cleared fell kept ran".split()
)


def _ends_size(after: Sequence[Chunk]) -> bool:
    """True where no noun that a number could count follows."""
    return (
        not after
        or after[0].kind in ("punct", "scope", "heldset", "timeword", "preposition")
        or (
            after[0].kind in ("neutral", "statistic", "piece")
            and not any(kind in after[0].readings for kind in _COUNTED)
        )
    )
