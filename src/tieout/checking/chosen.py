"""The answer held to what the question picks out (rules 18 and 24).

"Hong Kong, with 0.841" says that Hong Kong is the lowest of the three where the question asks which is; so
does "In 2024 it was Hong Kong". What opens the answer must be what the evidence picks; where the evidence
cannot tell, an opening that stands alone is held.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from tieout.checking.amount import factor_for, holds
from tieout.checking.chunk import Chunk
from tieout.checking.clause import Cell, Clause, Reading, Scene
from tieout.checking.crossing import asks_crossing, crossings
from tieout.checking.lead import Lead, lead_of
from tieout.checking.pick import Pick
from tieout.checking.ranked import rank_areas, rank_years
from tieout.checking.table import exact
from tieout.checking.verdict import ProblemCode, Reject
from tieout.facts.period import Period

__all__ = ["Asked", "check_chosen"]

_EXPLICIT: Final = frozenset(
    "superlative comparison peak ranking ordering topn record only ordinal gapword quantifier count".split()
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A question with what it names.

    Attributes:
        pick: What it picks out.
        chunks: Its chunks.
        areas: The areas it names.
        mask: The measures it may name, as bits.
        periods: The single years it names.
        window: The years it is about, first and last.
    """

    pick: Pick
    chunks: Sequence[Chunk]
    areas: tuple[str, ...]
    mask: int
    periods: tuple[Period, ...]
    window: tuple[Period, Period] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Case:
    asked: Asked
    lead: Lead
    cell: Cell | None
    readings: Sequence[Reading]
    scene: Scene
    explicit: bool
    only: bool = False

    def reject(self, code: ProblemCode, message: str, expected: str | None = None) -> Reject:
        return Reject(code, self.lead.start, self.lead.end, message, expected)

    def unknown(self) -> Reject | None:
        """Hold what stands alone as an answer that nothing can be said of."""
        areas = {area for reading in self.readings for area in reading.areas}
        alone = len(areas) == 1 and not self.explicit and not self.asked.pick.year
        if not self.lead.fragment and not (alone and not self.asked.pick.polar):
            return None
        return self.reject(
            ProblemCode.OFF_QUESTION, "Whether this is what the question asks for cannot be told here."
        )


def check_chosen(
    asked: Asked, said: Sequence[Sequence[Chunk]], readings: Sequence[Reading], scene: Scene
) -> Reject | None:
    """Return why what the answer opens with is not what the question picks out, or None where it is.

    Args:
        asked: The question.
        said: The sentences of the answer, as chunks.
        readings: What it says, all of it true.
        scene: The evidence, and the names.
    """
    if asked.pick.counts:
        return _check_count(asked, said, readings, scene)
    rival = _check_sexes(asked, readings, scene)
    if rival is not None:
        return rival
    several = asked.pick.in_order or (asked.pick.count or 1) > 1
    lead = lead_of(said, scene, year=asked.pick.year, wide=several)
    if lead is None or (asked.pick.polar and not lead.fragment):
        return None
    case = _Case(
        asked=asked,
        lead=lead,
        cell=_cell(asked, lead, readings),
        readings=readings,
        scene=scene,
        explicit=any(chunk.kind in _EXPLICIT for chunks in said for chunk in chunks),
        only=any(chunk.key in ("only", "alone", "just") for chunk in said[0]),
    )
    if asked.pick.year:
        return _check_year(case)
    if asked.areas == lead.areas[:1] and not asked.pick.than:
        return None
    return _check_areas(case)


def _cell(asked: Asked, lead: Lead, readings: Sequence[Reading]) -> Cell | None:
    """Return the first fact of the answer that is of a series asked for, if one of what it opens with."""
    cells = [
        cell
        for reading in readings
        for cell in reading.cells
        if not asked.mask or asked.mask >> cell.measure & 1
    ]
    named = [cell for cell in cells if cell.area in lead.areas[:1] or cell.period in lead.years[:1]]
    return next(iter([*named, *cells]), None)


def _check_sexes(asked: Asked, readings: Sequence[Reading], scene: Scene) -> Reject | None:
    """Hold "Male unemployment, at 2.0%" where the question asks which of the two sexes' rates is higher."""
    pick, first = asked.pick, next((one for one in readings if one.cells), None)
    if (
        first is None
        or len(pick.sides) != 1
        or pick.year
        or pick.polar
        or pick.change
        or len(first.cells) > 1
    ):
        return None
    cell, table = first.cells[0], scene.table
    own = table.measures[cell.measure]
    if asked.areas != (cell.area,) or not own.sex or not first.ties:
        return None
    for number, other in enumerate(table.measures):
        fact = table.value(cell.area, number, cell.period)
        twin = {other.sex, own.sex} == {"male", "female"} and _sexless(other.label) == _sexless(own.label)
        if twin and fact is not None and (cell.value - exact(fact)) * pick.sides[0] <= 0:
            return Reject(
                ProblemCode.WRONG_RANK,
                first.ties[0].start,
                first.ties[0].end,
                f"What is asked for is {other.label}.",
            )
    return None


def _sexless(label: str) -> str:
    return label.lower().replace("female", "").replace("male", "")


def _check_year(case: _Case) -> Reject | None:
    """Hold the year that the answer opens with to the one that the evidence picks."""
    asked, lead, cell = case.asked, case.lead, case.cell
    found: set[Period] | None = None
    if cell is not None and len(asked.areas) < len(("one", "another")):
        bound = asks_crossing(asked.chunks)
        if bound is not None:
            found = crossings(bound, asked.chunks, case.readings, case.scene.table)
        elif asked.pick.sides:
            found = rank_years(asked.pick, cell, asked.periods, asked.window, case.scene.table)
    if found is None:
        return case.unknown()
    state = any(chunk.key in ("was", "were", "is", "are") for chunk in asked.chunks)
    if case.only and state and len(_within(case, asks_crossing(asked.chunks))) > 1:
        return case.reject(ProblemCode.WRONG_PERIOD, "It is so in other years too.")
    said = lead.years[:1] if lead.fragment else lead.years
    if case.explicit and not lead.fragment:
        said = tuple(period for reading in case.readings for period in reading.periods)
    if found & set(said) or (not found and not lead.fragment):
        return None
    years = " or ".join(str(period) for period in sorted(found)) or "no year of the evidence"
    return case.reject(ProblemCode.WRONG_PERIOD, f"What is asked for is {years}.", years)


def _within(case: _Case, bound: Chunk | None) -> set[Period]:
    """Return the years of the series that are beyond the bound of the question."""
    cell, table = case.cell, case.scene.table
    if bound is None or cell is None:
        return set()
    factor = factor_for(bound, table.measures[cell.measure], Clause(case.asked.chunks))
    facts = {
        year: table.value(cell.area, cell.measure, year) for year in table.periods(cell.area, cell.measure)
    }
    return {
        year
        for year, fact in facts.items()
        if fact is not None and factor is not None and holds(exact(fact) * factor, bound)
    }


def _check_areas(case: _Case) -> Reject | None:
    """Hold the areas that the answer opens with to those that the evidence picks."""
    asked, lead = case.asked, case.lead
    if case.cell is None:
        return case.unknown()
    if not asked.pick.sides and asked.pick.bound is not None:
        return _check_bound(case, case.cell, asked.pick.bound)
    if len(asked.pick.sides) > 1:
        return _check_two_sides(case, case.cell)
    count = asked.pick.count or len(lead.areas)  # one that is open: as many as are named
    claimed = lead.areas[: max(count, lead.run) if asked.pick.count == 1 else count]
    for side in asked.pick.sides:
        ranked = _ranked(case, case.cell, side)
        if ranked is None or lead.areas[0] not in {area for _, area in ranked}:
            return case.unknown() if ranked is None else _outside(case)
        return _check_ranked(case, ranked, count, claimed)
    return case.unknown()


def _outside(case: _Case) -> Reject | None:
    """Hold an area that is none of those asked about."""
    if not case.lead.fragment:
        return None
    name = case.scene.area_name(case.lead.areas[0])
    return case.reject(ProblemCode.WRONG_SET, f"{name} is none of those that are asked about.")


def _ranked(case: _Case, cell: Cell, side: int) -> list[tuple[Fraction, str]] | None:
    asked = case.asked
    return rank_areas(
        asked.pick,
        cell,
        side=side,
        named=[*asked.areas, *(case.lead.areas[:1] if asked.pick.than else ())],
        periods=asked.periods,
        window=asked.window,
        said=[one for reading in case.readings for one in reading.periods],
        table=case.scene.table,
    )


def _check_ranked(
    case: _Case, ranked: list[tuple[Fraction, str]], count: int, claimed: Sequence[str]
) -> Reject | None:
    pick, first = case.asked.pick, case.asked.pick.place - 1
    wanted, rest = ranked[first : first + count], [*ranked[:first], *ranked[first + count :]]
    edge = {value for value, _ in wanted}
    names = {area for _, area in wanted}
    tied = {area for value, area in rest if value in edge}
    said = {area for reading in case.readings for area in reading.areas} | set(case.lead.areas)
    if case.lead.fragment or not (case.explicit or {area for _, area in ranked} <= said):
        right = set(claimed) == (names | tied) if tied else set(claimed) == names
        if right and pick.in_order:
            values = {area: value for value, area in ranked}
            right = [values[area] for area in claimed] == [value for value, _ in wanted]
    else:
        right = names <= said
    if right:
        return None
    told = ", ".join(case.scene.area_name(area) for _, area in wanted)
    message = f"What is asked for is {told}." if not tied else f"{told} shares this place; say with whom."
    return case.reject(ProblemCode.WRONG_RANK, message, told)


def _check_two_sides(case: _Case, cell: Cell) -> Reject | None:
    """Hold "Singapore (0.97) and South Korea (0.748)" where the highest and the lowest are asked for."""
    if not case.lead.fragment:
        return None
    for area, side in zip(case.lead.areas, case.asked.pick.sides, strict=False):
        ranked = _ranked(case, cell, side)
        if ranked is None:
            return case.unknown()
        if ranked[0][1] != area or len([1 for value, _ in ranked if value == ranked[0][0]]) > 1:
            told = case.scene.area_name(ranked[0][1])
            return case.reject(ProblemCode.WRONG_RANK, f"What is asked for is {told}.", told)
    return None


def _check_bound(case: _Case, cell: Cell, bound: Chunk) -> Reject | None:
    """Hold the areas that the answer opens with to the bound that the question names."""
    beyond = _beyond(case.asked, cell, bound, case.scene)
    if beyond is None:
        return case.unknown()
    claimed = set(case.lead.areas[: None if case.asked.pick.count is None else case.lead.run])
    if not case.lead.fragment or claimed <= beyond:
        return None
    names = ", ".join(case.scene.area_name(area) for area in sorted(beyond)) or "none of the evidence's"
    return case.reject(ProblemCode.WRONG_SET, f"Those beyond it are {names}.", names)


def _beyond(asked: Asked, cell: Cell, bound: Chunk, scene: Scene) -> set[str] | None:
    """Return the areas of the set that are beyond the bound of the question; None where that is open."""
    table = scene.table
    factor = factor_for(bound, table.measures[cell.measure], Clause(asked.chunks))
    period = asked.periods[0] if len(asked.periods) == 1 else cell.period
    members = [code for code in asked.areas if code in table.areas] or table.countries(cell.measure, period)
    if factor is None or len(asked.periods) > 1 or asked.pick.size not in (0, len(members)):
        return None
    found: set[str] = set()
    for area in members:
        fact = table.value(area, cell.measure, period, forecast=None)
        if fact is not None and holds(exact(fact) * factor, bound):
            found.add(area)
    return found


def _check_count(
    asked: Asked, said: Sequence[Sequence[Chunk]], readings: Sequence[Reading], scene: Scene
) -> Reject | None:
    """Hold "One: South Korea, with 0.748" where the question asks how many of a set are beyond a bound.

    "At least two" and "more than one" answer no question of how many, though a value may be that.
    """
    bounds = [chunk for chunk in said[0][:2] if chunk.kind in ("bound", "degree", "hedge")]
    first, *rest = said[0][len(bounds) :] or said[0]
    if _counted(first) is None or (rest and rest[0].kind != "punct"):
        return None
    cell = next((cell for reading in readings for cell in reading.cells), None)
    bound = asked.pick.bound
    beyond = _beyond(asked, cell, bound, scene) if cell is not None and bound is not None else None
    if beyond is not None and len(beyond) == _counted(first) and not bounds:
        return None
    message = f"There are {len(beyond)}." if beyond is not None else "How many there are cannot be told here."
    return Reject(ProblemCode.WRONG_COUNT, first.start, first.end, message)


def _counted(chunk: Chunk) -> int | None:
    """Return the number that a word or a figure counts, None for any other."""
    return int(chunk.key) if chunk.key.isdecimal() else _NUMBERS.get(chunk.key)


_NUMBERS: Final = {
    word: number
    for number, words in enumerate("none no|one|two both|three|four|five|six|seven|eight|nine|ten".split("|"))
    for word in words.split()
}
