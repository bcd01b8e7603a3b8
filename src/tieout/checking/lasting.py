"""Years as a unit: a number written with "years" that ties out is of a series that is counted in years.

"Years" stands in sentences for much beside a unit ("five years later", "over the years"), so no frame asks
for it; it is asked for here, of every number that ties out and has the word right behind it.
"""

import re
from collections.abc import Sequence
from typing import Final

from tieout.checking.table import Table
from tieout.checking.verdict import ProblemCode, Reject, Tie

__all__ = ["check_years"]

_YEARS: Final = re.compile(
    r"\s+(?:more |fewer |less )?years\b(?! (?:on|running|in a row|straight)\b)", re.IGNORECASE
)
_IN_YEARS: Final = re.compile(r"\b(?:years?|yrs?|age)\b", re.IGNORECASE)
_COUNTS: Final = frozenset({"count", "rank"})
"""Relations of numbers that count what is told of, years among it."""


def check_years(folded: str, ties: Sequence[Tie], table: Table) -> list[Reject]:
    """Return what is wrong with numbers that are written in years: their series is not counted in them.

    Args:
        folded: The answer, folded.
        ties: Its numbers, tied out.
        table: The evidence.
    """
    if " years" not in folded:
        return []
    found: list[Reject] = []
    for tie in ties:
        if tie.relation in _COUNTS or _YEARS.match(folded, tie.end) is None:
            continue
        indicators = [table.facts[ref].indicator for ref in tie.facts if ref in table.facts]
        if indicators and not any(_IN_YEARS.search(f"{one.unit} {one.name}") for one in indicators):
            message = (
                f"{indicators[0].name} is given in {indicators[0].unit}; this number is written in years."
            )
            found.append(Reject(ProblemCode.WRONG_UNIT, tie.start, tie.end, message))
    return found
