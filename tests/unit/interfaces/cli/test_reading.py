"""Files and JSON are read strictly, within bounds, and what is wrong is said in one sentence."""

from __future__ import annotations

from pathlib import Path

import pytest

from tieout.errors import UsageError
from tieout.interfaces.cli.reading import parse_json, read_rows, read_text


def test_text_is_utf8_with_or_without_a_byte_order_mark(tmp_path: Path) -> None:
    """The mark is no part of the text."""
    file = tmp_path / "text"
    file.write_bytes("\ufeffCôte d’Ivoire".encode())
    assert read_text(str(file)) == "Côte d’Ivoire"


def test_other_encodings_are_refused_with_the_place(tmp_path: Path) -> None:
    """Latin-1 is not guessed."""
    file = tmp_path / "text"
    file.write_bytes("Côte".encode("latin-1"))
    with pytest.raises(UsageError, match=r"not UTF-8 text \(byte 2\)"):
        read_text(str(file))


def test_a_file_too_long_is_cut_or_refused(tmp_path: Path) -> None:
    """A cut may fall inside a character, which is then left out."""
    file = tmp_path / "text"
    file.write_text("éé" * 10, encoding="utf-8")
    assert read_text(str(file), at_most=5, cut=True) == "éé"
    with pytest.raises(UsageError, match="larger than"):
        read_text(str(file), at_most=5)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{", "line 1, column 2"),
        ('{"a": 1, "a": 2}', "key 'a' stands twice"),
        ("[NaN]", "NaN is no JSON number"),
        ("[-Infinity]", "-Infinity is no JSON number"),
        ("[" * 100_000, "nested too deeply"),
        ("1 2", "Extra data"),
        ("", "Expecting value"),
    ],
)
def test_json_is_strict(text: str, words: str) -> None:
    """What Python's reader lets pass is refused too."""
    with pytest.raises(UsageError, match=words):
        parse_json(text, "rows.json")


def test_rows_are_an_array_or_lines(tmp_path: Path) -> None:
    """A line separator inside a string is no end of line."""
    file = tmp_path / "rows"
    file.write_text(' [{"a": 1}, {"a": 2}]', encoding="utf-8")
    assert read_rows(str(file)) == [{"a": 1}, {"a": 2}]
    file.write_text('{"a": "\u2028"}\r\n\n{"a": 2}\n', encoding="utf-8")
    assert read_rows(str(file)) == [{"a": "\u2028"}, {"a": 2}]
    file.write_text('{"a": 1}\n{', encoding="utf-8")
    with pytest.raises(UsageError, match="line 2"):
        read_rows(str(file))


def test_the_empty_name_is_no_file() -> None:
    """Nor is one that no file system can hold."""
    for name in ("", "a\0b", "x" * 5_000):
        with pytest.raises(UsageError):
            read_text(name)
