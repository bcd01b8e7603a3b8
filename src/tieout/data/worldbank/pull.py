"""A pull: a snapshot of the World Development Indicators, fetched whole or not at all.

One request an indicator. Every reply that is good is kept in a folder beside the target, so a pull
that was stopped goes on where it was; the target is replaced only by a whole new snapshot, at once. The same
replies and the same day give the same bytes.
"""

from __future__ import annotations

import datetime
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, NamedTuple

from tieout.data.card import AreaCard, DatasetCard, IndicatorCard
from tieout.data.copying import replace_sqlite
from tieout.data.tables import Cell
from tieout.data.worldbank.lists import read_areas, read_indicators, read_licences
from tieout.data.worldbank.replies import Page, read_document, read_page
from tieout.data.worldbank.rows import Areas, Zero, read_cells
from tieout.data.worldbank.staging import Staging
from tieout.errors import SourceError, UsageError

__all__ = ["Fetch", "Pull", "Pulled", "Reply", "Selection"]

_PER_PAGE: Final = 20_000
"""Rows on a page; all areas and years of one indicator are 17,490. More than 32,767 is refused."""

_SERIES_AT_ONCE: Final = 40
"""Codes in one request for metadata; 60 were refused."""

_FORM: Final = 2
"""Of what is kept: a folder of an older form is not gone on with."""

_METADATA: Final = "format=json&per_page=5000"

_FREE: Final = "CCBY4.0"
"""The licence that needs nothing but credit, without its blanks and dashes; that of the whole where a series
states none."""


class Reply(NamedTuple):
    """What a server sent.

    Attributes:
        status: The HTTP status.
        body: The bytes.
    """

    status: int
    body: bytes


Fetch = Callable[[Mapping[str, str]], Iterator[tuple[str, Reply]]]
"""Fetches addresses by name, a few at a time, and yields name and reply as they come; raises SourceError."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """What to pull.

    Attributes:
        indicators: Codes, or empty for every indicator of the World Development Indicators.
        areas: Codes, or empty for all.
        years: First and last year, or None for all.
        any_licence: Whether series under other terms than CC BY 4.0 come too.
    """

    indicators: tuple[str, ...] = ()
    areas: tuple[str, ...] = ()
    years: tuple[int, int] | None = None
    any_licence: bool = False


@dataclass(slots=True, kw_only=True)
class Pulled:
    """What a pull brought.

    Attributes:
        target: The snapshot.
        sha256: Its digest.
        areas: Number of areas.
        indicators: Number of indicators.
        values: Number of values.
        gaps: Number of published gaps.
        left_out: Licence by code of the series that were left out for it.
        zeros: Zeros of aggregates that were read as gaps.
        last_updated: The newest day that the source says it was updated; no version of the data.
    """

    target: Path
    sha256: str = ""
    areas: int = 0
    indicators: int = 0
    values: int = 0
    gaps: int = 0
    left_out: dict[str, str] = field(default_factory=dict)
    zeros: list[Zero] = field(default_factory=list)
    last_updated: str = ""


class Pull:
    """One pull, from its plan to the snapshot.

    Args:
        target: The ``.sqlite`` file to write.
        selection: What to pull.
        fetch: How addresses are fetched.
        retrieved: The day of the pull; a pull that is taken up again keeps the day it began.
        base: Where the Indicators API v2 is.
        notify: Called with the number of indicators fetched and wanted, whenever one has come.

    Raises:
        UsageError: The folder beside the target holds a pull of something else, or cannot be written.
    """

    def __init__(
        self,
        target: Path,
        selection: Selection,
        fetch: Fetch,
        retrieved: datetime.date,
        *,
        base: str,
        notify: Callable[[int, int], None] = lambda done, wanted: None,
    ) -> None:
        plan = {
            "form": _FORM,
            "indicators": sorted(selection.indicators),
            "areas": sorted(selection.areas),
            "years": list(selection.years or ()),
            "any_licence": selection.any_licence,
            "base": base,
            "retrieved": retrieved.isoformat(),
        }
        self._staging = Staging(target, plan)
        self._retrieved = datetime.date.fromisoformat(self._staging.plan["retrieved"])
        self._selection = selection
        self._fetch = fetch
        self._notify = notify
        self._base = base.rstrip("/")
        self._pulled = Pulled(target=target)

    def run(self) -> Pulled:
        """Fetch what is not there yet, write the snapshot, and put it in place of the old one.

        Raises:
            SourceError: A reply is no good; what came before it is kept for the next try.
            UsageError: A code is not one of the World Bank's, or the target cannot be written.
        """
        areas = self._areas()
        indicators = self._licensed(self._indicators())
        self._fetch_rows(indicators, Areas(areas))
        self._write(areas, indicators)
        self._staging.remove()
        return self._pulled

    def _page(self, name: str, address: str, where: str) -> Page:
        """Return a list that was kept, or fetch and keep it."""
        return next(iter(self._pages({name: address}, where).values()))

    def _pages(self, addresses: Mapping[str, str], where: str) -> dict[str, Page]:
        bodies = self._bodies(addresses, lambda status, body: read_page(status, body, where))
        return {name: read_page(200, body, where) for name, body in bodies.items()}

    def _bodies(self, addresses: Mapping[str, str], read: Callable[[int, bytes], object]) -> dict[str, bytes]:
        missing = {name: address for name, address in addresses.items() if not self._staging.has(name)}
        for name, reply in self._fetch(missing) if missing else ():
            read(reply.status, reply.body)
            self._staging.keep(name, reply.body)
        return {name: self._staging.read(name) for name in addresses}

    def _areas(self) -> dict[str, AreaCard]:
        where = "the list of countries"
        page = self._page("countries", f"{self._base}/country?format=json&per_page=1000", where)
        areas = read_areas(page, where)
        unknown = sorted(set(self._selection.areas) - set(areas))
        if unknown:
            raise UsageError(f"The World Bank has no area with the code {_listed(unknown)}.")
        return areas

    def _indicators(self) -> dict[str, IndicatorCard]:
        codes, where = sorted(set(self._selection.indicators)), "the list of indicators"
        query = f"format=json&per_page={_PER_PAGE}"
        addresses = {f"about-{code}": f"{self._base}/indicator/{code}?{query}" for code in codes}
        pages = self._pages(addresses or {"indicators": f"{self._base}/indicator?source=2&{query}"}, where)
        cards = read_indicators(pages.values(), where)
        unknown = sorted(set(codes) - set(cards))
        if unknown:
            raise UsageError(f"The World Bank has no indicator with the code {_listed(unknown)}.")
        return cards

    def _licensed(self, cards: Mapping[str, IndicatorCard]) -> dict[str, IndicatorCard]:
        """Return the indicators whose terms are CC BY 4.0, or all of them where that was asked."""
        if self._selection.any_licence:
            return dict(cards)
        codes = list(cards)
        parts = [codes[at : at + _SERIES_AT_ONCE] for at in range(0, len(codes), _SERIES_AT_ONCE)]
        where = "the terms of the series"
        addresses = {
            f"terms-{number}": f"{self._base}/sources/2/series/{';'.join(part)}/metadata?{_METADATA}"
            for number, part in enumerate(parts)
        }
        bodies = self._bodies(addresses, lambda status, body: read_document(status, body, where))
        for body in bodies.values():
            for code, licence in read_licences(read_document(200, body, where), where).items():
                if code in cards and licence.upper().replace(" ", "").replace("-", "") != _FREE:
                    self._pulled.left_out[code] = licence
        kept = {code: card for code, card in cards.items() if code not in self._pulled.left_out}
        if not kept:
            raise UsageError(
                f"None of the indicators is under CC BY 4.0 ({_listed(sorted(self._pulled.left_out))}); "
                "ask for them with --any-licence, and mind their terms."
            )
        return kept

    def _fetch_rows(self, indicators: Mapping[str, IndicatorCard], areas: Areas) -> None:
        """Fetch the rows of each indicator that are not there yet, and keep them as cells."""
        missing = [code for code in indicators if not self._staging.has(_rows(code))]
        done, failures = len(indicators) - len(missing), list[SourceError]()
        self._notify(done, len(indicators))
        for code, reply in self._fetch({code: self._address(code) for code in missing}) if missing else ():
            try:
                page = read_page(reply.status, reply.body, code)
                cells, zeros = read_cells(page, code, areas, code)
            except SourceError as error:
                failures.append(error)
                continue
            self._staging.keep(_rows(code), _kept(page, cells, zeros))
            done += 1
            self._notify(done, len(indicators))
        if failures:
            more = f" And {len(failures) - 1} more." if len(failures) > 1 else ""
            raise SourceError(
                f"{failures[0].message}{more} The {done} that came are kept; try again, or leave it out."
            )

    def _address(self, code: str) -> str:
        areas = ";".join(sorted(set(self._selection.areas))) or "all"
        years = self._selection.years
        date = f"&date={years[0]}:{years[1]}" if years else ""
        return f"{self._base}/country/{areas}/indicator/{code}?format=json&per_page={_PER_PAGE}{date}"

    def _write(self, areas: Mapping[str, AreaCard], indicators: Mapping[str, IndicatorCard]) -> None:
        pulled = self._pulled
        used: set[str] = set()
        years: set[str] = set()
        for code in indicators:
            kept = json.loads(self._staging.read_first_line(_rows(code)))
            pulled.last_updated = max(pulled.last_updated, kept["updated"])
            pulled.zeros += [Zero(code, *zero) for zero in kept["zeros"]]
            used.update(kept["areas"])
            years.update(kept["years"])
            pulled.values += kept["values"]
            pulled.gaps += kept["gaps"]
        if not pulled.values:
            raise SourceError("Nothing of what was asked for has a value; name other indicators or years.")
        known = [card for code, card in areas.items() if code in used]
        pulled.areas, pulled.indicators = len(known), len(indicators)
        card = self._card(int(min(years)), int(max(years)))
        pulled.sha256 = replace_sqlite(
            pulled.target, card, known, indicators.values(), self._cells(indicators)
        )

    def _cells(self, indicators: Mapping[str, IndicatorCard]) -> Iterator[Cell]:
        for code in indicators:
            _, _, cells = self._staging.read(_rows(code)).partition(b"\n")
            for area, period, value, status in json.loads(cells):
                yield Cell(code, area, period, value, status, "")

    def _card(self, first_year: int, last_year: int) -> DatasetCard:
        updated = f", last updated {self._pulled.last_updated}" if self._pulled.last_updated else ""
        return DatasetCard(
            name=self._pulled.target.stem,
            title="World Development Indicators",
            version=self._retrieved.isoformat(),
            release=f"as served on {self._retrieved.isoformat()}{updated}",
            retrieved=self._retrieved,
            publisher="World Bank",
            source_name="World Development Indicators",
            credit="The World Bank: World Development Indicators",
            licence="CC BY 4.0"
            if not self._selection.any_licence
            else "CC BY 4.0 and others; see each series",
            licence_url="https://creativecommons.org/licenses/by/4.0/",
            first_year=first_year,
            last_year=last_year,
        )


def _kept(page: Page, cells: Sequence[Cell], zeros: Sequence[Zero]) -> bytes:
    """Return what is kept of an indicator: a line that sums it up, and its cells."""
    values = sum(cell.value is not None for cell in cells)
    summary = {
        "updated": page.last_updated,
        "zeros": [[zero.area, zero.period] for zero in zeros],
        "areas": sorted({cell.area for cell in cells}),
        "years": sorted({cell.period[:4] for cell in cells}),
        "values": values,
        "gaps": len(cells) - values,
    }
    rows = [[cell.area, cell.period, cell.value, cell.status] for cell in cells]
    return b"\n".join(json.dumps(part, separators=(",", ":")).encode() for part in (summary, rows))


def _rows(code: str) -> str:
    return f"rows-{code}"


def _listed(codes: Sequence[str]) -> str:
    shown = ", ".join(codes[:_LISTED])
    return shown if len(codes) <= _LISTED else f"{shown} and {len(codes) - _LISTED} more"


_LISTED: Final = 8
