"""A number as it is written in an answer: where it stands, what it says, and how exactly it says it.

How to use it (the claim reader builds on this)::

    folded = fold(answer)                    # tieout.checking.text: same length, same offsets
    tokens = tokenize(folded)                # tieout.checking.tokens
    mentions = scan_tokens(tokens, folded)   # tieout.checking.numbers; or simply scan(answer)
    fit = fits(true_value, mention, Bound.MORE)   # tieout.checking.rounding

Mentions come in the order of the text and never overlap. Every digit and every number word of the text lies
inside one mention, so a digit outside a mention does not exist: what the reader may not use is covered by
kind IDENTIFIER (a code, a list marker, a base year inside a unit) or UNREADABLE (the answer must be held as
``unreadable_number``). An IDENTIFIER is not an approval: it is no quantity, and the words around it must
still be known to the reader ("PM2.5", "COVID-19").

What the scanner leaves to the reader:

* YEAR means *year-shaped*: a bare whole number from 1800 to 2100 with no grouping, decimals, sign, unit,
  scale or currency. "2017 hospital beds" is YEAR here; whether a noun of quantity follows is for the reader
  (rule 9: then it is a quantity, and no row of 2017 supports it).
* Words of bound and hedge ("more than", "about") stand outside the mention; only signs glued to the number
  (``~ ≈ < > ≤ ≥``, a closing ``+``) are inside and set ``bound``.
* "points" alone ("a gap of 5.7 points") stays outside and the kind is PLAIN; "percentage points" is inside
  and POINTS.
* "first", "one", "second", "half", "quarter" are reported even where they are no number ("the one in the
  north"): a longer phrase of the reader may cover them.
"""

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction


class NumberKind(StrEnum):
    """What sort of number it is; ``value`` is in the unit that is written, given here for each kind."""

    PLAIN = "plain"
    """A count or amount without a unit that the scanner knows: "41,262,329", "41.3 million", "forty-one",
    "64.7"."""
    PERCENT = "percent"
    """Percent as written: 37.15 for "37.15%", "37.15 per cent", 41 for "forty-one percent", 0.5 for "half a
    percent"."""
    POINTS = "points"
    """Percentage points: 2.1 for "2.1 percentage points", "2.1 pp", "2.1-percentage-point"."""
    BASIS_POINTS = "basis_points"
    """Hundredths of a percentage point, as written: 25 for "25 basis points", "25 bps"."""
    CURRENCY = "currency"
    """An amount in the major unit after scale: 1200000000000 for "US$1.2tn", 0.41 for "41 cents"."""
    MULTIPLE = "multiple"
    """A ratio of two values: 12.9 for "12.9 times", 3 for "3x" and "threefold", 2 for "doubled", 1/2 for
    "halved"."""
    FRACTION = "fraction"
    """A part of one: 2/3 for "two-thirds", 1/5 for "1 in 5" and "one person in five" (``parts`` is then (1,
    5))."""
    RATIO = "ratio"
    """37 for "37 to 1" and "37:1", then ``parts`` is (37, 1); 2.5 for "2.5 to 1", without parts."""
    PER_N = "per_n"
    """The denominator of a rate, "per 1,000", "per million", "for every 100": value 1000. The rate itself
    is its own mention."""
    ORDINAL = "ordinal"
    """A place in an order: "first", "3rd", "one hundred and first", "No. 3", "#3". Also "third" in
    "third-highest"."""
    YEAR = "year"
    """Year-shaped, see the module text. ``years`` is (2020,), ``value`` 2020."""
    YEAR_RANGE = "year_range"
    """"2000–2024", "2012-13", "2019/20": ``years`` is (first, last). "from 2015 to 2020" is two YEAR
    mentions."""
    DECADE = "decade"
    """"the 1990s", "1990s", "the nineties": ``years`` is (1990, 1999)."""
    QUARTER = "quarter"
    """"Q3 2024", "2024-Q3", "the third quarter of 2024", "the three months to September 2024": ``period``
    "2024-Q3"; also "H1 2024" and "week 7 of 2024". "Q3" without a year: ``undated`` "Q3" and no years."""
    MONTH = "month"
    """"July 2024", "15 July 2024", "2024-07-15": ``period`` "2024-07" or "2024-07-15"; "July 15": ``undated``
    "07-15" and no years."""
    IDENTIFIER = "identifier"
    """Digits that are no quantity: codes, names, list markers, base years inside a unit, page numbers."""
    UNREADABLE = "unreadable"
    """Cannot be read without guessing (rule 10); ``reason`` says why and ``value`` is None."""


class Bound(StrEnum):
    """What the words or signs before a number say about the side of the true value (rules 6 and 7)."""

    NONE = "none"
    """The number stands by itself."""
    ABOUT = "about"
    """about, around, roughly, some, approximately, ``~``, ``≈``."""
    MORE = "more"
    """more than, over, above, exceeded, ``>``: the true value is greater."""
    AT_LEAST = "at_least"
    """at least, or more, a closing ``+``, ``≥``."""
    LESS = "less"
    """less than, fewer than, under, below, ``<``: the true value is smaller."""
    AT_MOST = "at_most"
    """at most, up to, or less, ``≤``."""
    NEARLY = "nearly"
    """nearly, almost, just under, close to from below: smaller, by at most 5% (10% before a fraction or
    multiple)."""
    JUST_OVER = "just_over"
    """just over, slightly more than, a little over: greater, by at most 5% (10% before a fraction or
    multiple)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mention:
    """One number as written. All arithmetic is exact; nothing here ever was a float.

    Attributes:
        start: First code point in the answer.
        end: Code point after the last; ``answer[start:end] == text`` always.
        text: The written text with its sign, currency, scale and percent word: "US$1.2tn", "37.15 per cent".
        kind: See NumberKind, which also gives the unit of ``value``.
        value: Exact value in that unit, sign and scale applied; None for IDENTIFIER, UNREADABLE and every
            period but a YEAR.
        step: One unit of the last digit written, after scale: 1/100 for "37.15%", 100000 for "41.3
            million", 1 for "64,000" and "forty-one". 0 where the words name an exact ratio ("a third",
            "doubled", "1 in 5").
        sign: "-", "+" or "" as written; "minus" and "negative" count as "-".
        currency: ISO code ("USD", "EUR"), "INT" for international dollars, or an open marker ending in "?"
            where the text does not say which: "USD?" for "$" and "dollars" alone, "GBP?" for "pounds" alone
            (money or weight), "MXN?" and the like for peso, franc, rupee, krona... None where no currency
            is written.
        scale: What the scale words multiply by (1000000 for million, 10**12 for lakh crore); 1 without any.
        words: Written in words ("forty-one", "a third", "doubled"); "41.3 million" is not.
        zeros: How many zeros end a whole number or amount of money in digits without a scale word (3 for
            "64,000"), which "about" turns into rounding; else 0.
        per: 1000 for "‰"; otherwise None.
        years: The years named, see NumberKind.
        period: "2024-Q3", "2024-07", "2024-07-15", "2024" for a year; "" where none or incomplete.
        undated: "Q3", "07", "07-14" where the year of it is not written beside it; else "".
        weekday: The day of the week that an undated day is said to be, Monday 0.
        parts: The two whole numbers of "1 in 5" (1, 5) or "37 to 1" (37, 1).
        bound: Bound said by a sign that belongs to the number; words are the reader's.
        inherited: Unit, scale or currency were taken from a neighbour: "7.1" in "7.1–7.6%", "2" in "between
            2 and 3 million".
        reason: For UNREADABLE, one phrase for a data editor ("a decimal comma"); else "".
    """

    start: int
    end: int
    text: str
    kind: NumberKind
    value: Fraction | None = None
    step: Fraction = Fraction(0)
    sign: str = ""
    currency: str | None = None
    scale: int = 1
    words: bool = False
    zeros: int = 0
    per: int | None = None
    years: tuple[int, ...] = ()
    period: str = ""
    undated: str = ""
    weekday: int | None = None
    parts: tuple[int, int] | None = None
    bound: Bound = Bound.NONE
    inherited: bool = False
    reason: str = ""

    @property
    def is_quantity(self) -> bool:
        """True for the kinds that need a fact.

        Years and other periods, ordinals, identifiers, denominators and the unreadable are none.

        Examples:
            >>> Mention(start=0, end=1, text="5", kind=NumberKind.PLAIN, value=Fraction(5)).is_quantity
            True
        """
        return self.kind in _QUANTITIES

    @property
    def is_period(self) -> bool:
        """True for the kinds that name a time: year, range, decade, quarter, month."""
        return self.kind in _PERIODS


_QUANTITIES = frozenset(
    {
        NumberKind.PLAIN,
        NumberKind.PERCENT,
        NumberKind.POINTS,
        NumberKind.BASIS_POINTS,
        NumberKind.CURRENCY,
        NumberKind.MULTIPLE,
        NumberKind.FRACTION,
        NumberKind.RATIO,
    }
)
_PERIODS = frozenset(
    {NumberKind.YEAR, NumberKind.YEAR_RANGE, NumberKind.DECADE, NumberKind.QUARTER, NumberKind.MONTH}
)
