"""Superlatives, ranks and top lists: "the second-highest of the five countries", "top three: A, B and C"."""

import itertools
from collections.abc import Sequence
from typing import Final

from tieout.checking.amount import check_value, figure, holds, tie
from tieout.checking.chunk import Chunk
from tieout.checking.clause import Clause, Reading, Scene, mention_of
from tieout.checking.frames.ends import ends_of
from tieout.checking.frames.members import (
    Standing,
    explicit_set,
    hold_aggregates,
    members_of,
    size_of,
    standing,
)
from tieout.checking.frames.value import NAMING, PLAIN, totals_only
from tieout.checking.measure import Measure
from tieout.checking.mention import NumberKind
from tieout.checking.series import select
from tieout.checking.verdict import ProblemCode, Tie
from tieout.checking.when import named_periods, periods_for, span_of
from tieout.checking.where import area_of, areas_for
from tieout.facts.fact import Fact
from tieout.facts.period import Period

__all__ = ["read_rank"]

_ALLOWED: Final = (
    PLAIN
    | NAMING
    | {
        "num",
        "year",
        "area",
        "timeword",
        "superlative",
        "ranking",
        "ordinal",
        "topn",
        "setsize",
        "setnoun",
        "setmember",
    }
    | {"world", "both", "follow", "ordering", "owned", "statistic", "direction", "record"}
    | {"comparison", "peak", "heldset"}
)
_TIMES: Final = frozenset({"same", "period", "latest"})
_HELD: Final = "with a value in this snapshot"


def read_rank(clause: Clause, scene: Scene) -> Reading | None:
    """Read a clause that gives areas their places in a set."""
    if not _is_rank(clause):
        return None
    entities = _entities(clause, scene)
    if not entities:
        return None
    growth = _by_growth(clause)
    if clause.has("direction") and (not growth or _falls(clause)):
        return None
    measure = select(clause, scene)
    if growth and scene.table.measures[measure].growth and len(named_periods(clause)) == 1:
        growth = False
    periods = list(ends_of(clause, scene, has_start=False)) if growth else periods_for(clause, scene)
    if not growth and len(periods) != 1:
        return None
    hold_aggregates(entities, clause, scene)
    _hold_heads(clause, scene.table.measures[measure])
    place, most = _place(clause)
    reading = Reading(areas=tuple(entities), measure=measure, periods=tuple(periods))
    turned = {str(chunk.readings["ordering"]) == "most" for chunk in clause.of("ordering")} == {not most}
    plain = not growth and not turned
    if plain and _by_rank_facts(clause, scene, entities, measure, periods[0], place, reading, most=most):
        return reading
    if held := clause.of("heldset"):
        message = "No rank over these economies is in the evidence."
        raise clause.reject(ProblemCode.WRONG_SET, message, held[0])
    members = members_of(clause, scene, measure, periods)
    stood = [standing(code, measure, periods, clause, scene) for code in members]
    falls = _declines(clause)
    stood.sort(key=lambda one: one.value, reverse=most != falls)
    if falls and growth and any(one.value >= 0 for one in stood if one.area in entities):
        raise clause.reject(ProblemCode.WRONG_DIRECTION, "This did not fall.")
    _check_places(clause, scene, entities[::-1] if turned else entities, stood, place)
    found = [next(one for one in stood if one.area == code) for code in entities]
    reading.cells = [cell for one in found for cell in one.cells]
    _check_numbers(clause, scene, found, reading, growth=growth)
    if not growth and not turned:
        reading.placed = tuple(one.area for one in stood)
    return reading


def _hold_heads(clause: Clause, measure: Measure) -> None:
    """Hold "the most people with electricity" where the values are shares of them, not numbers."""
    for first, second in itertools.pairwise(clause.chunks):
        counted = first.key in ("most", "fewest", "the most", "the fewest")
        if counted and measure.unit.is_percent and second.key.split()[0] in _HEADS:
            raise clause.reject(
                ProblemCode.WRONG_INDICATOR, f"{measure.label} is a share, not a number of them.", second
            )


_HEADS: Final = frozenset(
    "people persons residents inhabitants adults women men children households workers users girls boys "
    "students pupils internet women's migrants immigrants citizens farmers smokers".split()
)


def _is_rank(clause: Clause) -> bool:
    """True when the clause gives places, in the words of this frame."""
    grouped = clause.has("setsize", "setnoun")
    if not clause.has("superlative", "ranking") and not (grouped and clause.has("peak", "ordinal")):
        return False
    if not totals_only(clause) or not clause.only(_ALLOWED) or _two_ways(clause):
        return False
    if any(chunk.readings["timeword"] not in _TIMES for chunk in clause.of("timeword")):
        return False
    if any(chunk.key in ("same", "the same") for chunk in clause.of("neutral")):
        return False
    # Places are given by growth in percent; who grew most in numbers is another question.
    if any(chunk.readings["basis"] == "absolute" for chunk in clause.of("basis")):
        return False
    return all(chunk.key in ("ahead of", "ahead", "more", "behind") for chunk in clause.of("comparison"))


def _two_ways(clause: Clause) -> bool:
    """True where highest and lowest are both said, but not as "ranked from highest to lowest"."""
    said = clause.of("superlative", "peak")
    sides = {str(chunk.readings[chunk.kind]).split()[0] for chunk in said}
    return len(sides) > 1 and not (len(said) == 2 and said[0].prep == "from")


def _entities(clause: Clause, scene: Scene) -> list[str]:
    """Return the areas that are given places: all that are not the named set itself."""
    _, listed = explicit_set(clause, scene)
    found = [area_of(chunk, scene) for chunk in clause.of("area") if chunk not in listed]
    if not found and (clause.has("pronoun") or not listed):
        return areas_for(clause, scene)
    return list(dict.fromkeys(found))


def _by_growth(clause: Clause) -> bool:
    if any(
        str(chunk.readings["superlative"]).endswith(("growth", "decline"))
        for chunk in clause.of("superlative")
    ):
        return True
    return (
        clause.has("direction")
        and len(named_periods(clause)) + 2 * sum(span_of(chunk) is not None for chunk in clause.of("year"))
        >= 2
    )


def _falls(clause: Clause) -> bool:
    """True where "shrank fastest" or "was flat" is said: places are given by growth, not by decline."""
    ways = {str(chunk.readings["direction"]).split()[0] for chunk in clause.of("direction")}
    return bool(ways & {"down", "flat"}) and not _declines(clause)


def _declines(clause: Clause) -> bool:
    """True for "the biggest fall": places are given by decline."""
    return any(str(chunk.readings["superlative"]).endswith("decline") for chunk in clause.of("superlative"))


def _heads(clause: Clause) -> bool:
    return any(chunk.readings["ranking"] in ("first", "last") for chunk in clause.of("ranking"))


def _place(clause: Clause) -> tuple[int, bool]:
    """Return the place, counted from 1, and whether it is counted from the highest."""
    side = "most"
    sides = [str(chunk.readings[chunk.kind]).split()[0] for chunk in clause.of("superlative", "peak")]
    if sides:
        side = sides[0]
    for chunk in clause.of("ranking"):
        if chunk.readings["ranking"] == "last":
            side = "least" if side == "most" else "most"
    if len({mention_of(chunk).value for chunk in clause.of("ordinal")}) > 1:
        raise clause.reject(ProblemCode.WRONG_RANK, "Two different places are given here.")
    for chunk in clause.of("ordinal"):
        value = mention_of(chunk).value
        tops = len(clause.of("superlative", "peak"))
        if value is not None and value != 1 and (_heads(clause) or (tops > 1 and len(set(sides)) == 1)):
            raise clause.reject(ProblemCode.WRONG_RANK, "Two different places are given here.", chunk)
        if value is not None:
            return int(value), side == "most"
    return 1, side == "most"


def _by_rank_facts(
    clause: Clause,
    scene: Scene,
    entities: Sequence[str],
    measure: int,
    period: Period,
    place: int,
    reading: Reading,
    *,
    most: bool,
) -> bool:
    """Tie the places to rank facts of a complete set; False where there are none of that size."""
    size = size_of(clause)
    if size is None or not scene.table.ranks or clause.has("world", "record"):
        return False
    found: list[Fact] = []
    for offset, area in enumerate(entities):
        fact = _rank_fact(scene, area, measure, period, size, most=most, held=clause.has("heldset"))
        if fact is None or fact.derivation is None:
            return False
        if fact.derivation.position != place + offset:
            raise clause.reject(
                ProblemCode.WRONG_RANK,
                f"{scene.area_name(area)} is no. {fact.derivation.position} of {size}.",
                None,
                str(fact.derivation.position),
            )
        found.append(fact)
    stood = [standing(area, measure, [period], clause, scene) for area in entities]
    reading.cells = [cell for one in stood for cell in one.cells]
    _check_numbers(clause, scene, stood, reading, growth=False)
    for chunk in clause.of("ordinal"):
        reading.ties.append(tie(chunk, (found[0],), "rank"))
    return True


def _rank_fact(
    scene: Scene, area: str, measure: int, period: Period, size: int, *, most: bool, held: bool
) -> Fact | None:
    """Return the rank over all of a set of that size.

    One over what a snapshot holds counts where the sentence says just that, and one over a complete set where
    it does not.
    """
    wanted = scene.table.measures[measure]
    order = "highest first" if most else "lowest first"
    for fact in scene.table.ranks:
        derivation = fact.derivation
        if (
            derivation is None
            or not (derivation.set.endswith(_HELD) if held else derivation.complete)
            or derivation.size != size
            or derivation.order != order
        ):
            continue
        if fact.area.code == area and fact.period == period and fact.indicator.code == wanted.code:
            return fact
    return None


def _check_places(
    clause: Clause, scene: Scene, entities: Sequence[str], stood: Sequence[Standing], place: int
) -> None:
    order = [one.area for one in stood]
    values = {one.area: one.value for one in stood}
    for code in entities:
        if code not in values:
            raise clause.reject(
                ProblemCode.WRONG_SET, f"{scene.area_name(code)} is not in the set that is named."
            )
    if len(entities) > 1 and len(entities) != len(_places_given(clause, scene)):
        raise clause.reject(ProblemCode.WRONG_RANK, "One country is named twice here.")
    for chunk in clause.of("topn"):
        if _length(chunk) != len(entities):
            raise clause.reject(ProblemCode.WRONG_COUNT, f"{len(entities)} places are given here.", chunk)
    if len(entities) > 1 and clause.has("ordinal"):
        raise clause.reject(ProblemCode.NOT_UNDERSTOOD, "One place cannot be given to several countries.")
    wanted = order[place - 1 : place - 1 + len(entities)]
    if len(wanted) < len(entities):
        raise clause.reject(ProblemCode.WRONG_RANK, f"The set has only {len(order)} members.")
    edge = [values[code] for code in wanted]
    outside = [values[code] for code in order if code not in wanted]
    ordered = len(entities) == 1 or _is_ordered(clause)
    if (list(entities) != wanted if ordered else set(entities) != set(wanted)) and [
        values[code] for code in entities
    ] != edge:
        raise clause.reject(
            ProblemCode.WRONG_RANK,
            f"The order is {', '.join(scene.area_name(code) for code in order[:6])}.",
            None,
            ", ".join(scene.area_name(code) for code in wanted),
        )
    if set(edge) & set(outside) or len(set(edge)) < len(edge):
        raise clause.reject(ProblemCode.WRONG_RANK, "Two countries share this place; say so.")


def _places_given(clause: Clause, scene: Scene) -> list[str]:
    _, listed = explicit_set(clause, scene)
    return [area_of(chunk, scene) for chunk in clause.of("area") if chunk not in listed]


def _length(chunk: Chunk) -> int | None:
    """Return how many places "the three largest", "top five" speak of."""
    if chunk.mention is not None and chunk.mention.value is not None:
        return int(chunk.mention.value)
    return next((size for word, size in _SMALL.items() if word in chunk.key.split()), None)


_SMALL: Final = {"two": 2, "three": 3, "four": 4, "five": 5}


def _is_ordered(clause: Clause) -> bool:
    then = any(chunk.key == "then" for chunk in clause.of("timeword"))
    return then or clause.has("respectively", "topn", "follow", "ordinal", "num", "ranking", "ordering")


def _check_numbers(
    clause: Clause, scene: Scene, found: Sequence[Standing], reading: Reading, *, growth: bool
) -> None:
    numbers = clause.nums
    if not numbers:
        return
    if len(numbers) < len(found):
        found = _beside(numbers, found, clause, scene)
    if len(numbers) != len(found):
        raise clause.reject(ProblemCode.AMBIGUOUS, "It is not clear whose numbers these are.", numbers[0])
    for number, one in zip(numbers, found, strict=True):
        if growth:
            reading.ties.append(_check_growth(number, one, clause, scene))
        else:
            if number.prep == "by" and clause.has("comparison"):
                raise clause.reject(
                    ProblemCode.WRONG_RELATION, "This is not the value of the first place.", number
                )
            reading.ties.append(check_value(number, one.cells[0], clause, scene))
    if growth and scene.table.measures[found[0].cells[0].measure].unit.basis == "current":
        measure = scene.table.measures[found[0].cells[0].measure]
        if measure.has_real_twin and not scene.says_basis:
            raise clause.reject(ProblemCode.WRONG_UNIT, "Say that this growth is in current US dollars.")


def _beside(
    numbers: Sequence[Chunk], found: Sequence[Standing], clause: Clause, scene: Scene
) -> list[Standing]:
    """Return whose number each is, where not every place has one: that of the area named last before it."""
    by_area = {one.area: one for one in found}
    chosen: list[Standing] = []
    for number in numbers:
        before = [area_of(chunk, scene) for chunk in clause.of("area") if chunk.start < number.start]
        if before and before[-1] in by_area and by_area[before[-1]] not in chosen:
            chosen.append(by_area[before[-1]])
    return chosen


def _check_growth(number: Chunk, one: Standing, clause: Clause, scene: Scene) -> Tie:
    mention = mention_of(number)
    if mention.kind is not NumberKind.PERCENT or number.prep in ("to", "from"):
        raise clause.reject(ProblemCode.WRONG_RELATION, "The size of the growth is in percent.", number)
    true = one.value if mention.sign == "-" else abs(one.value)
    if not holds(true, number):
        raise clause.reject(
            ProblemCode.UNSUPPORTED_NUMBER,
            f"The growth is {figure(one.value)}%.",
            number,
            figure(one.value),
        )
    return tie(number, one.facts, "percent_change")
