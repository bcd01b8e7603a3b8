"""Follow-ups: a question that leaves out what the one before named, written out in full.

"And in 2020?" after "What was the population of Canada in 2024?" asks "What was the population of Canada in
2020?". The words come from the two questions and from nowhere else, but for a year that is said by its
distance from that of the one before; and what is written out names exactly what the follow-up names, and of
the earlier question what the follow-up leaves out. Where that is not certain, nothing is written.
"""

from __future__ import annotations

import re
from functools import cached_property
from typing import Final

from tieout.data.catalogue import Catalogue
from tieout.models.planner.distances import with_years
from tieout.models.planner.slots import Slot, SlotKind, Slots, slots_of
from tieout.models.planner.tagging import Scope, Tag, Tagger
from tieout.models.planner.words import tokenize

__all__ = ["FollowUps"]

_LONGEST: Final = 400
"""Code points of each of the two questions; a longer one is not written out."""

_KINDS: Final[tuple[SlotKind, ...]] = ("place", "series", "period", "order")

_FRAGMENT: Final = frozenset(
    "and but also so then now what how about the for in of a its it is was were are please same s that to at "
    "there between by from since which had has have one".split()
)
"""Words that a follow-up may be made of beside what it names."""

_POINTERS: Final = re.compile(
    r"\b(?:it|its|their|they|them|there|that|those|then|this|these|he|she|the same)\b", re.IGNORECASE
)
_ITS: Final = re.compile(r"\b(?:its|their)\b", re.IGNORECASE)
_IT: Final = re.compile(r"\b(?:it|that)\b(?!\s+(?:year|country|place))", re.IGNORECASE)
_THERE: Final = re.compile(r"(?<!\bis )(?<!\bare )(?<!\bwas )(?<!\bwere )\bthere\b", re.IGNORECASE)
_THEN: Final = re.compile(r"\b(?:in|for) (?:that|the same) (?:year|period|time)\b", re.IGNORECASE)
_EXPLETIVE: Final = re.compile(r"\b(?:is|are|was|were) there\b", re.IGNORECASE)
_SETS: Final = frozenset({"all", "world", "setnoun", "count"})
_COMPARES: Final = frozenset("compare comparative difference ratio than same above below".split())
_SINCE: Final = frozenset("since from between until till through over".split())
_NEWEST: Final = frozenset({"latest", "newest", "most recent"})
_VAGUE: Final = frozenset(
    "other others rest else everyone everybody both either neither neighbour neighbours neighbor neighbors "
    "before after earlier later ago previous next".split()
)
"""Words that point at something, and so are no name of a measure that nobody knows."""
_WHOSE: Final = re.compile(r"\b(?:for|in|among|by)\s+(?:the\s+)?$", re.IGNORECASE)
_END: Final = re.compile(r"[\s?.!]*$")
_LEANING: Final = re.compile(r"\W*(?:and|but|so|also|then|now|ok|okay)\b[\s,]*", re.IGNORECASE)
_SENTENCE: Final = re.compile(
    r"(?:what|which|who|when|where|how)\b(?! (?:about|of)\b)"
    r".*\b(?:is|are|was|were|did|does|do|has|have|had)\b"
    r"|(?:is|are|was|were|did|does|do|has|have|had|compare)\b"
    r"|how (?:many|much)\b|which\b",
    re.IGNORECASE,
)


class FollowUps:
    """Writes follow-ups out, for one data set. Deterministic; keeps nothing.

    Args:
        catalogue: The names and codes of the data set.
    """

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue

    @cached_property
    def _tagger(self) -> Tagger:
        """What tags the words; most questions follow nothing and need none."""
        return Tagger(Scope.of(self._catalogue))

    def whole(self, earlier: str, asked: str) -> str | None:
        """Return what a follow-up asks, in full; None where that is not certain.

        A follow-up that names all it needs is returned as it stands.

        Args:
            earlier: The question before, in full.
            asked: The follow-up, as asked.
        """
        if max(len(earlier), len(asked)) > _LONGEST:
            return None
        before = self._slots(earlier)
        year = before.one("period")
        if year is not None and year.is_year and year.tags[0].year is not None:
            asked = with_years(asked, year.tags[0].year)
        now = self._slots(asked)
        is_own = _is_own(now)
        if is_own and self._is_whole(now):
            return asked
        made = _pointed(before, now) if is_own else _replaced(before, now) if _is_fragment(now) else None
        return made if made is not None and self._is_faithful(made, before, now) else None

    def _slots(self, text: str) -> Slots:
        return slots_of(text, self._tagger.tag(tokenize(text)))

    @staticmethod
    def _is_whole(now: Slots) -> bool:
        """True where a measure is named with a place or a set, and nothing is pointed at."""
        leans = _LEANING.match(now.text) is not None and not now.of("period")
        return _is_measured(now) and _is_placed(now) and not leans and not _points(now.text)

    def _is_faithful(self, made: str, before: Slots, now: Slots) -> bool:
        """True where what is written names what the follow-up names, and else what the one before did."""
        found = self._slots(made)
        for kind in _KINDS:
            wanted = now.named(kind) or before.named(kind)
            if found.named(kind) != wanted and (kind in ("place", "series") or found.named(kind)):
                return False
        return _is_measured(found) and _is_placed(found)


def _is_measured(slots: Slots) -> bool:
    counted = any("people" in slot.roles for slot in slots.of("place"))
    ordered = any(slot.roles == {"superlative"} for slot in slots.of("order"))
    return bool(slots.of("series")) or counted or ordered


def _is_placed(slots: Slots) -> bool:
    return bool(slots.of("place")) or any(tag.role in _SETS for tag in slots.rest)


def _points(text: str) -> bool:
    """True for "its GDP" and "then"; not for "were there"."""
    return _POINTERS.search(_EXPLETIVE.sub("", text)) is not None


def _is_own(now: Slots) -> bool:
    """True for a sentence of its own, "What was it in Mexico?"; not for "What about Mexico?"."""
    lead = _LEANING.match(now.text)
    ranks = any(tag.role == "setnoun" for tag in now.rest) and bool(now.of("order"))
    only_ranks = ranks and not now.of("series") and not any(slot.roles == {"superlative"} for slot in now.all)
    return _SENTENCE.match(now.text, lead.end() if lead else 0) is not None and not only_ranks


def _is_fragment(now: Slots) -> bool:
    """True for "And in 2020?": nothing but what is named, and words that hold it together."""
    words = {word for tag in now.rest for word in tag.words.split() if not _is_set(tag)}
    return words <= _FRAGMENT and bool(now.all)


def _is_set(tag: Tag) -> bool:
    return tag.role == "setnoun"


def _replaced(before: Slots, now: Slots) -> str | None:
    """Return the question before with what the follow-up names put in the place of what it named."""
    text = before.text
    edits: list[tuple[int, int, str]] = []
    for kind in _KINDS:
        if not now.of(kind):
            continue
        new, old = now.one(kind), before.one(kind)
        if new is None or len(before.of(kind)) > 1:
            return None
        if old is None:
            if kind != "period":
                return None
            at = _END.search(text)
            where = at.start() if at else len(text)
            edits.append((where, where, f" {_dated(now, new)}"))
        elif (edit := _edit(before, old, now, new)) is not None:
            edits.append(edit)
        else:
            return None
    for start, end, words in sorted(edits, reverse=True):
        text = f"{text[:start]}{words}{text[end:]}"
    return text


def _edit(before: Slots, old: Slot, now: Slots, new: Slot) -> tuple[int, int, str] | None:
    """Return what to write where; None where the one does not fit where the other stood."""
    if old.kind == "series" and "unknown" in new.roles and not _is_a_measure(now, new):
        return None
    if old.kind == "period":
        if old.is_year and new.is_year and not (_opens(before, old) | _opens(now, new)) & _SINCE:
            token = old.tags[0].tokens[0]
            return token.start, token.end, new.tags[0].written
        return old.start, old.end, _dated(now, new)
    if old.kind == "place":
        several = len(old.tags) > 1 and len(new.tags) != len(old.tags)
        if ("people" in old.roles) != ("people" in new.roles) or (several and not _is_plain(before)):
            return None
    if old.kind in ("series", "order") and ("superlative" in old.roles) != ("superlative" in new.roles):
        return None
    return old.start, old.end, now.said(new)


def _is_a_measure(now: Slots, new: Slot) -> bool:
    """True for "And obesity?"; not for "And for women?" and "What about the others?"."""
    is_whose = _WHOSE.search(now.text, 0, new.start) is not None
    return not is_whose and not _VAGUE & {word for tag in new.tags for word in tag.words.split()}


def _opens(slots: Slots, slot: Slot) -> set[str]:
    """Return the words before the first year of a time."""
    return set(slots.text[slot.start : slot.tags[0].tokens[0].start].casefold().split())


def _dated(now: Slots, slot: Slot) -> str:
    """Return the words for a time with a preposition: "2020" as "in 2020", newest as "in the latest year"."""
    said = now.said(slot)
    if said.casefold() in _NEWEST:
        return f"in the {said.lower()} year"
    if slot.start == 0:
        said = f"{said[0].lower()}{said[1:]}"
    return f"in {said}" if slot.is_year and not _opens(now, slot) else said


def _is_plain(slots: Slots) -> bool:
    """True where nothing is asked but values."""
    return all(tag.role in ("neutral", "percapita", "money") for tag in slots.rest)


def _pointed(before: Slots, now: Slots) -> str | None:
    """Return the follow-up with what it points at named: "its GDP" as "Canada's GDP"."""
    if any("unknown" in slot.roles for slot in now.all) or any(tag.role == "unknown" for tag in now.rest):
        return None
    place, series, period = (before.one(kind) for kind in ("place", "series", "period"))
    text = now.text
    if series is not None and not now.of("series"):
        if now.of("place") and any(tag.role in _COMPARES for tag in now.rest):
            return None
        of = f" of {before.said(place)}" if place is not None and not now.of("place") else ""
        text = _IT.sub(f"the {before.said(series)}{of}", text, count=1)
    if place is not None and not now.of("place"):
        said = before.said(place)
        text = _THERE.sub(f"in {said}", _ITS.sub(f"{said}'s", text))
        if said not in text and not any(tag.role in _SETS for tag in now.rest):
            text = _appended(text, f"in {said}")
    if period is not None and not now.of("period"):
        dated = _dated(before, period)
        if _THEN.search(text):
            text = _THEN.sub(dated, text)
        elif not (period.is_year and any(tag.role == "change" for tag in now.rest)):
            text = _appended(text, dated)
    return None if text == now.text or _points(text) else text


def _appended(text: str, words: str) -> str:
    at = _END.search(text)
    where = at.start() if at else len(text)
    return f"{text[:where]} {words}{text[where:]}"
