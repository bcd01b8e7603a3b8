"""All but those just named: "the other five were below it", "the rest lay between 3% and 4%"."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Final

from tieout.checking.amount import factor_for, figure, holds, same_release, tie
from tieout.checking.chunk import Chunk
from tieout.checking.clause import Cell, Clause, Reading, Scene, mention_of
from tieout.checking.frames.members import hold_aggregates, standing
from tieout.checking.frames.value import NAMING, PLAIN
from tieout.checking.mention import Bound
from tieout.checking.series import select
from tieout.checking.verdict import ProblemCode
from tieout.checking.when import periods_for

__all__ = ["read_others"]

_ALLOWED: Final = (
    PLAIN
    | NAMING
    | {
        "num",
        "year",
        "comparison",
        "rest",
        "setsize",
        "setnoun",
        "setmember",
        "range",
        "statistic",
        "only",
        "area",
    }
    | {"both", "quantifier"}
)
_SIDED: Final = frozenset({Bound.MORE, Bound.AT_LEAST, Bound.LESS, Bound.AT_MOST})
_TWICE: Final = 2


def read_others(clause: Clause, scene: Scene) -> Reading | None:
    """Read what is said of all the members of a set but those that were just named."""
    sized = [chunk for chunk in clause.of("setsize") if chunk.readings.get("others")]
    if len(sized) + len(clause.of("rest")) != 1 or not clause.only(_ALLOWED) or clause.has("area", "only"):
        return None
    none = any(chunk.readings["quantifier"] == "none" for chunk in clause.of("quantifier"))
    if any(chunk.readings["quantifier"] not in ("none", "all") for chunk in clause.of("quantifier")):
        return None
    periods = periods_for(clause, scene)
    if len(periods) != 1:
        return None
    measure = select(clause, scene)
    found = _others(sized, measure, clause, scene)
    if not found:
        return None
    hold_aggregates(found, clause, scene)
    cells = [standing(code, measure, periods, clause, scene).cells[0] for code in found]
    same_release(cells, clause)
    reading = Reading(cells=cells, areas=tuple(found), measure=measure, periods=tuple(periods))
    reading.average = scene.average
    said = _check_beside(cells, clause, scene, none=none) or _check_bounds(
        cells, clause, scene, reading, none=none
    )
    return reading if said else None


def _others(sized: Sequence[Chunk], measure: int, clause: Clause, scene: Scene) -> list[str]:
    """Return the members of the set that were not just named; as many as are said, where a number is said."""
    periods = periods_for(clause, scene)
    base = scene.table.countries(measure, *periods)
    asked = [code for code in scene.question_set[0] if code in base]
    if scene.average is not None:
        base = list(dict.fromkeys(cell.area for cell in scene.average.cells))
    elif scene.group and set(scene.group) <= set(base):
        base = list(scene.group)
    elif len(asked) > _TWICE and len(asked) == len(scene.question_set[0]):
        base = asked
    for named in ({*scene.areas, *scene.sentence_areas}, set(scene.areas)):
        rest = [code for code in base if code not in named]
        if len(rest) in (0, len(base)):
            continue
        if not sized or mention_of(sized[0]).value == len(rest):
            return rest
    return []


def _check_beside(cells: Sequence[Cell], clause: Clause, scene: Scene, *, none: bool) -> bool:
    """Hold "were below it" to each of them; False where no such thing is said."""
    sides = clause.of("comparison")
    if len(sides) != 1 or clause.nums or sides[0].readings["comparison"] == "same":
        return False
    after = [
        chunk
        for chunk in clause
        if chunk.start > sides[0].start and chunk.kind not in ("year", "preposition")
    ]
    mean = any(chunk.kind == "statistic" for chunk in after)
    if len(after) > _TWICE or not (
        mean or any(chunk.kind == "pronoun" or chunk.key == "that" for chunk in after)
    ):
        return False
    bar = _bar(scene, mean=mean)
    if bar is None:
        return False
    more = (sides[0].readings["comparison"] == "more") != none
    if any(cell.value == bar or (cell.value > bar) != more for cell in cells):
        raise clause.reject(ProblemCode.WRONG_DIRECTION, "This is not so of all of them.", sides[0])
    return True


def _bar(scene: Scene, *, mean: bool) -> Fraction | None:
    if scene.average is not None:
        return scene.average.value
    return scene.cells[0].value if len(scene.cells) == 1 and not mean else None


def _check_bounds(
    cells: Sequence[Cell], clause: Clause, scene: Scene, reading: Reading, *, none: bool
) -> bool:
    """Hold one bound to each of them, or two to the lowest and the highest; False where none is said."""
    numbers, measure = clause.nums, scene.table.measures[cells[0].measure]
    if clause.has("comparison", "statistic") or not numbers:
        return False
    factors = [factor_for(number, measure, clause) for number in numbers]
    if len(numbers) == 1 and numbers[0].bound in _SIDED and factors[0] is not None:
        said = [holds(cell.value * factors[0], numbers[0]) for cell in cells]
        _hold(not any(said) if none else all(said), numbers[0], cells, clause)
    elif len(numbers) == _TWICE and not none and _spans(numbers, clause):
        ends = sorted(cell.value for cell in cells)
        loose = numbers[0].prep == "between" and not clause.has("range")
        for number, factor, value, bound in zip(
            numbers, factors, (ends[0], ends[-1]), (Bound.AT_LEAST, Bound.AT_MOST), strict=True
        ):
            own = factor if factor is not None else factors[1]
            if own is None:
                return False
            inside = loose and holds(value * own, replace(number, bound=bound))
            _hold(holds(value * own, number) or inside, number, cells, clause)
    else:
        return False
    facts = tuple(cell.fact for cell in cells)
    reading.ties += [tie(number, facts, "value") for number in numbers]
    return True


def _spans(numbers: Sequence[Chunk], clause: Clause) -> bool:
    """True for "between 3% and 4%", and "ranged from 3% to 4%"."""
    preps = [number.prep for number in numbers]
    return preps == ["between", "and"] or (
        clause.has("range") and preps in (["from", "to"], ["", "to"], ["", "and"])
    )


def _hold(said: bool, number: Chunk, cells: Sequence[Cell], clause: Clause) -> None:
    if not said:
        values = ", ".join(figure(cell.value) for cell in cells[:6])
        raise clause.reject(ProblemCode.UNSUPPORTED_NUMBER, f"The values of the others are {values}.", number)
