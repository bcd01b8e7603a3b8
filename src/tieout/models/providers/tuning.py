"""How a model is asked: the settings that go with every request, and into every record."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Literal, get_args

from tieout.errors import UsageError

__all__ = ["Effort", "Tuning"]

Effort = Literal["none", "minimal", "low", "medium", "high"]
_HOTTEST = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Tuning:
    """The settings of one model.

    Attributes:
        temperature: 0 to 2; None leaves it to the provider (models that reason often refuse one).
        effort: How much a model that can reason does so; None leaves it to the provider.
        max_tokens: The longest reply in tokens, reasoning included.
        seconds: The longest that one request may take; the run's own time may end it earlier.
        seed: Sent to providers that take one, so that the same request may be drawn again; None to send none.

    Raises:
        UsageError: A setting is out of its range; names it.
    """

    temperature: float | None = None
    effort: Effort | None = None
    max_tokens: int = 8192
    seconds: float = 120
    seed: int | None = None

    def __post_init__(self) -> None:
        if self.temperature is not None and not 0 <= self.temperature <= _HOTTEST:
            raise UsageError(f"The temperature must lie between 0 and 2, not {self.temperature!r}.")
        if self.effort is not None and self.effort not in get_args(Effort):
            raise UsageError(f"The effort must be one of {', '.join(get_args(Effort))}, not {self.effort!r}.")
        for name in ("max_tokens", "seconds"):
            value = getattr(self, name)
            if not math.isfinite(value) or value <= 0:
                raise UsageError(f"The setting {name} must be a number above zero, not {value!r}.")

    @property
    def record(self) -> Mapping[str, object]:
        """The settings as JSON values, for traces."""
        record = {each.name: getattr(self, each.name) for each in fields(self)}
        if self.seed is None:
            del record["seed"]
        return record
