"""The bulk file of the World Development Indicators: one zip with values and what is known of them."""

from __future__ import annotations

import csv
import datetime
import io
import shutil
import zipfile
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Final

from tieout.data.card import AreaCard, DatasetCard, IndicatorCard
from tieout.data.importing.delimited import open_delimited
from tieout.data.importing.layout import Layout, TableCard
from tieout.data.importing.sheet import Sheet
from tieout.data.importing.staging import Staging
from tieout.data.worldbank.lists import unit_of
from tieout.errors import SnapshotInvalid

__all__ = ["Bulk"]

_VALUES: Final = ("WDICSV.csv", "WDIData.csv")
_FREE: Final = "CCBY4.0"


class Bulk:
    """A bulk file, with the card that it needs no file for.

    Args:
        path: The zip.
        name: The name of the data set.
        today: The day of the import.
        only: Codes of indicators, or none for all.
        any_licence: Whether series under other terms than CC BY 4.0 come too.

    Raises:
        SnapshotInvalid: It is no such file.
    """

    def __init__(
        self, path: Path, name: str, today: datetime.date, only: Collection[str] = (), *, any_licence: bool
    ) -> None:
        self._path = path
        try:
            with zipfile.ZipFile(path) as archive:
                self._values = next((one for one in _VALUES if one in archive.namelist()), "")
                if not self._values:
                    raise SnapshotInvalid(f"{path.name} is no bulk file: it holds no {' or '.join(_VALUES)}.")
                modified = datetime.date(*archive.getinfo(self._values).date_time[:3])
                areas = dict(_areas(_rows(archive, "WDICountry.csv", "Country Code")))
                series = list(_rows(archive, "WDISeries.csv", "Series Code"))
        except (zipfile.BadZipFile, KeyError, UnicodeDecodeError, csv.Error, ValueError) as error:
            raise SnapshotInvalid(f"{path.name} is no bulk file of the World Bank ({error}).") from None
        self.left_out = {} if any_licence else dict(_restricted(series))
        layout = Layout(
            area="Country Code",
            area_name="Country Name",
            indicator="Indicator Code",
            indicator_name="Indicator Name",
            periods_across=True,
            only=tuple(sorted(only)),
            without=tuple(sorted(self.left_out)),
        )
        card = _card(name, today, modified, any_licence=any_licence)
        indicators = dict(_indicators(series))
        self.card = TableCard(
            card=card, layout=layout, areas=areas, indicators=indicators, where=path.name, unit_in_name=True
        )

    def open(self, staging: Staging) -> Sheet:
        """Return the table of the values, unpacked into the folder of the import."""
        plain = staging.folder / self._values
        with (
            zipfile.ZipFile(self._path) as archive,
            archive.open(self._values) as source,
            plain.open("wb") as target,
        ):
            shutil.copyfileobj(source, target, 1 << 20)
        return open_delimited(plain, self._values, self.card.layout, staging.folder)


def _rows(archive: zipfile.ZipFile, name: str, key: str) -> Iterator[dict[str, str]]:
    with archive.open(name) as file:
        text = io.TextIOWrapper(file, encoding="utf-8-sig", newline="")
        for row in csv.DictReader(text):
            if row[key]:
                yield {column: " ".join((cell or "").split()) for column, cell in row.items() if column}


def _areas(rows: Iterator[dict[str, str]]) -> Iterator[tuple[str, AreaCard]]:
    """Yield areas; an aggregate is known by having no region."""
    for row in rows:
        region = row.get("Region", "")
        yield (
            row["Country Code"],
            AreaCard(
                code=row["Country Code"],
                name=row.get("Table Name") or row.get("Short Name") or row["Country Code"],
                is_aggregate=not region,
                iso2=row.get("2-alpha code", ""),
                region=region,
                income_group=row.get("Income Group", "") if region else "",
            ),
        )


def _indicators(rows: Collection[dict[str, str]]) -> Iterator[tuple[str, IndicatorCard]]:
    for row in rows:
        code, name = row["Series Code"], row["Indicator Name"]
        yield (
            code,
            IndicatorCard(
                code=code,
                name=name,
                unit=row.get("Unit of measure") or unit_of(name),
                topic=row.get("Topic", ""),
                source=row.get("Source", ""),
                definition=row.get("Long definition") or row.get("Short definition", ""),
            ),
        )


def _restricted(rows: Collection[dict[str, str]]) -> Iterator[tuple[str, str]]:
    """Yield code and licence of the series whose terms ask for more than credit."""
    for row in rows:
        licence = row.get("License Type", "")
        if licence and licence.upper().replace(" ", "").replace("-", "") != _FREE:
            yield row["Series Code"], licence


def _card(name: str, today: datetime.date, modified: datetime.date, *, any_licence: bool) -> DatasetCard:
    return DatasetCard(
        name=name,
        title="World Development Indicators",
        version=modified.isoformat(),
        release=f"bulk file of {modified.isoformat()}",
        retrieved=today,
        publisher="World Bank",
        source_name="World Development Indicators",
        credit="The World Bank: World Development Indicators",
        licence="CC BY 4.0 and others; see each series" if any_licence else "CC BY 4.0",
        licence_url="https://creativecommons.org/licenses/by/4.0/",
        first_year=0,
        last_year=0,
    )
