"""The two ends of a change: which year it starts from and which it ends in."""

from tieout.checking.chunk import Chunk
from tieout.checking.clause import Clause, Scene
from tieout.checking.verdict import ProblemCode
from tieout.checking.when import Shift, before, moved, named_periods, period_of, shift_of, span_of
from tieout.facts.period import Period

__all__ = ["ends_of", "since_chunk"]

_CARRIED = frozenset({"period", "same", "both"})


def ends_of(clause: Clause, scene: Scene, *, has_start: bool) -> tuple[Period, Period]:
    """Return the earlier and the later period of a change.

    Args:
        clause: The clause of the change.
        scene: Lends the other end where the clause names one only.
        has_start: The clause writes a value that the change starts from.

    Raises:
        Reject: The ends are not named, or more than two periods are.
    """
    if any(chunk.prep == "and again in" for chunk in clause.of("year")):
        raise clause.reject(ProblemCode.NOT_UNDERSTOOD, "It is not clear what was so again.")
    named = list(dict.fromkeys(named_periods(clause)))
    spans = [span for chunk in clause.of("year") if (span := span_of(chunk)) is not None]
    if len(spans) == 1 and set(named) <= set(spans[0]):
        return spans[0]
    _hold_later_base(clause)
    if spans or len(named) > 2:
        raise clause.reject(ProblemCode.NO_PERIOD, "Two years must be named for a change, no more.")
    if len(named) == 2:
        return min(named), max(named)
    if len(named) == 1 and len([chunk for chunk in clause.of("year") if period_of(chunk) is not None]) > 1:
        raise clause.reject(ProblemCode.NO_PERIOD, "A change runs between two different years.")
    if len(named) == 1:
        return _from_one(clause, scene, named[0], has_start=has_start)
    return _carried(clause, scene)


def _hold_later_base(clause: Clause) -> None:
    """Hold "in 2016 it was up on 2020", "up from a year later": a change is from the earlier to the later.

    Raises:
        Reject: What it is measured from lies after.
    """
    for chunk in clause.of("timeword"):
        if chunk.prep in _BASES and str(chunk.readings["timeword"]).startswith("+"):
            raise clause.reject(ProblemCode.WRONG_PERIOD, "A change is from the earlier year.", chunk)
    years = [(chunk, period) for chunk in clause.of("year") if (period := period_of(chunk)) is not None]
    if len(years) != len(("first", "last")) or not clause.has("direction"):
        return
    for (base, then), (other, now) in (years, years[::-1]):
        if base.prep in _BASES and other.prep in ("in", "", "by", "for") and then > now:
            raise clause.reject(ProblemCode.WRONG_PERIOD, "A change is from the earlier year.", base)


_BASES = frozenset({"on", "from", "against", "compared with", "over", "versus"})


def _from_one(clause: Clause, scene: Scene, named: Period, *, has_start: bool) -> tuple[Period, Period]:
    years = _span_years(clause)
    if years:
        chunk = clause.of("year")[0]
        if chunk.prep in ("to", "until", "through", "in", "ending", "by"):
            return moved(named, Shift(-years, "A"), clause), named
        return named, moved(named, Shift(years, "A"), clause)
    other = _other(scene, named, goes_on=not has_start and _reaches(clause))
    if _since_before(clause):
        if max(scene.periods, default=named) >= named:
            message = "The year that this is since must be named, and lie before."
            raise clause.reject(ProblemCode.NO_PERIOD, message)
        return max(scene.periods), named
    if clause.timewords("since", "sincethen"):
        if other is None or other <= named:
            raise clause.reject(ProblemCode.NO_PERIOD, "A change since a year must name the year it goes to.")
        return named, other
    anchored = any(chunk.prep in ("on", "from", "against", "than") for chunk in clause.of("year"))
    if (has_start or anchored) and other is not None:
        return min(named, other), max(named, other)
    if other is not None and other < named and _reaches(clause):
        return other, named
    if has_start and not _in_one_year(clause):
        raise clause.reject(ProblemCode.NO_PERIOD, "The year that the change starts from must be named.")
    return before(named, clause), named


def _in_one_year(clause: Clause) -> bool:
    """True for "went up by 8% in 2025, to 54 from 50": the change of a year starts the year before."""
    sized = any(number.prep == "by" for number in clause.nums)
    years = clause.of("year")
    return sized and len(years) == 1 and years[0].prep in ("in", "during")


def since_chunk(clause: Clause) -> Chunk | None:
    """Return the year that "since" stands before ("since 2016", "every year since 2016"), else None."""
    chunks = clause.chunks
    for place, chunk in enumerate(chunks[:-1]):
        opens = chunk.kind == "timeword" and chunk.readings["timeword"] in ("since", "everysince")
        if opens and chunks[place + 1].kind == "year" and period_of(chunks[place + 1]) is not None:
            return chunks[place + 1]
    return None


def _since_before(clause: Clause) -> bool:
    """True for "has since risen to 77% in 2024", where "since" is since the year of the claim before."""
    chunks = clause.chunks
    for place, chunk in enumerate(chunks):
        payload = chunk.readings.get("timeword") if chunk.kind == "timeword" else None
        after = chunks[place + 1].kind if place + 1 < len(chunks) else ""
        if payload == "sincethen" or (payload == "since" and after != "year"):
            return True
    return False


def _reaches(clause: Clause) -> bool:
    return (
        any(number.prep in ("to", "at") for number in clause.nums)
        or clause.has("multiple")
        or any(chunk.prep == "by" for chunk in clause.of("year"))
    )


def _other(scene: Scene, named: Period, *, goes_on: bool) -> Period | None:
    """Return the other year, named or carried; a change that goes on starts where the last one ended."""
    found = [period for period in dict.fromkeys((*scene.periods, *scene.sentence_periods)) if period != named]
    if len(set(scene.periods)) == 1 and scene.periods[0] != named:
        nearer = [period for period in _told(scene, ordered=False) if scene.periods[0] < period < named]
        return nearer[0] if nearer and goes_on else scene.periods[0]
    if goes_on and len(set(scene.periods)) == len(("first", "last")) and max(scene.periods) < named:
        return max(scene.periods)
    return found[0] if len(found) == 1 else None


def _span_years(clause: Clause) -> int:
    for chunk in clause.of("timeword"):
        payload = str(chunk.readings["timeword"])
        if payload.startswith("span"):
            return int(payload[4:])
    return 0


def _told(scene: Scene, *, ordered: bool = True) -> list[Period]:
    """Return the years of the two values just told, where both are of one series, the earlier first."""
    if scene.pair is None or scene.pair[1] not in scene.cells[-1:]:
        return []
    first, last = scene.pair
    one = (first.area, first.measure) == (last.area, last.measure)
    one = one and (first.period < last.period or not ordered)
    return [first.period, last.period] if one else []


def _carried(clause: Clause, scene: Scene) -> tuple[Period, Period]:
    for source in (scene.periods, scene.sentence_periods, _told(scene)):
        found = sorted(set(source))
        if len(found) == 2:
            return found[0], found[1]
        shift = next((one for chunk in clause.of("timeword") if (one := shift_of(chunk)) is not None), None)
        goes = shift is not None and shift.steps > 0 and _reaches(clause)
        if len(found) == 1 and shift is not None and (goes or shift.on or shift.unit != "A"):
            other = moved(found[0], shift, clause)
            return min(found[0], other), max(found[0], other)
        if len(found) == 1 and (years := _span_years(clause)):
            return moved(found[0], Shift(-years, "A"), clause), found[0]
    raise clause.reject(ProblemCode.NO_PERIOD, "Nothing here says between which years the change is.")
