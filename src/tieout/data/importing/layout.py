"""The card of a table: a data set's card, and what each column of the table means."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

from tieout.data.card import AreaCard, DatasetCard, IndicatorCard, card_from_mapping
from tieout.data.fields import Fields, read_toml
from tieout.data.tables import read_areas, read_indicators
from tieout.errors import SnapshotInvalid, UsageError
from tieout.facts.area import KIND
from tieout.facts.observation import Status

__all__ = ["MISSING", "STATUSES", "Layout", "TableCard", "read_table_card"]

MISSING: Final = ("", "..", ":", "NA", "NaN", "null")
"""What stands in a cell of values where there is none, unless the card says otherwise."""

STATUSES: Final[Mapping[str, str]] = {
    "": "",
    "a": "",
    "normal": "",
    "b": "break",
    "e": "estimated",
    "f": "forecast",
    "p": "provisional",
    **{status.value: status.value for status in Status},
}
"""What flags mean unless the card says otherwise: those of SDMX and our own words, in lower case."""

_KIND: Final = re.compile(KIND)
_CONSTANTS: Final = ("area", "indicator", "period", "unit", "status")


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """What the columns of a table mean. A name of a column that is empty is a column that is not there.

    Attributes:
        area: Column of the area's code.
        area_name: Column of the area's name.
        indicator: Column of the indicator's code.
        indicator_name: Column of the indicator's name.
        period: Column of the period.
        value: Column of the value.
        unit: Column of the unit; it may be one of the dimensions too.
        scale: Column of the power of ten that values are counted in (SDMX ``UNIT_MULT``).
        status: Column of the flag.
        dimensions: Columns that tell series apart beside the indicator, such as sex and age.
        ignore: Columns that are left out.
        periods_across: Whether each period has a column of its own; all columns without a meaning are those.
        indicators_across: Columns that are indicators, one each.
        missing: What stands for no value.
        decimal: The decimal sign.
        thousands: The sign between groups of three digits, or empty.
        period_format: How periods are written, as ``strptime`` reads it; empty for the usual forms.
        delimiter: The sign between cells of a line; empty to find out.
        encoding: The encoding of a text file.
        sheet: The sheet of a workbook; empty for the first.
        records: Keys that lead to the rows of a JSON document, with dots between; empty for the first list.
        skip: Lines before the header.
        drop_gaps: Whether cells without a value are left out, so that they count as unknown, not as gaps.
        constant: What holds for every row: area, indicator, period, unit, status.
        statuses: What the flags mean.
        labels: What the values of dimensions are called, by dimension and value.
        only: Codes of indicators that are wanted; empty for all.
        without: Codes of indicators that are left out.
        area_kind: What an area is called that the card does not speak of ("district"); empty for a country.
    """

    area: str = ""
    area_name: str = ""
    indicator: str = ""
    indicator_name: str = ""
    period: str = ""
    value: str = ""
    unit: str = ""
    scale: str = ""
    status: str = ""
    dimensions: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    periods_across: bool = False
    indicators_across: tuple[str, ...] = ()
    missing: tuple[str, ...] = MISSING
    decimal: str = "."
    thousands: str = ""
    period_format: str = ""
    delimiter: str = ""
    encoding: str = "utf-8"
    sheet: str = ""
    records: str = ""
    skip: int = 0
    drop_gaps: bool = False
    constant: Mapping[str, str] = field(default_factory=dict)
    statuses: Mapping[str, str] = field(default_factory=lambda: dict(STATUSES))
    labels: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    only: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    area_kind: str = ""

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns that have a meaning or are left out, periods across not among them."""
        named = (getattr(self, role) for role in ROLES)
        return (*(name for name in named if name), *self.dimensions, *self.ignore, *self.indicators_across)


ROLES: Final = (
    "area",
    "area_name",
    "indicator",
    "indicator_name",
    "period",
    "value",
    "unit",
    "scale",
    "status",
)
"""The meanings that one column can have."""

_TEXTS: Final = ("decimal", "thousands", "period_format", "delimiter", "encoding", "sheet", "records")


@dataclass(frozen=True, slots=True, kw_only=True)
class TableCard:
    """All that a card says.

    Attributes:
        card: The data set's card; its years are 0 where they are those of the rows.
        layout: The columns.
        areas: What is known of areas, by code.
        indicators: What is known of indicators, by code.
        where: The card, for messages.
        unit_in_name: Whether a series that is not known has its unit in the brackets of its name, as those of
            the World Bank do.
    """

    card: DatasetCard
    layout: Layout
    areas: Mapping[str, AreaCard]
    indicators: Mapping[str, IndicatorCard]
    where: str
    unit_in_name: bool = False


def read_table_card(path: Path, today: datetime.date) -> TableCard:
    """Return the card of a table.

    Args:
        path: The TOML file.
        today: The day of the import; that of the card where it states none.

    Raises:
        UsageError: The file, or one it names, cannot be read.
        SnapshotInvalid: A key is missing, unknown or wrong.
    """
    tables = read_toml(_read(path).decode("utf-8", "replace"), path.name)
    return table_card(tables, path.name, today, path.parent)


def table_card(tables: Mapping[str, Any], where: str, today: datetime.date, folder: Path) -> TableCard:
    """Return the card that TOML tables describe.

    Args:
        tables: The keys.
        where: The file, for messages.
        today: The day of the import.
        folder: Where the files that it names are.

    Raises:
        UsageError: A file that it names cannot be read.
        SnapshotInvalid: A key is missing, unknown or wrong.
    """
    ours = Fields({key: tables[key] for key in _OURS if key in tables}, where)
    rest = {key: value for key, value in tables.items() if key not in _OURS}
    spans = "years" in rest
    card = card_from_mapping({"retrieved": today, "years": [0, 9999], **rest}, where)
    layout = _layout(ours.table("table"), f"{where} [table]")
    areas = dict(_areas(ours, folder))
    indicators = dict(_indicators(ours, folder))
    ours.close()
    if not spans:
        card = replace(card, first_year=0, last_year=0)
    return TableCard(card=card, layout=layout, areas=areas, indicators=indicators, where=where)


_OURS: Final = ("table", "areas", "areas_file", "indicators", "indicators_file")


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise UsageError(f"Cannot read '{path}' ({error.strerror}).") from None


def _areas(fields: Fields, folder: Path) -> Iterator[tuple[str, AreaCard]]:
    if name := fields.text("areas_file", ""):
        yield from read_areas(_read(folder / name), name).items()
    for entry in fields.tables("areas"):
        code = entry.text("code", None)
        texts = {key: entry.text(key, "") for key in ("iso2", "region", "income_group", "kind")}
        if not _KIND.fullmatch(texts["kind"]):
            raise entry.wrong("kind", "be one to three lower-case words, such as 'district'")
        aggregate = entry.flag("is_aggregate")
        yield code, AreaCard(code=code, name=entry.text("name", code), is_aggregate=aggregate, **texts)
        entry.close()


def _indicators(fields: Fields, folder: Path) -> Iterator[tuple[str, IndicatorCard]]:
    if name := fields.text("indicators_file", ""):
        yield from read_indicators(_read(folder / name), name).items()
    for entry in fields.tables("indicators"):
        code = entry.text("code", None)
        texts: dict[str, Any] = {
            key: entry.text(key, "") for key in ("unit", "topic", "source", "definition", "caveat")
        }
        yield code, IndicatorCard(code=code, name=entry.text("name", ""), **texts)
        entry.close()


def _layout(fields: Fields, where: str) -> Layout:
    plain = Layout()
    constant = fields.words("constant")
    statuses = {flag.lower(): meaning for flag, meaning in fields.words("statuses").items()}
    missing = fields.codes_or_blanks("missing")
    labels = {name: labels.words(name) for labels in [fields.table("labels")] for name in labels.names()}
    texts: dict[str, Any] = {role: fields.text(role, "") for role in ROLES}
    texts |= {key: fields.sign(key, getattr(plain, key)) for key in _TEXTS}
    layout = Layout(
        **texts,
        dimensions=fields.codes("dimensions") or (),
        ignore=fields.codes("ignore") or (),
        periods_across=fields.flag("periods_across"),
        indicators_across=fields.codes("indicators_across") or (),
        missing=MISSING if missing is None else missing,
        skip=fields.count("skip"),
        area_kind=fields.text("area_kind", ""),
        drop_gaps=fields.flag("drop_gaps"),
        constant=constant,
        statuses={**STATUSES, **statuses},
        labels=labels,
    )
    fields.close()
    _require(layout, where)
    return layout


def _require(layout: Layout, where: str) -> None:
    """Require that area, indicator, period and value each come from one place."""

    def wrong(what: str) -> SnapshotInvalid:
        return SnapshotInvalid(f"{where}: {what}.")

    if not _KIND.fullmatch(layout.area_kind):
        raise wrong("'area_kind' must be one to three lower-case words, such as 'district'")
    for key in layout.constant:
        if key not in _CONSTANTS:
            raise wrong(f"[constant] knows {', '.join(_CONSTANTS)}, not {key!r}")
    places = {
        "area": [layout.area],
        "indicator": [layout.indicator, *layout.indicators_across[:1]],
        "period": [layout.period, "across" if layout.periods_across else ""],
        "value": [layout.value, "across" if layout.periods_across or layout.indicators_across else ""],
    }
    for key, found in places.items():
        count = sum(map(bool, (*found, layout.constant.get(key))))
        if count != 1:
            raise wrong(f"{key!r} must be said once, by a column or [constant]" + _HINTS.get(key, ""))
    if layout.periods_across and layout.indicators_across:
        raise wrong("periods and indicators cannot both stand across")
    for flag, meaning in layout.statuses.items():
        if meaning not in set(STATUSES.values()):
            raise wrong(
                f"the flag {flag!r} must mean one of {', '.join(sorted(set(STATUSES.values()) - {''}))}"
            )
    columns = [name for name in layout.columns if name != layout.unit or name not in layout.dimensions]
    if twice := [name for name in columns if columns.count(name) > 1]:
        raise wrong(f"column {twice[0]!r} has two meanings")


_HINTS: Final = {
    "indicator": " or indicators_across",
    "period": " or periods_across",
    "value": ", periods_across or indicators_across",
}
