"""Which periods a clause speaks of."""

from tieout.checking.chunk import Chunk
from tieout.checking.clause import Clause, Scene, mention_of
from tieout.checking.mention import NumberKind
from tieout.checking.verdict import ProblemCode
from tieout.facts.period import Period

_THAT = frozenset({"that year", "in that year", "that same year", "in the same year", "in that same year"})
__all__ = ["named_periods", "period_of", "periods_for", "span_of"]


def period_of(chunk: Chunk) -> Period | None:
    """Return the one period that a year chunk names, or None for a range or an incomplete date."""
    mention = mention_of(chunk)
    if mention.kind in (NumberKind.YEAR, NumberKind.QUARTER, NumberKind.MONTH) and mention.period:
        return Period.parse(mention.period)
    if mention.kind is NumberKind.YEAR and len(mention.years) == 1:
        return Period.of_year(mention.years[0])
    return None


def span_of(chunk: Chunk) -> tuple[Period, Period] | None:
    """Return the first and last year of a range or decade; "over the 1990s" is 1990 to 2000 (rule 12)."""
    mention = mention_of(chunk)
    if mention.kind is NumberKind.YEAR_RANGE and len(mention.years) == 2:
        return Period.of_year(mention.years[0]), Period.of_year(mention.years[1])
    if mention.kind is NumberKind.DECADE and len(mention.years) == 2:
        return Period.of_year(mention.years[0]), Period.of_year(mention.years[0] + 10)
    return None


def named_periods(clause: Clause) -> list[Period]:
    """Return the single periods of the clause in order, "a year later" resolved against the one before it.

    Raises:
        Reject: A relative period has no anchor in the clause.
    """
    found: list[Period] = []
    for chunk in clause.of("year", "timeword"):
        if chunk.kind == "year":
            period = period_of(chunk)
            if period is not None:
                found.append(period)
            continue
        shift = _shift(chunk)
        if shift is not None and found:
            found.append(Period.of_year(found[-1].year + shift))
    return found


def _shift(chunk: Chunk) -> int | None:
    payload = str(chunk.readings.get("timeword", ""))
    return int(payload) if payload[:1] in "+-" and payload[1:].isdigit() else None


def _with_same(clause: Clause, scene: Scene, found: list[Period]) -> list[Period]:
    """Return the periods with the one that "that year" points to in its place, where it stands first."""
    same = clause.timewords("same")
    if len(same) != 1 or len(clause.nums) != len(found) + 1 or len(set(scene.periods)) != 1:
        return found
    if same[0].key not in _THAT or scene.periods[0] in found:
        return found
    if any(chunk.start < same[0].start for chunk in clause.of("year")):
        return found
    return [scene.periods[0], *found]


def periods_for(clause: Clause, scene: Scene) -> list[Period]:
    """Return the periods of the clause, or those that the sentence or the clause before lends.

    Raises:
        Reject: No period is named or carried.
    """
    found = list(dict.fromkeys(named_periods(clause)))
    if found:
        return _with_same(clause, scene, found)
    if clause.timewords("both"):
        for lent in (scene.sentence_periods, scene.periods):
            if len(set(lent)) == 2:
                return list(dict.fromkeys(lent))
    for chunk in clause.of("timeword"):
        shift = _shift(chunk)
        if shift is not None and len(set(scene.periods)) >= 1:
            return [Period.of_year(scene.periods[-1].year + shift)]
    if any(chunk.key in _THAT for chunk in clause.timewords("same")) and len(set(scene.periods)) == 1:
        return [scene.periods[0]]
    if len(set(scene.sentence_periods)) == 1:
        return [scene.sentence_periods[0]]
    if len(set(scene.periods)) == 1 and not scene.sentence_periods:
        return [scene.periods[0]]
    if len(set(scene.periods)) == 1:
        return [scene.periods[0]]
    raise clause.reject(ProblemCode.NO_PERIOD, "Nothing here says which year the number is for.")
