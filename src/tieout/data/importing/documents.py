"""JSON: a list of records, one document or one record a line; numbers keep the digits they are written in."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tieout.data.importing.layout import Layout
from tieout.data.importing.sheet import Row, Sheet, whole
from tieout.errors import SnapshotInvalid, UsageError

__all__ = ["open_document"]


def open_document(path: Path, name: str, layout: Layout) -> Sheet:
    """Return the table of a JSON document or of JSON lines.

    DuckDB reads JSON too, but numbers through doubles: ``5.10`` would become ``5.1``.

    Args:
        path: The file.
        name: What it is called in messages.
        layout: Where in the document the records are.

    Raises:
        UsageError: It cannot be read.
        SnapshotInvalid: It holds no list of records.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise SnapshotInvalid(f"{name} is not UTF-8.") from None
    except OSError as error:
        raise UsageError(f"Cannot read '{name}' ({error.strerror}).") from None
    lines = path.suffix in (".jsonl", ".ndjson")
    records = (
        _lines(text, name) if lines else list(enumerate(_records(_read(text, name), name, layout), start=1))
    )
    columns: dict[str, None] = {}
    for place, record in records:
        if not isinstance(record, dict):
            raise SnapshotInvalid(f"{name}, {'line' if lines else 'record'} {place}: it is no JSON object.")
        columns.update(dict.fromkeys(record))
    names = whole(name, list(columns))

    def rows() -> Iterator[Row]:
        for place, record in records:
            yield place, [_text(record.get(column)) for column in columns]

    return Sheet(name=name, columns=names, word="line" if lines else "record", rows=rows)


def _read(text: str, where: str) -> Any:
    try:
        return json.loads(text, parse_float=str, parse_int=str)
    except json.JSONDecodeError as error:
        raise SnapshotInvalid(f"{where}, line {error.lineno}: it is not JSON ({error.msg}).") from None
    except RecursionError:
        raise SnapshotInvalid(f"{where} is nested too deeply.") from None


def _lines(text: str, name: str) -> list[tuple[int, Any]]:
    lines = enumerate(text.splitlines(), start=1)
    return [(number, _read(line, f"{name}, line {number}")) for number, line in lines if line.strip()]


def _records(document: Any, name: str, layout: Layout) -> list[Any]:
    found = document
    for key in filter(None, layout.records.split(".")):
        found = found.get(key) if isinstance(found, dict) else None
    if not layout.records and isinstance(found, dict):
        found = next((value for value in found.values() if isinstance(value, list)), None)
    if not isinstance(found, list) or not found:
        raise SnapshotInvalid(
            f"{name} has no list of records there; say with 'records' which keys lead to it."
        )
    return found


def _text(value: Any) -> str | None:
    """Return a cell as text; a value inside a value (a list, an object) stays JSON."""
    if value is None or isinstance(value, str):
        return value
    return json.dumps(value, ensure_ascii=False)
