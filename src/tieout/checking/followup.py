"""What a follow-up question leaves unsaid: the one place, the one series, that the conversation is about.

"Why?" and "What about 2020?" name neither. Where the evidence holds exactly one place (one series), the
question can be about no other, and lends it to the answer. A question that has a word which might name
another lends nothing.
"""

from collections.abc import Sequence
from typing import Final

from tieout.checking.chunk import Chunk
from tieout.checking.table import Table

__all__ = ["sole_area", "sole_measure"]

_ASKS: Final = frozenset(
    """
    again ago already also always many anything anyway available back big clear compare compared coronavirus
    covid current cut data else ever exact exactly exceed far fast faster figure first gap give got
    happen happened happens hard have helped high hold how i just know last lately less long low lower
    me mean meaning mine mistake moment much my never new newer next nice nobody normal nothing now
    number often ok okay old older once one only pandemic precise precisely previous put quick quicker
    quickly quite read ready real really recent recently right rough roughly same say see seem seems
    seen sexes show shown since size slow slower slowly small so something soon sort still sure tell
    terms thank thanks that then there think thought today too trend trust until usual usually value
    various vary very wait want was well went when where which while why will wonder wondering would wow
    wrong yes yet you
    """.split()
)
"""Words of questions that name no place and no series, beside those of the lexicon."""
_PLACES: Final = frozenset({"area", "adjective", "world", "setnoun", "setmember", "setsize", "former"})
_SERIES: Final = frozenset(
    {
        "ind",
        "piece",
        "grows",
        "people",
        "counted",
        "unit",
        "of",
        "label",
        "sex",
        "basis",
        "per",
        "currency",
        "denominator",
        "share",
        "shared",
        "owned",
        "surplus",
        "deficit",
    }
)
_UNTOLD: Final = frozenset({"since", "sincethen", "everysince", "same"})


def sole_area(asked: Sequence[Chunk], table: Table, text: str = "") -> tuple[str, ...]:
    """Return the one area of the evidence where the question names none, and has no word that might.

    Args:
        asked: The question.
        table: The evidence.
        text: The question as it is written: with capitals in it, a word in small letters that follows no
            preposition of place is the name of none.

    Examples:
        >>> sole_area([], Table())
        ()
    """
    if len(table.areas) != 1 or any(_PLACES & chunk.readings.keys() for chunk in asked):
        return ()
    return tuple(table.areas) if _asks_only(asked, text) else ()


def sole_measure(asked: Sequence[Chunk], table: Table) -> int:
    """Return the one measure of the evidence, as a bit, where the question names none; 0 otherwise.

    Examples:
        >>> sole_measure([], Table())
        0
    """
    if len(table.measures) != 1 or not _asks_only(asked):
        return 0
    return 0 if any(_SERIES & chunk.readings.keys() and chunk.key not in _TIMES for chunk in asked) else 1


_TIMES: Final = frozenset({"year", "years", "a year", "per year", "annual"})
"""Words of time that are a part of the unit of a rate too."""


def _asks_only(asked: Sequence[Chunk], text: str = "") -> bool:
    """True where every word is one of asking or of the lexicon, and none ("since then") points to a year."""
    for place, chunk in enumerate(asked):
        untold = chunk.readings.get("timeword") in _UNTOLD
        if untold and not (place + 1 < len(asked) and asked[place + 1].key == "when"):
            return False
        if chunk.kind != "unknown" or set(chunk.key.split()) <= _ASKS:
            continue
        before = asked[place - 1].key if place else ""
        small = text != text.lower() and text[chunk.start : chunk.end].islower()
        if (
            not small
            or before in _AT
            or (before in ("the", "a") and place > 1 and asked[place - 2].key in _AT)
        ):
            return False
    return True


_AT: Final = frozenset("in of for from at across within inside around near over to throughout on".split())
