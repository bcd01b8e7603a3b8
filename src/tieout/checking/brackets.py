"""Values in brackets: "sits above Italy (1.18)", "first passed 30% in 2018 (31.1%)", "rose (322 to 482)".

The claim is the sentence without them; each bracket then states the value of the place or the year that it
stands behind, or of both ends or both sides of the claim. ", at 1.41 births per woman in 2024," behind a
place is a value told before the claim that it stands in.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from tieout.checking.amount import cell_for, check_value
from tieout.checking.chunk import Chunk
from tieout.checking.clause import Cell, Clause, Reading, Scene
from tieout.checking.mention import NumberKind
from tieout.checking.series import named_mask, select
from tieout.checking.verdict import ProblemCode, Reject
from tieout.checking.when import named_periods, span_of
from tieout.checking.where import area_of, named_areas
from tieout.facts.period import Period

__all__ = ["Bracket", "Lifted", "check_brackets", "lift_brackets"]

_UNITS: Final = frozenset({"unit", "denom", "per", "counted", "of", "currency", "basis", "denominator"})
_VALUE: Final = _UNITS | {
    "num",
    "year",
    "bound",
    "preposition",
    "contrast",
    "ind",
    "people",
    "piece",
    "label",
}
_TOLD: Final = _VALUE | {"sex", "neutral"}
_INTO: Final = frozenset({"at", "with", "on"})
_SIDED: Final = frozenset({"and", "against", "to", "versus", "vs", "compared with", "compared to"})
_PAIR: Final = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Bracket:
    """A value lifted out of a sentence.

    Attributes:
        clause: What stands inside.
        host: The place, the year or the number that it stands behind, None behind any other word.
        part: The chunks between the semicolons around it, without what was lifted.
    """

    clause: Clause
    host: Chunk | None
    part: Clause


@dataclass(frozen=True, slots=True, kw_only=True)
class Lifted:
    """A sentence without the values that stand beside its claim.

    Attributes:
        rest: The claim.
        told: Values of a place told before the claim, each with its place.
        brackets: Values that the claim is held to afterwards.
    """

    rest: list[Chunk]
    told: list[Clause]
    brackets: list[Bracket]


def lift_brackets(chunks: Sequence[Chunk]) -> Lifted | None:
    """Take the values in brackets and behind places out of a sentence; None where it has none."""
    rest: list[Chunk] = []
    told: list[Clause] = []
    found: list[tuple[Clause, Chunk | None, int]] = []
    place = 0
    while place < len(chunks):
        end = _closed(chunks, place) if chunks[place].kind == "punct" else 0
        inside = chunks[place + 1 : end]
        if end and chunks[place].key == "(" and _is_value(inside) and rest:
            host = _restated(rest) if _restates(rest) else _host(rest)
            if host is not None or not _restates(rest):
                found.append((Clause(inside), host, len(rest)))
                place = end + 1
                continue
            rest.append(chunks[place])
            place += 1
        elif end and chunks[place].key == "," and rest and rest[-1].kind == "area" and _is_told(inside):
            told.append(Clause([rest[-1], *inside]))
            place = end + 1
        else:
            rest.append(chunks[place])
            place += 1
    if not (told or found) or not rest:
        return None
    brackets = [Bracket(clause=one, host=host, part=_part(rest, at)) for one, host, at in found]
    return Lifted(rest=rest, told=told, brackets=brackets)


_CLOSING: Final = {"(": ")", ",": ","}


def _closed(chunks: Sequence[Chunk], place: int) -> int:
    """Return where a bracket or a pair of commas closes, if one opens with the mark here, or 0."""
    closing = _CLOSING.get(chunks[place].key)
    if closing is None:
        return 0
    for end in range(place + 1, len(chunks)):
        if chunks[end].kind == "punct":
            return end if chunks[end].key == closing else 0
    return 0


def _is_value(inside: Sequence[Chunk]) -> bool:
    """True for one number with its unit and year, and for two that are set against each other."""
    clause = Clause(inside)
    if not clause.nums or not clause.only(_VALUE):
        return False
    if len(clause.nums) == 1:
        return len(clause.of("year")) <= 1 and not clause.has("contrast")
    return len(clause.nums) == _PAIR and not clause.has("year") and clause.nums[1].prep in _SIDED


def _is_told(inside: Sequence[Chunk]) -> bool:
    clause = Clause(inside)
    opens = bool(inside) and inside[0].kind in ("preposition", "neutral") and inside[0].key in _INTO
    return opens and len(clause.nums) == 1 and len(clause.of("year")) <= 1 and clause.only(_TOLD)


def _restates(rest: Sequence[Chunk]) -> bool:
    """True behind a number, where a bracket says it once more; also behind "three quarters of Kenyans"."""
    of = False
    for place in range(len(rest) - 1, -1, -1):
        chunk = rest[place]
        if chunk.kind in ("num", "multiple"):
            part = chunk.mention is not None and chunk.mention.kind in _PARTS
            return not of or (part and rest[place + 1].key == "of")
        of = of or chunk.kind in _WHOLE
        if chunk.kind not in _UNITS | _WHOLE and chunk.key not in ("of", "the"):
            return False
    return rest[-1].kind != "area"  # "Italy (0.5%) and France (0.8%) were" says nothing once more


_WHOLE: Final = frozenset({"area", "people"})
_PARTS: Final = frozenset({NumberKind.FRACTION, NumberKind.PERCENT})


def _host(rest: Sequence[Chunk]) -> Chunk | None:
    shift = rest[-1].kind == "timeword" and str(rest[-1].readings["timeword"])[:1] in "+-"
    return rest[-1] if rest[-1].kind in ("area", "year") or shift else None


def _restated(rest: Sequence[Chunk]) -> Chunk | None:
    """Return the number that "one in six (15.2%)" says once more."""
    return next((chunk for chunk in reversed(rest) if chunk.kind == "num"), None)


def _restated_cell(bracket: Bracket, host: Chunk, readings: Sequence[Reading]) -> Cell:
    """Return the fact that the number before a bracket was tied to, alone."""
    refs = {
        ref for one in readings for tie in one.ties if tie.start <= host.start < tie.end for ref in tie.facts
    }
    cells = {cell.fact.ref: cell for one in readings for cell in one.cells if cell.fact.ref in refs}
    own = named_periods(bracket.clause)
    found = [cell for cell in cells.values() if not own or own == [cell.period]]
    if len(refs) != 1 or len(found) != 1:
        raise _lost(bracket)
    return found[0]


def _part(rest: Sequence[Chunk], at: int) -> Clause:
    first = max((place + 1 for place in range(at) if rest[place].key == ";"), default=0)
    last = min((place for place in range(at, len(rest)) if rest[place].key == ";"), default=len(rest))
    return Clause(rest[first:last])


def check_brackets(brackets: Sequence[Bracket], readings: Sequence[Reading], scene: Scene) -> Reading:
    """Tie each value to the fact of the place, the year and the series that the claim gives it.

    Args:
        brackets: What was lifted.
        readings: The readings of the claim, all true.
        scene: The scene after them.

    Raises:
        Reject: A value is not that of its place and year, or it is not clear which these are.
    """
    found = Reading()
    for bracket in brackets:
        measure = _measure(bracket, readings, scene)
        for number, cell in zip(bracket.clause.nums, _cells(bracket, measure, readings, scene), strict=True):
            found.ties.append(check_value(number, cell, bracket.clause, scene))
            found.cells.append(cell)
    return found


def _lost(bracket: Bracket) -> Reject:
    return bracket.clause.reject(ProblemCode.AMBIGUOUS, "It is not clear what the number in brackets is of.")


def _measure(bracket: Bracket, readings: Sequence[Reading], scene: Scene) -> int:
    measures = [reading.measure for reading in readings if reading.measure is not None]
    if len(set(measures)) != 1:
        return select(Clause([*bracket.part, *bracket.clause]), scene)
    named = named_mask(bracket.clause, scene)
    if named and not named >> measures[0] & 1:
        raise _lost(bracket)
    return measures[0]


def _cells(bracket: Bracket, measure: int, readings: Sequence[Reading], scene: Scene) -> list[Cell]:
    clause = bracket.clause
    if len(clause.nums) == 1 and bracket.host is not None and bracket.host.kind == "num":
        return [_restated_cell(bracket, bracket.host, readings)]
    if len(clause.nums) == 1:
        area, period = _area(bracket, scene), _period(bracket, scene)
        return [cell_for(area, measure, period, clause, scene, clause.nums[0])]
    pairs = [one.cells for one in readings if len(one.cells) == _PAIR and one.measure == measure]
    if clause.nums[1].prep == "to":
        ends = [pair for pair in pairs if pair[0].area == pair[1].area and pair[0].period != pair[1].period]
        places = named_areas(bracket.part, scene)
        ends = [pair for pair in ends if not places or pair[0].area in places]
        if len(ends) != 1:
            raise _lost(bracket)
        return sorted(ends[0], key=lambda cell: cell.period)
    places = named_areas(bracket.part, scene)
    if len(places) != _PAIR:
        raise _lost(bracket)
    period = _period(bracket, scene)
    return [cell_for(area, measure, period, clause, scene) for area in places]


def _area(bracket: Bracket, scene: Scene) -> str:
    if bracket.host is not None and bracket.host.kind == "area":
        return area_of(bracket.host, scene)
    for areas in (tuple(named_areas(bracket.part, scene)), scene.sentence_areas, scene.areas):
        if len(areas) == 1:
            return areas[0]
        if areas:
            break
    else:
        if len(scene.question_areas) == 1:
            return scene.question_areas[0]
    raise _lost(bracket)


def _period(bracket: Bracket, scene: Scene) -> Period:
    own = named_periods(bracket.clause)
    if own:
        return own[0]
    if bracket.host is not None and bracket.host.kind in ("year", "timeword"):
        before = [chunk for chunk in bracket.part if chunk.start < bracket.host.start]
        shifts = bracket.host.kind == "timeword"
        hosted = named_periods(Clause([*(before if shifts else ()), bracket.host]))
        if len(hosted) > shifts and (shifts or len(hosted) == 1):
            return hosted[-1]
        raise _lost(bracket)
    if any(span_of(chunk) is not None for chunk in bracket.part.of("year")):
        raise _lost(bracket)
    for periods in (named_periods(bracket.part), scene.sentence_periods, scene.periods):
        if len(set(periods)) == 1:
            return periods[0]
        if periods:
            raise _lost(bracket)
    raise bracket.clause.reject(ProblemCode.NO_PERIOD, "Nothing here says which year the number is for.")
