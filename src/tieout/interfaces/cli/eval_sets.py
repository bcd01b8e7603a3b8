"""`tieout eval author` and `tieout eval generate`: question sets, written from a snapshot."""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tieout.errors import UsageError
from tieout.interfaces.cli.screen import say
from tieout.interfaces.settings import Settings

if TYPE_CHECKING:
    from tieout.data.snapshot import Snapshot
    from tieout.evaluation.questions import Question

__all__ = ["author", "generate"]

_TEXTS = ("*.md", "*.toml", "*.txt", "*.jsonl", "*.py")
_MOST_BYTES = 2_000_000

OutOption = Annotated[
    Path | None, typer.Option("--out", help="The file to write; stdout when left out.", metavar="FILE")
]


def generate(
    count: Annotated[int, typer.Option("--count", min=1, max=100_000, help="How many questions.")] = 100,
    seed: Annotated[int, typer.Option("--seed", help="The same seed gives the same questions.")] = 1,
    dataset: Annotated[
        str | None, typer.Option("--dataset", help="The data set to ask about; the setting by default.")
    ] = None,
    kind: Annotated[
        list[str] | None, typer.Option("--kind", help="Only this kind; may be given several times.")
    ] = None,
    out: OutOption = None,
) -> None:
    """Write graded questions of all kinds, drawn from a snapshot, with their expected values.

    For example:

        tieout eval generate --count 220 --seed 7 --out drawn.jsonl
        tieout eval --questions drawn.jsonl
    """
    from tieout.evaluation.generating import KINDS
    from tieout.evaluation.generating import generate as drawn

    settings = Settings.from_environment()
    name = dataset or settings.dataset
    snapshot, catalogue = settings.load(name)
    found = drawn(snapshot, catalogue.names, count=count, seed=seed, kinds=tuple(kind or KINDS))
    _write([question.model_copy(update={"dataset": name}) for question in found], out)


def author(
    source: Annotated[
        Path, typer.Argument(help="Questions without values: TOML, or JSON lines.", metavar="SOURCE")
    ],
    dataset: Annotated[
        str | None, typer.Option("--dataset", help="Where values come from; what SOURCE names by default.")
    ] = None,
    against: Annotated[
        list[Path] | None,
        typer.Option("--against", help="A file or folder that must not have the questions' words."),
    ] = None,
    out: OutOption = None,
) -> None:
    """Compute what right answers state, and warn of near-duplicates and of leaks into prompts and examples.

    For example:

        tieout eval author ours.toml --against docs --out ours.jsonl
    """
    from tieout.evaluation.authoring import find_leaks, find_twins
    from tieout.evaluation.questions import list_question_sets, load_questions

    settings = Settings.from_environment()
    questions, snapshot = _sourced(source, dataset, settings)
    packaged = [each for name in list_question_sets() for each in load_questions(name)]
    for twin in find_twins(questions, packaged):
        say(f"warning: {twin.id} is {twin.alike:.0%} alike {twin.other}: {twin.words}")
    texts = dict(_told(snapshot)) | dict(_texts(against or [], source))
    for leak in find_leaks(questions, texts):
        say(f"warning: the words of {leak.id} stand in {leak.where}")
    _write(questions, out)


def _sourced(source: Path, dataset: str | None, settings: Settings) -> tuple[list[Question], Snapshot]:
    """Return the questions of a source with their values, and the snapshot that those come from."""
    from pydantic import ValidationError

    from tieout.evaluation.expected import computed
    from tieout.evaluation.questions import build_questions, load_questions, parse_questions

    if source.suffix != ".toml":
        given = load_questions(source)
        name = dataset or given[0].dataset
        snapshot, _ = settings.load(name)
        named = (question.model_copy(update={"dataset": name}) for question in given)
        return [computed(question, snapshot) for question in named], snapshot
    try:
        document = tomllib.loads(source.read_text(encoding="utf-8"))
        name = dataset or str(document["dataset"])
        snapshot, _ = settings.load(name)
        lines = build_questions(str(document["name"]), document["question"], snapshot)
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, ValidationError, TypeError) as error:
        first = str(error).splitlines()[0]
        raise UsageError(f"{source} is no source of questions: {first}.") from None
    except KeyError as error:
        raise UsageError(
            f"{source} needs the key {error.args[0]}; see docs/how-to/grade-a-model.md."
        ) from None
    questions = parse_questions(lines, source)
    return [question.model_copy(update={"dataset": name}) for question in questions], snapshot


def _told(snapshot: Snapshot) -> Iterator[tuple[str, str]]:
    """Yield what a model is told on any path: prompts, tools, and the examples of what is understood."""
    from tieout.assistant.paths import get_path
    from tieout.assistant.understood import sentence_shapes
    from tieout.data.catalogue import Catalogue
    from tieout.facts.names import Names
    from tieout.tools.contract import Toolset
    from tieout.tools.statistics import statistics_tools

    for path in ("tools", "tools:prose", "supplied", "supplied:prose", "closed"):
        yield f"the prompt of {path}", get_path(path, snapshot).system
    catalogue = Catalogue(snapshot, Names.load())
    for tool in Toolset(statistics_tools(snapshot, catalogue)).definitions():
        yield f"the tool {tool['name']}", str(dict(tool))
    examples = [
        text for shape in sentence_shapes() for text in (*shape.examples, shape.question or "") if text
    ]
    yield "the examples of what is understood", " . ".join(examples)


def _texts(places: list[Path], source: Path) -> Iterator[tuple[str, str]]:
    for place in places:
        files = [place] if place.is_file() else [file for kind in _TEXTS for file in place.rglob(kind)]
        if not files:
            raise UsageError(f"{place} holds no text to compare with; name a file or a folder that does.")
        for file in sorted(files):
            if file.resolve() != source.resolve() and file.stat().st_size <= _MOST_BYTES:
                yield str(file), file.read_text(encoding="utf-8", errors="replace")


def _write(questions: list[Question], out: Path | None) -> None:
    from tieout.evaluation.questions import question_line

    text = "".join(map(question_line, questions))
    if out is None:
        sys.stdout.write(text)
        return
    try:
        out.write_text(text, encoding="utf-8")
    except OSError as error:
        raise UsageError(f"{out} cannot be written: {error.strerror or error}.") from error
    say(f"{len(questions)} questions written to {out}")
