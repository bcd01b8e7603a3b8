"""What people see of outcomes and verdicts: answer with ticks, evidence, source, marked drafts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import TYPE_CHECKING

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from tieout.interfaces.cli.marking import TICK, caret_lines, ticked, visible
from tieout.interfaces.cli.screen import console, draw, glyph
from tieout.interfaces.cli.table import evidence_table
from tieout.interfaces.stops import told_stop
from tieout.outcome import OutcomeKind

if TYPE_CHECKING:
    from tieout.checking.verdict import Problem, Tie, Verdict
    from tieout.facts.fact import Evidence
    from tieout.outcome import Outcome

__all__ = ["marked", "show_outcome", "show_verdict", "spaced"]

_NARROWEST = 20
_LONG = 4_000
_LONG_WIDTH = 200
_MOST_LINES = 20


def show_outcome(outcome: Outcome) -> None:
    """Print an outcome for a person: what may be shown, what it rests on, and where it is kept."""
    screen = console()
    blocks: list[RenderableType] = [_head(outcome)] if outcome.kind is not OutcomeKind.ANSWERED else []
    if outcome.follows is not None and outcome.question != outcome.follows.asked:
        blocks.insert(0, Text(f"Read as: {visible(outcome.question)}", style="dim"))
    if outcome.answer:
        blocks.append(ticked(outcome.answer, outcome.ties, tick=glyph(TICK)))
    if outcome.draft:
        blocks.append(_draft(outcome.draft, outcome.problems, screen))
    elif outcome.problems:
        blocks.append(_problem_list(outcome.problems))
    if len(outcome.evidence) and outcome.kind is not OutcomeKind.FAILED:
        blocks.append(
            evidence_table(outcome.evidence, _used(outcome.ties), tick=glyph(TICK), width=screen.width)
        )
    blocks.append(_foot(outcome))
    draw(spaced(blocks))


def show_verdict(text: str, verdict: Verdict, evidence: Evidence) -> None:
    """Print a verdict for a person: the text with ticks, or with what is wrong marked in it."""
    screen = console()
    blocks: list[RenderableType] = []
    if verdict.valid:
        blocks.append(Text(f"{glyph(TICK)} valid: every claim ties out", style="bold green"))
        blocks.append(ticked(text, verdict.ties, tick=glyph(TICK)))
        blocks.append(evidence_table(evidence, _used(verdict.ties), tick=glyph(TICK), width=screen.width))
    else:
        blocks.append(Text(f"{glyph('✗')} rejected: {_counted(verdict.problems)}", style="bold red"))
        blocks.append(marked(text, verdict.problems, screen))
    draw(spaced(blocks))


def _head(outcome: Outcome) -> Text:
    if outcome.kind is OutcomeKind.DECLINED:
        return Text("The data cannot answer that.", style="bold yellow")
    if outcome.kind is OutcomeKind.HELD:
        number = f" as no. {outcome.number}" if outcome.number is not None else ""
        head = Text(f"{glyph('✗')} Held for a person{number}: ", style="bold red")
        return head.append(_why_held(outcome.problems), style="red")
    if outcome.kind is OutcomeKind.WAITING:
        return Text("Waits for a person to approve a call.", style="bold yellow")
    head = Text(f"{glyph('✗')} Failed: ", style="bold red")
    head.append(f"{told_stop(str(outcome.stop))}.", style="red")
    return head.append(f" {visible(outcome.error)}" if outcome.error else "", style="default")


_FORM = frozenset({"refusal", "truncated", "malformed_json", "schema"})


def _why_held(problems: Sequence[Problem]) -> str:
    if any(problem.code.value in _FORM for problem in problems):
        return "the model's reply is no answer in the form asked for."
    return f"the draft does not tie out ({_counted(problems)})."


def _draft(draft: str, problems: Sequence[Problem], screen: Console) -> RenderableType:
    title = Text("Draft, not checked: not an answer", style="dim italic")
    return Group(title, marked(draft, problems, screen))


def marked(text: str, problems: Sequence[Problem], screen: Console) -> RenderableType:
    """Return a text with its problems marked in it, and the list of problems below."""
    width = max(_NARROWEST, screen.width - 4)
    if len(text) <= _LONG:
        lines = list(caret_lines(text, problems, width))
    else:
        some = caret_lines(text, problems, min(width, _LONG_WIDTH), only_marked=True)
        lines = [*islice(some, _MOST_LINES), Text("Only lines with problems are shown.", style="dim")]
    return Group(Padding(Group(*lines), (0, 0, 0, 2), expand=False), Text(""), _problem_list(problems))


def _problem_list(problems: Sequence[Problem]) -> RenderableType:
    rows: list[RenderableType] = []
    for number, problem in enumerate(problems, start=1):
        row = Text(f"{number} " if len(problems) > 1 else "", style="red")
        row.append(str(problem.code), style="bold red")
        row.append(f"  {visible(problem.message)}", style="not bold default")
        if problem.expected is not None and problem.expected not in problem.message:
            row.append(f" True value: {problem.expected}.", style="green")
        rows.append(row)
    return Padding(Group(*rows), (0, 0, 0, 2), expand=False)


def _foot(outcome: Outcome) -> RenderableType:
    rows: list[RenderableType] = []
    if outcome.kind is not OutcomeKind.FAILED:
        rows += [Text(outcome.source)] if outcome.source else []
        rows += [Text("Note: ", style="yellow").append(caveat, style="default") for caveat in outcome.caveats]
    calls = outcome.usage.tool_calls
    parts = [
        f"{outcome.model} on {outcome.dataset.name} {outcome.dataset.version}",
        f"{calls} data call{'' if calls == 1 else 's'}",
        f"{outcome.seconds:.2f} s",
    ]
    if outcome.usage.cost_usd:
        parts.append(f"${outcome.usage.cost_usd:f}")
    if outcome.kind is OutcomeKind.HELD and outcome.number is not None:
        parts.append(f"tieout review show {outcome.number}")
    elif outcome.number is not None:
        parts.append(f"run no. {outcome.number}")
    rows.append(Text(f" {glyph('·')} ".join(parts), style="dim"))
    return Group(*rows)


def _used(ties: Iterable[Tie]) -> frozenset[str]:
    return frozenset(ref for tie in ties for ref in tie.facts)


def _counted(problems: Sequence[Problem]) -> str:
    return "1 problem" if len(problems) == 1 else f"{len(problems)} problems"


def spaced(blocks: Sequence[RenderableType]) -> RenderableType:
    """Return blocks with an empty line between them."""
    rows: list[RenderableType] = []
    for block in blocks:
        rows += [block, Text("")] if block is not blocks[-1] else [block]
    return Group(*rows)
