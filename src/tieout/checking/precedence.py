"""Precedence: which kind a phrase that may be several things is first taken for."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

__all__ = ["ORDER", "first_of"]

ORDER: Final = (
    "again",
    "denial",
    "setphrase",
    "ambiguous",
    "cannot",
    "gap",
    "cause",
    "future",
    "forecast",
    "world",
    "record",
    "mark",
    "owned",
    "surplus",
    "deficit",
    "balance",
    "factor",
    "only",
    "quantifier",
    "without",
    "rest",
    "setnoun",
    "area",
    "adjective",
    "piece",
    "grows",
    "peak",
    "order",
    "ordering",
    "range",
    "multiple",
    "comparison",
    "superlative",
    "ranking",
    "direction",
    "share",
    "shared",
    "gapword",
    "denominator",
    "sex",
    "pronoun",
    "people",
    "ind",
    "counted",
    "unit",
    "of",
    "basis",
    "generic",
    "setmember",
    "heldset",
    "scope",
    "statistic",
    "step",
    "currency",
    "timeword",
    "former",
    "both",
    "respectively",
    "contrast",
    "follow",
    "hold",
    "provisional",
    "source",
    "negation",
    "judgement",
    "signword",
    "yes",
    "topic",
    "bound",
    "neutral",
    "preposition",
    "label",
    "refusing",
    "known",
)

_RANKS: Final = {kind: rank for rank, kind in enumerate(ORDER)}


def first_of(readings: Iterable[str], otherwise: str) -> str:
    """Return the kind that a phrase of these kinds is first taken for, or the other one where it is none."""
    return _first_of(tuple(readings)) or otherwise


@lru_cache(maxsize=4096)
def _first_of(kinds: tuple[str, ...]) -> str:
    ranks = [_RANKS[kind] for kind in kinds if kind in _RANKS]
    return ORDER[min(ranks)] if ranks else ""
