"""What a question asks for beside an area: a form of number, a measure, a year (rule 24).

"Rose by 36.9%" is true, and no answer to "by how many percentage points"; nor is internet use one to a
question for unemployment, nor 2000 to one for 1999, nor any value to "should I invest there?". Only what the
question names in plain words decides.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Final

from tieout.checking.chunk import Chunk
from tieout.checking.clause import Reading
from tieout.checking.table import Table
from tieout.facts.names import Names
from tieout.facts.period import Period

__all__ = [
    "asked_year",
    "asks_beyond",
    "declines_elsewhere",
    "misses_form",
    "misses_listed",
    "misses_statistic",
    "misses_window",
    "names_denominator",
]

_CHANGES: Final = frozenset({"difference", "percent_change", "points", "ratio", "growth_per_year"})
_FORMS: Final = (
    (re.compile(r"\bpercent(?:age)?[ -]points?\b"), frozenset({"points"})),
    (re.compile(r"\bhow many times\b"), frozenset({"ratio"})),
    (
        re.compile(
            r"\bin (?:current )?(?:us )?dollars\s*\??$|\bhow many (?:us )?dollars\b|\bin absolute terms\b"
        ),
        frozenset({"difference"}),
    ),
    (
        # Of a percentage, people say percent and mean points as well.
        re.compile(
            r"\bby (?:how many per ?cent|what percent(?:age)?)\b"
            r"|\bpercent(?:age)? (?:change|increase|decrease|growth|rise|fall|decline|drop)\b"
        ),
        frozenset({"percent_change", "growth_per_year", "points"}),
    ),
)


def misses_form(question: str, relations: Iterable[str]) -> bool:
    """Return True when the changes that an answer states are all in another form than the one asked for.

    Args:
        question: The question, in lower case.
        relations: What the numbers of the answer were tied as.

    Examples:
        >>> misses_form("by how many percentage points did it rise?", ["percent_change", "value"])
        True
        >>> misses_form("by how much did it rise?", ["percent_change", "value"])
        False
    """
    stated = _CHANGES.intersection(relations)
    asked = [form for pattern, form in _FORMS if pattern.search(question.strip())]
    return bool(stated) and bool(asked) and not any(stated & form for form in asked)


_YEAR: Final = re.compile(r"\b(1[89]\d\d|20\d\d|21\d\d)\b")
_IN_A_YEAR: Final = re.compile(r"\b(?:in|for|during) (?:the year )?(1[89]\d\d|20\d\d|21\d\d)\b(?!\s*[-–/])")


def asked_year(question: str) -> Period | None:
    """Return the one year that a question asks about ("in 2020"), or None where it names none or several.

    Args:
        question: The question, in lower case.

    Examples:
        >>> str(asked_year("what was the gdp of japan in 2020?"))
        '2020'
        >>> asked_year("how did it change since 2000?") is None
        True
    """
    asked = _IN_A_YEAR.findall(question)
    return Period.parse(asked[0]) if len(asked) == len(_YEAR.findall(question)) == 1 else None


_BEYOND: Final = re.compile(
    r"\bshould (?:i|we|one|people|investors|they|you)\b|\b(?:recommend|advise|advisable)\b"
    r"|\bis it (?:a good idea|wise|worth|safe|better) to\b|\bworth (?:buying|investing|moving)\b"
    r"|^(?:so |and |but )?why\b|\bwhat (?:caused|causes|explains|drove|is the reason|are the reasons)\b"
    r"|\bnext (?:year|decade|month|quarter)\b|\bin (?:the|coming) (?:future|years to come)\b"
)


def asks_beyond(question: str) -> bool:
    """Return True when a question asks for advice, a cause or the time to come, which no value answers.

    Args:
        question: The question, in lower case.

    Examples:
        >>> asks_beyond("should i invest in japan next year?"), asks_beyond("what was japan's gdp in 2020?")
        (True, False)
    """
    return _BEYOND.search(question.strip()) is not None


_SEXES: Final = frozenset({"women", "men", "woman", "man", "girls", "boys", "females", "males"})
_ROOT: Final = 6


def names_denominator(chunk: Chunk, asked: Sequence[Chunk], table: Table) -> bool:
    """Return True for the name of a measure that only says what the measure asked about is counted in.

    The GDP of "when did the debt drop below GDP", the land of "how much fertiliser on arable land": words of
    the label of the evidence's own measure, another word of which the question has as well.
    """
    if set(chunk.key.split()) <= _SEXES:
        return any(measure.sex for measure in table.measures)
    words = set(chunk.stems)
    others = {word for one in asked if one is not chunk for word in one.stems} - words
    for measure in table.measures:
        rest = {word[:_ROOT] for word in measure.core - words if len(word) >= len("debt")}
        if words <= measure.words and not words & measure.core - measure.of_words and rest:
            return any(word[:_ROOT] in rest for word in others)
    return False


_STATISTIC: Final = re.compile(
    r"\b(?:average|mean|median|total|sum)\b[^?]*\b(?:(?:the|these|those|all) (?:two|three|four|"
    r"five|six|seven|eight|nine|ten|\d\d?)\b|countries|both|(?:between|from|since) (?:19|20)\d\d|"
    r"(?:19|20)\d\d ?(?:to|and|[-–]) ?(?:19|20)\d\d)"
)


def declines_elsewhere(asked: Sequence[str], readings: Sequence[Reading], names: Names) -> bool:
    """Return True where all that an answer says is missing is of places that the question does not name.

    Of a region or the world, any place may be what is missing.
    """
    missing = {code for one in readings if one.absence is not None for code in one.absence.areas}
    wide = any(code not in names.areas or names.areas[code].kind == "aggregate" for code in asked)
    return bool(missing) and bool(asked) and not wide and missing.isdisjoint(asked)


def misses_statistic(question: str, relations: Iterable[str]) -> bool:
    """Return True when an average or a sum of several is asked for, and the answer states one value only.

    Args:
        question: The question, in lower case.
        relations: What the numbers of the answer were tied as.

    Examples:
        >>> misses_statistic("what was the average of the three in 2023?", ["value"])
        True
        >>> misses_statistic("what was the average of the three in 2023?", ["mean"])
        False
    """
    return list(relations) == ["value"] and _STATISTIC.search(question) is not None


_CHANGE: Final = re.compile(
    r"\b(?:by how|how (?:fast|quickly)|how much (?:did|has|have|more|less)|how many (?:percentage )?points|"
    r"change[ds]?|rise|rose|risen|fall|fell|fallen|grow|grew|grown|growth|increase[ds]?|decrease[ds]?|"
    r"decline[ds]?|drop(?:ped)?|develop(?:ed)?|evolved?|moved?)\b"
)
_AMOUNT: Final = re.compile(r"\bby how (?:much|many)\b|\bhow much (?:did|has|have)\b|\bhow many points\b")
_ENDS: Final = re.compile(
    r"\b(?:from|between) (1[89]\d\d|20\d\d) (?:to|and|until) (1[89]\d\d|20\d\d)\b|"
    r"\bsince (1[89]\d\d|20\d\d)\b"
)
_WITHIN: Final = re.compile(
    r"\b(?:which|what|when|first|last|most|least|\w+est|peak|ever|average|mean|every|each)\b(?! was)"
)
_RATE: Final = re.compile(
    r"\b(?:an? |each |every |per )(?:year|annum)\b|\bannual(?:ly)?\b|\byearly\b|\bmean\b|\baverage\b"
)
_OVER_ALL: Final = frozenset({"growth_per_year", "mean", "sum"})


def misses_window(question: str, said: Iterable[int], relations: Iterable[str]) -> bool:
    """Return True when the change between two years is asked for, and the answer tells one of other years.

    Args:
        question: The question, in lower case.
        said: The years that the answer names.
        relations: What the numbers of the answer were tied as.

    Examples:
        >>> misses_window("by how much did it rise between 2019 and 2020?", [2019, 2024], ["value", "points"])
        True
        >>> misses_window("by how much did it rise between 2019 and 2020?", [2019, 2020], ["value", "points"])
        False
        >>> misses_window("how fast did it grow a year from 2000 to 2020?", [2000, 2006], ["growth_per_year"])
        True
    """
    asked = _ENDS.findall(question)
    if len(asked) != 1:
        return False
    stated = frozenset(relations)
    over_all = bool(stated & _OVER_ALL) and _RATE.search(question) is not None
    asks = _CHANGE if stated & _CHANGES else _AMOUNT if stated == {"value"} else None
    changed = asks is not None and asks.search(question) is not None and not _WITHIN.search(question)
    if not over_all and not changed:
        return False
    return not {int(year) for year in asked[0] if year} <= set(said)


_LISTED: Final = re.compile(r"\b((?:(?:19|20)\d\d, )*(?:19|20)\d\d),? and (?:in |for )?((?:19|20)\d\d)\b")
_PICKED: Final = re.compile(r"\b(?:which|when|or|\w+est|most|least|between|from|since)\b")


def misses_listed(question: str, said: Iterable[int]) -> bool:
    """Return True when several years are asked about by name, and the answer leaves one of them out.

    Args:
        question: The question, in lower case.
        said: The years that the answer names.

    Examples:
        >>> misses_listed("what was the share in 2000 and 2024?", [2000, 2006])
        True
        >>> misses_listed("what was the share in 2000, 2010 and 2024?", [2000, 2010, 2024])
        False
        >>> misses_listed("was the share higher in 2000 or 2024?", [2024])
        False
    """
    asked = _LISTED.findall(question)
    if len(asked) != 1 or _PICKED.search(question):
        return False
    years = {int(year) for part in asked[0] for year in _YEAR.findall(part)}
    return not years <= set(said)
