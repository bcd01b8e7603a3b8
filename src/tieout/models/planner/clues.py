"""Clues: the tags of a question as the frames ask for them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import pairwise

from tieout.facts.derivation import Order
from tieout.models.planner.tagging import Tag

__all__ = ["Clues", "order_of"]

_ALWAYS = frozenset("neutral area people indicator weak year decade last latest money percapita".split())
_SUPER = frozenset({"super", "superlative"})


@dataclass(frozen=True, kw_only=True)
class Clues:
    """The tags of one question.

    Attributes:
        tags: All tags, in order.
        economies: How many economies the data set has.
    """

    tags: tuple[Tag, ...]
    economies: int

    @cached_property
    def roles(self) -> frozenset[str]:
        """The roles that occur."""
        return frozenset(tag.role for tag in self.tags)

    def has(self, *roles: str) -> bool:
        """Return True when one of the roles occurs."""
        return not self.roles.isdisjoint(roles)

    def only(self, *roles: str) -> bool:
        """Return True when nothing occurs but these roles and those that every frame can use."""
        return self.roles <= _ALWAYS | {"number"} | set(roles)

    def details(self, *roles: str) -> tuple[str, ...]:
        """Return the details of the tags of these roles, in order."""
        return tuple(tag.detail for tag in self.tags if tag.role in roles)

    @cached_property
    def bound(self) -> Tag | None:
        """The number right behind "above", "below" and their like, or None."""
        for before, tag in pairwise(self.tags):
            if before.role in {"above", "below"} and tag.role == "number":
                return tag
        # "above $20 trillion": the sign is a word of its own.
        for before, sign, tag in zip(self.tags, self.tags[1:], self.tags[2:], strict=False):
            if before.role in {"above", "below"} and sign.role == "money" and tag.role == "number":
                return tag
        return None

    @cached_property
    def bound_direction(self) -> str:
        """``above`` or ``below`` for the bound."""
        return next(tag.role for tag in self.tags if tag.role in {"above", "below"})

    @cached_property
    def set_size(self) -> int | None:
        """The number of "the eight countries", or None."""
        for number, noun in pairwise(self.tags):
            if number.role == "number" and noun.role in {"setnoun", "weak"} and noun.words in _SET_NOUNS:
                return int(number.value)
        for before, number in pairwise(self.tags):
            if number.role == "number" and number.value == self.economies and before.words in {"the", "all"}:
                return self.economies
        return None

    @cached_property
    def limit(self) -> int | None:
        """The number of "top five", "five largest" or "which three countries", or None."""
        for before, tag in pairwise(self.tags):
            pair = {before.role, tag.role}
            if "number" in pair and pair & _SUPER:
                number = before if before.role == "number" else tag
                return int(number.value) if number.value.denominator == 1 else None
        for before, tag, after in zip(self.tags, self.tags[1:], self.tags[2:], strict=False):
            if tag.role == "number" and before.words in {"which", "what", "the"} and after.words == "of":
                return int(tag.value)
        if self.set_size is not None:
            return self.set_size if self.set_size != self.economies and not self._size_is_of_set else None
        return _SEVERAL if self._asks_for_several else None

    @cached_property
    def _asks_for_several(self) -> bool:
        """True for "which countries are the largest": several are asked for, without a number."""
        for position, tag in enumerate(self.tags):
            before = {
                word for part in self.tags[max(0, position - 2) : position] for word in part.words.split()
            }
            noun = tag.role in {"setnoun", "superlative"} and tag.words.split()[-1] in _SET_NOUNS
            if noun and before.isdisjoint(_OF_SET):
                return True
        return False

    @cached_property
    def _size_is_of_set(self) -> bool:
        """True for "of the eight countries": the number of a set, not of the places asked for."""
        for position, tag in enumerate(self.tags[:-1]):
            if tag.role == "number" and self.tags[position + 1].role == "setnoun":
                before = {
                    word for part in self.tags[max(0, position - 2) : position] for word in part.words.split()
                }
                return not before.isdisjoint(_OF_SET)
        return False

    def numbers_left(self, *used: int | Fraction | None) -> bool:
        """Return True when the question holds a number (no year) that is none of these."""
        left = [tag.value for tag in self.tags if tag.role == "number"]
        for value in used:
            if value is not None and Fraction(value) in left:
                left.remove(Fraction(value))
        return bool(left)

    @property
    def last_years(self) -> int | None:
        """The number of "the last ten years", or None."""
        for before, tag in pairwise(self.tags):
            if before.role == "last" and tag.role == "number":
                return int(tag.value)
        return None

    @property
    def asks_how_much(self) -> bool:
        """True for "how much richer"."""
        return any(
            before.words in {"how much", "how many"} and tag.role in {"comparative", "compare"}
            for before, tag in pairwise(self.tags)
        )

    @property
    def opens_with_base(self) -> bool:
        """True for "how many times as high as Uruguay's was Czechia's": the base comes first."""
        telling = [tag for tag in self.tags if tag.words not in {"the", "that of"}]
        for before, tag in pairwise(telling):
            if tag.role in {"area", "people"}:
                return before.role == "ratio" and before.words.endswith(" as")
        return False

    @property
    def lists_areas(self) -> bool:
        """True when the areas are named as a list, with "and", a comma or the like between them."""
        places = [n for n, tag in enumerate(self.tags) if tag.role in {"area", "people"}]
        return all(self._joins(one, other) for one, other in pairwise(places))

    def _joins(self, one: int, other: int) -> bool:
        between = self.tags[one + 1 : other]
        if not between and {self.tags[one].role, self.tags[other].role} == {"area"}:
            return True
        words = {word for tag in between for word in tag.words.split()}
        signs = {sign for tag in self.tags[one + 1 : other + 1] for sign in tag.tokens[0].before}
        return bool(words & _JOINTS or signs & _SIGNS) or any(tag.role == "compare" for tag in between)

    @property
    def counts_people(self) -> bool:
        """True when people are asked about by number ("more internet users"), not by their share."""
        counted = any(
            not _PEOPLE.isdisjoint(words := tag.words.split()) and _SHARES.isdisjoint(words)
            for tag in self.tags
            if tag.role in {"indicator", "weak", "superlative", "comparative"}
        )
        return counted and not self.has("share", "percent")

    @property
    def is_yes_no(self) -> bool:
        """True when the question starts with a verb."""
        return bool(self.tags) and self.tags[0].words.split()[0] in _VERBS


_OF_SET = frozenset("across all among amongst for in of".split())
_SEVERAL = 5
_SET_NOUNS = frozenset({"countries", "economies", "nations"})
_PEOPLE = frozenset("citizens individuals inhabitants netizens people persons residents users".split())
_SHARES = frozenset("percent percentage proportion rate share".split())
_JOINTS = frozenset({"and", "or"})
_SIGNS = frozenset(",/;+&")
_VERBS = frozenset("is are was were did do does has have had".split())


def order_of(details: Sequence[str]) -> Order:
    """Return the order that a superlative asks for; the first one counts."""
    return "lowest first" if details and details[0] == "low" else "highest first"
