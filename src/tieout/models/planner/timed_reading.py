"""Questions about a data set with values by period: which area, measure and periods, and what of them.

Every word must have a part, as for yearly data: what is not known ends the matter.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Literal

from tieout.facts.frequency import Frequency, is_finer
from tieout.facts.names import fold
from tieout.facts.period import Period
from tieout.models.planner.dates import read_dates

if TYPE_CHECKING:
    from tieout.data.snapshot import Snapshot

__all__ = ["Asked", "Unclear", "read_asked"]

What = Literal["value", "change", "highest", "lowest", "mean", "total", "rank"]

_NEUTRAL: Final = frozenset(
    "a about all an and any are as at be been by can counted day days did do does for from give given had "
    "has have how i in is it its just kindly let look many me month months much number of on one or please "
    "quarter quarters s say show since tell that the there this to total until up us value values was we "
    "week weeks were what when where which with would year years you figure figures count counts between "
    "and over during across whole recorded registered there's it's per each every area areas".split()
)
_WHATS: Final[dict[str, What]] = {
    **dict.fromkeys(
        "change changed changes rise rose risen fall fell fallen grow grew grown growth increase increased "
        "decrease decreased decline declined drop dropped up down difference".split(),
        "change",
    ),
    **dict.fromkeys("busiest highest most largest biggest maximum peak peaked top record".split(), "highest"),
    **dict.fromkeys("quietest lowest fewest smallest least minimum".split(), "lowest"),
    **dict.fromkeys("average averaged mean".split(), "mean"),
    **dict.fromkeys("total altogether sum".split(), "total"),
}
_STEPS: Final[dict[str, Frequency]] = {
    **dict.fromkeys(("day", "days", "daily"), "D"),
    **dict.fromkeys(("week", "weeks", "weekly"), "W"),
    **dict.fromkeys(("month", "months", "monthly"), "M"),
    **dict.fromkeys(("quarter", "quarters", "quarterly"), "Q"),
}
_WORD: Final = re.compile(r"[^\W\d_]+|\d+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What a question asks.

    Attributes:
        what: The kind.
        areas: Codes in the order named; empty where none is.
        indicator: The code.
        frequency: How often that has a value.
        periods: In the order named.
        wants_area: It asks which area.
    """

    what: What
    areas: tuple[str, ...]
    indicator: str
    frequency: Frequency
    periods: tuple[Period, ...]
    wants_area: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Unclear:
    """Why a question is not understood: ``words``, ``period``, ``indicator`` or ``date``."""

    why: Literal["words", "period", "indicator", "date"]
    words: tuple[str, ...] = field(default=())


def read_asked(question: str, snapshot: Snapshot) -> Asked | Unclear:
    """Return what a question asks, or why that is not known."""
    dates = read_dates(question)
    if dates is None:
        return Unclear(why="date")
    rest = question
    for date in reversed(dates):
        rest = f"{rest[: date.start]} {rest[date.end :]}"
    text = f" {' '.join(_WORD.findall(fold(rest)))} "
    areas, text = _areas(text, snapshot)
    words = text.split()
    step = next((_STEPS[word] for word in words if word in _STEPS), None)
    periods = tuple(date.period for date in dates)
    indicators = _indicators(words, snapshot)
    known = {part for code in indicators for part in _parts(snapshot, code)}
    kinds = {word for area in snapshot.areas.values() for word in _kind_words(area.kind)}
    strange = [
        word
        for word in words
        if not (word in _NEUTRAL or word in _WHATS or word in _STEPS or word in known or word in kinds)
    ]
    if strange:
        return Unclear(why="words", words=tuple(dict.fromkeys(strange)))
    if not periods:
        return Unclear(why="period")
    what = _what(words, periods)
    indicator = _chosen(indicators or tuple(snapshot.indicators), what, step, periods, snapshot)
    if indicator is None:
        return Unclear(why="indicator")
    return Asked(
        what=what,
        areas=areas,
        indicator=indicator,
        frequency=snapshot.describe(indicator).frequency,
        periods=periods,
        wants_area=not areas or bool(re.search(rf"\bwhich (?:{'|'.join(sorted(kinds | {'area'}))})\b", text)),
    )


def _kind_words(kind: str) -> set[str]:
    words = set(kind.split())
    return words | {f"{word}s" for word in words}


def _what(words: list[str], periods: tuple[Period, ...]) -> What:
    found = [_WHATS[word] for word in words if word in _WHATS]
    for one in ("highest", "lowest", "mean", "change", "total"):
        if one in found and (one != "change" or len(periods) > 1):
            return _WHATS[next(word for word in words if _WHATS.get(word) == one)]
    return "value"


def _areas(text: str, snapshot: Snapshot) -> tuple[tuple[str, ...], str]:
    """Return the areas named, in order, and the text without them; the longest names are taken first."""
    found: dict[str, int] = {}
    names = sorted(
        ((fold(area.name), code) for code, area in snapshot.areas.items()), key=lambda one: -len(one[0])
    )
    for name, code in names:
        at = text.find(f" {name} ")
        if at >= 0 and name:
            found[code] = at
            text = f"{text[:at]} {'_' * (len(name) - 1)} {text[at + len(name) + 1 :]}"
    ordered = tuple(sorted(found, key=lambda code: found[code]))
    return ordered, re.sub(r" _+(?= )", "", text)


def _parts(snapshot: Snapshot, code: str) -> set[str]:
    one = snapshot.indicators[code]
    words = set(_WORD.findall(fold(f"{one.name} {one.unit.text}")))
    return words | {word.removesuffix("s") for word in words} | {f"{word}s" for word in words}


def _indicators(words: list[str], snapshot: Snapshot) -> tuple[str, ...]:
    """Return the indicators that the most words of the question are words of."""
    scores = {
        code: sum(word in _parts(snapshot, code) and word not in _NEUTRAL for word in words)
        for code in snapshot.indicators
    }
    best = max(scores.values(), default=0)
    return tuple(code for code, score in scores.items() if score == best > 0)


def _chosen(
    codes: tuple[str, ...],
    what: What,
    step: Frequency | None,
    periods: tuple[Period, ...],
    snapshot: Snapshot,
) -> str | None:
    """Return the one indicator whose frequency fits; of several the coarsest that the question allows."""
    finest = max((period.frequency for period in periods), key="ASQMWD".index)
    wanted = step if what in ("highest", "lowest", "mean") and step is not None else None
    often = {code: snapshot.describe(code).frequency for code in codes}
    if wanted is not None:
        fitting = [code for code in codes if often[code] == wanted]
    else:
        fitting = [code for code in codes if often[code] == finest]
        if not fitting:
            finer = [code for code in codes if is_finer(often[code], finest) and often[code] != "W"]
            coarsest = min((often[code] for code in finer), key="ASQMWD".index, default=None)
            fitting = [code for code in finer if often[code] == coarsest]
    return fitting[0] if len(fitting) == 1 else None
