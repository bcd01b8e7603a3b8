"""Prices: the basis that a clause says, and whether a series is of it.

Current or constant, at market rates or at purchasing power, per head or not: what a series' own unit demands
must have been said, and what was said must be so.
"""

from fractions import Fraction

from tieout.checking.chunk import Chunk
from tieout.checking.clause import Clause
from tieout.checking.measure import Measure
from tieout.checking.mention import NumberKind

__all__ = ["agrees_in_prices", "said_basis"]

_MONEY = frozenset({"us$", "us", "dollars", "dollar", "prices", "international", "$", "price"})
_HEADS = frozenset("capita person head inhabitant resident citizen worker employed each apiece".split())
_DOLLARS = frozenset("$ dollar dollars us$ int$".split())
_FEMALE = frozenset({"female", "females", "women", "woman", "girls", "girl", "womens"})
_MALE = frozenset({"male", "males", "men", "man", "boys", "boy", "mens"})


def said_basis(clause: Clause) -> set[str]:
    """Return what a clause says of prices: current, constant, ppp, market, based (a base year)."""
    said = {
        chunk.readings["basis"]
        for chunk in clause
        if "basis" in chunk.readings and chunk.kind in ("basis", "ind", "label", "unit", "counted")
    }
    for chunk in clause.of("ind", "unit", "label", "counted", "basis"):
        words = set(chunk.key.split())
        if words & {"real", "constant"}:
            said.add("constant")
        if words & {"ppp", "purchasing"} or ("international" in words and words & _DOLLARS):
            said.add("ppp")
        if "nominal" in words or ("current" in words and words & _MONEY):
            said.add("current")
    if any(chunk.mention is not None and chunk.mention.currency == "INT" for chunk in clause.nums):
        said.add("ppp")
    if any(_base_years(chunk) for chunk in clause.of("ident")):
        said.add("based")
    return said - {"prices"}


def agrees_in_prices(clause: Clause, measure: Measure, *, carried: bool = False) -> bool:
    """True when sex, persons, price basis and base year are as said, and said where they must be.

    Args:
        clause: The clause.
        measure: The series.
        carried: "The figure" is of a series per head that was spoken of, which need not be said again.
    """
    keys = clause.words
    if measure.sex == "female" and not keys & _FEMALE:
        return False
    if measure.sex == "male" and not keys & _MALE:
        return False
    if measure.per_head and not keys & _HEADS and not carried:
        return False
    if not measure.per_head and measure.unit.currency is not None and keys & _HEADS:
        return False
    if not all(_per_fits(chunk, clause, measure) for chunk in clause.of("per")):
        return False
    said = said_basis(clause)
    basis = measure.unit.basis
    if not basis:
        return _without_prices(clause, measure, said)
    money = any(
        chunk.mention is not None and chunk.mention.kind is NumberKind.CURRENCY for chunk in clause.nums
    )
    if not measure.has_real_twin and not money and not said:
        return True
    if ("PPP" in basis) != ("ppp" in said):
        return False
    if "PPP" in basis and ("market" in said or clause.has("currency")):
        return False
    constant = "constant" in basis
    if constant and not said & {"constant", "based"}:
        return False
    if (constant and "current" in said) or (not constant and "constant" in said):
        return False
    years = {year for chunk in clause.of("ident") for year in _base_years(chunk)}
    return not years or measure.unit.base_year in years


def _without_prices(clause: Clause, measure: Measure, said: set[str]) -> bool:
    """True where no basis is said of values that are no money, but for one that the label has.

    "at $3.00 a day (2021 PPP)": the line of a poverty rate is in prices, the rate is not.
    """
    if "ppp" in measure.words:
        years = {str(year) for chunk in clause.of("ident") for year in _base_years(chunk)}
        if not years <= measure.words:
            return False
    said = said - (measure.words & {"ppp"})
    real = measure.growth or bool({"constant", "real"} & measure.words)
    return not said & {"ppp", "market", "current"} and ("constant" not in said or real)


def _per_fits(chunk: Chunk, clause: Clause, measure: Measure) -> bool:
    """True where "per 1,000" is the own rate; another power of ten only after the number it scales."""
    value = chunk.mention.value if chunk.mention is not None else None
    if value is None or measure.unit.per is None:
        return False
    own = Fraction(measure.unit.per)
    if value == own:
        return True
    scaled = any(number.start < chunk.start for number in clause.nums) and not measure.unit.is_percent
    ratio = value / own
    return scaled and str(ratio.numerator).strip("0") == "1" and str(ratio.denominator).strip("0") == "1"


def _base_years(chunk: Chunk) -> tuple[int, ...]:
    digits = "".join(letter for letter in chunk.key if letter.isdigit())
    return (int(digits),) if len(digits) == 4 else ()
