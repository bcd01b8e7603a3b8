"""Places told by who is ahead: "only A and B had a higher rate than C", "no other country had more"."""

from collections.abc import Mapping
from typing import Final

from tieout.checking.clause import Clause, Reading, Scene, mention_of
from tieout.checking.frames.ends import ends_of
from tieout.checking.frames.members import Standing, hold_aggregates, members_of, standing
from tieout.checking.frames.value import NAMING, PLAIN
from tieout.checking.mention import Bound
from tieout.checking.series import select
from tieout.checking.verdict import ProblemCode
from tieout.checking.when import periods_for
from tieout.checking.where import area_of

__all__ = ["read_only"]

_ALLOWED: Final = (
    PLAIN
    | NAMING
    | {
        "year",
        "area",
        "timeword",
        "only",
        "quantifier",
        "count",
        "comparison",
        "setsize",
        "setnoun",
        "setmember",
        "negation",
        "world",
        "direction",
    }
)


def read_only(clause: Clause, scene: Scene) -> Reading | None:
    """Read a clause that says which members of a set, if any, are ahead of (or behind) one of them."""
    if not clause.has("only", "quantifier", "count") or not clause.has("comparison"):
        return None
    if not clause.only(_ALLOWED) or any(
        chunk.key.endswith((" not", "n't")) for chunk in clause.of("negation")
    ):
        return None
    sides = clause.of("comparison")
    if len(sides) != 1 or sides[0].readings["comparison"] == "same":
        return None
    ahead = [area_of(chunk, scene) for chunk in clause.of("area") if chunk.start < sides[0].start]
    behind = [area_of(chunk, scene) for chunk in clause.of("area") if chunk.start > sides[0].start]
    many = _many(clause)
    if len(behind) != 1 or many is None or (many >= 0) == bool(ahead):
        return None
    if any(str(chunk.readings["direction"]).split()[0] != "up" for chunk in clause.of("direction")):
        return None
    measure = select(clause, scene)
    growth = _of_growth(clause) and not scene.table.measures[measure].growth
    periods = list(ends_of(clause, scene, has_start=False)) if growth else periods_for(clause, scene)
    if not growth and len(periods) != 1:
        return None
    counted = many >= 0 and scene.table.areas.get(behind[0], False)
    hold_aggregates(ahead if counted else [*ahead, *behind], clause, scene)
    members = members_of(clause, scene, measure, periods)
    stood = {code: standing(code, measure, periods, clause, scene) for code in members}
    if counted:
        stood[behind[0]] = standing(behind[0], measure, periods, clause, scene)
    if any(code not in stood for code in (*ahead, *behind)):
        raise clause.reject(ProblemCode.WRONG_SET, "A country that is named is not in the set.")
    _check(clause, scene, stood, behind[0], None if many >= 0 else set(ahead), many)
    if growth and scene.table.measures[measure].has_real_twin and not scene.says_basis:
        raise clause.reject(ProblemCode.WRONG_UNIT, "Say that this growth is in current US dollars.")
    cells, areas = list(stood[behind[0]].cells), (behind[0],)
    return Reading(cells=cells, areas=areas, measure=measure, periods=tuple(periods))


def _check(
    clause: Clause, scene: Scene, stood: Mapping[str, Standing], bar: str, named: set[str] | None, many: int
) -> None:
    """Hold a claim where other areas, or more or fewer of them, are ahead; ties must be told."""
    own = stood[bar].value
    more = clause.of("comparison")[0].readings["comparison"] == "more"
    true = [code for code, one in stood.items() if (one.value > own if more else one.value < own)]
    right = len(true) == many if named is None else set(true) == named
    if not right or any(code != bar and one.value == own for code, one in stood.items()):
        names = ", ".join(scene.area_name(code) for code in true) or "none of them"
        raise clause.reject(ProblemCode.WRONG_RANK, f"By the data it is {names}.", None, names)


def _many(clause: Clause) -> int | None:
    """Return how many are ahead: 0 for "none", -1 where they are named, None where it is not said."""
    said = [_ONLY.get(chunk.readings["only"], -1) for chunk in clause.of("only")]
    for chunk in clause.of("quantifier"):
        said.append(0 if chunk.readings["quantifier"] == "none" else -2)
    for chunk in clause.of("count"):
        value = mention_of(chunk).value
        said.append(int(value) if value is not None and chunk.bound is Bound.NONE else -2)
    return said[0] if len(said) == 1 and said[0] > -2 else None


_ONLY: Final = {"none": 0, "others": -2}
"""How many a word of one and no other says; of "the only others" those just named are open here."""


def _of_growth(clause: Clause) -> bool:
    return clause.has("direction") or any(
        word in clause.of("comparison")[0].key for word in ("faster", "slower", "quicker")
    )
