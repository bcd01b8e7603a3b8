"""Folding keeps every offset; what hides or deceives is found."""

import pytest

from tieout.checking.text import Unsafe, find_unsafe, fold


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("plain", "plain"),
        ("41\u00a0262\u202f329\u2009x\u3000y", "41 262 329 x y"),
        ("people’s “word”", 'people\'s "word"'),
        ("a‐b‑c", "a-b-c"),
        ("a‒b―c", "a–b—c"),
        ("−2 – 3 — 4", "−2 – 3 — 4"),
        ("ＵＳ＄５％", "US$５%"),
        ("CO₂ and PM₂.₅", "CO2 and PM2.5"),
        ("5₂ x₂", "5₂ x2"),
        ("10⁷ m²", "10⁷ m²"),
        ("2½", "2½"),
        ("µg", "μg"),
        ("1⁄4", "1/4"),
        ("a\u2028b\x85c", "a\nb\nc"),
        ("Côte d’Ivoire", "Côte d'Ivoire"),
        ("ﬁ①٤", "ﬁ①٤"),
    ],
)
def test_look_alikes_fold_one_to_one(text: str, folded: str) -> None:
    """Each character becomes its plain form or stays; the length never changes."""
    assert fold(text) == folded
    assert len(fold(text)) == len(text)


@pytest.mark.parametrize(
    ("text", "start", "reason"),
    [
        ("41\u200b million", 2, "an invisible character"),
        ("41\u00ad million", 2, "an invisible character"),
        ("\ufeff41", 0, "an invisible character"),
        (" \u3164 ", 1, "an invisible character"),
        ("a\ufe0fb", 1, "an invisible character"),
        ("a\U000e0100b", 1, "an invisible character"),
        ("41\u202e92", 2, "a character that turns the direction of the text"),
        ("41\x0092", 2, "a control character"),
        ("41\x7f", 2, "a control character"),
        ("a\x9fb", 1, "a control character"),
        ("\ud800", 0, "half of a broken character"),
        ("\ue000", 0, "a private character"),
        ("\u0378", 0, "an unassigned character"),
        ("5\u20dd", 1, "a mark drawn over another character"),
        ("5\u0338", 1, "a mark drawn over another character"),
        ("4١", 1, "a digit that is not one of 0 to 9"),
        ("①", 0, "a digit that is not one of 0 to 9"),
        ("Кenya", 0, "letters of two alphabets in one word"),
        ("Chinа", 0, "letters of two alphabets in one word"),
    ],
)
def test_what_a_reader_cannot_see_is_found(text: str, start: int, reason: str) -> None:
    """One finding, at its place, with a reason a person understands."""
    (found,) = find_unsafe(text)
    assert (found.start, found.reason) == (start, reason)
    assert text[found.start : found.end] == found.text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "plain\ttext\nhere",
        "Côte d’Ivoire",
        "Co\u0302te",
        "µg/m³ and μg",
        "½ 10⁷ CO₂ 5 °C",
        "Türkiye – €5",
        "🌍",
        "a\x85b",
    ],
)
def test_honest_text_is_safe(text: str) -> None:
    """Accents, units, currency signs, typographic dashes and emoji are no reason to hold an answer."""
    assert find_unsafe(text) == ()


def test_findings_stand_in_order() -> None:
    """Control characters, marks and mixed words are sorted by where they stand."""
    assert [found.start for found in find_unsafe("Кenya \u200b\x01")] == [0, 6, 7]
    assert find_unsafe("\x01") == (Unsafe(start=0, end=1, text="\x01", reason="a control character"),)
