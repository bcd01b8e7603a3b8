"""Where areas lie in a set: "between A and B", and the ends of a set: "ranged from 63 (A) to 85 (B)"."""

from collections.abc import Sequence
from typing import Final

from tieout.checking.amount import check_value, same_release
from tieout.checking.chunk import Chunk
from tieout.checking.clause import Clause, Reading, Scene, mention_of
from tieout.checking.frames.members import Standing, hold_aggregates, members_of, standing
from tieout.checking.frames.value import NAMING, PLAIN
from tieout.checking.series import select
from tieout.checking.verdict import ProblemCode
from tieout.checking.when import periods_for
from tieout.checking.where import area_of

__all__ = ["read_between", "read_spread"]

_ALLOWED: Final = PLAIN | NAMING | {"year", "area", "setsize", "setnoun", "setmember", "ranking"}
_SPREAD: Final = PLAIN | NAMING | {"num", "year", "area", "setsize", "setnoun", "setmember", "range", "peak"}


def read_between(clause: Clause, scene: Scene) -> Reading | None:
    """Read "Brazil stood between Canada and Mexico": its value lies between theirs, next to both in a set."""
    areas = clause.of("area")
    if len(areas) != 3 or not clause.only(_ALLOWED):
        return None
    if any(chunk.readings["ranking"] for chunk in clause.of("ranking")):
        return None
    ends = [chunk for chunk in areas if chunk.prep == "between"]
    ends += [chunk for chunk in areas if chunk.prep == "and" and ends and chunk.start > ends[0].start]
    own = [area_of(chunk, scene) for chunk in areas if chunk not in ends]
    if len(ends) != 2 or len(own) != 1 or areas.index(ends[1]) != areas.index(ends[0]) + 1:
        return None
    codes = [own[0], *(area_of(chunk, scene) for chunk in ends)]
    periods = periods_for(clause, scene)
    if len(set(codes)) != 3 or len(periods) != 1:
        return None
    measure = select(clause, scene)
    hold_aggregates(codes, clause, scene)
    bare = Clause([chunk for chunk in clause if chunk.kind != "area"])
    members = members_of(bare, scene, measure, periods) if clause.has("setsize", "setnoun") else codes
    stood = {
        code: standing(code, measure, periods, clause, scene) for code in dict.fromkeys([*codes, *members])
    }
    same_release([stood[code].cells[0] for code in codes], clause)
    low, high = sorted(stood[code].value for code in codes[1:])
    inside = [code for code in members if low < stood[code].value < high]
    if inside != [own[0]] or any(stood[code].value in (low, high) for code in members if code not in codes):
        raise clause.reject(ProblemCode.WRONG_RANK, f"{scene.area_name(own[0])} does not lie there.")
    cells = list(stood[own[0]].cells)
    return Reading(cells=cells, areas=(own[0],), measure=measure, periods=tuple(periods))


def read_spread(clause: Clause, scene: Scene) -> Reading | None:
    """Read the lowest and the highest value of a set in one year, each with its area where one is named."""
    areas, numbers = clause.of("area"), clause.nums
    if len(numbers) != 2 or not clause.only(_SPREAD) or len(areas) not in (0, 2):
        return None
    high_first = _high_first(clause)
    told = [] if clause.has("setsize", "setnoun") else _told(scene)
    if high_first is None or not (told or clause.has("setsize", "setnoun")):
        return None
    periods = periods_for(clause, scene)
    if len(periods) != 1:
        return None
    measure = select(clause, scene)
    bare = Clause([chunk for chunk in clause if chunk.kind != "area"])
    members = told or members_of(bare, scene, measure, periods)
    stood = sorted(
        (standing(code, measure, periods, clause, scene) for code in members),
        key=lambda one: one.value,
        reverse=high_first,
    )
    ends = (stood[0], stood[-1])
    cells = [one.cells[0] for one in ends]
    same_release(cells, clause)
    reading = Reading(cells=cells, areas=tuple(members), measure=measure, periods=tuple(periods))
    if areas:
        _check_ends(areas, ends, stood, clause, scene)
    for number, cell in zip(numbers, cells, strict=True):
        reading.ties.append(check_value(number, cell, clause, scene))
    return reading


def _high_first(clause: Clause) -> bool | None:
    """Return which end is told first: of a range the low one, else as "a low of A and a high of B" says."""
    peaks = [str(chunk.readings["peak"]).split()[0] for chunk in clause.of("peak")]
    if clause.has("range"):
        return False if peaks in ([], ["least", "most"]) else None
    if (
        not peaks
        and [number.prep for number in clause.nums] == ["from", "to"]
        and len(clause.of("area")) == 2
    ):
        first, last = (mention_of(number).value or 0 for number in clause.nums)
        return first > last
    return peaks[0] == "most" if sorted(peaks) == ["least", "most"] else None


def _told(scene: Scene) -> list[str]:
    """Return the set just told: three places at least, each with its value of one year."""
    places = list(dict.fromkeys(cell.area for cell in scene.cells))
    one = len({(cell.measure, cell.period) for cell in scene.cells}) == 1
    return places if one and len(places) == len(scene.cells) > len(("low", "high")) else []


def _check_ends(
    areas: Sequence[Chunk], ends: Sequence[Standing], stood: Sequence[Standing], clause: Clause, scene: Scene
) -> None:
    for chunk, one in zip(areas, ends, strict=True):
        tied = sum(other.value == one.value for other in stood) > 1
        if area_of(chunk, scene) != one.area or tied:
            name = scene.area_name(one.area)
            raise clause.reject(ProblemCode.WRONG_RANK, f"That end of the set is {name}.", chunk, name)
