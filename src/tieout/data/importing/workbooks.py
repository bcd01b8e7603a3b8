"""Excel: a sheet of a workbook, read by calamine; digits end where those of the doubles in it do."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tieout.data.importing.layout import Layout
from tieout.data.importing.sheet import Row, Sheet, whole
from tieout.errors import SnapshotInvalid, UsageError

__all__ = ["open_workbook"]


def open_workbook(path: Path, name: str, layout: Layout) -> Sheet:
    """Return the table of a sheet of an .xlsx, .xlsm, .xlsb, .xls or .ods file.

    Args:
        path: The file.
        name: What it is called in messages.
        layout: Which sheet, and how many rows stand before the header.

    Raises:
        UsageError: It cannot be read, or a package is missing.
        SnapshotInvalid: It is no workbook, or has no such sheet.
    """
    try:
        import python_calamine
    except ImportError:
        raise UsageError("Workbooks need an extra; install it with: pip install 'tieout[import]'.") from None
    try:
        book = python_calamine.CalamineWorkbook.from_path(str(path))
    except OSError as error:
        raise UsageError(f"Cannot read '{name}' ({error.strerror or error}).") from None
    except Exception as error:  # its errors share no base below this one
        raise SnapshotInvalid(f"{name} is no workbook ({error}).") from None
    with book:
        sheets = book.sheet_names
        sheet = layout.sheet or (sheets[0] if sheets else "")
        if sheet not in sheets:
            raise SnapshotInvalid(f"{name} has no sheet {sheet!r}; it has {', '.join(sheets)}.")
        cells = book.get_sheet_by_name(sheet).to_python(skip_empty_area=False)
    header = [_text(cell) or "" for cell in cells[layout.skip]] if len(cells) > layout.skip else []

    def rows() -> Iterator[Row]:
        for number, row in enumerate(cells[layout.skip + 1 :], start=layout.skip + 2):
            texts = [_text(cell) for cell in row]
            if any(texts):
                yield number, texts

    return Sheet(name=f"{name} [{sheet}]", columns=whole(name, header), rows=rows)


def _text(cell: Any) -> str | None:
    """Return a cell as text: a double as the shortest decimal that gives it back, a day without its hours."""
    if isinstance(cell, bool):
        return str(cell).lower()
    if isinstance(cell, float):
        return str(int(cell)) if cell.is_integer() else repr(cell)
    if isinstance(cell, datetime.datetime):
        return cell.date().isoformat() if cell.time() == datetime.time() else cell.isoformat()
    return None if cell is None else str(cell)
