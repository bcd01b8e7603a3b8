"""Colons before sizes: "shrank three years running: by 1.2% in 2022, 2.7% in 2023 and 0.1% in 2024"."""

from collections.abc import Sequence
from itertools import pairwise

from tieout.checking.chunk import Chunk
from tieout.checking.table import Table
from tieout.checking.when import period_of

__all__ = ["join_sizes"]


def join_sizes(chunks: Sequence[Chunk], table: Table) -> list[Chunk]:
    """Return a sentence without the colon before the sizes of a change, one for each of the years it runs.

    The number of the years ("three years running") and what they run to ("every year since") are held to the
    years that are listed; where they are not those, the sentence is left as it is.
    """
    found = list(chunks)
    mark = next((place for place, chunk in enumerate(found) if chunk.key == ":"), 0)
    if mark < 1 or not found[mark + 1 :] or found[mark + 1].key != "by":
        return found
    word, right = found[mark - 1], found[mark + 1 :]
    years = [period for one in right if one.kind == "year" and (period := period_of(one)) is not None]
    sizes = [one for one in right if one.kind == "num"]
    said = str(word.readings.get("timeword", "")) if word.kind == "timeword" else ""
    in_order = all(after == before.shifted(1) for before, after in pairwise(years))
    moved = any(one.kind == "direction" for one in found[:mark])
    if not (years and moved and in_order and len(years) == len(sizes)):
        return found
    if said.startswith("everyof") and int(said[7:]) == len(years):
        return [*found[: mark - 1], *right]
    told = [period for one in found[:mark] if one.kind == "year" and (period := period_of(one)) is not None]
    last = max((period for series in table.cells.values() for period in series), default=None)
    runs = said == "everysince" and bool(told) and years[0] == told[-1].shifted(1) and years[-1] == last
    return [*found[: mark - 1], *right] if runs else found
