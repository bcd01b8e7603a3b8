"""Counts: "three of the seven countries had a GDP above US$200bn in 2023"."""

from typing import Final

from tieout.checking.amount import factor_for, holds
from tieout.checking.clause import Clause, Reading, Scene, mention_of
from tieout.checking.frames.members import members_of, standing
from tieout.checking.frames.value import NAMING, PLAIN
from tieout.checking.mention import Bound
from tieout.checking.series import select
from tieout.checking.verdict import ProblemCode, Tie
from tieout.checking.when import periods_for

__all__ = ["read_count"]

_ALLOWED: Final = (
    PLAIN
    | NAMING
    | {
        "num",
        "year",
        "area",
        "timeword",
        "count",
        "countsize",
        "setsize",
        "setnoun",
        "both",
        "quantifier",
        "world",
        "bound",
    }
)
_SIDED: Final = frozenset({Bound.MORE, Bound.AT_LEAST, Bound.LESS, Bound.AT_MOST})
_ALL: Final = frozenset({"all", "all of the", "all the", "every", "each of the"})
_NONE: Final = frozenset({"none of", "none of the"})


def read_count(clause: Clause, scene: Scene) -> Reading | None:
    """Read a clause that counts the members of a set beyond a bound."""
    if (
        not clause.has("count", "countsize", "quantifier", "both")
        or not clause.has("setsize", "setnoun", "area")
        or not clause.only(_ALLOWED)
    ):
        return None
    thresholds = [number for number in clause.nums if number.bound in _SIDED]
    if len(thresholds) != 1 or len(clause.nums) != 1:
        return None
    measure = select(clause, scene)
    periods = periods_for(clause, scene)
    if len(periods) != 1:
        return None
    factor = factor_for(thresholds[0], scene.table.measures[measure], clause)
    if factor is None:
        raise clause.reject(
            ProblemCode.WRONG_UNIT, "The bound is not in the unit of this indicator.", thresholds[0]
        )
    members = members_of(clause, scene, measure, periods)
    stood = [standing(code, measure, periods, clause, scene) for code in members]
    inside = [one for one in stood if holds(one.value * factor, thresholds[0])]
    said = _said(clause, len(members))
    if said is None:
        return None
    if said != len(inside):
        raise clause.reject(
            ProblemCode.WRONG_COUNT,
            f"It is {len(inside)} of {len(members)}, not {said}.",
            None,
            str(len(inside)),
        )
    facts = tuple(fact.ref for one in stood for fact in one.facts)
    ties = [
        Tie(start=chunk.start, end=chunk.end, text=mention_of(chunk).text, facts=facts, relation="count")
        for chunk in clause.of("count", "countsize")
    ]
    return Reading(ties=ties, measure=measure, periods=tuple(periods), areas=tuple(members))


def _said(clause: Clause, size: int) -> int | None:
    for chunk in clause.of("countsize"):
        parts = mention_of(chunk).parts
        return parts[0] if parts is not None and not clause.has("count", "quantifier") else None
    counts = clause.of("count")
    if len(counts) == 1 and not clause.has("quantifier"):
        value = mention_of(counts[0]).value
        return int(value) if value is not None else None
    if clause.has("both") and not counts and not clause.has("quantifier"):
        return size
    words = clause.of("quantifier")
    if len(words) != 1 or counts:
        return None
    if words[0].key in _ALL:
        return size
    return 0 if words[0].key in _NONE else None
