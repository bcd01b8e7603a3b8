"""`tieout check`: does a text tie out against evidence rows; one text, or many in one process."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from tieout.errors import UsageError
from tieout.interfaces.cli.reading import STANDARD_INPUT, read_rows, read_text
from tieout.interfaces.cli.screen import print_json, say
from tieout.interfaces.exits import exit_of_outcome

__all__ = ["check"]

LONGEST_ANSWER = 200_000
"""Characters of a text that is checked; a longer one is rejected as ``answer_too_long``."""

_BYTES_A_CHARACTER = 4


def check(
    file: Annotated[
        str, typer.Argument(help="The text to check; standard input when left out or -.", metavar="FILE")
    ] = STANDARD_INPUT,
    evidence: Annotated[
        str | None, typer.Option("--evidence", "-e", help="Evidence rows: a JSON array, or JSON lines.")
    ] = None,
    question: Annotated[
        str | None, typer.Option("--question", "-q", help="The question that the text answers.")
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="One JSON document: verdict, problems, ties.")
    ] = False,
    batch: Annotated[
        str | None, typer.Option("--batch", help="Many: JSON lines with id, evidence, answer, question.")
    ] = None,
    out: Annotated[
        str | None, typer.Option("--out", "-o", help="Where a batch writes; stdout by default.")
    ] = None,
) -> int:
    """Check a text against evidence: every number and every word must tie out.

    Exit status 0 when it does, 4 when it is rejected. In a batch, rejections are results: the status is
    0, or 2 when a line was malformed.

    For example:

        tieout check answer.txt --evidence rows.json
        echo "Kenya had 52,217,334 people in 2020." | tieout check --evidence rows.json --json
        tieout check --batch answers.jsonl --out verdicts.jsonl
    """
    if batch is not None:
        from tieout.interfaces.cli.batch import check_batch

        if evidence is not None or file != STANDARD_INPUT or question is not None:
            raise UsageError("A batch brings its own texts, evidence and questions; leave the others out.")
        return check_batch(batch, out)
    if out is not None:
        raise UsageError("--out belongs to --batch; a single verdict is printed.")
    return _check_one(file, evidence, question, as_json)


def _check_one(file: str, evidence: str | None, question: str | None, as_json: bool) -> int:
    from tieout.facts.rows import evidence_from_rows

    if evidence is None:
        raise UsageError("Name the evidence: --evidence ROWS.json (or --batch for many texts).")
    if evidence == file == STANDARD_INPUT:
        raise UsageError(
            "Text and evidence cannot both come from standard input; name a file for one of them."
        )
    rows = evidence_from_rows(read_rows(evidence))
    if file == STANDARD_INPUT and sys.stdin.isatty():
        say("Type the text to check and end with Ctrl-D.")
    # a file longer than this is too long whatever it holds, so it is not read further
    text = read_text(file, at_most=(LONGEST_ANSWER + 1) * _BYTES_A_CHARACTER, cut=True).rstrip("\r\n")

    from tieout.checking.check import check as check_text
    from tieout.facts.names import Names

    verdict = check_text(text, rows, question=question, names=Names.load(), max_characters=LONGEST_ANSWER)
    if as_json:
        from tieout.outcome import verdict_document

        print_json(verdict_document(verdict))
    else:
        from tieout.interfaces.cli.show import show_verdict

        show_verdict(text, verdict, rows)
    return exit_of_outcome("valid" if verdict.valid else "rejected")
