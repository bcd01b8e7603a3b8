"""The CSV tables of a data set, read strictly: a bad cell is named by file and line, never guessed at."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Container, Iterator, Mapping
from typing import Any, NamedTuple

from tieout.data.card import AreaCard, IndicatorCard
from tieout.errors import SnapshotInvalid
from tieout.facts.area import KIND
from tieout.facts.observation import Status
from tieout.facts.period import Period

__all__ = ["Cell", "read_areas", "read_indicators", "read_observations"]

_DECIMAL = re.compile(r"-?[0-9]+(?:\.[0-9]+)?(?:[eE][-+]?[0-9]{1,3})?")
_ISO2 = 2
_KIND = re.compile(KIND)
_STATUSES = frozenset(status.value for status in Status)


class Cell(NamedTuple):
    """A row of ``observations.csv`` in the order of the store's columns.

    ``value`` is the published text or None for a published gap; ``origin`` tells the copy it was taken from.
    """

    indicator: str
    area: str
    period: str
    value: str | None
    status: str
    origin: str


def read_areas(content: bytes, where: str) -> dict[str, AreaCard]:
    """Return the areas of ``areas.csv`` by code, in the order of the file.

    Args:
        content: The file: columns code, name, is_aggregate (0 or 1); iso2, region, income_group and kind may
            follow.
        where: The file, for messages.

    Raises:
        SnapshotInvalid: A column is missing or unknown, or a cell is wrong.
    """
    areas: dict[str, AreaCard] = {}
    table = _Table(
        content, where, ("code", "name", "is_aggregate"), ("iso2", "region", "income_group", "kind")
    )
    for line, row in table.rows():
        if row["is_aggregate"] not in ("0", "1"):
            raise table.wrong(line, f"is_aggregate {row['is_aggregate']!r} is neither 0 nor 1")
        table.check_key(line, row, areas)
        if row.get("iso2", "") and len(row["iso2"]) != _ISO2:
            raise table.wrong(line, f"iso2 {row['iso2']!r} has not two characters")
        if not _KIND.fullmatch(row.get("kind", "")):
            raise table.wrong(line, f"kind {row['kind']!r} must be one to three lower-case words")
        areas[row["code"]] = AreaCard(**{**row, "is_aggregate": row["is_aggregate"] == "1"})  # type: ignore[arg-type]
    return areas


def read_indicators(content: bytes, where: str) -> dict[str, IndicatorCard]:
    """Return the indicators of ``indicators.csv`` by code, in the order of the file.

    Args:
        content: The file: columns code, name, unit, and optionally topic, source, definition, caveat.
        where: The file, for messages.

    Raises:
        SnapshotInvalid: A column is missing or unknown, or a cell is wrong.
    """
    indicators: dict[str, IndicatorCard] = {}
    table = _Table(content, where, ("code", "name", "unit"), ("topic", "source", "definition", "caveat"))
    for line, row in table.rows():
        table.check_key(line, row, indicators)
        texts: dict[str, Any] = dict(row)
        indicators[row["code"]] = IndicatorCard(**texts)
    return indicators


def read_observations(
    content: bytes,
    where: str,
    *,
    areas: Container[str],
    indicators: Container[str],
    years: tuple[int, int],
) -> Iterator[Cell]:
    """Yield the cells of ``observations.csv`` in the order of the file; duplicates are for the store to find.

    Args:
        content: The file: columns indicator, area, period, value, and optionally status, origin.
        where: The file, for messages.
        areas: Known area codes.
        indicators: Known indicator codes.
        years: First and last year of the card.

    Raises:
        SnapshotInvalid: A column is missing or unknown, or a cell is wrong.
    """
    table = _Table(content, where, ("indicator", "area", "period", "value"), ("status", "origin"))
    indicator_at, area_at, period_at, value_at = table.places[:4]
    status_at, origin_at = table.places[4:]
    seen: set[tuple[str, str, str]] = set()
    known_periods: set[str] = set()
    for line, row in table.cells():
        indicator, area, period, value = row[indicator_at], row[area_at], row[period_at], row[value_at]
        status = row[status_at] if status_at >= 0 else ""
        if indicator not in indicators:
            raise table.wrong(line, f"indicator {indicator!r} is not in indicators.csv")
        if area not in areas:
            raise table.wrong(line, f"area {area!r} is not in areas.csv")
        if period not in known_periods:
            table.check_period(line, period, years)
            known_periods.add(period)
        if value and not _DECIMAL.fullmatch(value):
            raise table.wrong(line, f"value {value!r} is not a decimal number")
        if status not in _STATUSES:
            raise table.wrong(line, f"status {status!r} is none of {', '.join(sorted(_STATUSES))}")
        if (key := (indicator, area, period)) in seen:
            raise table.wrong(line, f"{indicator} of {area} in {period} stands in the file twice")
        seen.add(key)
        yield Cell(indicator, area, period, value or None, status, row[origin_at] if origin_at >= 0 else "")


class _Table:
    """One CSV file with a header, some columns of which may be left out."""

    def __init__(
        self, content: bytes, where: str, required: tuple[str, ...], optional: tuple[str, ...]
    ) -> None:
        self._where = where
        try:
            text = content.decode("utf-8")
        except UnicodeDecodeError as error:
            line = content.count(b"\n", 0, error.start) + 1
            raise self.wrong(line, "the file is not UTF-8") from None
        self._reader = csv.reader(io.StringIO(text, newline=""), strict=True)
        try:
            self._header = next(self._reader, list[str]())
        except csv.Error as error:
            raise self.wrong(1, f"the line is not CSV ({error})") from None
        for column in required:
            if column not in self._header:
                raise self.wrong(1, f"column {column!r} is missing")
        for column in self._header:
            if column not in (*required, *optional) or self._header.count(column) > 1:
                raise self.wrong(1, f"column {column!r} is unknown or stands there twice")
        self.places = [
            self._header.index(column) if column in self._header else -1 for column in (*required, *optional)
        ]

    def wrong(self, line: int, what: str) -> SnapshotInvalid:
        return SnapshotInvalid(f"{self._where}, line {line}: {what}.")

    def cells(self) -> Iterator[tuple[int, list[str]]]:
        """Yield line number and cells of each row after the header."""
        reader, width = self._reader, len(self._header)
        try:
            for row in reader:
                if len(row) != width:
                    raise self.wrong(reader.line_num, f"{len(row)} cells where the header has {width}")
                yield reader.line_num, row
        except csv.Error as error:
            raise self.wrong(reader.line_num, f"the line is not CSV ({error})") from None

    def rows(self) -> Iterator[tuple[int, dict[str, str]]]:
        """Yield line number and row by column name."""
        for line, row in self.cells():
            yield line, dict(zip(self._header, row, strict=True))

    def check_key(self, line: int, row: Mapping[str, str], known: Container[str]) -> None:
        """Require a code that is new and a name."""
        if not row["code"] or not row["name"]:
            raise self.wrong(line, "code or name is empty")
        if row["code"] in known:
            raise self.wrong(line, f"code {row['code']!r} stands in the file twice")

    def check_period(self, line: int, text: str, years: tuple[int, int]) -> None:
        """Require a period within the years of the card."""
        try:
            period = Period.parse(text)
        except ValueError as error:
            raise self.wrong(line, str(error)) from None
        if not years[0] <= period.year <= years[1]:
            raise self.wrong(line, f"period {text} is outside the years {years[0]} to {years[1]} of the card")
