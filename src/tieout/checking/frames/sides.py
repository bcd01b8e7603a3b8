"""The two sides of a comparison: who is said to be more or less than whom."""

from dataclasses import dataclass
from typing import Final

from tieout.checking.amount import cell_for
from tieout.checking.chunk import Chunk
from tieout.checking.clause import Cell, Clause, Scene, mention_of
from tieout.checking.frames.roles import RATIO, is_alike, is_verb, roles_of
from tieout.checking.mention import NumberKind
from tieout.checking.series import select
from tieout.checking.verdict import ProblemCode
from tieout.checking.when import named_periods, period_of, periods_for
from tieout.checking.where import area_of, areas_for

__all__ = ["Sides", "sides_of"]

_OBJECT: Final = frozenset({"than", "against"})
_INSIDE: Final = (["in"], ["during"], ["for"], ["by"])


@dataclass(frozen=True, slots=True)
class Sides:
    """The two sides of a comparison: the first is said to be more or less than the second."""

    first: Cell
    second: Cell


def sides_of(clause: Clause, scene: Scene) -> Sides | None:
    """Return the two sides, in the order of the claim; None when there are not exactly two."""
    if is_alike(clause) and len(clause.nums) > 1:
        return None  # "..., more than 17 times as much": said of the two values before it
    sexes = clause.of("sex")
    if len(sexes) == 2 and sexes[0].readings["sex"] != sexes[1].readings["sex"]:
        return _by_sex(clause, scene, sexes)
    if len(sexes) == 2:
        return None  # "men outlive men"
    areas = clause.of("area")
    codes = list(dict.fromkeys(area_of(chunk, scene) for chunk in areas))
    if len(areas) > len(codes):
        return None
    named = set(named_periods(clause))
    if len(codes) <= 1 and len(named) == 2:
        return _two_times(clause, scene)
    if not codes and not clause.has("pronoun") and not named:
        return _carried(clause, scene)
    if not codes and len(scene.cells) == 1 and len(named) == 1 and not _named_other(clause, scene):
        return _against_time(clause, scene)
    codes = _in_order(codes, areas, clause, scene)
    periods = periods_for(clause, scene) if len(codes) == 2 else []
    if len(periods) != 1:
        return None
    measure = select(clause, scene)
    first, second = (cell_for(code, measure, periods[0], clause, scene) for code in codes)
    return Sides(first, second)


def _carried(clause: Clause, scene: Scene) -> Sides | None:
    """Return the two facts just named: "a gap of 0.5 points", "so slightly lower"."""
    cells = scene.cells
    if len(cells) == 1 and scene.pair is not None and scene.pair[1] == cells[0] and clause.nums:
        first, second = scene.pair
        # "Germany had 83.5 million people; France had 68.6 million, 15 million fewer": said of the last.
        cells = [second, first] if first.area != second.area and first.measure == second.measure else cells
    if len(cells) != 2 or _named_other(clause, scene):
        return None
    first, second = cells
    if first.area == second.area and first.measure == second.measure:
        return Sides(second, first) if first.period < second.period else Sides(first, second)
    # Of two areas only a size can be said without naming them again.
    return Sides(first, second) if clause.nums else None


def _in_order(codes: list[str], areas: list[Chunk], clause: Clause, scene: Scene) -> list[str]:
    """Return subject and object; the subject may be carried from before."""
    if len(codes) == 1 and scene.subject is not None and clause.chunks[0].kind in ("comparison", "bound"):
        return [scene.subject.area, codes[0]]
    if len(codes) == 1 and len(scene.areas) == 1 and scene.areas[0] != codes[0]:
        than = any("than" in (chunk.prep, *chunk.key.split()) for chunk in clause)
        if areas[0].prep in ("in", "for") and clause.has("comparison", "pronoun") and not than:
            # "It was higher in Rwanda" is said of Rwanda; "higher than in Rwanda" of the area before it.
            return [codes[0], scene.areas[0]]
        if _is_object(areas[0], clause):
            return [scene.areas[0], codes[0]]
        return [codes[0], scene.areas[0]] if _said_of_last(areas[0], clause, scene) else codes
    words = clause.of("comparison")
    if len(codes) == 2 and words and areas[0].start > words[0].start and areas[-1].prep == "and":
        return []  # "higher than in Greece and Portugal": two objects, and no subject here
    if len(codes) != 2 or _is_as_in(areas, clause):
        return codes
    if _is_object(areas[0], clause) and not _is_object(areas[-1], clause):
        return codes[::-1]
    if _trails(areas[-1], clause):
        raise clause.reject(ProblemCode.AMBIGUOUS, "It is not clear which of the two is meant.", areas[-1])
    return codes


def _said_of_last(subject: Chunk, clause: Clause, scene: Scene) -> bool:
    """True for "France had 15 million fewer": less than the place told last, of which one value was told."""
    words = clause.of("comparison")
    told = len(scene.cells) == 1 and not _named_other(clause, scene) and len(words) == 1
    told = told and periods_for(clause, scene) == [scene.cells[0].period]
    bare = told and not clause.key_has("than", "as", "to")
    return bare and not subject.prep and subject.start < words[0].start and not is_verb(words[0])


def _trails(last: Chunk, clause: Clause) -> bool:
    """True for "Canada had 41 million and Mexico fewer": said of the area before it, with no object."""
    after = [chunk for chunk in clause.of("comparison") if chunk.start > last.start]
    if after and len(clause.nums) == 1 and clause.nums[0].start > after[0].start:
        return False  # "and Mexico had access below 100%": a bound, said of both
    return bool(after) and last.prep == "and" and roles_of(clause) is None


def _is_as_in(areas: list[Chunk], clause: Clause) -> bool:
    """True for "twice as much in Kenya as in Uganda": the subject comes first, though after the ratio."""
    between = [one for one in clause if areas[0].start < one.start < areas[-1].start]
    return areas[0].prep in ("in", "for") and any(one.key.split()[0] in ("as", "than") for one in between)


def _by_sex(clause: Clause, scene: Scene, sexes: list[Chunk]) -> Sides | None:
    """Read "women outlive men by 10.6 years": two series of one area and year."""
    areas, periods = areas_for(clause, scene), periods_for(clause, scene)
    if len(areas) != 1 or len(periods) != 1:
        return None
    cells = []
    for keep in sexes:
        alone = Clause([chunk for chunk in clause if chunk is keep or chunk not in sexes])
        cells.append(cell_for(areas[0], select(alone, scene), periods[0], clause, scene))
    return Sides(cells[0], cells[1])


def _against_time(clause: Clause, scene: Scene) -> Sides | None:
    """Read "this is 1.0 percentage points higher than in 2015": the fact just named against its series."""
    last, then = scene.cells[-1], named_periods(clause)[0]
    if then == last.period:
        return None
    other = cell_for(last.area, last.measure, then, clause, scene)
    # "It was higher in 2021" is said of 2021; "higher than in 2021" of the year before it.
    year = clause.of("year")[0] if clause.has("year") else None
    said = [chunk.start for chunk in clause if chunk.kind in ("comparison", "direction", "bound")]
    than = any("than" in (chunk.prep, *chunk.key.split()) for chunk in clause)
    if year is not None and not than and year.prep.split()[-1:] in _INSIDE:
        return Sides(other, last)
    if year is not None and not than and year.prep not in _OBJECT and said and year.start < said[0]:
        return None  # "Until 2008 it was lower"
    return Sides(last, other)


def _named_other(clause: Clause, scene: Scene) -> bool:
    """True when the clause names a series other than that of the facts before it."""
    return clause.has("ind", "grows", "piece") and select(clause, scene) != scene.cells[0].measure


def _is_object(chunk: Chunk, clause: Clause) -> bool:
    if chunk.prep in _OBJECT:
        return True
    before = [one for one in clause if one.start < chunk.start and one.kind not in ("neutral", "preposition")]
    if before and before[-1].key.startswith("as ") and not before[-1].key.endswith(" as"):
        return False  # "four times as high in Kenya" is said of Kenya; "as high as in Kenya" of another
    return bool(before) and (before[-1].kind in ("comparison", "denominator") or _is_ratio(before[-1]))


def _is_ratio(chunk: Chunk) -> bool:
    return chunk.kind == "num" and mention_of(chunk).kind in (
        *RATIO,
        NumberKind.PERCENT,
        NumberKind.FRACTION,
    )


def _two_times(clause: Clause, scene: Scene) -> Sides | None:
    areas = areas_for(clause, scene)
    if len(areas) != 1:
        return None
    years = [chunk for chunk in clause.of("year") if period_of(chunk) is not None]
    in_order = len(years) == len(("first", "second")) and _is_as_in(years, clause)
    if clause.has("comparison") and len(clause.nums) > 1 and roles_of(clause) is None and not in_order:
        raise clause.reject(ProblemCode.AMBIGUOUS, "It is not clear which of the two years is meant.")
    periods = list(dict.fromkeys(named_periods(clause)))
    if len(years) >= 1 and years[0].prep in _OBJECT:
        periods.reverse()
    measure = select(clause, scene)
    first, second = (cell_for(areas[0], measure, period, clause, scene) for period in periods)
    return Sides(first, second)
