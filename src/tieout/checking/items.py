"""Lists of years: a heading and items below it that each open with a year ("- 2021: 64%, down 19 points")."""

from collections.abc import Callable, Sequence
from typing import Final

from tieout.checking.chunk import Chunk
from tieout.checking.clause import Clause, Reading, Scene
from tieout.checking.when import period_of
from tieout.facts.period import Period

__all__ = ["read_items"]

_OPENS: Final = frozenset({":", "–", "—", "-", "="})
_NAMING: Final = frozenset(
    "ind people unit counted of label piece sex basis generic per denom denominator grows currency area "
    "neutral preposition punct pronoun source scope year bound statistic".split()
)
_Read = Callable[[list[Chunk], Scene], list[Reading]]


def read_items(chunks: Sequence[Chunk], scene: Scene, read: _Read) -> list[Reading] | None:
    """Read the items of a list of years, each in the light of the heading and of the item above it.

    Args:
        chunks: The sentence; a mark without width stands before each item.
        scene: The scene; it then carries what the last item named.
        read: Reads a run of chunks.

    Returns:
        The readings; None where this is no such list.
    """
    heading, items = _items(chunks)
    years = [_year(item) for item in items]
    if len(items) < 2 or None in years or not Clause(heading).only(_NAMING):
        return None
    periods = [period for period in years if period is not None]
    ordered = periods == sorted(set(periods))
    readings: list[Reading] = []
    for place, item in enumerate(items):
        told, said = _told(item)
        readings += read([*heading, *told] if not place else told, scene)
        if ordered:
            scene.window = (periods[0], periods[-1])
        if not said:
            continue
        own = scene.copy()
        dated = any(chunk.kind == "year" for chunk in said)
        if ordered:
            own.periods = tuple(periods[place if dated else max(place - 1, 0) : place + 1])
            own.sentence_periods = own.periods
        readings += read(said, own)
    return readings


def _items(chunks: Sequence[Chunk]) -> tuple[list[Chunk], list[list[Chunk]]]:
    places = [
        place for place, chunk in enumerate(chunks) if chunk.kind == "punct" and chunk.start == chunk.end
    ]
    if not places:
        return [], []
    heading = [chunk for chunk in chunks[: places[0]] if chunk.key != ":"]
    ends = [*places[1:], len(chunks)]
    return heading, [list(chunks[place + 1 : end]) for place, end in zip(places, ends, strict=True)]


def _year(item: Sequence[Chunk]) -> Period | None:
    opens = len(item) > 2 and item[0].kind == "year" and item[1].kind == "punct" and item[1].key in _OPENS
    return period_of(item[0]) if opens else None


def _told(item: Sequence[Chunk]) -> tuple[list[Chunk], list[Chunk]]:
    """Return the year with its value, and what is said of it behind a comma or in brackets."""
    for place, chunk in enumerate(item):
        if place > 2 and chunk.kind == "punct" and chunk.key in ",(;":
            said = [one for one in item[place + 1 :] if one.key != ")" or one is not item[-1]]
            return [item[0], *item[2:place]], said
    return [item[0], *item[2:]], []
