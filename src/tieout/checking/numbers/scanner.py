"""One pass over the tokens of a text: every number is read, named or refused."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Final

from tieout.checking.mention import Mention, NumberKind
from tieout.checking.numbers import dates, periods, shares
from tieout.checking.numbers.codes import is_named, read_code, read_named
from tieout.checking.numbers.cursor import Cursor, Draft
from tieout.checking.numbers.dates import DATE_STARTERS
from tieout.checking.numbers.digits import LONGEST, read_digits, read_scientific
from tieout.checking.numbers.neighbours import link
from tieout.checking.numbers.signs import may_lead, read_before
from tieout.checking.numbers.touching import take_glued
from tieout.checking.numbers.units import read_after, read_unit
from tieout.checking.numbers.vocabulary import (
    DECADES,
    LARGE_ORDINALS,
    MULTIPLES,
    ORDINAL_ENDINGS,
    RANK_NOUNS,
    SCALE_WORDS,
    SMALL,
    SMALL_ORDINALS,
    TENS,
    TENS_ORDINALS,
    VAGUE,
    VULGAR,
)
from tieout.checking.numbers.words import ARTICLES, Words, read_part_after_and, read_words
from tieout.checking.sentences import list_markers
from tieout.checking.text import fold
from tieout.checking.tokens import Token, TokenKind, tokenize

_SAYS_MORE = SCALE_WORDS | {"times"}
_FOLDS = frozenset({"hundred", "thousand"})
_STOPS = frozenset({".", "!", "?", ":"})
_SYMBOL = TokenKind.SYMBOL
_WORD = TokenKind.WORD
_NUMBER = TokenKind.NUMBER


def scan(text: str) -> tuple[Mention, ...]:
    """Return every number of a text in order, without overlap.

    Args:
        text: The answer as written; offsets count its code points.

    Examples:
        >>> [(mention.text, str(mention.value)) for mention in scan("It fell by 2.1 per cent to US$1.2tn.")]
        [('2.1 per cent', '21/10'), ('US$1.2tn', '1200000000000')]
    """
    folded = fold(text)
    return scan_tokens(tokenize(folded), folded, text)


def scan_tokens(tokens: Sequence[Token], folded: str, text: str | None = None) -> tuple[Mention, ...]:
    """Return every number of a text whose tokens are at hand.

    Args:
        tokens: The tokens of the folded text, all of them.
        folded: The text after `fold`.
        text: The answer as written, for `Mention.text`; the folded text if it is left out.
    """
    cursor = Cursor(tokens, folded, list_markers(folded))
    drafts: list[Draft] = []
    place = 0
    for index, token in enumerate(tokens):
        if index < place:
            continue
        kind = token.kind
        if kind is _SYMBOL or (kind is _WORD and token.key not in _STARTERS and token.key.isascii()):
            continue
        draft = _read(cursor, index, token)
        if draft is not None:
            drafts.append(draft)
            place = cursor.used = draft.after
    link(cursor, drafts)
    written = folded if text is None else text
    return tuple(draft.mention(tokens, written) for draft in drafts)


def _read(cursor: Cursor, index: int, token: Token) -> Draft | None:
    if token.kind is _WORD:
        starter = _STARTERS.get(token.key)
        if starter is not None:
            return starter(cursor, index)
        return _read_vulgar(cursor, index, Fraction(0), index)
    if token.kind is TokenKind.CODE:
        return read_code(cursor, index)
    if token.kind is TokenKind.CURRENCY:
        return None
    return _read_digits(cursor, index)


def _read_digits(cursor: Cursor, index: int) -> Draft:
    """Read a number that starts with digits."""
    token = cursor.tokens[index]
    if token.start in cursor.markers:
        return Draft(first=index, after=index + 1).name()
    if is_named(cursor, index):
        return read_named(cursor, index)
    period = _read_period(cursor, index) or periods.read_short_decade(cursor, index)
    if period is not None:
        return period
    months = dates.read_months(cursor, index)
    if months is not None:
        return months
    slash = shares.read_slash(cursor, index)
    if slash is not None:
        return _finish(cursor, slash)
    draft, written = Draft(first=index, after=index + 1), token.key
    if token.kind is _NUMBER:
        written, draft.after = _spaced_groups(cursor, index, written)
        digits = read_digits(written)
    else:
        digits = read_scientific(written)
    if isinstance(digits, str):
        return _finish(cursor, draft.refuse(digits))
    draft.value, draft.step, draft.zeros, draft.grouped, draft.whole = digits
    ending = cursor.key(draft.after)
    if ending in ORDINAL_ENDINGS and cursor.gap(draft.after) == "" and digits.whole and not digits.grouped:
        return _ordinal_digits(cursor, draft)
    if digits.whole:
        mixed = _read_mixed(cursor, draft)
        if mixed is not None:
            return mixed
        day = dates.read_day(cursor, index, draft.after, int(digits.value))
        if day is not None:
            return day
        draft = _rank_number(cursor, draft)
    return draft if draft.kind is NumberKind.ORDINAL else _finish(cursor, draft)


def _read_period(cursor: Cursor, index: int) -> Draft | None:
    year = periods.year_at(cursor, index)
    if year is None:
        return None
    if not may_lead(cursor, index) or cursor.gap(index) not in {"", " "}:
        return periods.read_year(cursor, index, year)
    before = cursor.tokens[index - 1]
    if before.kind is TokenKind.CURRENCY or (before.key in {"-", "−", "+", "±"} and cursor.gap(index) == ""):
        return None
    probe = read_before(cursor, Draft(first=index, after=index + 1, value=Fraction(1)))
    if probe.currency is not None or probe.sign or probe.reason:
        return None
    period = periods.read_year(cursor, index, year)
    if period is not None:
        period.first, period.bound = probe.first, probe.bound
    return period


def _spaced_groups(cursor: Cursor, index: int, written: str) -> tuple[str, int]:
    """Join "19 300 315": one to three digits, then groups of exactly three after one space each."""
    after = index + 1
    if len(written) > 3 or not written.isdigit():
        return written, after
    joined = written
    while cursor.kind(after) is _NUMBER:
        previous, token = cursor.tokens[after - 1], cursor.tokens[after]
        whole, _, decimals = token.key.partition(".")
        if (
            len(joined) > LONGEST
            or token.start - previous.end != 1
            or cursor.text[previous.end] != " "
            or len(whole) != 3
        ):
            break
        if not whole.isdigit() or (decimals and not decimals.isdigit()):
            break
        joined, after = f"{joined} {token.key}", after + 1
        if "." in token.key:
            break
    return joined, after


def _ordinal_digits(cursor: Cursor, draft: Draft) -> Draft:
    draft.kind, draft.after, draft.zeros = NumberKind.ORDINAL, draft.after + 1, 0
    if cursor.key(draft.after) in {"century", "centuries"} and cursor.joined(draft.after):
        draft.after += 1
        return draft.name()
    number = int(draft.value or 0)
    part = dates.read_part_of_year(cursor, draft.first, number, draft.after)
    return part or dates.read_day(cursor, draft.first, draft.after, number) or draft


def _rank_number(cursor: Cursor, draft: Draft) -> Draft:
    """Make "No. 3", "number three" and "#3" a place in an order; "No. 3 million ..." starts with a no."""
    before = draft.first - 1
    if cursor.key(before) == "." and cursor.gap(before) == "":
        before -= 1
    if (
        before < cursor.used
        or cursor.key(before) not in RANK_NOUNS
        or cursor.gap(draft.first) not in {"", " "}
    ):
        return draft
    starts = before == 0 or cursor.key(before - 1) in _STOPS or "\n" in cursor.gap(before)
    is_answer = cursor.written(before) == "No" and starts
    says_more = cursor.joined(draft.after) and (
        cursor.key(draft.after) in _SAYS_MORE or read_unit(cursor, draft.after) is not None
    )
    if (
        is_answer
        or says_more
        or draft.grouped
        or (cursor.written(before) == "no" and before == draft.first - 1)
    ):
        return draft
    draft.kind, draft.first, draft.zeros = NumberKind.ORDINAL, before, 0
    return draft


def _read_mixed(cursor: Cursor, draft: Draft) -> Draft | None:
    """Read on in "2½", "5 1/2" and "2 and a half"."""
    place = draft.after
    value = draft.value or Fraction(0)
    if cursor.key(place) in VULGAR and cursor.gap(place) in {"", " "}:
        return _read_vulgar(cursor, draft.first, value, place)
    part: tuple[Fraction, int] | None = read_part_after_and(cursor, place)
    if part is None and cursor.kind(place) is _NUMBER and cursor.gap(place) == " ":
        slash = shares.read_slash(cursor, place)
        if slash is not None and slash.value is not None:
            part = (slash.value, slash.after)
    if part is None:
        return None
    draft.value, draft.after, draft.step = value + part[0], part[1], Fraction(1, 10)
    draft.whole, draft.zeros = False, 0
    return _finish(cursor, draft)


def _read_vulgar(cursor: Cursor, first: int, whole: Fraction, place: int) -> Draft | None:
    part = VULGAR.get(cursor.key(place))
    if part is None:
        return None
    draft = Draft(first=first, after=place + 1, whole=False, value=whole + part, step=Fraction(1, 10))
    if not whole:
        draft.step = part / 10
    draft = _finish(cursor, draft)
    if not whole and draft.bare:
        draft.kind, draft.step = NumberKind.FRACTION, Fraction(0)
    return draft


def _finish(cursor: Cursor, draft: Draft, *, scaled: bool = False) -> Draft:
    """Read what belongs to a number before and after it, then what it is a part or a base of."""
    denominator = shares.is_denominator(cursor, draft)
    draft = read_before(cursor, draft)
    if draft.kind is NumberKind.FRACTION:
        return take_glued(cursor, draft)
    draft = read_after(cursor, draft, scaled=scaled)
    if denominator:
        return shares.take_denominator(cursor, draft)
    return shares.read_share(cursor, draft)


def _read_number_word(cursor: Cursor, index: int) -> Draft | None:
    """Read a number that starts with a number word, an article or an ordinal."""
    months = dates.read_months(cursor, index)
    if months is not None:
        return months
    fraction = shares.read_fraction(cursor, index)
    if fraction is not None:
        return _finish(cursor, fraction) if fraction.kind is NumberKind.PLAIN else fraction
    if cursor.key(index) in ARTICLES:
        one = _read_one_unit(cursor, index)
        if one is not None:
            return one
    words = read_words(cursor, index)
    if words is None:
        return None
    if isinstance(words, str):
        after = index + 1
        while cursor.key(after) in SCALE_WORDS or cursor.key(after) in SMALL or cursor.key(after) in TENS:
            after += 1
        return Draft(first=index, after=after, words=True).refuse(words)
    if words.ordinal:
        return _ordinal(cursor, index, words)
    draft = Draft(first=index, after=words.after, words=True, value=words.value, step=words.step)
    draft.whole = words.value.denominator == 1 and words.scale == 1
    draft.scale = words.scale
    if draft.whole and _rank_number(cursor, draft).kind is NumberKind.ORDINAL:
        return draft
    return _finish(cursor, draft, scaled=words.scale > 1)


def _read_one_unit(cursor: Cursor, index: int) -> Draft | None:
    """Read "a percent" and "a percentage point" as one of them."""
    if read_unit(cursor, index + 1) is None or cursor.gap(index + 1) != " " or cursor.key(index + 1) == "%":
        return None
    draft = Draft(first=index, after=index + 1, words=True, value=Fraction(1), step=Fraction(1))
    return _finish(cursor, draft)


def _ordinal(cursor: Cursor, index: int, words: Words) -> Draft:
    part = dates.part_of_ordinal(cursor, index)
    if part is not None:
        return part
    draft = Draft(first=index, after=words.after, words=True, kind=NumberKind.ORDINAL, value=words.value)
    draft.step = Fraction(1)
    following = cursor.key(words.after)
    if cursor.joined(words.after) and (following in {"century", "centuries"} or (following == "half")):
        draft.after += 1
        return draft.name()
    return draft


def _read_scale_word(cursor: Cursor, index: int) -> Draft:
    """Read "per million"; refuse "millions of people" and a scale word that has lost its number."""
    if cursor.key(index + 1) == "fold" and cursor.joined(index + 1) and cursor.key(index) in _FOLDS:
        draft = Draft(first=index, after=index + 2, words=True, kind=NumberKind.MULTIPLE)
        draft.value = MULTIPLES[f"{cursor.key(index)}fold"]
        return draft
    denominator = shares.denominator_scale(cursor, index)
    if denominator is not None:
        return shares.take_denominator(cursor, denominator)
    return Draft(first=index, after=index + 1, words=True).refuse("a scale word without its number")


def _read_vague(cursor: Cursor, index: int) -> Draft | None:
    if not cursor.follows(index + 1, "of"):
        return None
    return Draft(first=index, after=index + 1, words=True).refuse("a number that is not said")


def _read_decade(cursor: Cursor, index: int) -> Draft | None:
    return periods.read_decade_word(cursor, index)


_STARTERS: Final[dict[str, Callable[[Cursor, int], Draft | None]]] = {
    **dict.fromkeys([*SCALE_WORDS, "hundred"], _read_scale_word),
    **dict.fromkeys(VAGUE, _read_vague),
    **dict.fromkeys(
        [*ARTICLES, *SMALL, *TENS, *SMALL_ORDINALS, *TENS_ORDINALS, *LARGE_ORDINALS], _read_number_word
    ),
    "half": _read_number_word,
    "dozen": _read_scale_word,
    **dict.fromkeys(DECADES, _read_decade),
    **DATE_STARTERS,
    **dict.fromkeys(MULTIPLES, shares.read_multiple),
}
