"""Slots: where a question names its places, its measure, its time and its end of an order, in code points."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from tieout.models.planner.tagging import Tag
from tieout.models.planner.words import Token

__all__ = ["Slot", "SlotKind", "Slots", "slots_of"]

SlotKind = Literal["place", "series", "period", "order"]

_PLACES: Final = frozenset({"area", "people", "ambiguous"})
_SERIES: Final = frozenset({"indicator", "weak"})
_ORDERS: Final = frozenset({"super", "superlative"})
_TIMES: Final = frozenset({"year", "decade", "last", "latest"})
_JOINTS: Final = frozenset({"and", "or", "of", "the", "in", "for"})
_TO: Final = frozenset({"to", "and", "until", "till", "through", "the", "year", "or", "in"})
_LEADS: Final = frozenset(
    "in since from between during over by until till through for the year within across past at".split()
)
_SPANS: Final = frozenset({"years", "year", "decades", "decade", "onward", "onwards", "on"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Slot:
    """One thing that a question names.

    Attributes:
        kind: What it is.
        start: Where its words begin in the text.
        end: Where they end.
        tags: The tags of what is named; the words between and before them left out.
        first: The place of its first tag among those of the question, words before it included.
        last: The place of its last tag.
    """

    kind: SlotKind
    start: int
    end: int
    tags: tuple[Tag, ...]
    first: int
    last: int

    @property
    def roles(self) -> frozenset[str]:
        """The roles of its tags."""
        return frozenset(tag.role for tag in self.tags)

    @property
    def named(self) -> tuple[object, ...]:
        """What is named, to compare: codes, years, or words where there is neither."""
        return tuple(_named(tag) for tag in self.tags)

    @property
    def is_year(self) -> bool:
        """True for one calendar year."""
        return [tag.role for tag in self.tags] == ["year"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Slots:
    """What a question names, and the tags that are in no slot.

    Attributes:
        text: The question.
        all: The slots, in order.
        rest: The other tags, in order.
    """

    text: str
    all: tuple[Slot, ...]
    rest: tuple[Tag, ...]

    def of(self, kind: SlotKind) -> tuple[Slot, ...]:
        """Return the slots of a kind, in order."""
        return tuple(slot for slot in self.all if slot.kind == kind)

    def one(self, kind: SlotKind) -> Slot | None:
        """Return the only slot of a kind; None for none or several."""
        found = self.of(kind)
        return found[0] if len(found) == 1 else None

    def said(self, slot: Slot) -> str:
        """Return its words as written."""
        return self.text[slot.start : slot.end]

    def named(self, kind: SlotKind) -> tuple[object, ...]:
        """Return everything that is named of a kind."""
        return tuple(one for slot in self.of(kind) for one in slot.named)


def slots_of(text: str, tags: Sequence[Tag]) -> Slots:
    """Return the slots of a tagged question."""
    groups = [
        *_grouped(tags, "place", _PLACES, _JOINTS),
        *_grouped(tags, "series", _SERIES, frozenset({"and", "the"})),
        *_grouped(tags, "order", _ORDERS, frozenset()),
        *_times(tags),
    ]
    groups = groups + _strange(tags, groups)
    found = sorted((_slot(kind, tags, places) for kind, places in groups), key=lambda slot: slot.start)
    used = {place for slot in found for place in range(slot.first, slot.last + 1)}
    rest = tuple(tag for place, tag in enumerate(tags) if place not in used)
    return Slots(text=text, all=tuple(found), rest=rest)


def _named(tag: Tag) -> object:
    if tag.codes:
        return tag.codes
    return tag.year if tag.role in ("year", "decade") else tag.words


def _slot(kind: SlotKind, tags: Sequence[Tag], places: Sequence[int]) -> Slot:
    first, last = places[0], places[-1]
    core = [tag for tag in tags[first : last + 1] if tag.role != "neutral" and tag.words != "over"]
    if kind == "place" and first and tags[first - 1].words == "the":
        first -= 1
    return Slot(
        kind=kind,
        start=tags[first].tokens[0].start,
        end=tags[last].tokens[-1].end,
        tags=tuple(core),
        first=first,
        last=last,
    )


def _grouped(
    tags: Sequence[Tag], kind: SlotKind, roles: frozenset[str], joints: frozenset[str]
) -> list[tuple[SlotKind, list[int]]]:
    """Return the runs of tags of some roles with nothing but joints between them."""
    runs: list[list[int]] = []
    for place, tag in enumerate(tags):
        if tag.role not in roles:
            continue
        between = tags[runs[-1][-1] + 1 : place] if runs else ()
        if runs and all(set(part.words.split()) <= joints for part in between):
            runs[-1].append(place)
        else:
            runs.append([place])
    return [(kind, run) for run in runs]


def _times(tags: Sequence[Tag]) -> list[tuple[SlotKind, list[int]]]:
    """Return the words for times: "in 2020", "from 2000 to 2020", "over the last ten years"."""
    found: list[tuple[SlotKind, list[int]]] = []
    for _, run in _grouped(tags, "period", _TIMES, _TO):
        first, last = run[0], run[-1]
        after = last + 1
        while after < len(tags) and (
            (tags[last].role in ("last", "number") and tags[after].role == "number")
            or (_words(tags[after]) <= _SPANS and not _breaks(tags[after].tokens[0]))
        ):
            last, after = after, after + 1
        while first > 0 and _words(tags[first - 1]) <= _LEADS and not _breaks(tags[first].tokens[0]):
            first -= 1
        while first < run[0] and tags[first].words in ("the", "year"):
            first += 1
        found.append(("period", list(range(first, last + 1))))
    return found


def _strange(
    tags: Sequence[Tag], known: Iterable[tuple[SlotKind, Sequence[int]]]
) -> list[tuple[SlotKind, list[int]]]:
    """Return what nobody knows: written like a name it is a place, where none is known; else a measure."""
    runs = _grouped(tags, "series", frozenset({"unknown"}), frozenset())
    kinds = {kind for kind, _ in known}
    if len(runs) != 1:
        return []
    ((_, run),) = runs
    capital = run[0] > 0 and all(tags[place].tokens[0].is_capitalised for place in run)
    kind: SlotKind = "place" if capital else "series"
    return [] if kind in kinds else [(kind, list(range(run[0], run[-1] + 1)))]


def _words(tag: Tag) -> set[str]:
    return set(tag.words.split())


def _breaks(token: Token) -> bool:
    return bool(set(token.before) & set(".,;:?!"))
