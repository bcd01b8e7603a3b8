"""Eurostat's own TSV: a series a line, its dimensions in one cell, each value with its flag behind it."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Final

from tieout.data.importing.periods import read_period
from tieout.data.importing.sheet import Row, Sheet, whole
from tieout.errors import SnapshotInvalid, UsageError
from tieout.facts.period import Period

__all__ = ["is_series_file", "open_series_file"]

_CORNER: Final = re.compile(r"([A-Za-z0-9_]+(?:,[A-Za-z0-9_]+)*)[\\/]([A-Za-z0-9_]+)")
_CELL: Final = re.compile(r"(:|[^\s:]*)\s*([A-Za-z]*)")
_GAP: Final = ":"
_FREQUENCIES: Final = {"H": "S"}
"""Letters of the dimension ``freq`` that SDMX writes otherwise in periods: the half year."""


def is_series_file(path: Path) -> bool:
    r"""Return True for a file whose first cell names dimensions and time: ``freq,unit,geo\TIME_PERIOD``.

    Raises:
        UsageError: It cannot be read.
    """
    return _CORNER.fullmatch(_header(path)[0].strip()) is not None


def open_series_file(path: Path, name: str) -> Sheet:
    """Return the file as a long table: a column a dimension, the period, ``OBS_VALUE`` and ``OBS_FLAG``.

    A colon is a gap. One under a period of another frequency than that of its line is no cell of the series:
    the columns are those of all frequencies of the file.

    Args:
        path: The file, gzipped or not.
        name: What it is called in messages.

    Raises:
        UsageError: It cannot be read.
        SnapshotInvalid: Its first cell does not name dimensions and time.
    """
    corner, *texts = _header(path)
    found = _CORNER.fullmatch(corner.strip())
    if found is None:
        raise SnapshotInvalid(f"{name} is no TSV of Eurostat: its first cell names no dimensions.")
    dimensions, periods = found[1].split(","), [text.strip() for text in texts]
    columns = whole(name, [*dimensions, found[2], "OBS_VALUE", "OBS_FLAG"])
    broken: list[tuple[int, str]] = []

    def rows() -> Iterator[Row]:
        lower = [one.lower() for one in dimensions]
        own = lower.index("freq") if "freq" in lower else None
        letters = [_letter(text) for text in periods]
        with _open(path) as file:
            next(file)
            for number, line in enumerate(file, start=2):
                key, *cells = line.rstrip("\r\n").split("\t")
                codes = key.strip().split(",")
                if len(codes) != len(dimensions) or len(cells) != len(periods):
                    broken.append((number, _reason(codes, cells, dimensions, periods)))
                    continue
                wanted = None if own is None else _FREQUENCIES.get(codes[own], codes[own])
                for period, letter, cell in zip(periods, letters, cells, strict=True):
                    value, flag = _split(cell.strip())
                    if value != _GAP or flag or wanted is None or letter is None or letter == wanted:
                        yield number, [*codes, period, value, flag]

    return Sheet(name=name, columns=columns, word="line", rows=rows, broken=lambda rejects: broken)


def _split(cell: str) -> tuple[str, str]:
    found = _CELL.fullmatch(cell)
    return (found[1] or _GAP, found[2]) if found else (cell, "")


def _reason(codes: list[str], cells: list[str], dimensions: list[str], periods: list[str]) -> str:
    if len(codes) != len(dimensions):
        return f"{len(codes)} codes where the header names {len(dimensions)} dimensions"
    return f"{len(cells)} cells where the header has {len(periods)} periods"


def _letter(text: str) -> str | None:
    period = read_period(text)
    return Period.parse(period).frequency if period else None


def _open(path: Path) -> IO[str]:
    if path.suffix == ".gz":
        return gzip.open(path, "rt", encoding="utf-8-sig", newline="")
    return path.open(encoding="utf-8-sig", newline="")


def _header(path: Path) -> list[str]:
    try:
        with _open(path) as file:
            return file.readline().rstrip("\r\n").split("\t")
    except UnicodeDecodeError:
        return [""]
    except (OSError, EOFError) as error:
        raise UsageError(f"Cannot read '{path.name}' ({getattr(error, 'strerror', '') or error}).") from None
