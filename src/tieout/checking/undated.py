"""Dates without their year: "In 2024 the busiest month was July" is of July 2024, or it is held."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from tieout.checking.chunk import Chunk
from tieout.checking.clause import Scene, mention_of
from tieout.checking.mention import Mention, NumberKind
from tieout.checking.verdict import ProblemCode, Reject
from tieout.facts.frequency import is_finer
from tieout.facts.period import WEEKDAY_NAMES, Period

__all__ = ["complete_dates", "dates_of", "hold_yearly", "misses_date"]

_KINDS: Final = frozenset({"year", "yearclaim"})
_OPEN: Final = frozenset({NumberKind.YEAR_RANGE, NumberKind.DECADE})
_ON_THE_YEAR: Final = frozenset({"year on year", "year over year", "on the year", "over the year"})


def dates_of(mentions: Iterable[Mention]) -> list[Period]:
    """Return the months, quarters, weeks and days that a question names in full."""
    kinds = (NumberKind.MONTH, NumberKind.QUARTER)
    return [Period.parse(mention.period) for mention in mentions if mention.kind in kinds and mention.period]


def misses_date(asked: Sequence[Period], said: Sequence[Period]) -> bool:
    """Return True where a question names dates and the answer speaks of none of them, or part of one."""
    if not asked or not said:
        return False
    return not any(one.contains(other) or other.contains(one) for one in asked for other in said)


def hold_yearly(chunks: Sequence[Chunk], scene: Scene) -> None:
    """Hold "the data are yearly" where they are not.

    Raises:
        Reject: The evidence has a value of a month, or of another part of a year.
    """
    for chunk in chunks:
        if chunk.kind == "setphrase" and _YEARLY & set(chunk.key.split()) and scene.table.is_finer:
            message = "The evidence does hold values of parts of a year."
            raise Reject(ProblemCode.MISSING_VALUE, chunk.start, chunk.end, message)


_YEARLY: Final = frozenset({"yearly", "annual", "month", "quarter"})


def complete_dates(chunks: Sequence[Chunk], scene: Scene) -> None:
    """Give each date without a year the one year that its sentence names, or the sentence before it.

    An answer is read on its own later (rule 12), so the question lends no year; of two years none is chosen.

    Raises:
        Reject: No year is named, several are, or that year has no such day.
    """
    dated = [chunk for chunk in chunks if chunk.kind in _KINDS and chunk.mention is not None]
    open_ = [chunk for chunk in dated if mention_of(chunk).undated]
    if open_:
        year = _year(dated, scene)
        for chunk in open_:
            if year is None:
                message = f"Say of which year {mention_of(chunk).text} is."
                raise Reject(ProblemCode.NO_PERIOD, chunk.start, chunk.end, message)
            chunk.mention = _in_year(mention_of(chunk), year, chunk)
            _hold_outside(chunk, dated)
    if any(mention_of(chunk).kind in (NumberKind.MONTH, NumberKind.QUARTER) for chunk in dated):
        for chunk in chunks:
            if chunk.key in _ON_THE_YEAR and chunk.kind == "timeword":
                chunk.readings["timeword"] = "-1 on"


def _hold_outside(chunk: Chunk, dated: Sequence[Chunk]) -> None:
    """Hold a month outside the quarter that lends it its year ("In the second quarter of 2024 ... July")."""
    own = Period.parse(mention_of(chunk).period)
    for other in dated:
        period = Period.parse(mention_of(other).period) if mention_of(other).period else own
        if is_finer(own.frequency, period.frequency) and not period.contains(own):
            message = f"{own.name} does not lie in {period.name}."
            raise Reject(ProblemCode.WRONG_PERIOD, chunk.start, chunk.end, message)


def _year(dated: Sequence[Chunk], scene: Scene) -> int | None:
    named = [mention_of(chunk) for chunk in dated if not mention_of(chunk).undated]
    if any(mention.kind in _OPEN for mention in named):
        return None
    years = {year for mention in named for year in mention.years}
    if not years:
        years = {period.year for period in scene.periods}
    return years.pop() if len(years) == 1 else None


def _in_year(mention: Mention, year: int, chunk: Chunk) -> Mention:
    try:
        period = Period.parse(f"{year}-{mention.undated}")
    except ValueError:
        message = f"{year} has no such day."
        raise Reject(ProblemCode.UNREADABLE_NUMBER, chunk.start, chunk.end, message) from None
    if mention.weekday is not None and period.first_day.weekday() != mention.weekday:
        message = f"{period.name} is a {WEEKDAY_NAMES[period.first_day.weekday()]}."
        raise Reject(ProblemCode.WRONG_PERIOD, chunk.start, chunk.end, message)
    return replace(mention, period=str(period), years=(year,), undated="", weekday=None)
