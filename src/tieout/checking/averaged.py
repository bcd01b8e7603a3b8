"""The statistic that a question asks for, over the areas that it lists: the answer may leave both unsaid."""

from collections.abc import Sequence

from tieout.checking.chunk import Chunk
from tieout.checking.table import Table

__all__ = ["asked_statistic"]


def asked_statistic(
    asked: Sequence[Chunk], areas: Sequence[str], table: Table
) -> tuple[str, tuple[str, ...]] | None:
    """Return what is asked for ("mean", "median", "sum") and of which areas, or None.

    Args:
        asked: The chunks of the question.
        areas: The areas that it names.
        table: The evidence; an average that is part of a series' own name is no statistic.
    """
    codes = tuple(code for code in areas if not table.areas.get(code, False))
    if not codes and not areas:
        codes = areas = _whole_set(asked, table)
    said = {str(chunk.readings["statistic"]) for chunk in asked if _is_statistic(chunk, table)}
    if len(codes) < len(("one", "another")) or len(codes) != len(areas) or len(said) != 1:
        return None
    return said.pop(), codes


def _whole_set(asked: Sequence[Chunk], table: Table) -> tuple[str, ...]:
    """Return the areas of the evidence where the question counts them: "the average of the five"."""
    sizes = [chunk.mention.value for chunk in asked if chunk.kind == "setsize" and chunk.mention is not None]
    codes = tuple(code for code, aggregate in table.areas.items() if not aggregate)
    return codes if sizes == [len(codes)] else ()


def _is_statistic(chunk: Chunk, table: Table) -> bool:
    if chunk.kind == "statistic":
        return True
    if chunk.kind != "ind" or "statistic" not in chunk.readings:
        return False
    own = {chunk.stems[0], "average", "mean"}
    named = [one for number, one in enumerate(table.measures) if chunk.mask("ind") >> number & 1]
    return not any(one.words & own for one in named)
