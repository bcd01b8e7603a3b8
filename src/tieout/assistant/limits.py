"""The limits of one run, checked when they are set: an unreadable limit must never mean "no limit"."""

from __future__ import annotations

import math
from dataclasses import dataclass, fields
from decimal import Decimal

from tieout.errors import UsageError
from tieout.tools.contract import RESULT_CHARACTERS

__all__ = ["Budget", "Limits"]

_FEWEST_CHARACTERS = 500
_OPEN = frozenset({"tokens", "cost_usd"})
_TYPES: dict[str, tuple[type, ...]] = {"seconds": (int, float), "cost_usd": (Decimal,)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What one run may use; each is checked before the work that would pass it is begun.

    Attributes:
        model_calls: Requests to the model; the last one allowed is always the one for the answer.
        tool_calls: Calls proposed over all steps, refused ones included.
        seconds: Seconds from the start of the run.
        result_characters: The longest result that the model is shown, at least 500.
        retries: How often a request that failed in passing is sent again, over the whole run; 0 for never.
        tokens: Tokens sent and received over all requests, cached ones included; None for any number.
        cost_usd: US dollars, or None for any sum. Where a price is not known, such a limit cannot be kept,
            and the run stops before its second request.

    Raises:
        UsageError: A limit is no whole number above zero (seconds and dollars may have decimals); names the
            limit.
    """

    model_calls: int = 5
    tool_calls: int = 10
    seconds: float = 60
    result_characters: int = RESULT_CHARACTERS
    retries: int = 2
    tokens: int | None = None
    cost_usd: Decimal | None = None

    @property
    def is_metered(self) -> bool:
        """True when tokens or dollars are limited, so that what was used must be added up."""
        return self.tokens is not None or self.cost_usd is not None

    def __post_init__(self) -> None:
        for limit in fields(self):
            value = getattr(self, limit.name)
            if value is None and limit.name in _OPEN:
                continue
            types = _TYPES.get(limit.name, (int,))
            if type(value) not in types or not math.isfinite(value) or value <= 0:
                if value == 0 and type(value) is int and limit.name == "retries":
                    continue
                raise UsageError(f"The limit {limit.name} must be a number above zero, not {value!r}.")
        if self.result_characters < _FEWEST_CHARACTERS:
            raise UsageError(f"The limit result_characters must be at least {_FEWEST_CHARACTERS}.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Budget:
    """What a person may use in a day; None for any number.

    Attributes:
        questions: Questions that are accepted.
        tokens: Tokens, in and out together.
        dollars: US dollars.
    """

    questions: int | None = None
    tokens: int | None = None
    dollars: Decimal | None = None
