"""`tieout data import`: make a snapshot of a table of your own."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tieout.errors import TableInvalid, UsageError
from tieout.interfaces.cli.screen import draw, glyph, print_json, say
from tieout.interfaces.settings import Settings

if TYPE_CHECKING:
    from tieout.data.importing.importer import Imported
    from tieout.data.importing.layout import TableCard
    from tieout.data.importing.sheet import Sheet
    from tieout.data.importing.staging import Staging

__all__ = ["import_"]

_SUFFIX = ".sqlite"
_SHOWN = 10


def import_(
    source: Annotated[
        str,
        typer.Argument(
            help="A table: CSV, TSV, Parquet, Excel, JSON, SDMX, or the bulk zip of the World Development "
            "Indicators; its address; or the URL of a database.",
            metavar="FILE_OR_URL",
        ),
    ],
    out: Annotated[
        Path, typer.Option("--out", help="The file to write; an old one stays until the new one is whole.")
    ],
    card: Annotated[
        Path | None,
        typer.Option("--card", help="The card; `tieout data card` writes a first one. None for a bulk file."),
    ] = None,
    query: Annotated[str | None, typer.Option("--query", help="What to ask of a database, in SQL.")] = None,
    indicator: Annotated[
        list[str] | None, typer.Option("--indicator", help="A code; may be given again. All without.")
    ] = None,
    any_licence: Annotated[
        bool,
        typer.Option("--any-licence", help="Of a bulk file, series under other terms than CC BY 4.0 too."),
    ] = False,
    limit: Annotated[int, typer.Option("--limit", help="The most bad rows to list.", min=1)] = 100,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document.")] = False,
) -> None:
    """Make a snapshot of a table; all of it, or nothing and a list of the rows that are bad.

    For example:

        tieout data card unemployment.csv

        tieout data import unemployment.csv --card unemployment.card.toml --out unemployment.sqlite

        tieout data import WDI_CSV.zip --out worldbank.sqlite
    """
    if out.suffix != _SUFFIX:
        raise UsageError(f"'{out}' must end in {_SUFFIX}; that is how a snapshot file is known.")
    with _local(source, query) as path:
        try:
            imported, left_out = _imported(
                source, path, out, card, query, indicator or [], limit, any_licence=any_licence
            )
        except TableInvalid as error:
            _tell(error)
            raise
    if as_json:
        print_json(_document(imported, left_out))
    else:
        _show(imported, left_out)


def _imported(
    source: str,
    path: Path | None,
    out: Path,
    card: Path | None,
    query: str | None,
    only: list[str],
    limit: int,
    *,
    any_licence: bool,
) -> tuple[Imported, dict[str, str]]:
    """Return what the import brought, and the licence of each series that was left out for it."""
    from tieout.data.importing.importer import import_table
    from tieout.data.importing.layout import read_table_card

    today = Settings.from_environment().now().date()
    if card is None:
        if path is None or path.suffix != ".zip":
            raise UsageError(f"'{source}' needs a card; `tieout data card` writes a first one: --card FILE.")
        from tieout.data.importing.bulk import Bulk

        bulk = Bulk(path, out.stem, today, only, any_licence=any_licence)
        return import_table(bulk.open, bulk.card, out, limit=limit), bulk.left_out
    described = read_table_card(card, today)
    described = replace(described, layout=replace(described.layout, only=tuple(only)))

    def opened(staging: Staging) -> Sheet:
        return _sheet(source, path, query, described, staging)

    return import_table(opened, described, out, limit=limit), {}


def _sheet(source: str, path: Path | None, query: str | None, card: TableCard, staging: Staging) -> Sheet:
    if path is None:
        from tieout.data.importing.databases import open_query

        return open_query(source, query or "")
    from tieout.data.importing.opening import open_sheet

    return open_sheet(path, path.name, card.layout, staging)


@contextmanager
def _local(source: str, query: str | None) -> Iterator[Path | None]:
    """Give the path of a file, fetched first where it is an address; None for a database."""
    scheme, found, _ = source.partition("://")
    if not found:
        if query is not None:
            raise UsageError("--query is for databases; name one by its URL, such as sqlite:///file.db.")
        yield Path(source)
    elif scheme in ("http", "https"):
        from tieout.interfaces.downloading import download

        with TemporaryDirectory(prefix="tieout-") as folder:
            yield download(source, Path(folder))
    elif query is None:
        raise UsageError("A database needs --query, the SQL that yields the rows.")
    else:
        yield None


def _tell(error: TableInvalid) -> None:
    """List bad rows for people, on stderr."""
    from tieout.interfaces.cli.marking import visible

    for row in error.rows:
        say(visible(row))
    if error.count > len(error.rows) > 0:
        say(f"and {error.count - len(error.rows):,} more")


def _document(imported: Imported, left_out: dict[str, str]) -> dict[str, Any]:
    return {
        "file": str(imported.target),
        "sha256": imported.sha256,
        "areas": imported.areas,
        "indicators": imported.series,
        "values": imported.values,
        "gaps": imported.gaps,
        "years": [imported.card.first_year, imported.card.last_year],
        "notes": imported.notes,
        "left_out": dict(sorted(left_out.items())),
    }


def _show(imported: Imported, left_out: dict[str, str]) -> None:
    from rich.text import Text

    from tieout.interfaces.cli.marking import visible

    first, last = imported.card.first_year, imported.card.last_year
    counted = f"{imported.values:,} values and {imported.gaps:,} gaps, {first}{glyph('–')}{last}"
    line = Text(f"{glyph('✓')} {imported.target}", style="green")
    line.append(f"  {imported.series:,} indicators, {imported.areas:,} areas, {counted}", style="default")
    draw(line, Text(f"sha256 {imported.sha256}", style="dim"))
    for note in imported.notes:
        draw(Text(visible(note), style="dim"))
    if left_out:
        listed = [f"{code} ({licence})" for code, licence in sorted(left_out.items())]
        more = f" and {len(listed) - _SHOWN} more" if len(listed) > _SHOWN else ""
        whole = ", ".join(listed[:_SHOWN]) + more
        draw(Text(f"Left out, not under CC BY 4.0: {visible(whole)}. Ask for them with --any-licence."))
