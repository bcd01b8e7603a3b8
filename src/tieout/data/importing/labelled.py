"""SDMX-CSV with labels or actions: ``A: Value A`` is a code and its label, and a deletion is no value.

Plain SDMX-CSV is a CSV like others; this reads the files whose header has labels (``SEX: Sex``) or a column
``ACTION`` (SDMX-CSV 1.0 and 2.0).
"""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from tieout.data.importing.sheet import Row, Sheet, whole
from tieout.errors import SnapshotInvalid, UsageError

__all__ = ["is_labelled", "open_labelled"]

_BEGINS: Final = ("DATAFLOW", "STRUCTURE")
_PLAIN: Final = ("OBS_VALUE", "TIME_PERIOD")
_TOLD: Final = frozenset({"", "I", "A", "M", "R"})
"""Actions that bring values: information, append, merge, replace. ``D`` takes them away."""

_BETWEEN: Final = ": "


def is_labelled(path: Path) -> bool:
    """Return True for SDMX-CSV that has labels in its cells, or a column of actions.

    Raises:
        UsageError: It cannot be read.
    """
    header = _header(path)
    first = header[0].partition("[")[0].partition(_BETWEEN)[0]
    return first in _BEGINS and ("ACTION" in header or any(_BETWEEN in one for one in header))


def open_labelled(path: Path, name: str) -> Sheet:
    """Return the table: a column a code, and one for its labels where there are any.

    Args:
        path: The file.
        name: What it is called in messages.

    Raises:
        UsageError: It cannot be read.
        SnapshotInvalid: Its header has no names, or one twice.
    """
    header = _header(path)
    codes = [one.partition("[")[0].partition(_BETWEEN)[0].strip() for one in header]
    labelled = _labelled(path, header, codes)
    columns = whole(name, [*codes, *(f"{codes[at]} label" for at in labelled)])
    action = codes.index("ACTION") if "ACTION" in codes else None
    broken: list[tuple[int, str]] = []

    def rows() -> Iterator[Row]:
        for line, cells in _lines(path, name):
            if reason := _reason(cells, codes, action):
                broken.append((line, reason))
            elif cells:
                split = [cells[at].partition(_BETWEEN)[::2] for at in labelled]
                for at, (code, _) in zip(labelled, split, strict=True):
                    cells[at] = code
                yield line, [*cells, *(label for _, label in split)]

    return Sheet(name=name, columns=columns, word="line", rows=rows, broken=lambda rejects: broken)


def _lines(path: Path, name: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the cells of each record behind the header, with the line on which it begins."""
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            reader = csv.reader(file, strict=True)
            next(reader)
            begins = reader.line_num + 1
            for cells in reader:
                yield begins, cells
                begins = reader.line_num + 1
    except csv.Error as error:
        raise SnapshotInvalid(f"{name}, line {begins}: it is not CSV ({error}).") from None
    except UnicodeDecodeError:
        raise SnapshotInvalid(f"{name} is not UTF-8.") from None


def _reason(cells: list[str], codes: list[str], action: int | None) -> str:
    """Return what is wrong with a line, or nothing."""
    if not cells:
        return ""
    if len(cells) != len(codes):
        return f"{len(cells)} cells where the header has {len(codes)}"
    if action is not None and cells[action] not in _TOLD:
        return f"action {cells[action]!r} brings no value; import a message of values alone"
    return ""


def _labelled(path: Path, header: list[str], codes: list[str]) -> list[int]:
    """Return the columns whose first cell is a code with its label."""
    if not any(_BETWEEN in one for one in header):
        return []
    with path.open(encoding="utf-8-sig", newline="", errors="replace") as file:
        reader = csv.reader(file)
        next(reader)
        first = next(reader, [])
    return [
        at
        for at, cell in enumerate(first[: len(codes)])
        if _BETWEEN in cell and _BETWEEN in header[at] and codes[at] not in _PLAIN
    ]


def _header(path: Path) -> list[str]:
    try:
        with path.open(encoding="utf-8-sig", newline="", errors="replace") as file:
            return next(csv.reader(file), [""]) or [""]
    except csv.Error:
        return [""]
    except OSError as error:
        raise UsageError(f"Cannot read '{path.name}' ({error.strerror}).") from None
