"""What a person hands to a command: files, standard input and JSON, read strictly and within bounds."""

from __future__ import annotations

import codecs
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

from tieout.errors import UsageError

__all__ = ["LONGEST_FILE", "open_bytes", "parse_json", "read_rows", "read_text"]

LONGEST_FILE = 256 * 1024 * 1024
"""Bytes of one file that are read whole; evidence is never larger."""

STANDARD_INPUT = "-"


def open_bytes(name: str) -> BinaryIO:
    """Open a file for reading bytes; ``-`` is standard input, which the caller must not close.

    Raises:
        UsageError: There is no such file, or it cannot be read.
    """
    if name == STANDARD_INPUT:
        return sys.stdin.buffer
    try:
        path = Path(name)
        if path.is_dir():
            raise UsageError(f"{name} is a folder; name a file.")
        return path.open("rb")
    except (OSError, ValueError) as error:
        raise UsageError(f"{name} cannot be read: {_reason(error)}.") from error


def read_text(name: str, *, at_most: int = LONGEST_FILE, cut: bool = False) -> str:
    """Return the text of a UTF-8 file or of standard input, a byte order mark removed.

    Args:
        name: The file, or ``-``.
        at_most: Bytes to read.
        cut: Whether a longer file is cut there (the caller finds it too long anyway) or refused.

    Raises:
        UsageError: The file cannot be read, is too large or is not UTF-8.
    """
    stream = open_bytes(name)
    try:
        data = stream.read(at_most + 1)
    except OSError as error:
        raise UsageError(f"{name} cannot be read: {_reason(error)}.") from error
    finally:
        if name != STANDARD_INPUT:
            stream.close()
    longer = len(data) > at_most
    if longer and not cut:
        raise UsageError(f"{name} is larger than {at_most // 1024 // 1024} MB; give a smaller file.")
    return decode(data[:at_most], _called(name), whole=not longer)


def decode(data: bytes, called: str, *, whole: bool = True) -> str:
    """Return UTF-8 bytes as text; with ``whole`` off, a character cut at the end is left out.

    Raises:
        UsageError: The bytes are not UTF-8; the sentence says from which byte.
    """
    decoder = codecs.getincrementaldecoder("utf-8-sig")()
    try:
        return decoder.decode(data, final=whole)
    except UnicodeDecodeError as error:
        raise UsageError(
            f"{called} is not UTF-8 text (byte {error.start + 1}); save it as UTF-8 and try again."
        ) from error


def parse_json(text: str, called: str) -> Any:
    """Return the value of strict JSON: no NaN, no key twice, no bottomless nesting.

    Raises:
        UsageError: The text is not that; the sentence says where.
    """
    try:
        return json.loads(text, object_pairs_hook=_once, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise UsageError(f"{called} is not valid JSON: {error.msg} ({where}).") from error
    except RecursionError as error:
        raise UsageError(f"{called} is not valid JSON: nested too deeply.") from error
    except ValueError as error:
        raise UsageError(f"{called} is not valid JSON: {error}.") from error


def read_rows(name: str) -> list[Any]:
    """Return evidence rows from a file that is a JSON array, or one JSON object a line.

    Raises:
        UsageError: The file is neither.
    """
    text = read_text(name)
    if text.lstrip().startswith("["):
        rows = parse_json(text, _called(name))
        return list(rows)
    return [parse_json(line, f"{_called(name)}, line {number}") for number, line in _lines(text)]


def _lines(text: str) -> Iterator[tuple[int, str]]:
    # splitlines() would also cut at U+2028, which may stand inside a JSON string
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            yield number, line


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"key {twice!r} stands twice in one object")
    return found


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is no JSON number")


def _called(name: str) -> str:
    return "Standard input" if name == STANDARD_INPUT else name


def _reason(error: Exception) -> str:
    return (getattr(error, "strerror", None) or str(error)).rstrip(".").lower()
