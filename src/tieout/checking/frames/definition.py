"""Definitions: what a series is counted per, is a part of, or is given in, in the words of its own label.

"Under-5 mortality is the number of deaths of children under five per 1,000 live births", "that is a share of
the labour force, not of the population", "these are current US dollars". No figure, place or year is said.
"""

from collections.abc import Sequence
from typing import Final

from tieout.checking.chunk import Chunk
from tieout.checking.clause import Clause, Reading, Scene
from tieout.checking.measure import Measure
from tieout.checking.series import select
from tieout.checking.verdict import ProblemCode

__all__ = ["read_definition"]

_ALLOWED: Final = frozenset(
    "neutral preposition punct pronoun source generic ind counted unit of label people per ident basis denom "
    "denominator negation".split()
)
_VERBS: Final = frozenset("is are measured expressed counts measures".split())
_CONTENT: Final = ("ind", "counted", "unit", "of", "label", "people", "denom", "basis", "per")
_EVERYONE: Final = frozenset({"person", "total"})


def read_definition(clause: Clause, scene: Scene) -> Reading | None:
    """Read a clause that says what its series is, and what it is not."""
    if not clause.only(_ALLOWED):
        return None
    verb = next((place for place, chunk in enumerate(clause.chunks) if _is_verb(chunk)), None)
    if verb is None or any(chunk.kind == "preposition" for chunk in clause.chunks[:verb]):
        return None
    if any(chunk.kind in _CONTENT and chunk.kind != "ind" for chunk in clause.chunks[:verb]):
        return None
    said, denied = _parts(clause.chunks)
    body = said[verb + 1 :]
    if not any(_marks(chunk) for chunk in body) or any("sex" in chunk.readings for chunk in body):
        return None
    number = select(Clause(said), scene)
    measure = scene.table.measures[number]
    fits = _shares(body, measure) and _counts(body, measure) and _rates(body, measure)
    if not fits or not all(_differs(chunk, measure, number) for chunk in denied):
        raise clause.reject(ProblemCode.WRONG_UNIT, f"{measure.label} is given in {measure.unit}.")
    return Reading(measure=number)


def _is_verb(chunk: Chunk) -> bool:
    return chunk.kind == "neutral" and chunk.key.split()[-1] in _VERBS


def _parts(chunks: Sequence[Chunk]) -> tuple[list[Chunk], list[Chunk]]:
    """Return what is said, and the words of what is denied after ", not"."""
    for place, chunk in enumerate(chunks):
        if chunk.kind == "negation":
            denied = [one for one in chunks[place + 1 :] if one.kind in _CONTENT or one.kind == "negation"]
            closed = chunk.key == "not" and place > 0 and chunks[place - 1].key in (",", "and")
            return list(chunks[:place]), denied if closed and denied else [chunk]
    return list(chunks), []


def _marks(chunk: Chunk) -> bool:
    """True for what defines: the unit, the denominator, the price basis."""
    money = chunk.kind == "counted" and ("basis" in chunk.readings or "dollars" in chunk.key.split())
    return money or chunk.kind in ("unit", "per", "denom", "basis")


def _shares(body: Sequence[Chunk], measure: Measure) -> bool:
    """True unless a share is said: then of what is said too, and the values are percentages."""
    said = any(
        chunk.kind == "denominator" or (chunk.kind == "generic" and chunk.readings["generic"] == "share")
        for chunk in body
    )
    unit = measure.unit
    named = any(chunk.kind in ("denom", "unit") for chunk in body)
    return not said or (named and unit.is_percent and not unit.is_percent_rate)


def _counts(body: Sequence[Chunk], measure: Measure) -> bool:
    """True unless a number of something is said, and the values are percentages or money."""
    place = next((at for at, one in enumerate(body) if one.key.split()[-1] in ("number", "count")), None)
    if place is None:
        return True
    counted = next((one for one in body[place + 1 :] if one.kind in _CONTENT), None)
    if counted is not None and counted.kind == "label" and set(counted.stems) <= measure.of_words:
        return False  # "the number of births per 1,000 live births"
    return not (measure.unit.is_percent or measure.unit.currency is not None)


def _rates(body: Sequence[Chunk], measure: Measure) -> bool:
    """True unless "per 1,000" is another rate, or what stands before it is not what is counted."""
    for place, chunk in enumerate(body):
        if chunk.kind != "per":
            continue
        value = chunk.mention.value if chunk.mention is not None else None
        if value is None or value != measure.unit.per:
            return False
        if any(one.kind in ("label", "of", "denom") for one in body[:place]):
            return False
    return True


def _differs(chunk: Chunk, measure: Measure, number: int) -> bool:
    """True for a word of what is denied that is indeed no word of the series."""
    if chunk.kind in ("negation", "basis", "per"):
        return False
    if chunk.kind == "people" or "people" in chunk.readings:
        return not measure.of_words <= _EVERYONE and "person" not in measure.words
    own = set(chunk.stems) <= measure.words
    return not own and not chunk.mask("ind", "counted", "unit", "of", "label") >> number & 1
