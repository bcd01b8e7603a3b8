"""Ages: "aged 0 to 14", "ages 65 and over" are words of a label, whatever stands before them."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

__all__ = ["ages_at"]

_AGED: Final = frozenset({"aged", "ages", "age"})
_TO: Final = frozenset({"to", "-", "–", "and"})
_OPEN: Final = frozenset({"above", "over", "older", "up", "more", "plus"})
_OPEN_LABELS: Final = ("above", "over", "older", "+")


def ages_at(words: Sequence[Any], at: int, labels: Mapping[str, int]) -> tuple[int, int]:
    """Return how many words name a span of ages here, and the measures whose label has it, as bits.

    Args:
        words: The words of a sentence.
        at: Where "aged" may stand.
        labels: Word of a label → the measures that have it.

    Returns:
        (0, 0) where no measure of the evidence is of these ages.
    """
    if words[at].key not in _AGED:
        return 0, 0
    place = at + 1 + (words[at + 1 : at + 2] != [] and words[at + 1].key == "between")
    numbers: list[int] = []
    last = place
    while last < len(words) and last < place + _LONGEST:
        key = words[last].key
        if key.isdigit() and len(numbers) < len(("from", "to")):
            numbers.append(last)
        elif key in _OPEN and len(numbers) == 1:
            mask = labels.get(words[numbers[0]].key, 0)
            opened = 0
            for word in _OPEN_LABELS:
                opened |= labels.get(word, 0)
            return (last + 1 - at, mask & opened) if mask & opened else (0, 0)
        elif key not in _TO or not numbers:
            break
        last += 1
    if len(numbers) < len(("from", "to")):
        return 0, 0
    mask = labels.get(words[numbers[0]].key, 0) & labels.get(words[numbers[1]].key, 0)
    return (numbers[1] + 1 - at, mask) if mask else (0, 0)


_LONGEST: Final = 4
