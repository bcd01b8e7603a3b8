"""Scale words: how a measure is said to be more or less."""

from __future__ import annotations

from dataclasses import dataclass

from tieout.facts.derivation import Order
from tieout.facts.unit import Unit

__all__ = ["ScaleWords", "count_word", "ordinal", "scale_words"]

_ORDINALS = ("", "", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
_COUNTS = ("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


@dataclass(frozen=True, slots=True, kw_only=True)
class ScaleWords:
    """The words for one kind of measure: sizes are large or small, levels are high or low."""

    more: str
    less: str
    most: str
    least: str
    up: str
    down: str = "fell"

    def extreme(self, order: Order) -> str:
        """Return the superlative for the first place of the order."""
        return self.most if order == "highest first" else self.least

    def nth(self, position: int, order: Order) -> str:
        """Return the superlative of a place counted from 1: ``largest``, ``17th-lowest``."""
        return self.extreme(order) if position == 1 else f"{ordinal(position)}-{self.extreme(order)}"


_SIZES = ScaleWords(more="larger", less="smaller", most="largest", least="smallest", up="grew")
_LEVELS = ScaleWords(more="higher", less="lower", most="highest", least="lowest", up="rose")


def scale_words(unit: Unit) -> ScaleWords:
    """Return the words for values of the unit: what can be added up is large, anything else is high."""
    return _SIZES if unit.is_additive else _LEVELS


def ordinal(position: int) -> str:
    """Return a place in words up to ten, then in digits: ``second``, ``11th``, ``22nd``."""
    if 1 < position < len(_ORDINALS):
        return _ORDINALS[position]
    if position == 1:
        return "first"
    last = "th" if 10 < position % 100 < 14 else {1: "st", 2: "nd", 3: "rd"}.get(position % 10, "th")
    return f"{position}{last}"


def count_word(count: int) -> str:
    """Return a count in words up to ten, then in digits."""
    return _COUNTS[count] if count < len(_COUNTS) else str(count)
