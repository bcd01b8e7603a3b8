"""Drawing: one question of a kind from the figures of a snapshot, as facts, operation and words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from random import Random

from tieout.evaluation.figures import Figures
from tieout.evaluation.question import Operation
from tieout.evaluation.wordings import NOTHING, NOWHERE
from tieout.facts.indicator import Indicator
from tieout.writing.amounts import bound as bound_amount
from tieout.writing.scale import count_word
from tieout.writing.subjects import Subjects, listed

__all__ = ["DRAWERS", "Draw", "Drawn"]

WORLD = "WLD"
_FIRST_PLACES = 10
_LONGEST_SPAN = 25


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawn:
    """A question without its wording.

    Attributes:
        words: What stands in the braces of a wording.
        facts: What a right answer is computed from.
        operation: How; None where declining is right.
        count: For top lists, how many places.
        bound: For a first year, the bound.
        fits: True for the wordings that say this question.
    """

    words: Mapping[str, str]
    facts: tuple[str, ...] = ()
    operation: Operation | None = None
    count: int = 1
    bound: str = ""
    fits: Callable[[str], bool] = field(default=lambda _: True)


class Draw:
    """One indicator and the chance to draw from it.

    Args:
        figures: The data.
        random: Where chance comes from.
        indicator: What is asked about.
    """

    def __init__(self, figures: Figures, random: Random, indicator: Indicator) -> None:
        self.figures, self.random, self.indicator = figures, random, indicator
        self.subjects = Subjects(names=figures.names)
        self.code, self.unit = indicator.code, indicator.unit
        names = figures.called(self.code)
        # The plain name as often as all others together: that is how most people ask.
        self.noun = names[0] if len(names) == 1 or random.random() < 0.5 else random.choice(names[1:])

    def words(
        self, area: str = "", other: str = "", areas: Sequence[str] = (), **more: object
    ) -> dict[str, str]:
        """Return what stands in the braces, with areas and the measure written out."""
        known = self.figures.snapshot.areas
        words = {"noun": self.noun, "be": self._be()}
        for key, code in (("area", area), ("other", other)):
            if code:
                words[key] = self.subjects.area(known[code])
                words["owner" if key == "area" else "other_owner"] = self.subjects.owner(known[code])
        if areas:
            words["areas"] = listed([self.subjects.area(known[code]) for code in areas])
        return words | {key: str(value) for key, value in more.items()}

    def _be(self) -> str:
        if self.noun == self.figures.called(self.code)[0]:
            return self.subjects.be(self.indicator)
        head = self.noun.split()[0]
        return "were" if self.noun.endswith("s") and " " not in self.noun and head != self.noun else "was"

    def series(self, least: int = 1) -> tuple[str, Mapping[int, Decimal]] | None:
        """Return an economy with at least so many values, and its series."""
        found = [code for code in self.figures.countries(self.code) if len(self._of(code)) >= least]
        return (code := self.random.choice(found), self._of(code)) if found else None

    def whole(self, least: int) -> tuple[str, list[int]] | None:
        """Return an economy and consecutive years of it, at least so many, none of them without a value."""
        drawn = self.series(least)
        if drawn is None:
            return None
        code, series = drawn
        years = sorted(series)
        ends = [year for year in years if all(year - back in series for back in range(least))]
        if not ends:
            return None
        last = self.random.choice(ends)
        first = last
        while first - 1 in series and last - first < _LONGEST_SPAN:
            first -= 1
        length = self.random.randint(least, last - first + 1)
        return code, list(range(last - length + 1, last + 1))

    def section(self, size: int, *, broad: bool = False) -> tuple[int, Mapping[str, Decimal]] | None:
        """Return a year in which at least so many economies have a value, and their values."""
        years = {year for code in self.figures.countries(self.code) for year in self._of(code)}
        if not years:
            return None
        year = self.random.choice(sorted(years))
        values = self.figures.section(self.code, year)
        enough = len(values) >= size and (not broad or self.figures.is_broad(self.code, year))
        return (year, values) if enough else None

    def cell(self, area: str, when: object) -> str:
        """Return a fact as text."""
        return f"{area} {self.code} {when}"

    def _of(self, code: str) -> Mapping[int, Decimal]:
        return self.figures.series_of(self.code)[code]


def _value(draw: Draw) -> Drawn | None:
    if (drawn := draw.series()) is None:
        return None
    area, series = drawn
    year = draw.random.choice(sorted(series))
    return Drawn(words=draw.words(area, year=year), facts=(draw.cell(area, year),), operation="value")


def _latest(draw: Draw) -> Drawn | None:
    if (drawn := draw.series()) is None:
        return None
    return Drawn(words=draw.words(drawn[0]), facts=(draw.cell(drawn[0], "latest"),), operation="value")


def _several(draw: Draw) -> Drawn | None:
    if (drawn := draw.section(3)) is None:
        return None
    year, values = drawn
    areas = draw.random.sample(sorted(values), k=draw.random.randint(2, 3))
    facts = tuple(draw.cell(area, year) for area in areas)
    return Drawn(words=draw.words(areas=areas, year=year), facts=facts, operation="value")


def _between(draw: Draw, operation: Operation) -> Drawn | None:
    if (drawn := draw.series(2)) is None:
        return None
    area, series = drawn
    first, last = sorted(draw.random.sample(sorted(series), k=2))
    unequal = series[first] != series[last]
    relative = not draw.unit.is_percent and series[first] > 0 and series[last] > 0
    if not unequal or (operation != "difference" and not relative) or last - first < 2:
        return None
    facts = (draw.cell(area, first), draw.cell(area, last))
    return Drawn(words=draw.words(area, first=first, last=last), facts=facts, operation=operation)


def _growth(draw: Draw) -> Drawn | None:
    drawn = _between(draw, "growth_per_year")
    if drawn is None or draw.unit.is_percent_rate:
        return None
    return drawn


def _comparison(draw: Draw) -> Drawn | None:
    if (drawn := draw.section(3)) is None:
        return None
    year, values = drawn
    areas = draw.random.sample(sorted(values), k=draw.random.choice((2, 2, 3)))
    if len({values[area] for area in areas}) < len(areas):
        return None
    low = draw.random.random() < 0.3
    words = draw.words(
        areas[0],
        areas[1],
        areas,
        year=year,
        extreme="lowest" if low else "highest",
        comparative="lower" if low else "higher",
    )
    facts = tuple(draw.cell(area, year) for area in areas)
    named = len(areas) > 2
    return Drawn(
        words=words,
        facts=facts,
        operation="lowest" if low else "highest",
        fits=lambda wording: ("{areas}" in wording) == named,
    )


def _of_two(draw: Draw, operation: Operation) -> Drawn | None:
    if (drawn := draw.section(2)) is None:
        return None
    year, values = drawn
    area, other = sorted(draw.random.sample(sorted(values), k=2), key=values.__getitem__, reverse=True)
    if values[area] == values[other] or (operation == "ratio" and values[other] <= 0):
        return None
    pair = (other, area) if operation == "difference" else (area, other)
    facts = tuple(draw.cell(each, year) for each in pair)
    return Drawn(words=draw.words(area, other, year=year), facts=facts, operation=operation)


def _rank(draw: Draw) -> Drawn | None:
    if (drawn := draw.section(2 * _FIRST_PLACES, broad=True)) is None:
        return None
    year, values = drawn
    best = sorted(values, key=values.__getitem__, reverse=True)[:_FIRST_PLACES]
    area = draw.random.choice(best)
    if sum(value == values[area] for value in values.values()) > 1:
        return None
    facts = (draw.cell(area, year), draw.cell("*", year))
    return Drawn(words=draw.words(area, year=year), facts=facts, operation="rank")


def _top(draw: Draw, count: int) -> Drawn | None:
    if (drawn := draw.section(2 * _FIRST_PLACES, broad=True)) is None:
        return None
    year, values = drawn
    low = draw.random.random() < 0.3
    ordered = sorted(values.values(), reverse=not low)[: count + 1]
    if len(set(ordered)) < len(ordered):
        return None
    extreme = "lowest" if low else "highest"
    words = draw.words(year=year, number=count_word(count), extreme=extreme)
    return Drawn(
        words=words,
        facts=(draw.cell("*", year),),
        operation="bottom" if low else "top",
        count=count,
    )


def _over_areas(draw: Draw, operation: Operation) -> Drawn | None:
    least = 2 if operation == "sum" else 3
    if (drawn := draw.section(least)) is None or (operation == "sum" and not draw.unit.is_additive):
        return None
    year, values = drawn
    areas = draw.random.sample(sorted(values), k=draw.random.randint(least, min(4, len(values))))
    facts = tuple(draw.cell(area, year) for area in areas)
    return Drawn(words=draw.words(areas=areas, year=year), facts=facts, operation=operation)


def _mean_of_years(draw: Draw) -> Drawn | None:
    if (drawn := draw.whole(3)) is None:
        return None
    area, years = drawn
    facts = (draw.cell(area, f"{years[0]}:{years[-1]}"),)
    words = draw.words(area, first=years[0], last=years[-1])
    return Drawn(words=words, facts=facts, operation="mean")


def _share(draw: Draw) -> Drawn | None:
    world = draw.figures.series_of(draw.code).get(WORLD)
    if not draw.unit.is_additive or not world or (drawn := draw.section(2)) is None:
        return None
    year, values = drawn
    area = draw.random.choice(sorted(values))
    if year not in world or not 0 < values[area] < world[year]:
        return None
    facts = (draw.cell(area, year), draw.cell(WORLD, year))
    return Drawn(words=draw.words(area, year=year), facts=facts, operation="share")


def _first_year(draw: Draw) -> Drawn | None:
    if (drawn := draw.series(5)) is None:
        return None
    area, series = drawn
    years = sorted(series)
    if years != list(range(years[0], years[-1] + 1)):
        return None
    lowest, highest = series[years[0]], max(series.values())
    bound = _round_between(lowest, highest)
    if bound is None or (draw.unit.is_additive and bound < 1000):
        return None
    words = draw.words(area, bound=bound_amount(bound, draw.unit))
    facts = (draw.cell(area, f"{years[0]}:{years[-1]}"),)
    return Drawn(words=words, facts=facts, operation="first_year_above", bound=format(bound, "f"))


def _round_between(low: Decimal, high: Decimal) -> Decimal | None:
    """Return a round number between two, nearest to their middle; None where none is round enough."""
    middle = (low + high) / 2
    if middle <= 0 or high <= low:
        return None
    scale = Decimal(10) ** middle.adjusted()
    for step in (scale, scale / 2, scale / 10):
        rounded = (middle / step).to_integral_value() * step
        if low < rounded < high:
            return Decimal(format(rounded.normalize(), "f"))
    return None


def _extreme_year(draw: Draw) -> Drawn | None:
    if (drawn := draw.whole(4)) is None:
        return None
    area, years = drawn
    series = draw.figures.series_of(draw.code)[area]
    low = draw.random.random() < 0.4
    values = [series[year] for year in years]
    if values.count(min(values) if low else max(values)) > 1:
        return None
    words = draw.words(area, first=years[0], last=years[-1], extreme="lowest" if low else "highest")
    facts = (draw.cell(area, f"{years[0]}:{years[-1]}"),)
    return Drawn(words=words, facts=facts, operation="lowest_year" if low else "highest_year")


def _missing(draw: Draw) -> Drawn | None:
    if (drawn := draw.series()) is None:
        return None
    area, series = drawn
    first, last = draw.figures.snapshot.years
    without = [year for year in range(first, last + 1) if year not in series]
    if not without:
        return None
    year = draw.random.choice(without)
    return Drawn(words=draw.words(area, year=year))


def _outside(draw: Draw) -> Drawn | None:
    if (drawn := draw.series()) is None:
        return None
    area, series = drawn
    first, _ = draw.figures.snapshot.years
    year = draw.random.choice(sorted(series))
    outside = draw.random.choice((first - 5, first - 12, first - 30))
    nowhere, nothing = draw.random.choice(NOWHERE), draw.random.choice(NOTHING)
    words = draw.words(area, year=year, outside=outside, nowhere=nowhere, nothing=nothing)
    return Drawn(words=words, fits=lambda _: year > first)


def _unanswerable(draw: Draw) -> Drawn | None:
    if (drawn := draw.series(2)) is None:
        return None
    area, series = drawn
    first, last = sorted(draw.random.sample(sorted(series), k=2))
    future = draw.figures.snapshot.years[1] + draw.random.randint(2, 25)
    words = draw.words(area, year=last, first=first, last=last, future=future)
    return Drawn(words=words)


DRAWERS: Mapping[str, Callable[[Draw], Drawn | None]] = {
    "value": _value,
    "latest": _latest,
    "several": _several,
    "change": lambda draw: _between(draw, "difference"),
    "percent_change": lambda draw: _between(draw, "percent_change"),
    "comparison": _comparison,
    "difference": lambda draw: _of_two(draw, "difference"),
    "ratio": lambda draw: _of_two(draw, "ratio"),
    "rank": _rank,
    "extreme": lambda draw: _top(draw, 1),
    "top": lambda draw: _top(draw, draw.random.randint(2, 5)),
    "sum": lambda draw: _over_areas(draw, "sum"),
    "mean": lambda draw: _over_areas(draw, "mean"),
    "mean_of_years": _mean_of_years,
    "median": lambda draw: _over_areas(draw, "median"),
    "share": _share,
    "growth": _growth,
    "first_year": _first_year,
    "extreme_year": _extreme_year,
    "missing": _missing,
    "outside": _outside,
    "unanswerable": _unanswerable,
}
"""How a question of each kind is drawn; None where this indicator bears none today."""
