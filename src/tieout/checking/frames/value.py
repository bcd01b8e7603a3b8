"""Values: "Canada's population was 41,262,329 in 2024", and lists of them, the i-th with the i-th."""

from dataclasses import replace
from typing import Final

from tieout.checking.amount import cell_for, check_value, shown_fact, tie
from tieout.checking.chunk import Chunk
from tieout.checking.clause import Cell, Clause, Reading, Scene, mention_of
from tieout.checking.mention import Bound, NumberKind
from tieout.checking.series import named_mask, select
from tieout.checking.sibling import meant_by
from tieout.checking.verdict import ProblemCode, Reject
from tieout.checking.when import named_periods, period_of, periods_for
from tieout.checking.where import areas_for
from tieout.facts.period import Period

__all__ = ["NAMING", "PLAIN", "check_latest", "read_values", "several_series", "totals_only"]

PLAIN: Final = frozenset(
    {"neutral", "preposition", "punct", "bound", "pronoun", "respectively", "source", "scope", "ident"}
)
NAMING: Final = frozenset(
    {
        "ind",
        "people",
        "unit",
        "counted",
        "of",
        "label",
        "piece",
        "sex",
        "basis",
        "generic",
        "per",
        "denom",
        "denominator",
        "grows",
        "currency",
    }
)
_ALLOWED: Final = (
    PLAIN
    | NAMING
    | {
        "num",
        "both",
        "signword",
        "year",
        "area",
        "timeword",
        "contrast",
        "forecast",
        "provisional",
        "statistic",
        "marker",
    }
)
_TIMES: Final = frozenset({"same", "latest", "both", "earliest", "rightbefore", "rightafter"})
_BEYOND: Final = frozenset(
    {"after", "before", "until", "till", "through", "since", "to", "toward", "towards"}
)
"""Words before a year that do not say that a value is of it."""
_NEVER: Final = frozenset({NumberKind.MULTIPLE, NumberKind.POINTS, NumberKind.RATIO})


def read_values(clause: Clause, scene: Scene) -> Reading | None:
    """Read a clause that states values."""
    if clause.has("signword") and not clause.nums and clause.only(_ALLOWED) and _shaped(clause):
        return _read_sign(clause, scene)
    clause = _of_its_year(_index_points(clause, scene), scene)
    if not clause.nums or not clause.only(_ALLOWED) or not _shaped(clause) or several_series(clause):
        return None
    areas, periods, numbers = areas_for(clause, scene), periods_for(clause, scene), clause.nums
    count = len(numbers)
    together = numbers[0].bound in _SIDED or clause.has("both") or bool(clause.timewords("both"))
    if count == 1 and together and len(areas) * len(periods) > 1:
        return _read_all(clause, scene, areas, periods, numbers[0])
    between = _between(numbers)
    repeated = not between and count > 1 and len(areas) == len(periods) == 1
    if between and len(areas) * len(periods) > 1:
        return None
    if not repeated and any(number.prep == "or" for number in numbers):
        return None
    if len(areas) == 1 and 1 < len(periods) < count:
        periods = _nearest(clause, numbers)
        if len(periods) != count:
            return None
    if not repeated and not all(len(part) in (1, count) for part in (areas, periods)):
        return None
    if repeated and not _restates(clause, numbers):
        return None
    if between:
        return _read_between(clause, scene, areas, periods, numbers)
    measures = _measures(clause, scene, count)
    reading = Reading(
        areas=tuple(areas), periods=tuple(periods), measure=measures[-1] if len(set(measures)) == 1 else None
    )
    for place, number in enumerate(numbers):
        area = areas[place] if len(areas) > 1 else areas[0]
        period = periods[place] if len(periods) > 1 else periods[0]
        cell = cell_for(area, measures[place], period, clause, scene, number)
        reading.ties.append(check_value(number, cell, clause, scene))
        reading.cells.append(cell)
    _hold_itself(clause, scene, reading.cells)
    check_latest(clause, scene, reading.cells)
    _check_sign(clause, scene, reading.cells)
    return reading


def _hold_itself(clause: Clause, scene: Scene, cells: list[Cell]) -> None:
    """Hold "versus 7%" of the value just told."""
    if clause.chunks[0].kind == "contrast" and cells == scene.cells[-1:]:
        message = "A value is set against itself; say which other value is meant."
        raise clause.reject(ProblemCode.AMBIGUOUS, message, clause.chunks[0])


def _read_sign(clause: Clause, scene: Scene) -> Reading:
    """Read "Growth was negative in 2020": the sign of a value, and no more."""
    areas, periods, measure = areas_for(clause, scene), periods_for(clause, scene), _selected(clause, scene)
    cells = [cell_for(area, measure, period, clause, scene) for area in areas for period in periods]
    _check_sign(clause, scene, cells)
    return Reading(cells=cells, areas=tuple(areas), periods=tuple(periods), measure=measure)


def _check_sign(clause: Clause, scene: Scene, cells: list[Cell]) -> None:
    for chunk in clause.of("signword"):
        if not _TURNING.isdisjoint(chunk.key.split()):
            before = cells[0].period.shifted(-1)
            last = cell_for(cells[0].area, cells[0].measure, before, clause, scene)
            if last.value * cells[0].value > 0:
                raise clause.reject(ProblemCode.WRONG_DIRECTION, f"It was so in {before} already.", chunk)
        for cell in _signed(clause, cells):
            if cell.value == 0 or (cell.value > 0) != (chunk.readings["signword"] == "+"):
                raise clause.reject(
                    ProblemCode.WRONG_DIRECTION,
                    f"In {cell.period.name} it was {shown_fact(cell.fact)}.",
                    chunk,
                )


def _signed(clause: Clause, cells: list[Cell]) -> list[Cell]:
    """Return the facts that a sign is said of: not "after 0.6% in 2019"."""
    if len(cells) != len(clause.nums):
        return cells
    pairs = zip(clause.nums, cells, strict=True)
    return [cell for number, cell in pairs if number.prep not in _BEFORE_IT] or cells


_BEFORE_IT: Final = frozenset({"after", "against", "from", "following"})
_OPENS: Final = frozenset({"from", "between", "since", "over", "during", "across", "throughout", "through"})
_CLOSES: Final = frozenset({"to", "and", "until", "through", "till"})
_TURNING: Final = frozenset(
    {"turned", "turns", "turning", "went", "slipped", "swung", "moved", "back", "returned", "returning"}
)
_SIDED: Final = frozenset({Bound.MORE, Bound.AT_LEAST, Bound.LESS, Bound.AT_MOST})


def _read_all(
    clause: Clause, scene: Scene, areas: list[str], periods: list[Period], number: Chunk
) -> Reading:
    """One bound that holds for every area and year named, and from the first to the last of a span."""
    years = [chunk for chunk in clause.of("year") if period_of(chunk) is not None]
    if len(years) == len(periods) == 2 and years[0].prep in _OPENS and years[1].prep in _CLOSES:
        first, last = sorted(periods)
        periods = list(first.until(last)) or periods
    measure = select(clause, scene)
    reading = Reading(areas=tuple(areas), periods=tuple(periods), measure=measure)
    reading.cells = [
        cell_for(area, measure, period, clause, scene, number) for area in areas for period in periods
    ]
    for cell in reading.cells:
        check_value(number, cell, clause, scene)
    reading.ties.append(tie(number, tuple(cell.fact for cell in reading.cells), "value"))
    return reading


def _nearest(clause: Clause, numbers: list[Chunk]) -> list[Period]:
    """Return the year of each number.

    The one before its bracket ("in 2019 (90.1%)"), else the one after it.
    """
    found: list[Period] = []
    order = clause.of("num", "year", "punct")
    for number in numbers:
        at = order.index(number)
        bracket = at >= 2 and order[at - 1].key == "(" and order[at - 2].kind == "year"
        after = [chunk for chunk in order[at + 1 :] if chunk.kind == "year"]
        year = order[at - 2] if bracket else after[0] if after else None
        period = period_of(year) if year is not None else None
        if period is not None:
            found.append(period)
    return found


def _between(numbers: list[Chunk]) -> bool:
    """True for "between 3% and 4%": two bounds of one value."""
    return len(numbers) == 2 and numbers[0].prep == "between" and numbers[1].prep == "and"


def _read_between(
    clause: Clause, scene: Scene, areas: list[str], periods: list[Period], numbers: list[Chunk]
) -> Reading:
    measure = select(clause, scene)
    cell = cell_for(areas[0], measure, periods[0], clause, scene)
    reading = Reading(cells=[cell], areas=tuple(areas), periods=tuple(periods), measure=measure)
    for number, bound in zip(numbers, (Bound.AT_LEAST, Bound.AT_MOST), strict=True):
        reading.ties.append(check_value(replace(number, bound=bound), cell, clause, scene))
    return reading


def several_series(clause: Clause) -> bool:
    """True when the clause names two series that cannot be one: each number then belongs to a part of it."""
    if len(clause.nums) < 2:
        return False
    seen = 0
    for chunk in clause.of("ind", "people", "piece"):
        mask = meant_by(chunk) if chunk.kind == "piece" else chunk.mask("ind")
        if seen and mask and not seen & mask:
            return True
        seen = mask & seen if seen and mask else seen or mask
    return False


def _names_rise(clause: Clause) -> bool:
    """True for "saw consumer prices rise by 4%", where "consumer prices rise" is the name of the series."""
    return len(clause.nums) == 1 and any(
        chunk.key.split()[-1] in ("rise", "increase", "grow") for chunk in clause.of("ind")
    )


def _shaped(clause: Clause) -> bool:
    """True when nothing in the clause asks for another frame."""
    if len({chunk.readings["signword"] for chunk in clause.of("signword")}) > 1:
        return False
    if any(mention_of(number).kind in _NEVER for number in clause.nums):
        return False
    if any(chunk.prep == "than" for chunk in clause.of("num", "year", "area")):
        return False
    if any(number.prep == "by" for number in clause.nums) and not _names_rise(clause):
        return False
    if len(clause.of("year")) == 1 and (clause.of("year")[0].prep in _BEYOND or _runs_from(clause)):
        return False
    for chunk in clause.of("timeword"):
        payload = str(chunk.readings["timeword"])
        if payload not in _TIMES and payload[:1] not in "+-":
            return False
    if clause.has("share") and (not clause.has("denom") or len(clause.of("area")) > 1):
        return False
    if any(chunk.key == "on average" for chunk in clause.of("statistic")) and len(clause.of("area")) <= 1:
        return (
            len(clause.of("statistic")) == 1
            and len(clause.nums) == 1
            and bool(clause.key_has("woman", "capita", "person", "head"))
        )
    return totals_only(clause) and (len(clause.of("area")) <= 1 or not clause.has("statistic"))


def _runs_from(clause: Clause) -> bool:
    """True for "was 76% from 2020", which says more than a value; not for "the figure from 2020 was 76%"."""
    year = clause.of("year")[0]
    before = [
        chunk for chunk in clause if chunk.start < year.start and chunk.key not in ("from", "the", "year")
    ]
    return (
        year.prep == "from" and bool(before) and before[-1].kind in ("num", "unit", "denom", "counted", "per")
    )


def _of_its_year(clause: Clause, scene: Scene) -> Clause:
    """Return "averaged 1,479 in 2024" without the average where the values are averages of a year."""
    plain = _is_period_average(clause, scene)
    return Clause([chunk for chunk in clause if chunk.kind != "statistic"]) if plain else clause


def _index_points(clause: Clause, scene: Scene) -> Clause:
    """Return "a Gini index of 26.6 points" with a plain number: the points of an index are its unit."""
    points = [number for number in clause.nums if mention_of(number).kind is NumberKind.POINTS]
    mask = named_mask(clause, scene) or scene.question_mask if points else 0
    if scene.measure is not None and points and not named_mask(clause, scene):
        mask = 1 << scene.measure
    units = [one.unit.text.lower() for number, one in enumerate(scene.table.measures) if mask >> number & 1]
    if not units or not all(unit.startswith("index") for unit in units):
        return clause
    if any(number.prep == "by" or "percent" in number.key for number in points):
        return clause
    plain = {
        number.start: replace(number, mention=replace(mention_of(number), kind=NumberKind.PLAIN))
        for number in points
    }
    return Clause([plain.get(chunk.start, chunk) for chunk in clause])


def _is_period_average(clause: Clause, scene: Scene) -> bool:
    words = clause.of("statistic")
    if not words or any(chunk.readings["statistic"] != "mean" for chunk in words):
        return False
    if len(clause.of("year")) != 1 or period_of(clause.of("year")[0]) is None or len(clause.of("area")) > 1:
        return False
    mask = named_mask(clause, scene) or scene.question_mask
    named = [one for number, one in enumerate(scene.table.measures) if mask >> number & 1]
    return bool(named) and all("average" in one.words for one in named)


def _restates(clause: Clause, numbers: list[Chunk]) -> bool:
    """True for one value said twice ("41,262,329 (about 41.3 million)", "a third, or 33.4%")."""
    return len(numbers) == 2 and not clause.has("contrast")


def _measures(clause: Clause, scene: Scene, count: int) -> list[int]:
    """Return the measure of each number; men and women in one sentence make two."""
    sexes = clause.of("sex")
    if count > 1 and len(sexes) == count and len({chunk.readings["sex"] for chunk in sexes}) == count:
        return [select(_without(clause, sexes, keep), scene) for keep in sexes]
    if count == 2 and len(clause.of("area")) <= 1 and (_classes(clause.nums) == 2 or _one_per_head(clause)):
        return [select(_alone(clause, number), scene) for number in clause.nums]
    try:
        return [_selected(clause, scene)] * count
    except Reject:
        if count != 2 or len(clause.of("area")) > 1:
            raise
        return [select(_alone(clause, number), scene) for number in clause.nums]


def _selected(clause: Clause, scene: Scene) -> int:
    """Return the series; of "the economy returned to growth", that of the growth."""
    grew = any(chunk.key.endswith(("growth", "contraction")) for chunk in clause.of("signword"))
    return select(clause, scene, growth_of=grew and clause.has("grows"))


def _classes(numbers: list[Chunk]) -> int:
    return len({mention_of(number).kind in (NumberKind.PERCENT, NumberKind.FRACTION) for number in numbers})


def _one_per_head(clause: Clause) -> bool:
    """True for "$42 per person in 2023, or $5.4 billion in all"."""
    heads = [_alone(clause, number).key_has("person", "head", "capita") for number in clause.nums]
    return len(set(heads)) == len(clause.nums)


def _alone(clause: Clause, keep: Chunk) -> Clause:
    """Return the clause with one of its two numbers and the unit words that belong to it."""
    first, second = clause.nums
    left, right = (second.start, clause.end) if keep is first else (first.start, second.start)
    drop = ("num", "denom", "unit", "counted", "per", "currency")
    kept = [chunk for chunk in clause if not (left <= chunk.start < right and chunk.kind in drop)]
    heads = [chunk for chunk in kept if left <= chunk.start < right and _is_head(chunk, kept)]
    return Clause([chunk for chunk in kept if chunk not in heads])


def _is_head(chunk: Chunk, kept: list[Chunk]) -> bool:
    """True for both words of "per person", which go with the number before them."""
    place = kept.index(chunk)
    pairs = (kept[place : place + 2], kept[max(0, place - 1) : place + 1])
    return any(len(two) == 2 and two[0].key == "per" and two[1].kind == "people" for two in pairs)


def _without(clause: Clause, sexes: list[Chunk], keep: Chunk) -> Clause:
    return Clause([chunk for chunk in clause if chunk is keep or chunk not in sexes])


def totals_only(clause: Clause) -> bool:
    """True when the only statistic said is "total", of at most one area: then it is no statistic."""
    return all(
        chunk.readings["statistic"] == "sum"
        and chunk.key in ("total", "overall total", "in total", "altogether", "in all", "as a whole")
        for chunk in clause.of("statistic")
    )


def _beside_word(word: Chunk, clause: Clause, cells: list[Cell]) -> list[Cell]:
    """Return the facts on the side of "against" that a word stands on."""
    marks = clause.of("contrast")
    if len(marks) != 1 or len(cells) != len(clause.nums):
        return cells
    before = word.start < marks[0].start
    pairs = zip(clause.nums, cells, strict=True)
    return [cell for number, cell in pairs if (number.start < marks[0].start) == before]


def check_latest(clause: Clause, scene: Scene, cells: list[Cell]) -> None:
    """Hold "latest" and "earliest" to the rows.

    The year must be named, and be the last or first with a value.
    """
    for word in clause.timewords("latest", "earliest"):
        if not named_periods(clause) and not scene.sentence_periods:
            raise clause.reject(ProblemCode.NO_PERIOD, "The latest year must be named.", word)
        for cell in _beside_word(word, clause, cells):
            periods = scene.table.periods(cell.area, cell.measure)
            wanted: Period = periods[-1] if word.readings["timeword"] == "latest" else periods[0]
            if cell.period != wanted:
                raise clause.reject(
                    ProblemCode.WRONG_PERIOD,
                    f"The {word.readings['timeword']} year with a value here is {wanted}.",
                    word,
                )
