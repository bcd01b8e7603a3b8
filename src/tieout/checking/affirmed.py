"""Yes and no: the question read as a statement, true or false by the facts that the answer itself names.

A question often names no year; the answer then does. Nothing is guessed: where the statement is not
understood, or is true of one of the facts and false of another, the answer is neither yes nor no.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from tieout.checking.chunk import Chunk
from tieout.checking.clause import Clause, Reading, Scene
from tieout.checking.sentence import read_sentence
from tieout.checking.verdict import ProblemCode, Reject
from tieout.checking.when import named_periods, span_of
from tieout.facts.period import Period

__all__ = ["isolate_opener", "truth_of"]

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


def truth_of(asked: Sequence[Chunk], scene: Scene, readings: Sequence[Reading], *, said: bool) -> bool | None:
    """Read a question as a statement.

    Args:
        asked: The chunks of the question.
        scene: A scene that carries nothing yet.
        readings: What the answer says, in order; lends the years, areas and measure that are not asked for.
        said: What the answer says of it; a "yes" to "ever" that names a year is of that year.

    Returns:
        True or False by the data; None where the statement is not understood or not one thing.
    """
    chunks, ever, denied = _statement(asked)
    if not chunks or any(chunk.kind in _FOREIGN for chunk in chunks):
        return None
    found = {_read(chunks, one) for one in _scenes(chunks, scene, readings, ever=ever, said=said)}
    if ever:
        truth = True if True in found else None if None in found or not found else False
    else:
        truth = found.pop() if len(found) == 1 else None
    return truth if truth is None or not denied else not truth


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


def _scenes(
    chunks: list[Chunk], scene: Scene, readings: Sequence[Reading], *, ever: bool, said: bool
) -> Iterator[Scene]:
    """Return the scenes that the statement is read in: one for each year that the answer lends."""
    told = next((reading for reading in readings if reading.periods and not reading.refuses), None)
    clause = Clause(chunks)
    base = scene.copy()
    if told is not None:
        base.areas = base.areas or told.areas
        base.measure = told.measure if base.measure is None else base.measure
    named = set(named_periods(clause))
    spans = [span for chunk in clause.of("year") if (span := span_of(chunk)) is not None]
    if ever:
        years = spans[0] if spans else (min(named), max(named)) if len(named) == 2 else None
        if years is not None:
            chunks[:] = [chunk for chunk in chunks if not _dated(chunk)]
            every = [Period.of_year(year) for year in range(years[0].year, years[1].year + 1)]
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
    try:
        readings = read_sentence(list(chunks), scene.copy())
    except Reject as reject:
        blamed = reject.code in _BLAMED and reject.expected is not None
        return False if reject.code in _FALSE or blamed else None
    return True if readings else None
