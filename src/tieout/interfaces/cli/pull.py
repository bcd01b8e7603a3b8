"""`tieout data pull`: fetch a whole snapshot from a publisher."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tieout.errors import UsageError
from tieout.interfaces.cli.screen import draw, errors_console, glyph, print_json, say
from tieout.interfaces.settings import Settings

if TYPE_CHECKING:
    from tieout.data.worldbank.pull import Pulled, Selection

__all__ = ["pull"]

_YEARS = re.compile(r"([12][0-9]{3})(?::([12][0-9]{3}))?")
_SHOWN = 10
_SUFFIX = ".sqlite"


def pull(
    source: Annotated[str, typer.Argument(help="The publisher: worldbank.", metavar="SOURCE")],
    out: Annotated[
        Path, typer.Option("--out", help="The file to write; an old one stays until the new one is whole.")
    ] = Path("worldbank.sqlite"),
    indicator: Annotated[
        list[str] | None, typer.Option("--indicator", help="A code; may be given again. All without.")
    ] = None,
    area: Annotated[
        list[str] | None, typer.Option("--area", help="A three-letter code; may be given again. All without.")
    ] = None,
    years: Annotated[
        str | None, typer.Option("--years", help="First and last year, such as 2000:2024. All without.")
    ] = None,
    any_licence: Annotated[
        bool, typer.Option("--any-licence", help="Series under other terms than CC BY 4.0 too.")
    ] = False,
    restart: Annotated[
        bool, typer.Option("--restart", help="Forget what a stopped pull has fetched.")
    ] = False,
    at_once: Annotated[int, typer.Option("--at-once", help="Requests under way.", min=1, max=8)] = 4,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document.")] = False,
) -> None:
    """Fetch a snapshot: one request an indicator; a pull that was stopped goes on where it was.

    For example:

        tieout data pull worldbank --indicator SP.POP.TOTL --indicator NY.GDP.MKTP.CD

        tieout ask --dataset worldbank.sqlite "What was the GDP of Chile in 2023?"
    """
    selection = _selection(source, indicator or [], area or [], years, any_licence=any_licence)
    if out.suffix != _SUFFIX:
        raise UsageError(f"'{out}' must end in {_SUFFIX}; that is how a snapshot file is known.")
    pulled = _pulled(out, selection, at_once, restart=restart)
    if as_json:
        print_json(_document(pulled))
    else:
        _show(pulled)


def _selection(
    source: str, indicators: list[str], areas: list[str], years: str | None, *, any_licence: bool
) -> Selection:
    if source != "worldbank":
        raise UsageError(f"There is no source '{source}' to pull from; there is: worldbank.")
    if find_spec("httpx2") is None or find_spec("tenacity") is None:
        raise UsageError("Pulling needs an extra; install it with: pip install 'tieout[data]'.")
    from tieout.data.worldbank.pull import Selection

    found = _YEARS.fullmatch(years) if years else None
    if years and found is None:
        raise UsageError(f"--years {years!r} is not two years such as 2000:2024.")
    span = (int(found[1]), int(found[2] or found[1])) if found else None
    if span and span[0] > span[1]:
        raise UsageError(f"--years {years}: the first year comes after the last.")
    for code in (*indicators, *areas):
        if not re.fullmatch(r"[A-Za-z0-9._]{2,60}", code):
            raise UsageError(f"'{code}' is no code of the World Bank.")
    return Selection(
        indicators=tuple(code.upper() for code in indicators),
        areas=tuple(code.upper() for code in areas),
        years=span,
        any_licence=any_licence,
    )


def _pulled(out: Path, selection: Selection, at_once: int, *, restart: bool) -> Pulled:
    from tieout.data.worldbank.pull import Pull
    from tieout.data.worldbank.replies import is_passing
    from tieout.data.worldbank.staging import Staging
    from tieout.interfaces.fetching import Fetcher

    settings = Settings.from_environment()
    if restart:
        Staging.forget(out)
    with Fetcher(is_passing, settings.wait, at_once=at_once) as fetch, _progress() as notify:
        today = settings.now().date()
        return Pull(out, selection, fetch, today, notify=notify, base=settings.worldbank_url).run()


@contextmanager
def _progress() -> Iterator[Callable[[int, int], None]]:
    """Show a bar with rate and time left on a terminal, and a line for each tenth elsewhere."""
    screen = errors_console()
    if not screen.is_terminal:
        told = set[int]()

        def tell(done: int, wanted: int) -> None:
            tenth = 10 * done // max(1, wanted)
            if tenth not in told:
                told.add(tenth)
                say(f"{done} of {wanted} indicators")

        yield tell
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
        TextColumn("left"),
    )
    with Progress(*columns, console=screen, transient=True) as bar:
        task = bar.add_task("indicators", total=None, rate="")

        def advance(done: int, wanted: int) -> None:
            speed = bar.tasks[0].speed
            words = "indicators" if done < wanted else "all here, writing the file"
            rate = f"{speed:.1f}/s" if speed else ""
            # what changes the words is drawn at once: a quick pull has no other moment for them
            turns = bar.tasks[0].total is None or done == wanted
            bar.update(task, completed=done, total=wanted, rate=rate, description=words, refresh=turns)

        yield advance


def _document(pulled: Pulled) -> dict[str, Any]:
    return {
        "file": str(pulled.target),
        "sha256": pulled.sha256,
        "areas": pulled.areas,
        "indicators": pulled.indicators,
        "values": pulled.values,
        "gaps": pulled.gaps,
        "last_updated": pulled.last_updated,
        "left_out": dict(sorted(pulled.left_out.items())),
        "zeros_read_as_gaps": [list(zero) for zero in pulled.zeros],
    }


def _show(pulled: Pulled) -> None:
    from rich.text import Text

    counted = f"{pulled.values:,} values and {pulled.gaps:,} gaps"
    line = Text(f"{glyph('✓')} {pulled.target}", style="green")
    line.append(f"  {pulled.indicators} indicators, {pulled.areas} areas, {counted}", style="default")
    draw(line, Text(f"sha256 {pulled.sha256}", style="dim"))
    if pulled.left_out:
        listed = [f"{code} ({licence})" for code, licence in sorted(pulled.left_out.items())]
        draw(Text(f"Left out, not under CC BY 4.0: {_some(listed)}. Ask for them with --any-licence."))
    if pulled.zeros:
        listed = [f"{zero.indicator} of {zero.area} in {zero.period}" for zero in pulled.zeros]
        draw(Text(f"Read as gaps, zeros of aggregates that were not computed: {_some(listed)}."))


def _some(listed: list[str]) -> str:
    more = f" and {len(listed) - _SHOWN} more" if len(listed) > _SHOWN else ""
    return ", ".join(listed[:_SHOWN]) + more
