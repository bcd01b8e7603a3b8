"""Yes and no: the question read as a statement, true or false by the facts that the answer itself names.

A question often names no year; the answer then does. Nothing is guessed: where the statement is not
understood, or is true of one of the facts and false of another, the answer is neither yes nor no.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Final

from tieout.checking.amount import holds
from tieout.checking.chunk import Chunk
from tieout.checking.clause import Clause, Reading, Scene
from tieout.checking.mention import Bound
from tieout.checking.sentence import read_sentence
from tieout.checking.verdict import ProblemCode, Reject
from tieout.checking.when import named_periods, period_of, span_of
from tieout.checking.where import area_of, named_areas
from tieout.facts.period import Period

__all__ = ["affirms", "asks_value", "isolate_opener"]

_MARKS: Final = frozenset(",.;:!—–-")
_HOLLOW: Final = frozenset(
    "really actually truly indeed recently lately currently now nowadays still already today yet so hey "
    "please ever sure you is it true that".split()
)
_LEADING: Final = frozenset(
    {
        "are you sure",
        "are you certain",
        "is it true",
        "is it right",
        "is it correct",
        "isn't it true",
        "can you confirm",
    }
)
_FALSE: Final = frozenset(
    {
        ProblemCode.WRONG_DIRECTION,
        ProblemCode.UNSUPPORTED_NUMBER,
        ProblemCode.WRONG_RANK,
        ProblemCode.WRONG_COUNT,
    }
)
_BLAMED: Final = frozenset(
    {
        ProblemCode.WRONG_PERIOD,
        ProblemCode.WRONG_AREA,
        ProblemCode.WRONG_INDICATOR,
        ProblemCode.WRONG_SCALE,
    }
)
_DEGREES: Final = {"high": 1, "large": 1, "big": 1, "many": 1, "much": 1, "low": -1, "small": -1, "few": -1}
_SIDED: Final = frozenset({Bound.MORE, Bound.AT_LEAST, Bound.LESS, Bound.AT_MOST})
_GROWN: Final = frozenset(
    {
        "area",
        "neutral",
        "hold",
        "preposition",
        "grows",
        "ind",
        "bound",
        "direction",
        "num",
        "punct",
        "pronoun",
        "unit",
    }
)
_FOREIGN: Final = frozenset({"unknown", "cause", "judgement", "future", "gap", "cannot"})


def isolate_opener(chunks: Sequence[Chunk]) -> None:
    """Let a "Yes", "No" or "Almost" that stands apart at the start be that, and nowhere else be it."""
    apart = len(chunks) == 1 or (len(chunks) > 1 and _is_mark(chunks[1]))
    for place, chunk in enumerate(chunks):
        if "yes" not in chunk.readings:
            continue
        if place == 0 and apart:
            chunk.readings, chunk.mention = {"yes": chunk.readings["yes"]}, None
        elif len(chunk.readings) > 1:
            chunk.readings = {kind: said for kind, said in chunk.readings.items() if kind != "yes"}


def _is_mark(chunk: Chunk) -> bool:
    return not chunk.readings and chunk.key in _MARKS


def affirms(asked: Sequence[Chunk], scene: Scene, readings: Sequence[Reading], says: str) -> bool | None:
    """Read a question as a statement, and hold the answer's yes or no to it.

    Args:
        asked: The chunks of the question.
        scene: A scene that carries nothing yet.
        readings: What the answer says, in order; lends the years, areas and measure that are not asked for.
        says: ``yes``, ``no`` or ``mixed``; a "yes" to "ever" that names a year is of that year.

    Returns:
        True where the answer is so, False where it is not; None where the statement is not understood, or
        is neither one thing nor, for ``mixed``, both.
    """
    chunks, ever, denied = _statement(asked)
    if " ".join(chunk.key for chunk in asked) in _LEADING:
        # "Are you sure?": of what was said before, which the answer then says once more.
        return True if says == "yes" else None
    then = _than_then(asked, readings)
    if then is not None and says != "mixed":
        return then == (says == "yes")
    given = _has_value(asked, readings, scene)
    if given is not None and says != "mixed":
        return given == (says == "yes")
    always = _always_so(asked, readings, scene)
    if always is not None:
        return None if says == "mixed" else always == (says == "yes")
    if any(chunk.kind in _FOREIGN for chunk in chunks):
        return None
    found: set[bool | None] = _grown(chunks, readings, scene) or {
        _read(chunks, one) for one in _scenes(chunks, scene, readings, ever=ever, said=says == "yes")
    }
    if says == "mixed":
        return True if {True, False} <= found else None
    if ever:
        truth = True if True in found else None if None in found or not found else False
    else:
        truth = found.pop() if len(found) == 1 else None
    if truth is None:
        return None
    return (truth != denied) == (says == "yes")


def _statement(asked: Sequence[Chunk]) -> tuple[list[Chunk], bool, bool]:
    """Return the question without what only asks, whether it says "ever", and whether it denies."""
    kept: list[Chunk] = []
    ever = False
    denials = 0
    for place, chunk in enumerate(asked):
        words = chunk.key.split()
        if chunk.key == "ever":
            ever = True
        elif chunk.kind == "negation":
            # "Isn't it higher?" asks whether it is; "are you sure it isn't" denies.
            denials += place > 0
        elif not (set(words) <= _HOLLOW or chunk.key in _LEADING):
            kept.append(chunk)
    return kept, ever, denials % 2 == 1


def _than_then(asked: Sequence[Chunk], readings: Sequence[Reading]) -> bool | None:
    """Read "Is it higher than before the pandemic?", of the two years of one series that are told of."""
    clause = Clause(asked)
    words = [word for chunk in asked for word in chunk.key.split()]
    ways = [_WAYS.get(str(chunk.readings.get("comparison"))) for chunk in clause.of("comparison")]
    ways += [_FASTER[chunk.key] for chunk in asked if chunk.key in _FASTER and chunk.kind != "comparison"]
    after = set(words[words.index("than") + 1 :]) if "than" in words else set()
    cells = {cell.period: cell for reading in readings for cell in reading.cells}
    told = [cell for reading in readings for cell in reading.cells]
    one = len({(cell.area, cell.measure) for cell in told}) == 1 and len(cells) == len(("then", "now"))
    if not one or len(ways) != 1 or ways[0] is None or after.isdisjoint(_THEN):
        return None
    if clause.has("num", "year", "negation") or len(clause.of("area")) > 1:
        return None
    return (cells[max(cells)].value - cells[min(cells)].value) * ways[0] > 0


_WAYS: Final = {"more": 1, "less": -1}
_FASTER: Final = {"faster": 1, "quicker": 1, "slower": -1, "more slowly": -1}
_THEN: Final = frozenset("before ago used past earlier then previously formerly once".split())


def _has_value(asked: Sequence[Chunk], readings: Sequence[Reading], scene: Scene) -> bool | None:
    """Read "Is there a figure for 2024?": whether what the answer speaks of has a value in that year."""
    years = [period_of(chunk) for chunk in asked if chunk.kind == "year"]
    if (
        not asks_value(asked)
        or len(years) != 1
        or years[0] is None
        or any(chunk.kind == "num" for chunk in asked)
    ):
        return None
    places = {(cell.area, cell.measure) for reading in readings for cell in reading.cells}
    found = {scene.table.value(*place, years[0], forecast=None) is not None for place in places}
    return found.pop() if len(found) == 1 else None


def asks_value(asked: Sequence[Chunk]) -> bool:
    """Return True for "Is there a figure for ...?" and "Do you have data for ...?"."""
    words = {word for chunk in asked for word in chunk.key.split()}
    return not words.isdisjoint(_FIGURES) and ("there" in words or {"you", "have"} <= words)


_FIGURES: Final = frozenset("figure figures value values data number numbers statistic statistics".split())


def _always_so(asked: Sequence[Chunk], readings: Sequence[Reading], scene: Scene) -> bool | None:
    """Return False for "was it always so high?" where the answer tells of an earlier year with less."""
    words = [word for chunk in asked for word in chunk.key.split()]
    way = next((_DEGREES[word] for word in words if word in _DEGREES), 0)
    if (
        "always" not in words
        or not way
        or any(chunk.kind in ("num", "comparison", "year") for chunk in asked)
    ):
        return None
    for cell in (cell for reading in readings for cell in reading.cells):
        last = scene.table.value(cell.area, cell.measure, scene.table.periods(cell.area, cell.measure)[-1])
        if last is not None and last.text and (Fraction(last.text) - cell.value) * way > 0:
            return False
    return None


def _grown(chunks: Sequence[Chunk], readings: Sequence[Reading], scene: Scene) -> set[bool | None]:
    """Return in which years that the answer tells of something grew ("has it kept growing above 7%").

    Only where the answer gives its rates of growth, of one area, and the question names no year.
    """
    clause = Clause(chunks)
    places = {(cell.area, cell.measure) for reading in readings for cell in reading.cells}
    ways = [str(chunk.readings["direction"]).split()[0] for chunk in clause.of("direction")]
    if len(places) != 1 or len(ways) != 1 or not clause.only(_GROWN) or len(clause.nums) > _bounded(clause):
        return set()
    if clause.has("ind") and not clause.has("grows") and not clause.nums:
        return set()  # "Is inflation still rising?" is of the rate itself
    area, measure = places.pop()
    one = scene.table.measures[measure]
    if not one.growth or ways[0] not in ("up", "down") or (ways[0] == "down" and clause.nums):
        return set()
    if any(area_of(chunk, scene) != area for chunk in clause.of("area")):
        return set()
    said = [period for reading in readings for period in (*reading.periods, *(reading.window or ()))]
    found: set[bool | None] = set()
    for period in min(said).until(max(said)):
        fact = scene.table.value(area, measure, period)
        if fact is None or fact.text is None:
            return set()
        value = Fraction(fact.text)
        held = value > 0 if ways[0] == "up" else value < 0
        found.add(held and all(holds(value, number) for number in clause.nums))
    keeps = clause.has("hold", "timeword") or clause.key_has("kept", "stayed", "always", "keeps")
    return {False} if keeps and False in found else found


def _bounded(clause: Clause) -> bool:
    return any(number.bound in _SIDED for number in clause.nums)


def _scenes(
    chunks: list[Chunk], scene: Scene, readings: Sequence[Reading], *, ever: bool, said: bool
) -> Iterator[Scene]:
    """Return the scenes that the statement is read in: one for each year that the answer lends."""
    told = next((reading for reading in readings if reading.periods and not reading.refuses), None)
    clause = Clause(chunks)
    base = scene.copy()
    if told is not None:
        spoken = set(named_areas(clause, scene))
        subject = tuple(area for area in told.areas if area not in spoken)
        base.areas = base.areas or (subject if len(subject) == 1 else told.areas)
        base.measure = told.measure if base.measure is None else base.measure
    named = set(named_periods(clause))
    spans = [span for chunk in clause.of("year") if (span := span_of(chunk)) is not None]
    if ever:
        years = spans[0] if spans else (min(named), max(named)) if len(named) == 2 else None
        if years is not None:
            chunks[:] = [chunk for chunk in chunks if not _dated(chunk)]
            every = list(years[0].until(years[1]))
            own = [period for period in every if told is not None and period in told.periods]
            yield from (_at(base, period) for period in (own if said and own else every))
        return
    if told is None or len(named) > 1 or spans:
        yield base
    elif clause.has("direction", "multiple"):
        periods = sorted({period for reading in readings for period in reading.periods})
        yield replace(base, periods=(periods[-1],) if named else (periods[0], periods[-1]))
    elif named:
        yield base
    else:
        yield from (_at(base, period) for period in dict.fromkeys(told.periods))


def _dated(chunk: Chunk) -> bool:
    return chunk.kind == "year" or chunk.key in ("between", "from", "in", "during", "over")


def _at(scene: Scene, period: Period) -> Scene:
    return replace(scene, periods=(period,))


def _read(chunks: Sequence[Chunk], scene: Scene) -> bool | None:
    found = _judge(chunks, scene)
    more = [
        replace(chunk, bound=Bound.MORE)
        if chunk.kind == "multiple" and chunk.bound is Bound.NONE and chunk.mention is not None
        else chunk
        for chunk in chunks
    ]
    # "Did it double?" asks whether it did at least that.
    return _judge(more, scene) if found is False and more != list(chunks) else found


def _judge(chunks: Sequence[Chunk], scene: Scene) -> bool | None:
    try:
        readings = read_sentence(list(chunks), scene.copy())
    except Reject as reject:
        blamed = reject.code in _BLAMED and reject.expected is not None
        return False if reject.code in _FALSE or blamed else None
    return True if readings else None
