"""Which reader a file is for."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from tieout.data.importing.columnar import open_parquet
from tieout.data.importing.cubes import is_cube, open_cube
from tieout.data.importing.delimited import open_delimited
from tieout.data.importing.documents import open_document
from tieout.data.importing.eurostat import is_series_file, open_series_file
from tieout.data.importing.labelled import is_labelled, open_labelled
from tieout.data.importing.layout import Layout
from tieout.data.importing.messages import is_message, open_message
from tieout.data.importing.sheet import Sheet
from tieout.data.importing.staging import Staging
from tieout.data.importing.workbooks import open_workbook
from tieout.errors import UsageError

__all__ = ["ENDINGS", "open_sheet"]

_DELIMITED: Final = (".csv", ".tsv", ".tab", ".txt", ".gz")
_DOCUMENTS: Final = (".json", ".jsonl", ".ndjson")
_WORKBOOKS: Final = (".xlsx", ".xlsm", ".xlsb", ".xls", ".ods")
_MESSAGES: Final = (".xml", ".sdmx")
ENDINGS: Final = (*_DELIMITED, ".parquet", *_DOCUMENTS, *_WORKBOOKS, *_MESSAGES)
"""What the name of a file that can be read ends with."""


def open_sheet(path: Path, name: str, layout: Layout, staging: Staging) -> Sheet:
    """Return the table of a file.

    Args:
        path: The file.
        name: What it is called in messages.
        layout: What the card says of how it is written.
        staging: The database of the import.

    Raises:
        UsageError: It cannot be read, or no reader knows its ending.
        SnapshotInvalid: It is no such table.
    """
    if not path.is_file():
        raise UsageError(f"There is no file '{name}'.")
    ending = path.suffix.lower()
    if ending in _DELIMITED:
        return _delimited(path, name, layout, staging)
    if ending == ".parquet":
        return open_parquet(path, name, staging)
    if ending in _WORKBOOKS:
        return open_workbook(path, name, layout)
    if ending in _DOCUMENTS:
        return _document(path, name, layout)
    if ending in _MESSAGES:
        if is_message(path):
            return open_message(path, name)
        raise UsageError(f"'{name}' is no SDMX message, and no other XML can be read; export it as CSV.")
    raise UsageError(f"No reader knows '{name}'; names of tables end in {', '.join(ENDINGS)}.")


def _delimited(path: Path, name: str, layout: Layout, staging: Staging) -> Sheet:
    """Return a file of separated cells; what the card says of its form comes before what it looks like."""
    if not (layout.skip or layout.delimiter) and layout.encoding.lower() in ("utf-8", "utf8"):
        if is_series_file(path):
            return open_series_file(path, name)
        if path.suffix != ".gz" and is_labelled(path):
            return open_labelled(path, name)
    return open_delimited(path, name, layout, staging.folder)


def _document(path: Path, name: str, layout: Layout) -> Sheet:
    if is_message(path):
        return open_message(path, name)
    return open_cube(path, name) if is_cube(path) else open_document(path, name, layout)
