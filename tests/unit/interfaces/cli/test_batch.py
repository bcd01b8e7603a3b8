"""A batch is read line by line, and no line can take all the memory."""

from __future__ import annotations

from io import BytesIO

import pytest

from tieout.interfaces.cli.batch import lines_of


@pytest.mark.parametrize(
    ("data", "lines"),
    [
        (b"", []),
        (b"a\n\n \r\nb", [b"a\n", b"b"]),
        (b"1234567\nb\n", [b"1234567\n", b"b\n"]),
        (b"12345678\nb\n", [None, b"b\n"]),
        (b"1234567890" * 1_000 + b"\nb", [None, b"b"]),
        (b"b\n" + b"1234567890" * 1_000, [b"b\n", None]),
    ],
)
def test_a_line_that_is_too_long_is_passed_over(data: bytes, lines: list[bytes | None]) -> None:
    """It is told as None in its place, and the next line is whole."""
    assert list(lines_of(BytesIO(data), longest=8)) == lines
