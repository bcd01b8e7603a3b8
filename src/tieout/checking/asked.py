"""The form of number that a question asks for: points, a percentage or a multiple (rule 24).

"Rose by 36.9%" is true, and no answer to "by how many percentage points". Only a question that names the form
decides; an answer that states no change at all is left to other rules.
"""

import re
from collections.abc import Iterable
from typing import Final

__all__ = ["misses_form"]

_CHANGES: Final = frozenset({"difference", "percent_change", "points", "ratio", "growth_per_year"})
_FORMS: Final = (
    (re.compile(r"\bpercent(?:age)?[ -]points?\b"), frozenset({"points"})),
    (re.compile(r"\bhow many times\b"), frozenset({"ratio"})),
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
    asked = [form for pattern, form in _FORMS if pattern.search(question)]
    return bool(stated) and bool(asked) and not any(stated & form for form in asked)
