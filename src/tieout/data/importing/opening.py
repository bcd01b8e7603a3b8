"""Which reader a file is for."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from tieout.data.importing.columnar import open_parquet
from tieout.data.importing.delimited import open_delimited
from tieout.data.importing.documents import open_document
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
        return open_delimited(path, name, layout, staging.folder)
    if ending == ".parquet":
        return open_parquet(path, name, staging)
    if ending in _WORKBOOKS:
        return open_workbook(path, name, layout)
    if ending in (*_MESSAGES, *_DOCUMENTS):
        if is_message(path):
            return open_message(path, name)
        if ending in _DOCUMENTS:
            return open_document(path, name, layout)
        raise UsageError(f"'{name}' is no SDMX message.")
    raise UsageError(f"No reader knows '{name}'; names of tables end in {', '.join(ENDINGS)}.")
