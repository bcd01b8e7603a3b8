"""Settling: a phrase that may be several things is one of them here, by the chunks beside it.

A phrase is first taken for one of its kinds by precedence; ``settle`` looks once more at the kinds that their
neighbours decide.
"""

from collections.abc import Callable, Sequence
from typing import Final

from tieout.checking.chunk import Chunk
from tieout.checking.mention import NumberKind
from tieout.checking.precedence import first_of
from tieout.checking.sidewords import of_list, share_kind

__all__ = ["LEVELS", "leads_set", "names_level", "settle"]

_EQUAL: Final = frozenset(
    {
        "the same as",
        "the same",
        "equal to",
        "equal",
        "identical to",
        "identical",
        "on a par with",
        "on par with",
        "level with",
        "matched",
        "matching",
        "matches",
        "match",
        "in line with",
    }
)
_PREPOSITIONS: Final = frozenset({"preposition", "neutral"})


def settle(chunks: Sequence[Chunk], place: int, kind: str) -> str:
    """Return the kind that a phrase has at its place."""
    if kind == "adjective":
        return "area"
    judge = _JUDGES.get(kind)
    return judge(chunks, place) if judge is not None else kind


def _people(chunks: Sequence[Chunk], place: int) -> str:
    chunk = chunks[place]
    return "ind" if "population" in chunk.key and "ind" in chunk.readings else "people"


def _comparison(chunks: Sequence[Chunk], place: int) -> str:
    chunk = chunks[place]
    readings = chunk.readings
    if "ranking" in readings and leads_set(chunks, place):
        return "ranking"
    if "gapword" in readings and place and chunks[place - 1].key in ("a", "the"):
        return "gapword"
    if chunk.key == "top" and (
        _number_at(chunks, place + 1) or any(one.key == "from" for one in chunks[max(0, place - 2) : place])
    ):
        return "superlative"
    if readings["comparison"] == "same":
        return _same(chunks, place)
    dated = _period_at(chunks, place + 1) and not names_level(chunks, place + 1)
    return _bound(chunks, place) if dated else "comparison"


def names_level(chunks: Sequence[Chunk], place: int) -> bool:
    """True for "the 2018 level", "2018 levels": the value of a year."""
    for at, chunk in enumerate(chunks[place : place + 3], place):
        if chunk.mention is not None:
            after = chunks[at + 1 : at + 2]
            return chunk.mention.is_period and bool(after) and after[0].key in LEVELS
        if chunk.key not in _OWNING:
            return False
    return False


_OWNING: Final = frozenset({"the", "its", "their", "of", "'s"})
LEVELS: Final = frozenset(
    "level levels figure figures value mark reading readings total tally number rate share amount".split()
)
"""Nouns behind a year that make it the value of that year ("its 2018 level")."""


def leads_set(chunks: Sequence[Chunk], place: int) -> bool:
    """True where a set comes right after: "topping the five countries", "trailed the other four"."""
    for chunk in chunks[place + 1 : place + 6]:
        if "setnoun" in chunk.readings or _is_set(chunks, chunks.index(chunk)):
            return True
        if chunk.mention is None and chunk.key not in _BEFORE_SET:
            return False
    return False


def _is_set(chunks: Sequence[Chunk], place: int) -> bool:
    """True for "tops the five": a number in words behind "the" that counts nothing said."""
    mention, after = chunks[place].mention, chunks[place + 1 : place + 2]
    if mention is None or not mention.words or mention.kind is not NumberKind.PLAIN:
        return False
    counts = any(
        kind in one.readings for one in after for kind in ("unit", "counted", "people", "ind", "label")
    )
    return chunks[place - 1].key == "the" and not counts and (mention.value or 0) > 1


_BEFORE_SET: Final = frozenset(
    {"the", "of", "other", "all", "these", "those", "a", "list", "group", "all the"}
)


def _same(chunks: Sequence[Chunk], place: int) -> str:
    """Read "equal to about 32%" compares nothing; neither does "the size of" without a multiple before it."""
    chunk = chunks[place]
    if _number_at(chunks, place + 1):
        return "neutral"
    if any(one.mention is not None and one.mention.is_quantity for one in chunks[:place]):
        return "comparison"
    return "comparison" if chunk.key in _EQUAL and "neutral" not in chunk.readings else "neutral"


def _bound(chunks: Sequence[Chunk], place: int) -> str:
    dated = _period_at(chunks, place + 1) and not names_level(chunks, place + 1)
    return "neutral" if dated else "bound"


def _both(chunks: Sequence[Chunk], place: int) -> str:
    after = chunks[place + 1].readings if place + 1 < len(chunks) else {}
    return "topn" if "superlative" in after else "both"


def _hold(chunks: Sequence[Chunk], place: int) -> str:
    after = chunks[place + 1 : place + 2]
    goes_on = any("direction" in one.readings and one.key.endswith("ing") for one in after)
    return "neutral" if goes_on or any("bound" in one.readings for one in after) else "hold"


def _gap(chunks: Sequence[Chunk], place: int) -> str:
    chunk = chunks[place]
    if not _PUBLISHING.isdisjoint(chunk.stems):
        return "gap" if _about_data(chunks, place, ours=False) else _without(chunk, "gap", "unknown")
    ours = chunk.readings["gap"] in ("years", "begins", "ends")
    return _without(chunk, "gap", "unknown") if ours and not _about_data(chunks, place) else "gap"


_PUBLISHING: Final = frozenset(
    "report reports publish publishes release collect measure measures track".split()
)
"""What a publisher does or not is beyond the evidence; only of the data may these be said."""


def _balance(chunks: Sequence[Chunk], place: int) -> str:
    """Read "leaving $23.0 billion" and "a deficit of $0.8 billion" as what is left of two; else as before."""
    after = chunks[place + 1 : place + 4]
    numbers = [one for one in after if one.mention is not None]
    between = after[: after.index(numbers[0])] if numbers else after
    sized = bool(numbers) and all(one.key == "of" or "bound" in one.readings for one in between)
    return "balance" if sized else _without(chunks[place], "balance", "unknown")


def _only(chunks: Sequence[Chunk], place: int) -> str:
    if chunks[place].readings["only"] == "others":
        return "only"
    if place + 1 == len(chunks) or chunks[place + 1].kind == "punct":
        return _negation(chunks, place)
    following = [one for one in chunks[place + 1 : place + 5] if one.readings]
    if any({"area", "setmember", "setnoun"} & one.readings.keys() for one in following[:2]):
        return "only"
    return _without(chunks[place], "only", "neutral")


def _without(chunk: Chunk, kind: str, otherwise: str) -> str:
    return first_of((other for other in chunk.readings if other != kind), otherwise)


def _ranking(chunks: Sequence[Chunk], place: int) -> str:
    """Read "came in" as no more than "was" where no place is given."""
    chunk = chunks[place]
    if chunk.readings["ranking"] or "neutral" not in chunk.readings:
        return "ranking"
    if _period_at(chunks, place + 1):
        return "neutral"
    placed = any(
        "superlative" in one.readings or (one.mention is not None and one.mention.kind is NumberKind.ORDINAL)
        for one in chunks
    )
    return "ranking" if placed else "neutral"


def _statistic(chunks: Sequence[Chunk], place: int) -> str:
    """Read "added up to" as a sum of several areas only; of one it says no more than "was"."""
    chunk = chunks[place]
    if "neutral" not in chunk.readings or any("setnoun" in one.readings for one in chunks):
        return "statistic"
    return "statistic" if sum("area" in one.readings for one in chunks) > 1 else "neutral"


def _quantifier(chunks: Sequence[Chunk], place: int) -> str:
    """Read a bare "none" as none of the set named before it."""
    chunk = chunks[place]
    if chunk.key in ("all", "both") and of_list(chunks[place + 1 : place + 3]):
        return "neutral"
    if chunk.key != "none" or any("setnoun" in one.readings for one in chunks[:place]):
        return "quantifier"
    if sum("area" in one.readings for one in chunks[:place]) > 1:
        return "quantifier"
    return _without(chunk, "quantifier", "negation")


def _direction(chunks: Sequence[Chunk], place: int) -> str:
    chunk = chunks[place]
    own = chunk.readings.get("counted") or chunk.readings.get("ind")
    if chunk.stems == ("growth",) and own and chunk.readings.get("label"):
        # Growth of what, unless said, is growth of output: "growth" alone is not that of the population.
        chunk.readings["ind"] = own
        return "ind"
    return "direction"


def _piece(chunks: Sequence[Chunk], place: int) -> str:
    readings = chunks[place].readings
    if not _PREPOSITIONS.isdisjoint(readings):
        return "neutral"
    kinds = (
        ("grows", "ind", "statistic", "direction", "comparison", "superlative")
        if len(chunks[place].stems) == 1
        else ("grows", "ind")
    )
    return next((kind for kind in kinds if kind in readings), "piece")


def _negation(chunks: Sequence[Chunk], place: int) -> str:
    """Tell a leading "No," from the word inside a sentence."""
    alone = place == 0 and (len(chunks) == 1 or chunks[1].kind == "punct" or chunks[1].key in (",", ".", ":"))
    return "yes" if alone and "yes" in chunks[place].readings else "negation"


def _besides(chunks: Sequence[Chunk], place: int) -> str:
    """Read "in every year except 2020" as an exception of a year, where every year is spoken of."""
    every = any(str(one.readings.get("timeword")).startswith("every") for one in chunks[:place])
    excepts = every and chunks[place].readings.get("timeword") == "except" and _period_at(chunks, place + 1)
    return "timeword" if excepts else _without(chunks[place], "timeword", "without")


def _year(chunks: Sequence[Chunk], place: int) -> str:
    chunk = chunks[place]
    if chunk.key in ("year", "years") and "timeword" in chunk.readings:
        return "timeword"
    return first_of(chunk.readings, "unknown")


_JUDGES: Final[dict[str, Callable[[Sequence[Chunk], int], str]]] = {
    "people": _people,
    "comparison": _comparison,
    "bound": _bound,
    "both": _both,
    "balance": _balance,
    "share": share_kind,
    "hold": _hold,
    "gap": _gap,
    "only": _only,
    "quantifier": _quantifier,
    "statistic": _statistic,
    "ranking": _ranking,
    "direction": _direction,
    "piece": _piece,
    "negation": _negation,
    "without": _besides,
    "unit": _year,
    "of": _year,
    "counted": _year,
    "ind": _year,
}


def _about_data(chunks: Sequence[Chunk], place: int, *, ours: bool = True) -> bool:
    return any(
        (ours and "source" in chunk.readings) or chunk.key.rpartition(" ")[2] in _DATA
        for chunk in chunks[max(0, place - 6) : place]
    ) or _of_series(chunks, place)


def _of_series(chunks: Sequence[Chunk], place: int) -> bool:
    """True for "for Uganda it ends in", where "the series ends in" came before."""
    it = any(chunk.key == "it" for chunk in chunks[max(0, place - 3) : place])
    return it and any(chunk.kind == "gap" for chunk in chunks[:place])


_DATA: Final = frozenset(
    "data series readings reading value values figure figures observations numbers rows "
    "entries dataset set snapshot statistics table evidence file".split()
)


def _number_at(chunks: Sequence[Chunk], place: int) -> bool:
    """True when a number comes next, past a bound."""
    for chunk in chunks[place : place + 2]:
        if chunk.mention is not None:
            return chunk.mention.is_quantity
        if "bound" not in chunk.readings:
            return False
    return False


def _period_at(chunks: Sequence[Chunk], place: int) -> bool:
    for chunk in chunks[place : place + 2]:
        if chunk.mention is not None:
            return chunk.mention.is_period
        if chunk.key not in ("the", "a"):
            return False
    return False
