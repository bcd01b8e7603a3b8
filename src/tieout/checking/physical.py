"""Physical units: kilograms and tonnes are powers of ten apart, tonnes and tonnes per person are not.

Rule 15: powers of ten within one physical unit are arithmetic; conversions between units (miles, acres) are
not made, and their words are not known.
"""

import re
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Final, NamedTuple

from tieout.checking.chunk import Chunk

__all__ = ["Physical", "physical_factor", "physical_phrases", "physical_unit"]


class Physical(NamedTuple):
    """A physical unit: what it measures, and the power of ten of the smallest one it is."""

    dimension: str
    power: int


_WORDS: Final[dict[str, Physical]] = {
    word: Physical(dimension, power)
    for dimension, power, words in (
        ("mass", -6, "microgram micrograms microgramme microgrammes"),
        ("mass", -3, "milligram milligrams milligramme milligrammes"),
        ("mass", 0, "gram grams gramme grammes"),
        ("mass", 3, "kg kgs kilo kilos kilogram kilograms kilogramme kilogrammes"),
        ("mass", 6, "ton tons tonne tonnes"),
        ("mass", 9, "kt kiloton kilotons kilotonne kilotonnes"),
        ("mass", 12, "mt megaton megatons megatonne megatonnes"),
        ("mass", 15, "gt gigaton gigatons gigatonne gigatonnes"),
        ("length", -3, "millimetre millimetres millimeter millimeters mm"),
        ("length", -2, "centimetre centimetres centimeter centimeters cm"),
        ("length", 0, "metre metres meter meters"),
        ("length", 3, "km kms kilometre kilometres kilometer kilometers"),
        ("area", 4, "hectare hectares ha"),
        ("area", 6, "km2 sqkm"),
        ("volume", -3, "litre litres liter liters"),
        ("volume", 0, "m3"),
        ("volume", 9, "km3 bcm"),
        ("energy", 3, "kwh"),
        ("energy", 6, "mwh"),
        ("energy", 9, "gwh"),
        ("energy", 12, "twh"),
    )
    for word in words.split()
}
_POWERED: Final = {"square": ("area", 2), "sq": ("area", 2), "cubic": ("volume", 3)}
_HOURS: Final = {"kilowatt": 3, "megawatt": 6, "gigawatt": 9, "terawatt": 12}
_SCALES: Final = {"thousand": 3, "million": 6, "billion": 9}
_SPLIT: Final = re.compile(r"[a-z0-9]+")
_STOPS: Final = frozenset({"num", "year", "punct", "area"})


def _read(words: Sequence[str], at: int) -> tuple[Physical, int] | None:
    """Return the physical unit whose words start here, and where they end."""
    while at < len(words) and words[at] in ("metric", "route"):
        at += 1
    if at >= len(words):
        return None
    following = words[at + 1] if at + 1 < len(words) else ""
    if words[at] in _POWERED and following in _WORDS and _WORDS[following].dimension == "length":
        dimension, times = _POWERED[words[at]]
        return Physical(dimension, times * _WORDS[following].power), at + 2
    if words[at] in _HOURS and following in ("hour", "hours"):
        return Physical("energy", _HOURS[words[at]]), at + 2
    found = _WORDS.get(words[at])
    return (found, at + 1) if found is not None else None


@lru_cache(maxsize=512)
def physical_unit(unit: str) -> tuple[Physical | None, Physical | None]:
    """Return the physical units above and below the "per" of a unit text, None where there is none.

    Examples:
        >>> physical_unit("kg per hectare")
        (Physical(dimension='mass', power=3), Physical(dimension='area', power=4))
        >>> physical_unit("thousand metric tons of CO2 equivalent")[0]
        Physical(dimension='mass', power=9)
        >>> physical_unit("% of population")
        (None, None)
    """
    words = _SPLIT.findall(unit.lower())
    if not words or "%" in unit:
        return None, None
    scale = _SCALES.get(words[0], 0)
    top = _read(words, 1 if scale else 0)
    above = Physical(top[0].dimension, top[0].power + scale) if top else None
    below = _read(words, words.index("per") + 1) if "per" in words else None
    return above, below[0] if below else None


def physical_phrases(unit: str) -> tuple[tuple[str, ...], ...]:
    """Return the words of all units that differ from this one by a power of ten only."""
    above, _ = physical_unit(unit)
    if above is None:
        return ()
    words: list[tuple[str, ...]] = [
        (word,) for word, one in _WORDS.items() if one.dimension == above.dimension
    ]
    if above.dimension == "mass":
        words += [("metric", word) for word in ("ton", "tons", "tonne", "tonnes")]
    if above.dimension == "energy":
        words += [(word, "hours") for word in _HOURS]
    return tuple(words)


def physical_factor(number: Chunk, unit: str, chunks: Sequence[Chunk]) -> Fraction | None:
    """Return what a value in the unit is multiplied by to be in the unit written after the number.

    One where no physical unit is written; None where the one that is written measures something else.
    """
    words = _words_after(number, chunks)
    above, below = physical_unit(unit)
    written = _read(words, 0)
    power = 0
    if written is not None:
        if above is None or written[0].dimension != above.dimension:
            return None
        power = above.power - written[0].power
    under = _read(words, words.index("per") + 1) if "per" in words else None
    if under is not None:
        if below is None or below.dimension != under[0].dimension:
            return None
        power += under[0].power - below.power
    return Fraction(10) ** power


def _words_after(number: Chunk, chunks: Sequence[Chunk]) -> list[str]:
    words: list[str] = []
    for chunk in chunks:
        if chunk.start <= number.start:
            continue
        if chunk.kind in _STOPS or (chunk.kind == "preposition" and chunk.key != "of"):
            break
        words += _SPLIT.findall(chunk.key.replace("²", "2").replace("³", "3"))
    return words
