"""Counts: "three of the seven countries had a GDP above US$200bn in 2023", "all but Chile"."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Final

from tieout.checking.amount import factor_for, holds
from tieout.checking.chunk import Chunk
from tieout.checking.clause import Clause, Reading, Scene, mention_of
from tieout.checking.frames.members import Standing, explicit_set, hold_aggregates, members_of, standing
from tieout.checking.frames.value import NAMING, PLAIN
from tieout.checking.mention import Bound
from tieout.checking.rounding import fits
from tieout.checking.series import select
from tieout.checking.verdict import ProblemCode, Tie
from tieout.checking.when import periods_for
from tieout.checking.where import area_of

__all__ = ["read_count"]

_ALLOWED: Final = (
    PLAIN
    | NAMING
    | {"num", "year", "area", "timeword", "count", "countsize", "setsize", "setnoun", "setmember", "both"}
    | {"quantifier", "world", "only", "mark", "comparison", "contrast", "negation"}
)
_SIDED: Final = frozenset({Bound.MORE, Bound.AT_LEAST, Bound.LESS, Bound.AT_MOST})
_UP: Final = frozenset({Bound.MORE, Bound.AT_LEAST})

_Said = Callable[[Sequence[str], Sequence[str]], bool]
"""Whether a claim of a count holds, of the members that are inside and of all of them."""


def read_count(clause: Clause, scene: Scene) -> Reading | None:
    """Read a clause that says how many, or which, members of a set are beyond a bound."""
    if not clause.has("count", "countsize", "quantifier", "both", "only") or not clause.only(_ALLOWED):
        return None
    if not clause.has("setsize", "setnoun", "area", "countsize") or clause.has("comparison", "contrast"):
        return None
    if any(chunk.key != "nor" for chunk in clause.of("negation")):
        return None
    bars = [number for number in clause.nums if number.bound in _SIDED]
    if len(bars) != 1 or len(clause.nums) != 1 or not _marked(clause, bars[0]):
        return None
    said = _said(clause, scene)
    if said is None:
        return None
    measure, periods = select(clause, scene), periods_for(clause, scene)
    if len(periods) != 1:
        return None
    factor = factor_for(bars[0], scene.table.measures[measure], clause)
    if factor is None:
        raise clause.reject(
            ProblemCode.WRONG_UNIT, "The bound is not in the unit of this indicator.", bars[0]
        )
    members = members_of(clause, scene, measure, periods)
    hold_aggregates(members, clause, scene)
    beside = _entities(clause, scene) if clause.has("setsize", "setnoun", "countsize") else set()
    stood = [standing(code, measure, periods, clause, scene) for code in members]
    inside = [one.area for one in stood if holds(one.value * factor, bars[0])]
    if not said(inside, members) or (
        beside and not clause.has("only") and not _tells(beside, inside, members)
    ):
        names = ", ".join(scene.area_name(code) for code in inside[:6]) or "none"
        message = f"It is {len(inside)} of {len(members)}: {names}."
        raise clause.reject(ProblemCode.WRONG_COUNT, message, None, str(len(inside)))
    return Reading(ties=_ties(clause, stood), measure=measure, periods=tuple(periods), areas=tuple(members))


def _tells(beside: set[str], inside: Sequence[str], members: Sequence[str]) -> bool:
    """True where the areas named beside a count are those inside, or those outside ("all but Canada")."""
    return beside in (set(inside), set(members) - set(inside))


def _ties(clause: Clause, stood: Sequence[Standing]) -> list[Tie]:
    facts = tuple(fact.ref for one in stood for fact in one.facts)
    return [
        Tie(start=chunk.start, end=chunk.end, text=mention_of(chunk).text, facts=facts, relation="count")
        for chunk in clause.of("count", "countsize")
    ]


def _marked(clause: Clause, bar: Chunk) -> bool:
    """True unless the clause says "cleared that mark" of a bound that is not cleared but stayed under."""
    return all((chunk.readings["mark"] == "up") == (bar.bound in _UP) for chunk in clause.of("mark"))


def _said(clause: Clause, scene: Scene) -> _Said | None:
    """Return what is said of the count; None where nothing, or two things, are."""
    counts, words = clause.of("count", "countsize"), clause.of("quantifier", "only")
    found: list[_Said | None] = []
    for chunk in words:
        payload = str(chunk.readings[chunk.kind])
        if payload == "allbut":
            found.append(_all_but(counts, clause, scene))
            counts = []
        elif payload == "any" or (chunk.kind == "only" and payload != "none"):
            found.append(_only(chunk, clause, scene))
        else:
            found.append(_PARTS.get(payload))
    found += [_counted(chunk) for chunk in counts]
    if not found and clause.has("both"):
        found.append(_PARTS["all"])
    return found[0] if len(found) == 1 else None


_PARTS: Final[dict[str, _Said]] = {
    "all": lambda inside, members: len(inside) == len(members),
    "most": lambda inside, members: 2 * len(inside) > len(members),
    "minority": lambda inside, members: 0 < 2 * len(inside) < len(members),
    "none": lambda inside, members: not inside,
}


def _counted(chunk: Chunk) -> _Said | None:
    """Return "three", "at least three", "one of"."""
    mention = mention_of(chunk)
    if chunk.kind == "countsize":
        parts = mention.parts
        return (lambda inside, members: len(inside) == parts[0]) if parts is not None else None
    return lambda inside, members: bool(fits(Fraction(len(inside)), mention, chunk.bound))


def _all_but(counts: Sequence[Chunk], clause: Clause, scene: Scene) -> _Said | None:
    """Return "all but two", "all but Canada": so many, or these, are outside."""
    if counts:
        number = mention_of(counts[0]).value
        whole = len(counts) == 1 and counts[0].bound is Bound.NONE and number is not None
        return (lambda inside, members: len(members) - len(inside) == number) if whole else None
    named = _entities(clause, scene)
    return (lambda inside, members: set(members) - set(inside) == named) if named else None


def _only(word: Chunk, clause: Clause, scene: Scene) -> _Said | None:
    """Return "only A and B", "A was the only one", "only one": these are inside, and no other."""
    named = _entities(clause, scene)
    others = word.readings[word.kind] == "others"
    if others or clause.key_has("also", "too", "likewise"):
        # "Italy and France were the only others below 1%": those just named are inside too.
        told = set(scene.areas)
        apart = told and not told & named and (len(told) == 1 or told <= set(scene.group))
        return (lambda inside, members: set(inside) == named | told) if named and apart else None
    if not named and word.key == "only one":
        return lambda inside, members: len(inside) == 1
    return (lambda inside, members: set(inside) == named) if named else None


def _entities(clause: Clause, scene: Scene) -> set[str]:
    """Return the areas that are named beside the set."""
    _, listed = explicit_set(clause, scene)
    return {area_of(chunk, scene) for chunk in clause.of("area") if chunk not in listed}
