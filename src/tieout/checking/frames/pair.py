"""Two facts told before, spoken of again: "in 2011 the order was the other way round, 7.9% against 9.4%".

Two places of one year, two years or two series of one place make a pair. It keeps its order until another
pair is told: of two numbers that follow for another year the first is of the first. "About ten times as much"
says the ratio of the two.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from tieout.checking.amount import cell_for, check_value, figure, holds, same_release, shown_fact, tie
from tieout.checking.chunk import Chunk
from tieout.checking.clause import Cell, Clause, Reading, Scene
from tieout.checking.frames.compare import check_side, check_size
from tieout.checking.frames.roles import RATIO, Roles, is_alike, roles_of
from tieout.checking.frames.sides import Sides
from tieout.checking.frames.value import NAMING, PLAIN
from tieout.checking.series import named_mask
from tieout.checking.sibling import meant_by
from tieout.checking.verdict import ProblemCode
from tieout.checking.when import periods_for
from tieout.checking.where import named_areas

__all__ = ["read_again", "read_multiple"]

_AGAIN: Final = (
    PLAIN | NAMING | {"num", "year", "area", "timeword", "comparison", "ranking", "contrast", "order"}
)
_MULTIPLE: Final = PLAIN | NAMING | {"num", "multiple", "area", "comparison", "direction"}
_JOINS: Final = frozenset({"against", "to", "and", "versus", "vs"})
_TWICE: Final = 2


def read_again(clause: Clause, scene: Scene) -> Reading | None:
    """Read a clause that tells a pair once more, in another year."""
    pair, numbers = scene.pair, clause.nums
    if pair is None or not clause.only(_AGAIN) or roles_of(clause) is not None:
        return None
    said = {str(chunk.readings["order"]) for chunk in clause.of("order")}
    periods = periods_for(clause, scene) if clause.has("year", "timeword") else []
    if len(set(periods)) != 1 or periods[0] in [cell.period for cell in pair]:
        return None
    values = [number for number in numbers if number.prep != "by"]
    if not _is_again(clause, values, said, scene):
        return None
    pair = _from_named(pair, clause, scene)
    if pair is None or not _keeps_series(pair, clause, scene):
        return None
    cells = [cell_for(one.area, one.measure, periods[0], clause, scene) for one in pair]
    same_release(cells, clause)
    reading = Reading(cells=cells, areas=_areas(cells), measure=_measure(cells), periods=(periods[0],))
    _check_order(said, pair, cells, clause)
    _check_words(said, pair, cells, clause, scene, reading)
    for number, cell in zip(values, cells, strict=False):
        reading.ties.append(check_value(number, cell, clause, scene))
    return reading


def _words(clause: Clause) -> list[Chunk]:
    """Return the words that say who has more; "was in front" leads a set, or one of two."""
    places = {"first": "more", "last": "less"}
    led = [
        replace(
            chunk, readings={**chunk.readings, "comparison": places.get(chunk.readings["ranking"], "same")}
        )
        for chunk in clause.of("ranking")
    ]
    return [*clause.of("comparison"), *led]


def _is_again(clause: Clause, values: Sequence[Chunk], said: set[str], scene: Scene) -> bool:
    """True where two values are set side by side, or the order of the two is told."""
    words = _words(clause)
    if len(values) not in (0, _TWICE) or len(words) > 1:
        return False
    if any(word.readings["comparison"] == "same" for word in words):
        return False
    led = bool(words) and len(named_areas(clause, scene)) == 1
    if not values:
        return "turned" in said or led
    between = [one for one in clause if values[0].start < one.start < values[1].start]
    joined = values[1].prep in _JOINS or any(one.key == "," for one in between)
    if words and not (led or "both" in said):
        return False
    return joined and not any(one.kind in ("year", "area") for one in between)


def _from_named(pair: tuple[Cell, Cell], clause: Clause, scene: Scene) -> tuple[Cell, Cell] | None:
    """Return the pair with the one named first; None where another place is named."""
    named = named_areas(clause, scene)
    if not named:
        return pair
    of_places = pair[0].area != pair[1].area
    if len(named) > 1 or named[0] not in (pair[0].area, pair[1].area):
        return None
    return pair[::-1] if of_places and named[0] == pair[1].area else pair


def _keeps_series(pair: tuple[Cell, Cell], clause: Clause, scene: Scene) -> bool:
    if pair[0].period != pair[1].period:
        return False
    mask = named_mask(clause, scene)
    return not mask or any(mask >> cell.measure & 1 for cell in pair)


def _check_order(said: set[str], pair: Sequence[Cell], cells: Sequence[Cell], clause: Clause) -> None:
    if "turned" not in said:
        return
    if pair[0].measure != pair[1].measure:
        raise clause.reject(ProblemCode.AMBIGUOUS, "Two series have no order.", clause.of("order")[0])
    if (pair[0].value - pair[1].value) * (cells[0].value - cells[1].value) >= 0:
        both = " and ".join(shown_fact(cell.fact) for cell in cells)
        message = f"In {cells[0].period} the values are {both}."
        raise clause.reject(ProblemCode.WRONG_DIRECTION, message, clause.of("order")[0])


def _check_words(
    said: set[str],
    pair: Sequence[Cell],
    cells: Sequence[Cell],
    clause: Clause,
    scene: Scene,
    reading: Reading,
) -> None:
    """Hold "higher on both counts" to each series, and "in front" to the place that is named."""
    sizes = [number for number in clause.nums if number.prep == "by"]
    words = _words(clause)
    for word in words:
        if "both" in said:
            for before, now in zip(pair, cells, strict=True):
                check_side(word, clause, Sides(now, before), [])
        else:
            check_side(word, clause, Sides(*cells), [])
            if clause.key_has("still") and cells[0].period > pair[0].period:
                check_side(word, clause, Sides(*pair), [])
    if sizes and ("both" in said or not words or cells[0].measure != cells[1].measure):
        raise clause.reject(ProblemCode.AMBIGUOUS, "It is not clear what this number says.", sizes[0])
    for number in sizes:
        check_size(number, clause, scene, Sides(*cells), reading)


def read_multiple(clause: Clause, scene: Scene) -> Reading | None:
    """Read "about ten times as much": one of a pair told before is so many times the other."""
    pair, numbers = scene.pair, clause.of("num", "multiple")
    if pair is None or len(numbers) != 1 or not clause.only(_MULTIPLE):
        return None
    mention, roles = numbers[0].mention, roles_of(clause)
    if mention is None or mention.kind not in RATIO or not (roles is not None or is_alike(clause)):
        return None
    own = _subject(pair, clause, scene) if roles is None else _of_both(pair, roles, scene)
    units = {scene.table.measures[cell.measure].unit.text for cell in pair}
    if own is None or len(units) != 1:
        return None
    other = pair[0] if own is pair[1] else pair[1]
    if not _grows_as_said(clause, pair, scene):
        return None
    same_release(pair, clause)
    if own.value <= 0 or other.value <= 0:
        raise clause.reject(ProblemCode.WRONG_RELATION, "There is no ratio of these values.", numbers[0])
    true = own.value / other.value
    if not holds(true, numbers[0]):
        message = f"The ratio is {figure(true)}."
        raise clause.reject(ProblemCode.UNSUPPORTED_NUMBER, message, numbers[0], figure(true))
    reading = Reading(cells=[own, other], areas=_areas([own, other]), measure=_measure([own, other]))
    reading.periods = tuple(dict.fromkeys((own.period, other.period)))
    reading.ties.append(tie(numbers[0], (own.fact, other.fact), "ratio"))
    return reading


def _grows_as_said(clause: Clause, pair: tuple[Cell, Cell], scene: Scene) -> bool:
    """True where no verb of direction is said, or both grew: "expanded more than four times as fast"."""
    ways = {str(chunk.readings["direction"]).split()[0] for chunk in clause.of("direction")}
    fast = any(one.key.endswith(("fast", "ly")) for one in clause.of("comparison"))
    growth = all(scene.table.measures[cell.measure].growth and cell.value > 0 for cell in pair)
    return (ways <= {"up"} and growth) if ways or fast else True


def _of_both(pair: tuple[Cell, Cell], roles: Roles, scene: Scene) -> Cell | None:
    """Return the subject of "payments were almost ten times receipts": each side names one of the two."""
    if pair[0].measure == pair[1].measure or roles.object.has("year", "area"):
        return None
    sides = [_turned_to(pair, part) for part in (roles.subject, roles.object)]
    if any(len(side) != 1 for side in sides) or sides[0] == sides[1]:
        return None
    return sides[0][0] if set(named_areas(roles.subject, scene)) <= {pair[0].area} else None


def _turned_to(pair: tuple[Cell, Cell], part: Clause) -> list[Cell]:
    """Return which of two series the words of a part are of, and not of the other."""
    masks = [mask for chunk in part if (mask := meant_by(chunk))]
    return [cell for cell in pair if masks and all(mask >> cell.measure & 1 for mask in masks)]


def _subject(pair: tuple[Cell, Cell], clause: Clause, scene: Scene) -> Cell | None:
    """Return the one of the two that is named, else the one told last."""
    named, mask = named_areas(clause, scene), named_mask(clause, scene)
    left = [
        cell
        for cell in pair
        if (not named or named == [cell.area]) and (not mask or mask >> cell.measure & 1)
    ]
    if len(left) == 1:
        return left[0]
    names = bool(named) or bool(mask)
    return pair[1] if len(left) == _TWICE and not (names and pair[0].period == pair[1].period) else None


def _areas(cells: Sequence[Cell]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(cell.area for cell in cells))


def _measure(cells: Sequence[Cell]) -> int | None:
    measures = {cell.measure for cell in cells}
    return cells[0].measure if len(measures) == 1 else None
