"""First places that several hold: "Canada and Japan shared the highest rate in 2020, at 100%"."""

from typing import Final

from tieout.checking.amount import check_value, same_release, tie
from tieout.checking.clause import Clause, Reading, Scene, mention_of
from tieout.checking.frames.members import explicit_set, hold_aggregates, members_of, standing
from tieout.checking.frames.value import NAMING, PLAIN
from tieout.checking.series import select
from tieout.checking.verdict import ProblemCode
from tieout.checking.when import periods_for
from tieout.checking.where import area_of

__all__ = ["read_tied"]

_ALLOWED: Final = (
    PLAIN
    | NAMING
    | {"num", "year", "area", "shared", "superlative", "ranking", "ordinal", "setsize", "setnoun"}
    | {"setmember", "both", "world"}
)


def read_tied(clause: Clause, scene: Scene) -> Reading | None:
    """Read a clause that says that several areas share the first or last place of a set."""
    if not clause.has("shared") or not clause.only(_ALLOWED) or len(clause.nums) > 1:
        return None
    sides = {str(chunk.readings["superlative"]) for chunk in clause.of("superlative")}
    sides |= {_SIDES[str(chunk.readings["ranking"])] for chunk in clause.of("ranking")}
    sides |= {"most any" if mention_of(chunk).value == 1 else "?" for chunk in clause.of("ordinal")}
    sides -= {""}
    if len(sides) != 1 or not sides <= {"most any", "least any"}:
        return None
    _, listed = explicit_set(clause, scene)
    named = list(dict.fromkeys(area_of(chunk, scene) for chunk in clause.of("area") if chunk not in listed))
    periods = periods_for(clause, scene)
    if len(named) < 2 or len(periods) != 1:
        return None
    measure = select(clause, scene)
    hold_aggregates(named, clause, scene)
    members = members_of(clause, scene, measure, periods)
    stood = [standing(code, measure, periods, clause, scene) for code in members]
    same_release([one.cells[0] for one in stood], clause)
    best = (max if sides == {"most any"} else min)(one.value for one in stood)
    ahead = [one for one in stood if one.value == best]
    if {one.area for one in ahead} != set(named):
        names = ", ".join(scene.area_name(one.area) for one in ahead)
        raise clause.reject(ProblemCode.WRONG_RANK, f"By the data it is {names}.", None, names)
    cells = [one.cells[0] for one in ahead]
    reading = Reading(cells=cells, areas=tuple(named), measure=measure, periods=tuple(periods))
    for number in clause.nums:
        check_value(number, cells[0], clause, scene)
        reading.ties.append(tie(number, tuple(cell.fact for cell in cells), "value"))
    return reading


_SIDES: Final = {"first": "most any", "last": "least any", "": ""}
