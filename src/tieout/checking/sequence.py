"""The order of what is told: spans run forwards; "before", "after", "then", "later" agree with the years.

"After shrinking in 2020, it grew in 2019" states two values that may both be right and an order that is not.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from tieout.checking.chunk import Chunk
from tieout.checking.clause import Scene
from tieout.checking.settle import LEVELS
from tieout.checking.verdict import ProblemCode, Reject
from tieout.checking.when import period_of, span_of
from tieout.facts.period import Period

__all__ = ["hold_disorder", "hold_reversed", "hold_spans"]

_SPANS: Final = frozenset({"to", "and", "until", "through", "till"})
_RUNS: Final = _SPANS - {"and"}
_LATER: Final = frozenset(
    "before|prior to|later|later on|then|and then|and later|subsequently|afterwards|afterward|thereafter|"
    "next|followed by|after that|after which".split("|")
)
_EARLIER: Final = frozenset({"after", "following", "earlier", "previously"})
_JOINS: Final = frozenset({",", "and", ";", "(", "but", "–", "—", ".", ":"})
_ENDS: Final = frozenset({";", ":"})


def hold_reversed(chunks: Sequence[Chunk], scene: Scene) -> None:
    """Hold "from 2016 to 2011" and "2016 to 2011": a span runs from its earlier year to its later one.

    Raises:
        Reject: It runs backwards, or both of its years are one.
    """
    for place, chunk in enumerate(chunks):
        if chunk.kind != "year":
            continue
        at = next(
            (at for at, one in enumerate(chunks[place + 1 :], place + 1) if one.kind != "preposition"), 0
        )
        after = chunks[at] if at else None
        if after is None or after.kind != "year" or after.prep not in _SPANS or at - place > _NEAR:
            continue
        if chunks[at + 1 : at + 2] and chunks[at + 1].key in LEVELS:
            continue  # "fell in 2020 to 2016 levels"
        first, last = period_of(chunk), period_of(after)
        if first is None or last is None:
            continue
        runs = after.prep in _RUNS or chunk.prep in ("from", "between")
        if (first > last and runs) or first == last:
            raise Reject(
                ProblemCode.WRONG_PERIOD, after.start, after.end, "The years of this span are not in order."
            )


_NEAR: Final = 3


def hold_spans(chunks: Sequence[Chunk], scene: Scene) -> None:
    """Hold "in the five years from 2020 to 2021": the years named make as many as are said, or one more.

    Raises:
        Reject: They do not.
    """
    for place, chunk in enumerate(chunks):
        payload = str(chunk.readings.get("timeword", "")) if chunk.kind == "timeword" else ""
        if not payload.startswith("span") or not payload[4:].isdecimal():
            continue
        after = [one for one in chunks[place + 1 : place + 5] if one.kind != "preposition"]
        years = [period_of(one) for one in after[:2] if one.kind == "year" and one.prep not in ("in", "of")]
        first, last = years if len(years) == len(after[:2]) == len(("first", "last")) else (None, None)
        joined = len(after) > 1 and after[1].prep in _SPANS
        if first is None or last is None or not joined or first >= last or first.frequency != last.frequency:
            continue
        steps = first.steps_to(last)
        if first.frequency == "A" and int(payload[4:]) not in (steps, steps + 1):
            message = f"From {first} to {last} it is {steps + 1} years."
            raise Reject(ProblemCode.WRONG_PERIOD, chunk.start, after[1].end, message)


def hold_disorder(chunks: Sequence[Chunk], scene: Scene) -> None:
    """Hold words that put what is told in another order than its years.

    Raises:
        Reject: What is said to come before comes after, or the other way round.
    """
    for place, chunk in enumerate(chunks):
        if chunk.kind not in _WORDS or not _orders(chunks, place):
            continue
        before, after = _around(chunks, place, scene)
        if not before or not after:
            continue
        later = chunk.key not in _EARLIER
        wrong = min(after) <= max(before) if later else max(after) >= min(before)
        if wrong:
            message = f"{chunk.key!r} puts these years in another order than they have."
            raise Reject(ProblemCode.WRONG_PERIOD, chunk.start, chunk.end, message)


_WORDS: Final = frozenset({"preposition", "neutral", "timeword", "follow", "contrast"})


def _orders(chunks: Sequence[Chunk], place: int) -> bool:
    """True where the word joins two things told, and is no part of "after 2015" or "what was then 5%"."""
    chunk, after = chunks[place], chunks[place + 1 : place + 2]
    if chunk.key not in _LATER and chunk.key not in _EARLIER:
        return False
    if not after or after[0].kind == "year":
        return False
    if chunk.key in _LOOSE:
        return (place > 0 and chunks[place - 1].key in _JOINS) or _dates(chunks[place + 1 :])
    return True


_LOOSE: Final = frozenset({"then", "later", "next", "earlier", "previously"})


def _dates(rest: Sequence[Chunk]) -> bool:
    """True for "later, in 2015": nothing but a mark and a preposition before the year."""
    until = next((at for at, one in enumerate(rest) if one.kind == "year"), None)
    return until is not None and all(one.kind in ("punct", "preposition") for one in rest[:until])


def _around(chunks: Sequence[Chunk], place: int, scene: Scene) -> tuple[list[Period], list[Period]]:
    """Return the years told before the word and behind it, the nearest of each side.

    Where the word opens the sentence, what it introduces ends at the first comma, and counts as behind it.
    """
    told = _years(chunks[:place])
    if not told and chunks[place].key in _LOOSE:
        told = list(scene.periods)
    rest = list(chunks[place + 1 :])
    if told:
        end = next((at for at, one in enumerate(rest) if one.key in _ENDS), len(rest))
        return told[-1:], _years(rest[:end])[:1]
    comma = next((at for at, one in enumerate(rest) if one.key == ","), None)
    if comma is None or any(one.kind not in ("neutral", "preposition", "punct") for one in chunks[:place]):
        return [], []
    return _years(rest[comma:])[:1], _years(rest[:comma])


def _years(chunks: Iterable[Chunk]) -> list[Period]:
    found: list[Period] = []
    for chunk in chunks:
        if chunk.kind == "year":
            period, span = period_of(chunk), span_of(chunk)
            found += [period] if period is not None else list(span) if span is not None else []
    return found
