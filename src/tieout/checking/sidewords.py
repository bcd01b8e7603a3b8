"""Words whose sense hangs on what is behind them: "a fraction under Chile's" is a side, and no bound."""

from collections.abc import Sequence
from typing import Final

from tieout.checking.chunk import Chunk

__all__ = ["of_list", "share_kind", "side_of_place"]


def side_of_place(chunks: Sequence[Chunk], place: int) -> str:
    """Return "less" for "a fraction under Cambodia's (2,093)", "" where no place comes next."""
    if str(chunks[place].readings.get("bound", "")).strip() in (">=", "<="):
        return ""  # "was not above Chile's" is no side: it may be the same
    after = [chunk for chunk in chunks[place + 1 : place + 4] if chunk.key not in _TO_PLACE]
    named = bool(after) and ("area" in after[0].readings or "adjective" in after[0].readings)
    return _SIDE_WORDS.get(chunks[place].key.split()[-1], "") if named else ""


_TO_PLACE: Final = frozenset({"the", "that of", "that", "of"})
_SIDE_WORDS: Final = {"over": "more", "above": "more", "under": "less", "below": "less"}


def share_kind(chunks: Sequence[Chunk], place: int) -> str:
    """Return what "made up" is: no share of anything in "made up the top three"."""
    after = [one for one in chunks[place + 1 : place + 3] if one.key != "the"]
    placed = bool(after) and ("superlative" in after[0].readings or after[0].key in ("first", "last"))
    return "neutral" if placed else "share"


def of_list(after: Sequence[Chunk]) -> bool:
    """True for ", all per 1,000 people and all for 2024": said of each number of the list before it."""
    if not after:
        return False
    dated = (
        len(after) > 1
        and after[0].key in ("for", "in")
        and after[1].mention is not None
        and after[1].mention.is_period
    )
    return dated or after[0].key.startswith("per ")
