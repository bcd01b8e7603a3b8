"""`tieout audit`: check a finished text against a snapshot, sentence by sentence."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from tieout.interfaces.cli.screen import draw, glyph, print_json, say
from tieout.interfaces.exits import Exit
from tieout.interfaces.settings import Settings

if TYPE_CHECKING:
    from collections import Counter

    from rich.text import Text

    from tieout.audit import Finding
    from tieout.data.snapshot import Snapshot

__all__ = ["audit"]

_SIGNS: Final = {"ticked": "✓", "contradicted": "✗", "not_checked": "?", "no_figure": " "}
_STYLES: Final = {"ticked": "green", "contradicted": "bold red", "not_checked": "yellow", "no_figure": "dim"}
_CALLED: Final = {"ticked": "ticked", "contradicted": "contradicted", "not_checked": "not checked"}


def audit(
    file: Annotated[Path, typer.Argument(help="The text: .txt, .md, .html or .docx.")],
    dataset: Annotated[
        str | None, typer.Option("--dataset", "-d", help="The data set the claims are looked up in.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document.")] = False,
    html: Annotated[Path | None, typer.Option("--html", help="Write a page to this file too.")] = None,
) -> None:
    """Look up every claim of a finished text; tick it, contradict it, or say that it was not checked.

    Exit status 4 when something is contradicted, 0 otherwise. What is not checked may be right or wrong.

    For example:

        tieout audit article.md
        tieout audit release.docx --dataset worldbank.sqlite --html audit.html
    """
    from tieout.audit import audit as audit_passages
    from tieout.interfaces.auditing import audit_document, counts_of
    from tieout.interfaces.documents import read_document

    passages = read_document(file)
    snapshot, catalogue = Settings.from_environment().load(dataset)
    findings = list(audit_passages(passages, snapshot, catalogue.names))
    counts = counts_of(findings)
    if html is not None:
        _write(html, file, findings, snapshot)
    if as_json:
        print_json({"file": str(file), **audit_document(findings, snapshot)})
    else:
        _show(findings, counts, snapshot)
    if counts["contradicted"]:
        raise typer.Exit(Exit.HELD)


def _show(findings: list[Finding], counts: Counter[str], snapshot: Snapshot) -> None:
    from rich.text import Text

    from tieout.interfaces.cli.marking import visible

    passage = 0
    for one in findings:
        if passage and one.passage.number != passage:
            draw("")
        passage = one.passage.number
        draw(_marked(one))
        if one.problem is not None:
            message = Text(f"    {visible(one.problem.message)}", style=_STYLES[one.kind])
            if one.problem.expected is not None:
                message.append(f" True value: {one.problem.expected}.", style="bold")
            draw(message)
    total = ", ".join(f"{counts[kind]} {called}" for kind, called in _CALLED.items())
    if findings:
        draw("")
    draw(Text(f"{total}, against {snapshot.card.label}.", style="bold"))
    if counts["not_checked"]:
        draw(Text("What was not checked may be right or wrong: a person must read it.", style="yellow"))


def _marked(one: Finding) -> Text:
    """Return a sentence with its sign, numbers that tie out in green, the place of a problem in red."""
    from rich.text import Text

    from tieout.interfaces.cli.marking import visible

    sign = _SIGNS[one.kind]
    text = Text(f"{glyph(sign)} ", style=_STYLES[one.kind])
    start = len(text)
    text.append(visible(one.text).replace("\n", " "), style="dim" if one.kind == "no_figure" else "default")
    for tie in one.ties:
        text.stylize("bold green", start + tie.start - one.start, start + tie.end - one.start)
    if one.problem is not None and one.kind == "contradicted":
        text.stylize(
            "bold red underline", start + one.problem.start - one.start, start + one.problem.end - one.start
        )
    return text


def _write(path: Path, file: Path, findings: list[Finding], snapshot: Snapshot) -> None:
    from tieout.interfaces.auditing import report_values
    from tieout.interfaces.pages import write_page

    write_page("audit", report_values(file.name, findings, snapshot), path)
    say(f"Wrote {path}.")
