"""A ratio that only the question spells out: "Nearly five" where it asks how many for each elsewhere."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from tieout.checking.amount import figure, holds, same_release, tie
from tieout.checking.chunk import Chunk
from tieout.checking.clause import Clause, Reading, Scene, mention_of
from tieout.checking.mention import NumberKind
from tieout.checking.verdict import ProblemCode
from tieout.checking.where import named_areas

__all__ = ["asked_ratio", "is_bare", "read_asked_ratio"]

_SILENT: Final = frozenset({"neutral", "punct", "bound", "num", "preposition"})
_KINDS: Final = frozenset({NumberKind.PLAIN, NumberKind.CURRENCY, NumberKind.RATIO, NumberKind.MULTIPLE})
_EACH: Final = frozenset({"every", "each"})
_MOST: Final = 2


def is_bare(clause: Clause) -> bool:
    """Return True for a number alone, or the same said twice: "Nearly five (4.7)"."""
    numbers = clause.nums
    kinds = all(mention_of(one).kind in _KINDS and not mention_of(one).sign for one in numbers)
    return 1 <= len(numbers) <= _MOST and kinds and clause.only(_SILENT)


def read_asked_ratio(clause: Clause, scene: Scene) -> Reading | None:
    """Read a bare number as how much one place has for each that the other has, where that is asked.

    Both values are those told beside each other, of one series and year.
    """
    asked, pair = scene.asked_ratio, scene.pair
    if asked is None or pair is None or not is_bare(clause):
        return None
    cells = {cell.area: cell for cell in pair}
    if set(cells) != set(asked) or pair[0].measure != pair[1].measure or pair[0].period != pair[1].period:
        return None
    base, own = cells[asked[0]], cells[asked[1]]
    same_release(pair, clause)
    if min(base.value, own.value) <= 0:
        return None
    reading = Reading(cells=[own, base], areas=(own.area, base.area), measure=own.measure)
    reading.periods = (own.period,)
    for number in clause.nums:
        true = own.value / base.value
        if not holds(true, _as_multiple(number)):
            message = f"The ratio is {figure(true)}."
            raise clause.reject(ProblemCode.UNSUPPORTED_NUMBER, message, number, figure(true))
        reading.ties.append(tie(number, (own.fact, base.fact), "ratio"))
    return reading


def _as_multiple(number: Chunk) -> Chunk:
    """Read "nearly five" here as so many times: it may be as far off as a multiple (rule 7)."""
    mention = mention_of(number)
    plain = mention.kind is NumberKind.PLAIN
    return replace(number, mention=replace(mention, kind=NumberKind.MULTIPLE)) if plain else number


def asked_ratio(asked: Sequence[Chunk], scene: Scene) -> tuple[str, str] | None:
    """Return the place that each is of, and the other: "for every dollar Bangladesh gets, ... Nepal"."""
    start = next((chunk.start for chunk in asked if _EACH & set(chunk.key.split())), None)
    if start is None or not any(chunk.key.split()[0] == "for" and chunk.start <= start for chunk in asked):
        return None
    named = named_areas(Clause([chunk for chunk in asked if chunk.start >= start]), scene)
    return (named[0], named[1]) if len(named) == _MOST else None
