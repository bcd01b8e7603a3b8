"""Frequencies: how often a series has a value (SDMX ``FREQ``), and what one step of it is called."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

__all__ = ["FREQUENCIES", "PER_YEAR", "STEP_NAMES", "Frequency", "is_finer"]

Frequency = Literal["A", "S", "Q", "M", "W", "D"]

FREQUENCIES: Final[tuple[Frequency, ...]] = ("A", "S", "Q", "M", "W", "D")
"""All of them, the longest step first."""

STEP_NAMES: Final[Mapping[Frequency, str]] = {
    "A": "year",
    "S": "half year",
    "Q": "quarter",
    "M": "month",
    "W": "week",
    "D": "day",
}
"""What a reader calls one step."""

PER_YEAR: Final[Mapping[Frequency, int]] = {"A": 1, "S": 2, "Q": 4, "M": 12}
"""Steps a year, of those that have always as many."""


def is_finer(one: Frequency, other: Frequency) -> bool:
    """Return True when steps of the first are shorter than those of the other.

    Examples:
        >>> is_finer("M", "Q"), is_finer("A", "M")
        (True, False)
    """
    return FREQUENCIES.index(one) > FREQUENCIES.index(other)
