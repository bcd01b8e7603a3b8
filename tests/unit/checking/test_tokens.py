"""Tokens: what a word, a number, a code and a sign are."""

import pytest

from tieout.checking.tokens import TokenKind, key_of, tokenize

NUMBER, WORD, CODE, SYMBOL = TokenKind.NUMBER, TokenKind.WORD, TokenKind.CODE, TokenKind.SYMBOL
CURRENCY, SCIENTIFIC = TokenKind.CURRENCY, TokenKind.SCIENTIFIC


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("", []),
        ("   ", []),
        ("Second-highest", ["second", "highest"]),
        ("under-5s", ["under", "5", "s"]),
        ("a 5-year plan", ["a", "5", "year", "plan"]),
        ("2000-2024 and -5", ["2000", "-", "2024", "and", "-", "5"]),
        ("word - word", ["word", "-", "word"]),
        ("Kenya's people's", ["kenya", "'s", "people", "'s"]),
        ("countries' don't d'Ivoire", ["countries", "'", "don't", "d'ivoire"]),
        ("the U.S. and U.S.A", ["the", "u.s.", "and", "u.s.a."]),
        ("Türkiye, Côte, Co\u0302te", ["turkiye", ",", "cote", ",", "cote"]),
        ("**bold** _it_ 5 * 3", ["bold", "_", "it", "_", "5", "*", "3"]),
        ("1,234.5 7,8 1'000", ["1,234.5", "7,8", "1'000"]),
        ("end 5. Next", ["end", "5", ".", "next"]),
        ("41.3m $.5 (.5)", ["41.3", "m", "$", ".5", "(", ".5", ")"]),
        ("km² 2½ 10⁷", ["km²", "2", "½", "10", "⁷"]),
        ("x\u200by", ["x", "\u200b", "y"]),
    ],
)
def test_a_text_is_cut_into_keys(text: str, keys: list[str]) -> None:
    """Words in lower case without accents, hyphens between words dropped, signs one by one."""
    assert [token.key for token in tokenize(text)] == keys


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("5 people %", [NUMBER, WORD, SYMBOL]),
        ("US$5 U.S. $5 €5 USD5 XY$5 GH₵5", [CURRENCY, NUMBER] * 6),
        ("USD 5", [WORD, NUMBER]),
        ("G7 PM2.5 SP.POP.TOTL Q3 e3", [CODE] * 5),
        ("1e6 8.3x10^7 8.3 × 10⁷ 2E-4", [SCIENTIFIC] * 4),
        ("1e6x", [NUMBER, CODE]),
    ],
)
def test_a_token_has_a_kind(text: str, kinds: list[TokenKind]) -> None:
    """Numbers, money signs, codes and powers are told apart from words."""
    assert [token.kind for token in tokenize(text)] == kinds


def test_offsets_slice_the_text() -> None:
    """A token's start and end give what stands there, case and accents kept."""
    text = "  Côte d'Ivoire’s  41,262 – "
    assert [text[token.start : token.end] for token in tokenize(text)] == [
        "Côte",
        "d'Ivoire",
        "’",
        "s",
        "41,262",
        "–",
    ]


def test_a_key_is_never_empty() -> None:
    """A mark that stands alone keeps itself as its key."""
    assert key_of("\u0301") == "\u0301"
    assert key_of("ŁÓDŹ") == "łodz"
