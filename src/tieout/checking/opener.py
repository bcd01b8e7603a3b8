"""Openers: what stands apart at the head of an answer and answers the question in a word or two.

"Slowly, yes", "It has", "Yes and no", "None so far", "Canada, by a whisker". What each says of the data is
checked once the rest of the answer has been read, see `affirmed` and `picked`.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from tieout.checking.chunk import Chunk

__all__ = ["Opener", "find_opener", "without_pointer"]

_MARKS: Final = frozenset(",;:—–(")
_ADVERBS: Final = (
    r"(?:slowly|gradually|steadily|slightly|a little|a bit|marginally|barely|narrowly|just|only just|"
    r"just about|broadly|mostly|largely|mainly|chiefly|technically|strictly|strictly speaking|overall|"
    r"generally|on the whole|on balance|by and large|all in all|in short|in brief|in a word|in general|"
    r"in essence|for the most part|more or less|so far|for now|at last|finally|eventually|clearly|"
    r"very much|well|sharply|considerably|easily|over time|over the (?:whole )?period|"
    r"(?:on|by) (?:this measure|these (?:figures|data)|this evidence)|in this series|"
    r"(?:but|though|although|if|albeit) (?:only )?(?:just|barely|narrowly|slowly|slightly|gradually|"
    r"not by much))"
)
_IT: Final = r"(?:it|they|that|both)"
_YES: Final = rf"(?:yes|{_IT} (?:is|was|does|did|has|do|have|are|were))"
_NO: Final = (
    rf"(?:no|{_IT} (?:is|was|does|did|has|do|have|are|were) not|"
    rf"{_IT} (?:isn't|wasn't|doesn't|didn't|hasn't|don't|haven't|aren't|weren't)|"
    r"not any (?:more|longer)|no longer|not at all|not by a long way|hardly|never|not in every year|"
    r"not always)"
)
_STILL: Final = r"(?: (?:indeed|still|now|again))?"
_YET: Final = r"(?: (?:so far|yet|still|now|indeed|again|either|really))?"
_SAYS_YES: Final = re.compile(rf"(?:{_ADVERBS} )?{_YES}{_STILL}(?: {_ADVERBS})?")
_SAYS_NO: Final = re.compile(rf"(?:{_ADVERBS} )?{_NO}{_YET}(?: {_ADVERBS})?")
_JUST: Final = re.compile(_ADVERBS)
_MIXED: Final = re.compile(
    r"yes and no|no and yes|yes but also no|partly|in part|only partly|only in part|up to a point|"
    r"in some (?:years|ways|countries)|not entirely|not in all of them|it depends|that depends"
)
_NONE: Final = re.compile(
    r"(?:none|never|in none|no year|in no year|not|so far (?:none|never)|"
    r"(?:so far )?it (?:has not|hasn't|did not|didn't|never has|never did|has never|has yet to)|"
    r"(?:that|it) (?:has not|hasn't) happened)(?: (?:so far|yet|to date|as yet))?"
)
_CLOSE: Final = re.compile(
    r"(?:but |if |though )?(?:only )?(?:just|narrowly|barely|marginally|slightly|not by much|just about|"
    r"by a (?:whisker|hair|nose|hair 's breadth|sliver|fraction|little|(?:small|narrow|slim) margin))"
)
_WIDE: Final = re.compile(
    r"(?:and |but )?(?:by far|easily|clearly|comfortably|by a (?:mile|distance|long (?:way|chalk)|"
    r"(?:wide|large|clear|big) margin)|by some (?:distance|way|margin)|by a good distance)"
)
_DOES: Final = frozenset("does did do is was has had".split())


@dataclass(frozen=True, slots=True, kw_only=True)
class Opener:
    """What an answer opens with.

    Attributes:
        says: ``yes``, ``no``, ``mixed``, ``none`` (no year so far) or ``pick`` (one of those asked about).
        start: First code point.
        end: Code point after the last.
        rest: Number of chunks that it takes.
        area: The chunk of the area, of a pick.
        margin: ``close`` or ``wide`` where a pick says by how much; empty otherwise.
    """

    says: str
    start: int
    end: int
    rest: int
    area: Chunk | None = None
    margin: str = ""


def find_opener(chunks: list[Chunk], *, polar: bool, dated: bool) -> tuple[Opener | None, list[Chunk]]:
    """Return what a sentence opens with, or None where it is a claim like any other, and what follows.

    Args:
        chunks: The sentence.
        polar: The question is one of yes or no.
        dated: The question is one of when.
    """
    found = _find(chunks, polar=polar, dated=dated)
    rest = chunks[found.rest :] if found is not None else chunks
    if chunks[0].kind == "yes":
        after = _after_yes(chunks)
        if found is None or len(after) <= len(rest):
            says = found.says if found is not None and found.says != "yes" else chunks[0].readings["yes"]
            taken = len(chunks) - len(after)
            return Opener(says=str(says), start=chunks[0].start, end=chunks[0].end, rest=taken), after
    if found is None and dated:
        rest = _from_year(chunks)
    follows = len(rest) > 1 and rest[1].kind not in ("area", "pronoun")
    if found is not None and found.area is not None and follows:
        rest = [found.area, *rest[1:]]
    return found, rest


def without_pointer(chunks: list[Chunk]) -> list[Chunk]:
    """Return "Moldova, with 1.0 million" for "That would be Moldova, with 1.0 million"."""
    place = next((at for at, chunk in enumerate(chunks[:_POINTER]) if chunk.kind == "area"), 0)
    words = " ".join(chunk.key for chunk in chunks[:place])
    after = chunks[place + 1].key if place and place + 1 < len(chunks) else ","
    if not (place and _POINTS.fullmatch(words) and (after in _MARKS or after in ("with", "at", "where"))):
        return chunks
    if len(chunks) > place + 2 and after == "," and chunks[place + 2].key == "where":
        return [chunks[place], chunks[place + 1], *chunks[place + 3 :]]
    return chunks[place:]


_POINTS: Final = re.compile(
    r"(?:that|it|this|the answer|the (?:country|one))"
    r"(?: (?:is|was|would be|has to be|must be)|'s| 's)(?: the)?"
)
_POINTER: Final = 6
_UNTIL: Final = frozenset(
    "not until|not before|only|only in|not till|as late as|it took until|it was not until|it wasn't until|"
    "it was only in|that happened in|this happened in|it happened in|that was in|this was in|it was in|"
    "that came in|this came in|it came in|that point came in|the year was|it was|that was|"
    "the answer is|the first time was in|first in|by".split("|")
)


def _from_year(chunks: list[Chunk]) -> list[Chunk]:
    """Return "2025, with 8.5%" for "Not until 2025, with 8.5%": that year is asked for, and held to it."""
    dates = ("year", "yearclaim")
    year = next((place for place, chunk in enumerate(chunks[:6]) if chunk.kind in dates), 0)
    words = " ".join(chunk.key for chunk in chunks[:year])
    after = chunks[year + 1].key if year and year + 1 < len(chunks) else ","
    stands = after in _MARKS or after in ("with", "at", "when")
    if not (year and stands and words in _UNTIL):
        return chunks
    said = replace(chunks[year], kind="year") if chunks[year].kind == "yearclaim" else chunks[year]
    after_it = chunks[year + 2 :] if after == ":" else chunks[year + 1 :]
    return [said, *after_it]


def _after_yes(chunks: list[Chunk]) -> list[Chunk]:
    """Return what follows a "Yes" or "No"; "Yes, it did: ..." says it once more."""
    said = {"neutral", "pronoun", "punct"}
    if chunks[0].readings["yes"] == "no":
        said.add("negation")
    marks = [place for place, chunk in enumerate(chunks) if place and chunk.kind == "punct"]
    rest = chunks[1:]
    for place in [*marks, len(chunks)]:
        if all(chunk.kind in said for chunk in chunks[1:place]):
            rest = chunks[place:]
    return rest


def _find(chunks: Sequence[Chunk], *, polar: bool, dated: bool) -> Opener | None:
    ends = [place for place, chunk in enumerate(chunks) if place and chunk.key in _MARKS]
    found = None
    for end in [*ends[:2], len(chunks)]:
        words = " ".join(chunk.key for chunk in chunks[:end] if chunk.key not in _MARKS)
        says = _says(words, polar=polar, dated=dated)
        if says:
            found = Opener(says=says, start=chunks[0].start, end=chunks[end - 1].end, rest=end)
        found = _pick(chunks, end) or found
    if found is not None and found.says in ("yes", "no") and _only_adverb(chunks[: found.rest]):
        found = found if found.rest < len(chunks) else None
    return found


def _says(words: str, *, polar: bool, dated: bool) -> str:
    if dated and _NONE.fullmatch(words):
        return "none" if words != "not" else ""
    if not polar:
        return ""
    if _MIXED.fullmatch(words):
        return "mixed"
    if _SAYS_YES.fullmatch(words) or _JUST.fullmatch(words):
        return "yes"
    return "no" if _SAYS_NO.fullmatch(words) else ""


def _only_adverb(head: Sequence[Chunk]) -> bool:
    return _JUST.fullmatch(" ".join(chunk.key for chunk in head if chunk.key not in _MARKS)) is not None


def _pick(chunks: Sequence[Chunk], end: int) -> Opener | None:
    """Read "Canada, by a whisker", "Sweden does" and, alone, "Canada"."""
    head = [chunk for chunk in chunks[:end] if chunk.key not in _MARKS and chunk.key != "the"]
    if not head or head[0].kind != "area" or any(chunk.kind == "area" for chunk in head[1:]):
        return None
    words = " ".join(chunk.key for chunk in head[1:] if chunk.key not in _DOES)
    margin = "close" if _CLOSE.fullmatch(words) else "wide" if _WIDE.fullmatch(words) else ""
    if words and not margin:
        return None
    if not margin and end < len(chunks) and len(head) == 1:
        # "Canada: 41.3 million" and "Canada, with 41.3 million" are claims of their own.
        return None
    return Opener(
        says="pick", start=chunks[0].start, end=chunks[end - 1].end, rest=end, area=head[0], margin=margin
    )
