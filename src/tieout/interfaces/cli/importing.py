"""`tieout data import`: make a snapshot of a table of your own."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
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


def import_(
    source: Annotated[
        str,
        typer.Argument(
            help="A table: CSV, TSV, Parquet, Excel, JSON, SDMX; its address; or the URL of a database.",
            metavar="FILE_OR_URL",
        ),
    ],
    card: Annotated[Path, typer.Option("--card", help="The card: `tieout data card` writes a first one.")],
    out: Annotated[
        Path, typer.Option("--out", help="The file to write; an old one stays until the new one is whole.")
    ],
    query: Annotated[str | None, typer.Option("--query", help="What to ask of a database, in SQL.")] = None,
    limit: Annotated[int, typer.Option("--limit", help="The most bad rows to list.", min=1)] = 100,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document.")] = False,
) -> None:
    """Make a snapshot of a table; all of it, or nothing and a list of the rows that are bad.

    For example:

        tieout data card unemployment.csv

        tieout data import unemployment.csv --card unemployment.card.toml --out unemployment.sqlite
    """
    from tieout.data.importing.importer import import_table
    from tieout.data.importing.layout import read_table_card

    if out.suffix != _SUFFIX:
        raise UsageError(f"'{out}' must end in {_SUFFIX}; that is how a snapshot file is known.")
    settings = Settings.from_environment()
    with _local(source, query) as path:
        described = read_table_card(card, settings.now().date())

        def opened(staging: Staging) -> Sheet:
            return _sheet(source, path, query, described, staging)

        try:
            imported = import_table(opened, described, out, limit=limit)
        except TableInvalid as error:
            _tell(error)
            raise
    if as_json:
        print_json(_document(imported))
    else:
        _show(imported)


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


def _document(imported: Imported) -> dict[str, Any]:
    return {
        "file": str(imported.target),
        "sha256": imported.sha256,
        "areas": imported.areas,
        "indicators": imported.series,
        "values": imported.values,
        "gaps": imported.gaps,
        "years": [imported.card.first_year, imported.card.last_year],
        "notes": imported.notes,
    }


def _show(imported: Imported) -> None:
    from rich.text import Text

    from tieout.interfaces.cli.marking import visible

    first, last = imported.card.first_year, imported.card.last_year
    counted = f"{imported.values:,} values and {imported.gaps:,} gaps, {first}{glyph('–')}{last}"
    line = Text(f"{glyph('✓')} {imported.target}", style="green")
    line.append(f"  {imported.series:,} indicators, {imported.areas:,} areas, {counted}", style="default")
    draw(line, Text(f"sha256 {imported.sha256}", style="dim"))
    for note in imported.notes:
        draw(Text(visible(note), style="dim"))
