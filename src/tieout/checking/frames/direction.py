"""Words of direction in a clause: which they are, and whether they belong together."""

from typing import Final

from tieout.checking.clause import Clause

__all__ = ["is_opposed", "is_timed", "only_none"]

_YEARLY: Final = frozenset({"year on year", "year over year", "from one year to the next"})
_TIMES: Final = frozenset(
    {"same", "period", "both", "since", "sincethen", "latest", "rightbefore", "rightafter"}
)


def is_timed(clause: Clause) -> bool:
    """Return True when the words of time are those of a change."""
    spans = any(chunk.prep in ("from", "between") for chunk in clause.of("year"))
    for chunk in clause.of("timeword"):
        payload = str(chunk.readings["timeword"])
        if payload == "both" and spans:
            # "rose in both years from 2013 to 2015" says more than the change between its ends.
            return False
        if payload == "every" and chunk.key in _YEARLY and len(clause.of("year")) == 1 and clause.nums:
            continue
        if payload not in _TIMES and payload[:1] not in "+-" and not payload.startswith("span"):
            return False
    return True


def only_none(clause: Clause) -> bool:
    """Return True when no word says up, down or flat ("went", "changed")."""
    return all(
        str(chunk.readings["direction"]).startswith("none") for chunk in clause.of("direction")
    ) and not clause.has("multiple", "hold")


def is_opposed(clause: Clause) -> bool:
    """True where two directions are said: each belongs to a part of the sentence."""
    ways = {str(chunk.readings["direction"]).split()[0] for chunk in clause.of("direction")}
    return {"up", "down"} <= ways
