"""The parts of the numbers of a change: where it starts, where it ends, how large it is; and whose year."""

from dataclasses import dataclass, field
from typing import Final

from tieout.checking.amount import factor_for
from tieout.checking.chunk import Chunk
from tieout.checking.clause import Clause, is_size, mention_of
from tieout.checking.measure import Measure
from tieout.checking.mention import Bound, NumberKind
from tieout.checking.verdict import ProblemCode
from tieout.checking.when import named_periods, period_of
from tieout.facts.period import Period

__all__ = ["Parts", "parts_of", "year_after", "year_beside", "year_when"]

_REACHING: Final = frozenset(
    "reach reached reaches reaching hit hits hitting stood stands standing at was were is are "
    "settle settled ended ends closed closes finished came comes read reads posted measured "
    "registered recorded showed shows".split()
) | {
    "came to",
    "comes to",
    "came in",
    "came in at",
    "came out at",
    "comes in at",
    "ended at",
    "ended up at",
    "end up at",
    "finished at",
    "worked out at",
    "added up to",
    "was put at",
    "is put at",
    "to reach",
}
_AMOUNTING: Final = frozenset(
    "amounted amounts amounting came comes totalled totaled was is were equalled equaled equals "
    "worked works measured put".split()
)
_BETWEEN: Final = frozenset({"preposition", "neutral", "unit", "denom", "counted", "people", "per", "basis"})
_PARTING: Final = frozenset({"and", "but", "while", "whereas", "though", "although", "then"})


@dataclass(slots=True)
class Parts:
    """The numbers of a change by their part in it.

    ``dated`` are values with a year of their own beside, ``crossed`` those ends that it goes beyond and was
    not beyond before.
    """

    starts: list[Chunk] = field(default_factory=list)
    ends: list[Chunk] = field(default_factory=list)
    sizes: list[Chunk] = field(default_factory=list)
    loose: list[Chunk] = field(default_factory=list)
    crossed: list[Chunk] = field(default_factory=list)
    dated: list[tuple[Chunk, Period]] = field(default_factory=list)


def parts_of(clause: Clause, measure: Measure) -> Parts:
    """Return the numbers of a clause of change by their part.

    Args:
        clause: The clause.
        measure: The series that changes, in whose unit a number may be a value.

    Raises:
        Reject: A number that can only be a size is written as an end.
    """
    found = Parts()
    seen_direction = reaching = noun = amounting = False
    way = ""
    two = len(set(named_periods(clause))) == 2
    for chunk in clause:
        if chunk.kind in ("direction", "multiple", "hold"):
            seen_direction, reaching = True, False
            noun = noun or (chunk.kind == "direction" and _is_noun(chunk, clause))
            way = str(chunk.readings["direction"]).split()[0] if chunk.kind == "direction" else ""
        elif chunk.kind == "peak" and seen_direction:
            reaching = True
        elif noun and chunk.kind in ("neutral", "preposition") and chunk.key in _AMOUNTING:
            amounting = True
        elif chunk.kind in ("neutral", "preposition") and chunk.key in _REACHING:
            reaching = True
        elif chunk.kind == "num" and amounting and chunk.prep in ("", "to", "at"):
            found.sizes.append(chunk)
            amounting = False
        elif chunk.kind == "num" and way and not reaching and _is_crossed(chunk, way, measure, clause):
            found.ends.append(chunk)
            found.crossed.append(chunk)
        elif chunk.kind == "num" and (year := year_when(chunk, clause)) is not None:
            found.dated.append((chunk, year))
            reaching = False
        elif chunk.kind == "num":
            amounting = amounting and chunk.prep != "from"
            own = year_beside(chunk, clause) if two and (not seen_direction or chunk.prep == "at") else None
            if own is not None and chunk.prep in ("", "at", "and") and _is_value(chunk, measure, clause):
                found.dated.append((chunk, own))
            else:
                _part(chunk, clause, measure, found, seen_direction=seen_direction, reaching=reaching)
            reaching = False
    for number in found.loose:
        (found.starts if found.ends and not found.starts else found.ends).append(number)
    found.loose.clear()
    return found


def _is_value(number: Chunk, measure: Measure, clause: Clause) -> bool:
    return factor_for(number, measure, clause) is not None and not is_size(number)


_LEVELS: Final = {
    "below": "down",
    "beneath": "down",
    "underneath": "down",
    "lower": "down",
    "smaller": "down",
    "under": "down",
    "above": "up",
    "past": "up",
    "beyond": "up",
    "higher": "up",
    "larger": "up",
    "over": "up",
}
"""Which way a level is crossed that stands behind the word."""


def _is_crossed(number: Chunk, way: str, measure: Measure, clause: Clause) -> bool:
    """True for "fell below 49%": a level that is crossed, and no size, for these words name no size.

    "Fell over 5%" is by more than 5%: over a level nothing falls. "Rose over 5%" is by it where it cannot be
    a value.

    Raises:
        Reject: It goes the other way, may be by as much as to it, or is no value of the series.
    """
    level = number.readings.get("level")
    if level is None or number.prep not in ("", "in", "during", "for"):
        return False
    value = _is_value(number, measure, clause)
    if (way == "flat" and value) or number.bound in (Bound.AT_LEAST, Bound.AT_MOST):
        message = "It is not clear whether this is said of one year or of both."
        raise clause.reject(ProblemCode.AMBIGUOUS, message, number)
    if level in ("over", "under") and (not value or _LEVELS[level] != way):
        return False
    if level == "over" and not measure.unit.is_percent_rate:
        message = "It is not clear whether this is by so much, or to more than it."
        raise clause.reject(ProblemCode.AMBIGUOUS, message, number)
    if not value or _LEVELS[level] != way != "none":
        message = "This is a level that is crossed, and cannot be crossed so."
        raise clause.reject(ProblemCode.WRONG_RELATION, message, number)
    return True


def _is_noun(chunk: Chunk, clause: Clause) -> bool:
    """True for "the rise in ...", "an increase": the number after it is its size."""
    before = [one for one in clause if one.start < chunk.start]
    after = [one for one in clause if one.start > chunk.start]
    articled = bool(before) and before[-1].key in ("the", "a", "an", "'s", "its", "net", "total", "overall")
    return articled or (bool(after) and after[0].key in ("in", "of") and not before)


def _part(
    number: Chunk, clause: Clause, measure: Measure, found: Parts, *, seen_direction: bool, reaching: bool
) -> None:
    kind = mention_of(number).kind
    value = _is_value(number, measure, clause)
    if number.prep in ("from", "against", "between", "after") and value:
        found.starts.append(number)
    elif (
        number.prep in ("to", "into", "towards", "toward")
        or (number.prep == "at" and value)
        or (reaching and value and seen_direction)
    ):
        if not value:
            raise clause.reject(ProblemCode.WRONG_RELATION, "A change is by this much, not to it.", number)
        found.ends.append(number)
    elif number.prep in ("from", "against", "between"):
        raise clause.reject(ProblemCode.WRONG_RELATION, "A change is by this much, not from it.", number)
    elif number.prep == "and" and found.starts and value and found.starts[-1].prep == "between":
        found.ends.append(number)
    elif number.prep == "for":
        raise clause.reject(ProblemCode.NOT_UNDERSTOOD, "It is not clear what this number says.", number)
    elif number.prep == "by" or seen_direction or not value or kind is NumberKind.MULTIPLE:
        found.sizes.append(number)
    else:
        found.loose.append(number)


def year_after(number: Chunk, clause: Clause) -> Period | None:
    """Return the year right after a number ("5.4% in 2023"), else None."""
    for chunk in clause:
        if chunk.start <= number.start or chunk.kind in _BETWEEN:
            continue
        if chunk.kind == "punct" and chunk.key in "()":
            continue
        if chunk.kind == "year" and chunk.prep in ("in", "", "of", "for", "by"):
            return period_of(chunk)
        return None
    return None


def year_when(number: Chunk, clause: Clause) -> Period | None:
    """Return the year of "since 2023, when it was 8.1": the year that "when" goes back to."""
    chunks = clause.chunks
    at = chunks.index(number)
    while at and (chunks[at - 1].kind in _WHEN_IT or chunks[at - 1].key == "when"):
        at -= 1
        if chunks[at].key == "when":
            before = [chunk for chunk in chunks[:at] if chunk.kind != "punct"]
            return period_of(before[-1]) if before and before[-1].kind == "year" else None
    return None


_WHEN_IT: Final = frozenset({"neutral", "pronoun", "preposition", "bound"})


def year_beside(number: Chunk, clause: Clause) -> Period | None:
    """Return the year that belongs to a number.

    The one right after it, the one before its bracket, or the only one between the marks that it stands
    between, where it is the only number there ("in 2011 it was 36.2%; ...").
    """
    after = year_after(number, clause)
    if after is not None:
        return after
    chunks = clause.chunks
    at = chunks.index(number)
    first, last = at, at + 1
    while first and not _parts(chunks[first - 1]):
        first -= 1
    while last < len(chunks) and not _parts(chunks[last]):
        last += 1
    years = [chunk for chunk in chunks[first:last] if chunk.kind == "year"]
    if not years and first > 1 and chunks[first - 1].key == "(" and chunks[first - 2].kind == "year":
        return period_of(chunks[first - 2])
    alone = sum(chunk.kind == "num" for chunk in chunks[first:last]) == 1
    return period_of(years[0]) if len(years) == 1 and alone else None


def _parts(chunk: Chunk) -> bool:
    return chunk.kind == "punct" or (chunk.kind in ("preposition", "neutral") and chunk.key in _PARTING)
