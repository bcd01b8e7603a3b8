"""Denominators: what stands after "31% of", "a third of", "as a share of": what a part is a part of."""

from collections.abc import Sequence
from typing import Final

from tieout.checking.chunk import Chunk
from tieout.checking.mention import NumberKind

__all__ = ["find_denominators", "is_part_of_unit"]

_SEXES: Final = {"women": "female", "girls": "female", "men": "male", "boys": "male"}
_PARTS: Final = frozenset({NumberKind.PERCENT, NumberKind.FRACTION, NumberKind.MULTIPLE, NumberKind.RATIO})


def find_denominators(chunks: Sequence[Chunk]) -> None:
    """Mark what stands after "31% of", "a third of", "per" or "as a share of" as a denominator."""
    for place, chunk in enumerate(chunks):
        starts = chunk.kind == "denominator"
        of = False
        if chunk.kind == "num" and chunk.mention is not None and chunk.mention.kind in _PARTS:
            starts = chunk.mention.kind is not NumberKind.MULTIPLE
            of = True
        if chunk.kind == "generic" and chunk.readings.get("generic") == "share":
            _mark_shared(chunks, place)
            continue
        if not starts:
            continue
        _mark_denominator(chunks, place, of=of)
        _mark_peoples(chunks, place)


def _mark_peoples(chunks: Sequence[Chunk], place: int) -> None:
    """Mark the people of a place, all of them, as what a part is of: "59% of Afghans"."""
    people = next((one for one in chunks[place + 1 : place + 5] if one.key not in ("of", "all", "the")), None)
    if people is None or people.kind != "area" or "adjective" not in people.readings:
        return
    # "Afghans" are the people; "Swiss" may be an adjective before any noun.
    if people.key.endswith("s") and not people.key.endswith("ss"):
        people.readings["peopled"] = True


def is_part_of_unit(chunks: Sequence[Chunk], place: int) -> bool:
    """True for the half of "half a day": a part of one unit, where the unit is that of the value."""
    number = chunks[place].mention
    following = chunks[place + 1 : place + 3]
    return (
        number is not None
        and number.kind is NumberKind.FRACTION
        and len(following) > 1
        and following[0].key in ("a", "an")
        and "unit" in following[1].readings
        and len(following[1].stems) == 1
    )


def _mark_sex(chunks: Sequence[Chunk], place: int, *, of: bool) -> None:
    """Mark "women" in "28% of Indian women were": they are what the part is of, unless a noun follows."""
    after = [one for one in chunks[place + 1 : place + 7] if one.kind not in ("neutral", "area", "pronoun")]
    if of and (not after or after[0].key != "of"):
        return
    after = after[1:] if of else after
    if not after:
        return
    if after[0].kind == "sex" and (
        len(after) < 2 or after[1].kind not in ("ind", "people", "of", "counted", "label")
    ):
        after[0].kind = "denom"
    elif of and after[0].kind == "piece" and after[0].key.split()[0] in _SEXES:
        # "50.2% of Mexican women held a seat" is a part of the women, though "women held" names the seats.
        after[0].readings["sex"] = _SEXES[after[0].key.split()[0]]
        after[0].kind = "denom"


def _mark_shared(chunks: Sequence[Chunk], place: int) -> None:
    """Mark the denominator of "the share of people who ...".

    "the share of people aged 65 and over" is a name.
    """
    for after in chunks[place + 1 : place + 5]:
        if after.kind in ("preposition", "neutral", "area", "pronoun"):
            continue
        if after.kind in ("people", "of") or (after.kind == "ind" and "people" in after.readings):
            after.kind = "denom"
        return


def _of_another(chunks: Sequence[Chunk], place: int) -> bool:
    """True for "Peru had half the death rate of Chile": half of what another place has, and no part of it."""
    after = [chunk for chunk in chunks[place + 1 : place + 7] if chunk.key != "the"]
    at = next((number for number, chunk in enumerate(after) if chunk.key == "of"), 0)
    named = 0 < at < len(after) - 1 and all("ind" in chunk.readings for chunk in after[:at])
    before = any(chunk.kind == "area" for chunk in chunks[:place])
    return before and named and ("area" in after[at + 1].readings or "adjective" in after[at + 1].readings)


def _mark_denominator(chunks: Sequence[Chunk], place: int, *, of: bool) -> None:
    """Mark the noun of the denominator.

    Areas and adjectives between belong to it ("of India's population").
    """
    _mark_sex(chunks, place, of=of)
    number = chunks[place].mention
    if is_part_of_unit(chunks, place):
        return
    direct = number is not None and number.kind is NumberKind.FRACTION
    if direct and _of_another(chunks, place):
        return
    seen_of = not of
    for after in chunks[place + 1 : place + 7]:
        if after.kind == "preposition":
            if after.key == "of" and not seen_of:
                seen_of = True
                continue
            return
        if after.kind in ("neutral", "area", "pronoun", "sex") or (
            after.kind == "statistic" and after.key == "total"
        ):
            if not seen_of and after.kind != "area" and not (direct and after.kind == "neutral"):
                return
            if after.key in ("was", "were", "is", "are", "and"):
                return
            continue
        if seen_of or direct:
            nouns = ("ind", "of", "counted", "unit", "people", "label", "grows")
            named = "ind" in after.readings and len(after.stems) > 1 and after.stems[0] == "person"
            if (
                any(kind in after.readings for kind in nouns)
                and "direction" not in after.readings
                and not named
            ):
                after.kind = "denom"
        return
