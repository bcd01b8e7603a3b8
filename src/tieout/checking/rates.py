"""Rates: a number per 1,000 people is no count, and must be spoken of as what it is.

"Germany had 7.7 hospital beds" is false of a row per 1,000 people, and "14.2 tonnes" of a row per person:
the denominator must be said, unless the words themselves are those of a rate ("mortality", "density").
"""

import re
from typing import Final

from tieout.checking.chunk import Chunk
from tieout.checking.clause import Clause
from tieout.checking.measure import Measure
from tieout.checking.mention import NumberKind
from tieout.facts.unit import Unit

__all__ = [
    "counts_points",
    "per_fits",
    "says_denominator",
    "says_one_per",
    "says_one_person",
    "says_per_head",
]

_RATES: Final = frozenset(
    "rate ratio density incidence prevalence intensity yield index penetration mortality fertility frequency "
    "capita head".split()
)
_PER: Final = re.compile(r"\bper\b|\b10+\b|\bthousand\b")
_EVERYONE: Final = frozenset({"person", "capita", "head"})
_HEADS: Final = frozenset("capita person head inhabitant resident each apiece".split())
_PEOPLE: Final = frozenset({"women", "men", "people", "children", "mothers"})
_NAMES: Final = ("ind", "counted", "piece", "of", "people", "label")
_NOT_PLURAL: Final = ("ss", "us", "is")
_BETWEEN: Final = frozenset({"neutral", "preposition", "area", "bound"})


def says_per(clause: Clause) -> bool:
    """Return True when a clause says of how many, or per what, its numbers are."""
    if says_one_person(clause):
        return True
    if clause.has("per") or _PER.search(clause.text) is None:
        return clause.has("per")
    return any(
        chunk.kind != "timeword" and _PER.search(chunk.key) for chunk in clause if chunk.mention is None
    )


def says_per_head(question: Clause) -> bool:
    """Return True when a question asks for what is counted per head, or per so many."""
    return says_per(question) or bool(_HEADS & {word for chunk in question for word in chunk.key.split()})


def says_one_per(sentence: Clause) -> bool:
    """Return True when a sentence says per how many its numbers are, and names one series only."""
    if not says_per(sentence):
        return False
    masks = [
        mask for chunk in sentence.of("ind", "counted", "piece") if (mask := chunk.mask("ind", "counted"))
    ]
    both = -1
    for mask in masks:
        both &= mask
    return both != 0


def says_denominator(clause: Clause, measure: Measure, *, said_before: bool) -> bool:
    """Return True when a rate is spoken of as one, or the measure is none.

    Args:
        clause: The clause that names the measure.
        measure: The measure.
        said_before: The sentence says elsewhere per how many its numbers are.
    """
    unit = measure.unit
    if unit.per is None or unit.is_percent or unit.currency is not None:
        return True
    keys = clause.words
    if unit.per == 1 and measure.of_words <= _EVERYONE:
        return bool(keys & _HEADS) or said_before or says_one_person(clause)
    if said_before or says_per(clause) or keys & _RATES:
        return True
    stems = {stem for chunk in clause for stem in chunk.stems}
    if unit.per == 1 and measure.of_words <= stems:
        return True
    return not any(_is_plural(chunk) for chunk in clause.of(*_NAMES))


def says_one_person(clause: Clause) -> bool:
    """Return True for "a Canadian used", "the average Norwegian": one of the people stands for all."""
    return any("perhead" in chunk.readings for chunk in clause.of("area"))


def _is_plural(chunk: Chunk) -> bool:
    word = chunk.key.split()[-1]
    if chunk.kind == "piece" and "per" in chunk.key.split():
        return False
    return word in _PEOPLE or (word.endswith("s") and not word.endswith(_NOT_PLURAL))


def counts_points(clause: Clause, unit: Unit) -> bool:
    """Return True where the points of a clause are those of an index ("rose by 3.5 points")."""
    points = [one.mention for one in clause.nums if one.mention and one.mention.kind is NumberKind.POINTS]
    bare = all(not any(sign.isalpha() or sign == "%" for sign in mention.text) for mention in points)
    return bare and unit.text.lower().startswith("index")


def per_fits(clause: Clause, measure: Measure, bit: int = 0) -> bool:
    """Return True when what stands after "per 1,000" is what the measure is counted per.

    Args:
        clause: The clause.
        measure: The measure that it may speak of.
        bit: Its bit in the readings of phrases, for its own names of what it is counted per.
    """
    chunks = clause.chunks
    for place, chunk in enumerate(chunks):
        if chunk.kind != "per":
            continue
        after = next((one for one in chunks[place + 1 :] if one.kind not in _BETWEEN), None)
        if after is None or after.kind not in (*_NAMES, "unit", "denom", "sex"):
            continue
        people = "people" in after.readings and "person" in measure.of_words
        people = people or bool(after.mask("of") & bit)
        if measure.of_words and not people and not set(after.stems) <= measure.of_words:
            return False
    return True
