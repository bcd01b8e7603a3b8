"""A number written in any form is read as that number; any text is read without an exception."""

from decimal import Decimal
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from tieout.checking.mention import NumberKind
from tieout.checking.numbers import scan
from tieout.checking.rounding import Fit, fits
from tieout.checking.sentences import split_sentences
from tieout.checking.text import find_unsafe, fold
from tieout.checking.tokens import tokenize

ONES = "zero one two three four five six seven eight nine ten eleven twelve thirteen".split()
ONES += "fourteen fifteen sixteen seventeen eighteen nineteen".split()
TENS = "_ _ twenty thirty forty fifty sixty seventy eighty ninety".split()
SCALES = {
    "million": 10**6,
    "m": 10**6,
    "bn": 10**9,
    "billion": 10**9,
    "tn": 10**12,
    "trillion": 10**12,
    "thousand": 1000,
}

whole = st.integers(0, 10**15)
decimals = st.decimals(0, 10**9, places=2, allow_nan=False, allow_infinity=False).map(
    lambda number: abs(number) + 0
)
places = st.integers(0, 4)


def in_words(number: int) -> str:
    """Write a whole number below 10**12 in words."""
    for size, name in ((10**9, "billion"), (10**6, "million"), (1000, "thousand")):
        if number >= size:
            rest = number % size
            joint = " and " if 0 < rest < 100 else " "
            return f"{in_words(number // size)} {name}" + (f"{joint}{in_words(rest)}" if rest else "")
    if number >= 100:
        rest = number % 100
        return f"{ONES[number // 100]} hundred" + (f" and {in_words(rest)}" if rest else "")
    if number >= 20:
        return TENS[number // 10] + (f"-{ONES[number % 10]}" if number % 10 else "")
    return ONES[number]


def read(text: str) -> tuple[Fraction | None, NumberKind]:
    """Return value and kind of the only mention in a text."""
    (mention,) = scan(f"It was {text} there.")
    return mention.value, mention.kind


@given(whole, st.sampled_from([",", " ", "'", "\u00a0", "\u202f", "\u2009"]))
def test_grouped_digits_are_read_back(number: int, mark: str) -> None:
    """Thousands set apart by any of the marks of rule 8 give the number."""
    assert read(f"{number:,}".replace(",", mark))[0] == number


@given(
    decimals,
    st.sampled_from(["%", " %", " percent", " per cent", " pct"]),
    st.sampled_from(["", "-", "−", "minus "]),
)
def test_percents_are_read_back(number: Decimal, word: str, sign: str) -> None:
    """Every way of writing percent and minus gives the same value, with the last digit as step."""
    (mention,) = scan(f"It was {sign}{number}{word}.")
    assert mention.kind is NumberKind.PERCENT
    assert mention.value == (-Fraction(number) if sign else Fraction(number))
    assert mention.step == Fraction(1, 100)


@given(
    st.decimals(0, 999, places=1),
    st.sampled_from(sorted(SCALES)),
    st.sampled_from(["", "US$", "€", "£", "USD "]),
)
def test_scaled_amounts_are_read_back(number: Decimal, scale: str, money: str) -> None:
    """Scale words and letters multiply; a currency before them changes the kind only."""
    gap = "" if scale in {"m", "bn", "tn"} else " "
    value, kind = read(f"{money}{abs(number)}{gap}{scale}")
    assert value == Fraction(abs(number)) * SCALES[scale]
    assert kind is (NumberKind.CURRENCY if money else NumberKind.PLAIN)


@given(st.integers(0, 10**12 - 1))
def test_number_words_are_read_back(number: int) -> None:
    """A cardinal in words below a trillion gives its value, in one mention."""
    assert read(in_words(number))[0] == number


@given(st.integers(1, 99), st.integers(2, 99))
def test_shares_are_read_back(top: int, bottom: int) -> None:
    """The words "out of every" of two whole numbers is their ratio where it is less than one."""
    found = scan(f"It was {top} out of every {bottom} seats.")
    if top < bottom:
        assert [mention.value for mention in found] == [Fraction(top, bottom)]
    else:
        assert [mention.kind for mention in found] == [NumberKind.PLAIN, NumberKind.PER_N]


@given(st.integers(1800, 2099), st.integers(1, 60), st.sampled_from(["–", "-", " – ", "—"]))
def test_year_ranges_are_read_back(first: int, length: int, dash: str) -> None:
    """Two four-digit years with a dash are a range of years, never a number and a sign."""
    last = min(first + length, 2100)
    (mention,) = scan(f"Over {first}{dash}{last} it rose.")
    assert (mention.kind, mention.years) == (NumberKind.YEAR_RANGE, (first, last))


@given(st.integers(-(10**12), 10**12), places)
def test_a_rounded_value_always_fits_what_is_written(number: int, shown: int) -> None:
    """What is rounded half up or half even to its last digit fits its true value exactly."""
    true = Fraction(number, 10**5)
    written = round(Decimal(number) / 10**5, shown)
    (mention,) = scan(f"It was {written:f}%.")
    assert fits(true, mention) is Fit.OK
    assert fits(true + 2 * mention.step, mention) is Fit.NO


NOISE = st.lists(
    st.sampled_from("0123456789.,'-–—−+%$€£/:()[]*_ \n\u00a0½⁷²٤abmntx×^~<>=|#")
    | st.sampled_from(
        [" million ", "bn ", " one ", " half ", " third", " a ", " hundred ", " and ", " in ", " out of "]
    )
    | st.sampled_from(
        [" per ", " to ", " percent ", " US", " dollars ", " Q3 ", " May ", "2020", " times ", " no. "]
    )
    | st.characters(),
    max_size=40,
).map("".join)


@given(NOISE)
def test_any_text_is_read_in_order_without_an_exception(text: str) -> None:
    """Whatever is handed in, offsets slice the answer, nothing overlaps, and every ASCII digit is covered."""
    folded = fold(text)
    assert len(folded) == len(text)
    covered: set[int] = set()
    end = 0
    for mention in scan(text):
        assert text[mention.start : mention.end] == mention.text
        assert end <= mention.start < mention.end
        end = mention.end
        covered.update(range(mention.start, mention.end))
        assert (mention.kind is NumberKind.UNREADABLE) == bool(mention.reason)
        assert mention.value is not None or mention.step == 0
    assert [
        place for place, character in enumerate(folded) if character.isdecimal() and place not in covered
    ] == []
    for token in tokenize(folded):
        assert token.start < token.end
        assert token.key
    for sentence in split_sentences(folded):
        assert folded[sentence.start : sentence.end].strip() == folded[sentence.start : sentence.end]
    for unsafe in find_unsafe(text):
        assert text[unsafe.start : unsafe.end] == unsafe.text


@given(NOISE)
def test_reading_does_not_depend_on_what_was_read_before(text: str) -> None:
    """Caches never change a result: the same text gives the same mentions."""
    assert scan(text) == scan(text)
