"""Sets of areas: which are meant, and whether the evidence holds them all (rule 18)."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from tieout.checking.chunk import Chunk
from tieout.checking.clause import Cell, Clause, Scene, mention_of
from tieout.checking.verdict import ProblemCode
from tieout.checking.where import area_of
from tieout.facts.derivation import percent_change
from tieout.facts.fact import Fact
from tieout.facts.observation import Status
from tieout.facts.period import Period

__all__ = [
    "Standing",
    "explicit_set",
    "hear_set",
    "hold_aggregates",
    "members_of",
    "size_of",
    "standing",
]

_LIST_STARTS = frozenset({"of", "among", "amongst", "between", "across", "out of", "for"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """One member of a set with what it is ordered by."""

    area: str
    value: Fraction
    cells: tuple[Cell, ...]

    @property
    def facts(self) -> tuple[Fact, ...]:
        """The facts behind the value."""
        return tuple(cell.fact for cell in self.cells)


def explicit_set(clause: Clause, scene: Scene) -> tuple[list[str], list[Chunk]]:
    """Return the areas of a list such as "of Mexico, South Korea and Spain", and its chunks.

    Empty without one.
    """
    best: list[Chunk] = []
    run: list[Chunk] = []
    before = ""
    for chunk in clause:
        if chunk.kind == "area":
            starts = chunk.prep in _LIST_STARTS or before in ("quantifier", "both")
            if run and not starts and chunk.prep not in ("and", "or", ""):
                run = []
            if run or starts:
                run.append(chunk)
                best = run if len(run) > len(best) else best
        elif chunk.kind == "punct" and chunk.key == ",":
            if _list_is_over(run, clause, chunk):
                run = []
        elif not (chunk.kind in ("preposition", "neutral") and chunk.key in ("and", "or", "the")) and (
            chunk.key != "nor"
        ):
            run = []
        before = before if chunk.key == "the" else _opener(chunk)
    if len(best) < 2:
        return [], []
    return [area_of(chunk, scene) for chunk in best], best


def _opener(chunk: Chunk) -> str:
    """Return the kind of a word that a list of members may follow ("both A and B", "none of A and B")."""
    if chunk.kind == "quantifier" and chunk.readings["quantifier"] in ("allbut", "any"):
        return ""
    return chunk.kind


def _list_is_over(run: Sequence[Chunk], clause: Clause, comma: Chunk) -> bool:
    """True at the comma that ends a list: its last member came after "and"."""
    return bool(run) and run[-1].prep in ("and", "or")


def size_of(clause: Clause) -> int | None:
    """Return the size that the clause gives a set, or None."""
    for chunk in clause.of("countsize"):
        parts = mention_of(chunk).parts
        return parts[1] if parts is not None else None
    for chunk in clause.of("setsize"):
        value = mention_of(chunk).value
        others = 1 if chunk.readings.get("others") else 0
        return int(value) + others if value is not None else None
    for chunk in clause.of("both"):
        for word, size in _SIZES.items():
            if word in chunk.key:
                return size
    return None


_SIZES = {"both": 2, "two": 2, "pair": 2, "either": 2, "three": 3, "four": 4, "five": 5}


def hear_set(sentence: Clause, scene: Scene) -> None:
    """Note in the scene the set that a sentence names, by a list of three or more or by its size."""
    listed, _ = explicit_set(sentence, scene)
    scene.set_size = size_of(sentence)
    if scene.set_size is not None and len(listed) < _LISTED:
        scene.group = ()
    elif len(set(listed)) == len(listed) >= _LISTED and not sentence.has("follow", "only", "quantifier"):
        scene.group = tuple(listed)


_LISTED = 3
"""The fewest that make a set to go on speaking of: two are a pair, with frames of their own."""


def hold_aggregates(codes: Sequence[str], clause: Clause, scene: Scene) -> None:
    """Hold an aggregate that is counted, summed or ranked as a country (rule 13).

    Raises:
        Reject: One of the areas is an aggregate.
    """
    for code in codes:
        known = scene.names.areas.get(code)
        if scene.table.areas.get(code) or (known is not None and known.kind == "aggregate"):
            raise clause.reject(
                ProblemCode.AGGREGATE_AS_COUNTRY,
                f"{scene.area_name(code)} is no country; it has no place in this set.",
            )


def members_of(clause: Clause, scene: Scene, measure: int, periods: Sequence[Period]) -> list[str]:
    """Return the areas of the set that the clause names.

    Raises:
        Reject: No set is named, it reaches beyond the evidence, or its size is not that of the evidence.
    """
    if clause.has("world", "record"):
        raise clause.reject(
            ProblemCode.BEYOND_EVIDENCE, "The evidence does not hold every economy in the world."
        )
    named, _ = explicit_set(clause, scene)
    size = size_of(clause)
    if len(set(named)) < len(named):
        raise clause.reject(ProblemCode.WRONG_SET, "One country is named twice in this set.")
    if named:
        if size is not None and size != len(named):
            raise clause.reject(ProblemCode.WRONG_SET, f"{len(named)} countries are named here, not {size}.")
        hold_aggregates(named, clause, scene)
        return named
    found = scene.table.countries(measure, *periods)
    if not found:  # of no country at all everything would be true
        years = " and ".join(period.name for period in periods)
        raise clause.reject(
            ProblemCode.MISSING_VALUE,
            f"The evidence holds no country's {scene.table.measures[measure].label} for {years}.",
        )
    if lent := _lent(size, found, clause, scene):
        return lent
    told = scene.ranked is not None and scene.ranked[0] == len(found)
    told = told or scene.set_size == len(found)
    if size is None and not clause.has("setnoun", "scope") and not told and not _asked(found, scene):
        raise clause.reject(
            ProblemCode.BEYOND_EVIDENCE, "Say among which countries; the evidence holds only some."
        )
    if size is not None and size != len(found):
        raise clause.reject(
            ProblemCode.WRONG_SET,
            f"The evidence holds {len(found)} countries with a value here, not {size}.",
            None,
            str(len(found)),
        )
    return found


def _lent(size: int | None, found: Sequence[str], clause: Clause, scene: Scene) -> list[str]:
    """Return the set of the list that was told or asked about: where its size is said, or none is.

    "Of the two" is of the two that the question names, though the evidence may hold more; a list of the
    answer's own ("Of A, B and C, A had the most; C had the fewest") goes on until another is named.
    """
    group = list(scene.group)
    if (
        group
        and size in (None, len(group))
        and not clause.has("setnoun", "scope")
        and set(group) <= set(found)
    ):
        return group
    asked = [code for code in scene.question_set[0] if not scene.table.areas.get(code, False)]
    exact = size == len(asked) != len(found) and len(asked) > 1
    return asked if exact and set(asked) <= set(found) else []


def _asked(found: Sequence[str], scene: Scene) -> bool:
    """True where the question names the set, and the evidence holds that set and no other area of it.

    It lists all of its members, or some and the number of the others ("Poland and the three Baltic states").
    """
    areas, others = scene.question_set
    named = {code for code in areas if not scene.table.areas.get(code, False)}
    if len(named) > 1 and named <= set(found):
        return True  # where the evidence holds more, it must be so of all of them
    return others > 1 and named <= set(found) and len(found) in (others, others + len(named))


def standing(area: str, measure: int, periods: Sequence[Period], clause: Clause, scene: Scene) -> Standing:
    """Return what an area is ordered by: its value, or its percent change between two periods.

    Raises:
        Reject: A fact is missing.
    """
    cells: list[Cell] = []
    for period in periods:
        fact = scene.table.value(area, measure, period, forecast=None)
        if fact is None:
            raise clause.reject(
                ProblemCode.MISSING_VALUE,
                f"The evidence holds no value for {scene.area_name(area)} in {period.name}.",
            )
        if fact.status is Status.FORECAST and not clause.has("forecast"):
            raise clause.reject(
                ProblemCode.FORECAST_UNMARKED,
                f"The value for {scene.area_name(area)} in {period.name} is a forecast; say so.",
            )
        cells.append(Cell(area=area, measure=measure, period=period, fact=fact))
    if len(cells) == 1:
        return Standing(area=area, value=cells[0].value, cells=tuple(cells))
    before, after = cells[0].value, cells[-1].value
    if before == 0:
        raise clause.reject(ProblemCode.WRONG_RELATION, "There is no percent change from zero.")
    return Standing(area=area, value=percent_change(before, after), cells=tuple(cells))
