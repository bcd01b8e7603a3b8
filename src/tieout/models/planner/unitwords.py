"""Unit words: what stands behind a bound and only says its unit ("above 25 *per 100,000 adults*")."""

from __future__ import annotations

from collections.abc import Sequence

from tieout.facts.names import fold
from tieout.facts.unit import Unit
from tieout.models.planner.tagging import Scope, Tag
from tieout.models.planner.words import joined
from tieout.writing.amounts import bound

__all__ = ["without_units"]

_BOUNDS = frozenset({"above", "below"})
_LONGEST = 10


def without_units(scope: Scope, tags: Sequence[Tag]) -> tuple[Tag, ...]:
    """Return the tags with the unit of a bound as words that say nothing, where it is the measure's own.

    Any other unit stays as it is, and ends the matter later: a bound in miles is none for square kilometres.
    """
    measures = {code for tag in tags if tag.role == "indicator" for code in tag.codes}
    place = _bound_at(tags)
    if place is None or len(measures) != 1:
        return tuple(tags)
    number, unit = tags[place], scope.indicators[measures.pop()].unit
    for length in range(min(_LONGEST, len(tags) - place - 1), 0, -1):
        after = tags[place + 1 : place + 1 + length]
        tokens = tuple(token for tag in after for token in tag.tokens)
        if joined(tokens) in _written(number, unit):
            said = Tag(role="neutral", tokens=tokens)
            return (*tags[: place + 1], said, *tags[place + 1 + length :])
    return tuple(tags)


def _bound_at(tags: Sequence[Tag]) -> int | None:
    """Return where the number behind "above" or "below" stands, past a sign of money."""
    for place, tag in enumerate(tags):
        before = [other.role for other in tags[:place] if other.role != "money"]
        if tag.role == "number" and before and before[-1] in _BOUNDS:
            return place
    return None


def _written(number: Tag, unit: Unit) -> frozenset[str]:
    """Return the words of the unit as the publisher has them, and as we write them behind this number."""
    return frozenset({fold(unit.text), fold(bound(number.value, unit).unit)} - {""})
