"""Settling: words that can be two things are decided by their neighbours before anything is read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from tieout.models.planner.question import Beyond, Reason
from tieout.models.planner.resolve import WORLD
from tieout.models.planner.tagging import Tag
from tieout.models.planner.years import is_range

__all__ = ["settle"]

_SEEKS = frozenset({"super", "superlative", "rank", "count", "fast"})
_LENGTHS = frozenset("long longer longest short shorter shortest".split())
_LIVES = frozenset("live lived lives living".split())
_BOUNDS = frozenset({"above", "below"})


def settle(tags: Sequence[Tag]) -> tuple[Tag, ...] | Beyond:
    """Return the tags with every word settled, or why one cannot be."""
    if _asks_meaning(tags):
        return Beyond(reason=Reason.TOO_HARD)
    settled = _counts(_world(_long_lives(tuple(tags))))
    foreign = _foreign_money(settled)
    return Beyond(reason=Reason.NOT_UNDERSTOOD, words=(foreign,)) if foreign else _bounds(settled)


def _foreign_money(tags: tuple[Tag, ...]) -> str:
    """Return the first word of "Canadian dollars", or an empty text: money is in US dollars here."""
    for before, tag in pairwise(tags):
        if before.role in {"area", "people"} and tag.role == "money" and not tag.tokens[0].before:
            return before.written
    return ""


def _asks_meaning(tags: Sequence[Tag]) -> bool:
    """Return True for "what does life expectancy mean": a definition, not a mean."""
    asked = False
    for before, tag in pairwise(tags):
        asked = asked or before.words in {"does", "do"}
        if asked and tag.words == "mean" and before.role == "indicator":
            return True
    return False


def _long_lives(tags: tuple[Tag, ...]) -> tuple[Tag, ...]:
    """Make "how much longer do people live in Japan" a question of life expectancy, not of population."""
    words = {word for tag in tags for word in tag.words.split()}
    if _LENGTHS.isdisjoint(words):
        return tags
    return tuple(
        replace(tag, codes=("SP.DYN.LE00.IN",))
        if tag.role == "indicator" and not _LIVES.isdisjoint(tag.words.split())
        else tag
        for tag in tags
    )


def _world(tags: tuple[Tag, ...]) -> tuple[Tag, ...]:
    """Make "in the world" the set in which a country is sought, where one is."""
    if not any(tag.role in _SEEKS for tag in tags):
        return tags
    return tuple(
        replace(tag, role="world", codes=())
        if tag.role in {"area", "people"} and WORLD in tag.codes and not _is_listed(tags, position)
        else tag
        for position, tag in enumerate(tags)
    )


def _is_listed(tags: tuple[Tag, ...], position: int) -> bool:
    """Return True when a place is one of several named side by side ("the world, Canada and Japan")."""
    others = [tag for tag in tags if tag.role == "area" and tag is not tags[position]]
    around = (*tags[max(0, position - 2) : position], *tags[position + 1 : position + 2])
    signs = {sign for tag in tags[position : position + 2] for sign in tag.tokens[0].before}
    return bool(others) and ("," in signs or any(tag.words == "and" for tag in around))


def _counts(tags: tuple[Tag, ...]) -> tuple[Tag, ...]:
    """Make "how many of the eight countries" a count of countries."""
    for position, tag in enumerate(tags):
        if tag.words not in {"how many", "how many of", "number", "number of"}:
            continue
        rest = tags[position + 1 : position + 5]
        of_named = tag.words == "how many of" and rest and rest[0].role == "area"
        if of_named and any(part.role in _BOUNDS for part in tags):
            return (*tags[:position], replace(tag, role="count"), *tags[position + 1 :])
        nouns = [part for part in rest if part.role in {"setnoun", "all"}]
        joints = rest[: rest.index(nouns[0])] if nouns else ()
        if nouns and all(
            part.role == "number" or part.words in {"of", "the", "these", "those"} for part in joints
        ):
            return (*tags[:position], replace(tag, role="count"), *tags[position + 1 :])
    return tags


def _bounds(tags: tuple[Tag, ...]) -> tuple[Tag, ...] | Beyond:
    """Tell "over the last ten years" from "over 40%", and the year 2000 from the amount 2000."""
    settled = list(tags)
    for position, tag in enumerate(tags[:-1]):
        if tag.role not in _BOUNDS:
            continue
        after = tags[position + 1]
        starts_range = any(is_range(tags, position + 1, other) for other in (position + 2, position + 3))
        if tag.words == "over" and (after.role not in {"number", "year", "money"} or starts_range):
            settled[position] = replace(tag, role="neutral")
        elif after.role == "year":
            if tag.words.endswith("than") or starts_range:
                # "Higher than 2010": the year, or the amount? We do not guess.
                return Beyond(reason=Reason.UNCLEAR_YEARS)
            settled[position + 1] = replace(after, role="number")
    return tuple(settled)
